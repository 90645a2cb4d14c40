"use strict";
// The state of the board, and the functions that describe and change it. The page's script is a concatenation
// of board.js, view.js, solver.js, search.js and page.js. In the code, rows and columns are numbered from 0.
// Everything that is shown numbers them from 1.

const [LEAST, MOST, USUAL] = [4, 32, 8];
const [NONE, PLACED, FOUND] = [0, 1, 2];

const count = (number, one) => `${number} ${one}${number === 1 ? "" : "s"}`;
const named = (square) => `row ${Math.floor(square / state.n) + 1}, column ${(square % state.n) + 1}`;

const state = {
  n: USUAL,
  queens: new Uint8Array(USUAL * USUAL), // per square: NONE, PLACED by hand or FOUND by the search
  cursor: 0,
  history: [], // earlier boards, oldest first
  hint: -1,
};

function inspect() {
  const { n, queens } = state;
  const lines = { rows: [], columns: [], antidiagonals: [], diagonals: [] };
  const each = (square, act) => {
    const [row, column] = [Math.floor(square / n), square % n];
    return [["rows", row], ["columns", column], ["antidiagonals", column - row + n], ["diagonals", row + column]].some(act);
  };
  const placed = [];
  queens.forEach((queen, square) => {
    if (queen === NONE) return;
    placed.push(square);
    each(square, ([kind, line]) => void (lines[kind][line] = (lines[kind][line] ?? 0) + 1));
  });
  const conflicts = new Set(placed.filter((square) => each(square, ([kind, line]) => lines[kind][line] > 1)));
  const free = new Array(n).fill(0);
  const attacked = Array.from(queens, (_, square) => {
    const isAttacked = each(square, ([kind, line]) => lines[kind][line] > 0);
    if (!isAttacked) free[Math.floor(square / n)] += 1;
    return isAttacked;
  });
  const deadRow = free.findIndex((squares, row) => squares === 0 && !lines.rows[row]);
  return {
    placed, conflicts, attacked, free, deadRow,
    filled: (row) => lines.rows[row] > 0,
    solved: placed.length === n && conflicts.size === 0,
  };
}

function summary(seen) {
  const { n } = state;
  if (seen.solved) return `Solved: all ${n} queens are safe.`;
  if (seen.conflicts.size > 0) return `${count(seen.conflicts.size, "queen")} in conflict.`;
  const free = seen.free.reduce((sum, squares) => sum + squares, 0);
  const progress = `${seen.placed.length} of ${count(n, "queen")}, ${count(free, "free square")}.`;
  return seen.deadRow < 0 ? progress : `${progress} Row ${seen.deadRow + 1} has none left.`;
}

// Returns the board as text, for links and for sharing. The text contains the column of each row's queen.
// `queens list` prints boards in this format, and `queens find --complete` reads it. 15863724 is solved, and
// 15------ has two queens. If a row has several queens, rows are separated by commas: 1,5,-,-,2+3,-,-,-.
function asText() {
  const { n, queens } = state;
  const rows = Array.from({ length: n }, (_, row) => {
    const columns = [];
    for (let column = 0; column < n; column += 1) {
      if (queens[row * n + column] !== NONE) columns.push(column + 1);
    }
    return columns.join("+") || "-";
  });
  return rows.join(n > 9 || rows.some((row) => row.length > 1) ? "," : "");
}

// Returns the board that a text describes, or null.
function fromText(text) {
  const list = text.trim();
  const rows = /[\s,+]/.test(list) ? list.split(/[\s,]+/) : [...list];
  const n = rows.length;
  if (n < LEAST || n > MOST) return null;
  const queens = new Uint8Array(n * n);
  for (const [row, columns] of rows.entries()) {
    for (const column of columns === "-" ? [] : columns.split("+").map(Number)) {
      if (!Number.isInteger(column) || column < 1 || column > n) return null;
      queens[row * n + column - 1] = PLACED;
    }
  }
  return { n, queens };
}

function show(board) {
  if (board.n !== state.n) state.cursor = 0;
  state.n = board.n;
  state.queens = board.queens;
  state.hint = -1;
  if (cells.length !== board.n * board.n) build();
}

function change(board, message) {
  state.history.push({ n: state.n, queens: state.queens });
  show(board);
  render(message);
}

function toggle(square) {
  const queens = state.queens.slice();
  queens[square] = queens[square] === NONE ? PLACED : NONE;
  state.cursor = square;
  change({ n: state.n, queens });
}

function resize(n) {
  const size = Math.min(MOST, Math.max(LEAST, Math.round(n) || USUAL));
  if (size === state.n) byId("size").value = size;
  else change({ n: size, queens: new Uint8Array(size * size) });
}

function undo() {
  const before = state.history.pop();
  if (!before) return;
  show(before);
  render("One step back.");
}

function clear() {
  change({ n: state.n, queens: new Uint8Array(state.n * state.n) }, "Board cleared.");
}
