// Solving, finding another solution, and hints. All of them use the exact search in solver.js.

// Returns the column of each row's queen, or -1 if the row has no queen that `keep` accepts.
function columnsOf(keep) {
  const { n, queens } = state;
  return Array.from({ length: n }, (_, row) => queens.subarray(row * n, row * n + n).findIndex(keep));
}

// Returns true if a search makes sense. If not, shows the reason.
function searchable() {
  const seen = inspect();
  if (seen.solved) render("All queens are placed already.");
  else if (seen.conflicts.size > 0) render("Remove queens until none is in conflict, then search.");
  else if (seen.deadRow >= 0) render(`No solution has these queens: row ${seen.deadRow + 1} has no free square.`);
  else return true;
  return false;
}

// Returns a solution with the queens `given`, other than `shown`. If there is none or the search gives up,
// shows the reason and returns nothing.
function search(given, shown, none) {
  const columns = solutionWith(given, shown);
  if (columns === null) render("No answer: place or remove a queen and try again.");
  else if (!columns) render(none);
  return columns;
}

// Puts a solution on the board. The queens in `given` are marked as placed by hand.
function showSolution(given, columns) {
  const { n } = state;
  const queens = new Uint8Array(n * n);
  columns.forEach((column, row) => {
    queens[row * n + column] = given[row] === column ? PLACED : FOUND;
  });
  change({ n, queens }, "A solution with these queens, at random.");
}

function solve() {
  if (!searchable()) return;
  const given = columnsOf((queen) => queen !== NONE);
  const columns = search(given, null, "No solution has these queens: remove one and try again.");
  if (columns) showSolution(given, columns);
}

function nextSolution() {
  if (!state.queens.includes(FOUND)) return;
  const given = columnsOf((queen) => queen === PLACED);
  const shown = columnsOf((queen) => queen !== NONE).join();
  const columns = search(given, shown, "It is the only solution with these queens.");
  if (columns) showSolution(given, columns);
}

function hint() {
  if (!searchable()) return;
  const given = columnsOf((queen) => queen !== NONE);
  const columns = search(given, null, "No solution has these queens: remove one.");
  if (!columns) return;
  const { free } = inspect();
  const rows = given.map((_, row) => row).filter((row) => given[row] < 0);
  const row = rows.reduce((least, other) => (free[other] < free[least] ? other : least));
  state.hint = row * state.n + columns[row];
  render(`Hint: a queen on ${named(state.hint)}.`);
}
