// Solving, the next solution and hints, by the exact search of solver.js.

// The column of each row's queen, or -1, of the queens that `keep` accepts.
function columnsOf(keep) {
  const { n, queens } = state;
  return Array.from({ length: n }, (_, row) => queens.subarray(row * n, row * n + n).findIndex(keep));
}

// Whether a search makes sense; says why where not.
function searchable() {
  const seen = inspect();
  if (seen.solved) render("All queens are placed already.");
  else if (seen.conflicts.size > 0) render("Remove queens until none is in conflict, then search.");
  else if (seen.deadRow >= 0) render(`No solution has these queens: row ${seen.deadRow + 1} has no free square.`);
  else return true;
  return false;
}

// Solutions with the queens `given` but the one `shown`, as solutionsWith returns them; null if it gave up or found none,
// after saying so.
function search(given, shown, none) {
  const answer = solutionsWith(given, shown);
  if (answer === null) render("No answer: place or remove a queen and try again.");
  else if (!answer.one && answer.all.length === 0) render(none);
  else return answer;
  return null;
}

// Puts a solution on the board; the queens of `given` stay those placed by hand.
function showSolution(given, columns, message) {
  const { n } = state;
  const queens = new Uint8Array(n * n);
  columns.forEach((column, row) => {
    queens[row * n + column] = given[row] === column ? PLACED : FOUND;
  });
  change({ n, queens }, message);
}

function position({ all, index }) {
  return all.length === 1 ? "It is the only solution with these queens." : `Solution ${index + 1} of ${all.length}.`;
}

function solve() {
  if (!searchable()) return;
  const given = columnsOf((queen) => queen !== NONE);
  const answer = search(given, null, "No solution has these queens: remove one and try again.");
  if (!answer) return;
  state.solutions = answer.all ? { all: answer.all, index: 0 } : null;
  if (answer.one) showSolution(given, answer.one, "One of very many.");
  else showSolution(given, answer.all[0], position(state.solutions));
}

function nextSolution() {
  if (!state.queens.includes(FOUND)) return;
  const given = columnsOf((queen) => queen === PLACED);
  if (state.solutions) {
    const { all, index } = state.solutions;
    if (all.length === 1) return render(position(state.solutions));
    state.solutions = { all, index: (index + 1) % all.length };
    return showSolution(given, all[state.solutions.index], position(state.solutions));
  }
  const shown = columnsOf((queen) => queen !== NONE).join();
  const answer = search(given, shown, "No other solution has these queens.");
  if (answer) showSolution(given, answer.one ?? answer.all[0], "Another of very many.");
}

function hint() {
  if (!searchable()) return;
  const given = columnsOf((queen) => queen !== NONE);
  const answer = search(given, null, "No solution has these queens: remove one.");
  if (!answer) return;
  const columns = answer.one ?? answer.all[0];
  const { free } = inspect();
  const rows = given.map((_, row) => row).filter((row) => given[row] < 0);
  const row = rows.reduce((least, other) => (free[other] < free[least] ? other : least));
  state.hint = row * state.n + columns[row];
  render(`Hint: a queen on ${named(state.hint)}.`);
}
