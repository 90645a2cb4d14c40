// Links, keys, buttons, and the start of the page.

// Returns the part of the address after #. Some programs that send links encode its commas as %2C.
const linkText = () => location.hash.slice(1).replaceAll("%2C", ",");

// Shows the board described by a text that was typed or pasted. In a link, the board follows the #.
function showText(text) {
  const board = fromText(text.split("#").at(-1));
  if (board) change(board, "Board from the text.");
  else byId("message").textContent = "This text does not describe a board.";
}

function moveTo(square) {
  cells[state.cursor].tabIndex = -1;
  state.cursor = square;
  cells[square].tabIndex = 0;
  cells[square].focus();
}

function onKey(event) {
  if (event.altKey || event.metaKey || event.ctrlKey) return;
  const { n, cursor } = state;
  const [row, column] = [Math.floor(cursor / n), cursor % n];
  const moves = {
    ArrowLeft: () => moveTo(column > 0 ? cursor - 1 : cursor),
    ArrowRight: () => moveTo(column < n - 1 ? cursor + 1 : cursor),
    ArrowUp: () => moveTo(row > 0 ? cursor - n : cursor),
    ArrowDown: () => moveTo(row < n - 1 ? cursor + n : cursor),
    Home: () => moveTo(row * n),
    End: () => moveTo(row * n + n - 1),
    " ": () => toggle(cursor),
    Enter: () => toggle(cursor),
    h: hint, s: solve, n: nextSolution, u: undo,
  };
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const act = moves[key];
  if (!act) return;
  event.preventDefault();
  act();
}

function listen() {
  const board = byId("board");
  board.addEventListener("click", (event) => {
    const cell = event.target.closest(".cell");
    if (!cell) return;
    const square = Number(cell.dataset.square);
    moveTo(square);
    toggle(square);
  });
  board.addEventListener("keydown", onKey);
  board.addEventListener("focusin", (event) => {
    const cell = event.target.closest(".cell");
    if (cell) state.cursor = Number(cell.dataset.square);
  });
  const actions = {
    solve, next: nextSolution, hint, undo, clear,
    smaller: () => resize(state.n - 1),
    larger: () => resize(state.n + 1),
  };
  for (const [id, act] of Object.entries(actions)) byId(id).addEventListener("click", act);
  byId("size").addEventListener("change", (event) => resize(Number(event.target.value)));
  byId("text").addEventListener("change", (event) => showText(event.target.value));
  addEventListener("hashchange", () => {
    const text = linkText();
    const board = fromText(text);
    if (board && text !== asText()) change(board, "Board from the link.");
  });
}

function begin() {
  listen();
  const text = linkText();
  const board = fromText(text);
  if (board) show(board);
  render(text !== "" && !board ? "The link does not describe a board: here is an empty one." : "");
}

begin();
