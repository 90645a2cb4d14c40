// Shows the board and describes it to screen readers. The view consists of a grid of squares, a count next to
// each row, a description in words, and the buttons.

const byId = (id) => document.getElementById(id);
let cells = [];
let freeCounts = [];

// Creates an element with optional text and role. `isUnheard` hides the element from screen readers.
function element(tag, className, { text, role, isUnheard } = {}) {
  const made = document.createElement(tag);
  made.className = className;
  if (text !== undefined) made.textContent = text;
  if (role) made.setAttribute("role", role);
  if (isUnheard) made.setAttribute("aria-hidden", "true");
  return made;
}

// Copies the queen from the legend.
const queenImage = () => document.querySelector(".swatch svg").cloneNode(true);

function build() {
  const { n } = state;
  const board = byId("board");
  board.style.setProperty("--n", n);
  board.classList.toggle("large", n > 16);
  board.setAttribute("aria-label", `Board of ${n} rows and ${n} columns`);
  cells = [];
  freeCounts = [];
  const head = element("div", "row head", { isUnheard: true });
  head.append(element("span", "edge"));
  for (let column = 0; column < n; column += 1) head.append(element("span", "above", { text: column + 1 }));
  head.append(element("span", "count", { text: "free" }));
  const rows = Array.from({ length: n }, (_, row) => {
    const line = element("div", "row", { role: "row" });
    line.append(element("span", "edge", { text: row + 1, isUnheard: true }));
    for (let column = 0; column < n; column += 1) {
      const cell = element("div", "cell", { role: "gridcell" });
      cell.dataset.square = row * n + column;
      cell.tabIndex = -1;
      cells.push(cell);
      line.append(cell);
    }
    const free = element("span", "count", { role: "rowheader" });
    freeCounts.push(free);
    line.append(free);
    return line;
  });
  board.replaceChildren(head, ...rows);
  byId("size").value = n;
  byId("task").textContent = `Place ${n} queens so that none attacks another.`;
  byId("smaller").disabled = n <= LEAST;
  byId("larger").disabled = n >= MOST;
}

function render(message = "") {
  const { n, queens } = state;
  if (cells.length !== n * n) build();
  const seen = inspect();
  cells.forEach((cell, square) => {
    const [queen, conflict] = [queens[square], seen.conflicts.has(square)];
    const classes = ["cell", (Math.floor(square / n) + (square % n)) % 2 === 0 ? "light" : "dark"];
    const said = [];
    if (queen !== NONE) {
      classes.push("queen", queen === FOUND ? "found" : "placed");
      said.push(queen === FOUND ? "queen, found" : "queen");
      if (conflict) said.push("in conflict");
    } else {
      said.push(seen.attacked[square] ? "attacked" : "free");
      if (seen.attacked[square]) classes.push("attacked");
    }
    if (conflict) classes.push("conflict");
    if (square === state.hint) {
      classes.push("hint");
      said.push("hint");
    }
    const className = classes.join(" ");
    if (cell.className !== className) cell.className = className;
    const label = `${named(square)}: ${said.join(", ")}`;
    if (cell.ariaLabel !== label) cell.setAttribute("aria-label", label);
    if (queen !== NONE && !cell.firstChild) cell.append(queenImage());
    if (queen === NONE && cell.firstChild) cell.replaceChildren();
    cell.tabIndex = square === state.cursor ? 0 : -1;
  });
  freeCounts.forEach((label, row) => {
    const filled = seen.filled(row);
    label.textContent = filled ? "•" : seen.free[row];
    label.className = !filled && seen.free[row] === 0 ? "count dead" : "count";
    const said = filled ? "has a queen" : count(seen.free[row], "free square");
    label.setAttribute("aria-label", `row ${row + 1}: ${said}`);
  });
  byId("board").classList.toggle("solved", seen.solved);
  const box = byId("state");
  box.className = `state${seen.solved ? " solved" : ""}${seen.conflicts.size > 0 ? " wrong" : ""}`;
  byId("summary").textContent = summary(seen);
  byId("message").textContent = message;
  showButtons(seen);
  byId("text").value = asText();
  writeAddress();
}

// Updates the address, which is a link to the board.
function writeAddress() {
  try {
    history.replaceState(null, "", `#${asText()}`);
  } catch {
    // Browsers throw an error if the address changes too often. The next change updates it.
  }
}

function showButtons(seen) {
  byId("undo").disabled = state.history.length === 0;
  byId("clear").disabled = seen.placed.length === 0;
  byId("solve").disabled = seen.solved;
  byId("hint").disabled = seen.solved;
  byId("next").disabled = !state.queens.includes(FOUND);
}
