// Solving, the next solution and hints: the exact search of solver.js, in a worker with a time limit.

const SECONDS = 20;
let job = null; // the search in progress

// The column of each row's queen, or -1, of the queens that `keep` accepts.
function columnsOf(keep) {
  const { n, queens } = state;
  return Array.from({ length: n }, (_, row) => queens.subarray(row * n, row * n + n).findIndex(keep));
}

function search(given, seen, answered) {
  stop();
  const url = URL.createObjectURL(new Blob([byId("solver").textContent], { type: "text/javascript" }));
  const [worker, start] = [new Worker(url), performance.now()];
  const tick = () => {
    const seconds = (performance.now() - start) / 1000;
    if (seconds >= SECONDS) {
      stop();
      return render(`No answer within ${SECONDS} s: place or remove a queen and try again.`);
    }
    byId("progress").value = seconds / SECONDS;
    // Most searches are over before anyone would see them run.
    if (seconds < 0.3 || !byId("searching").hidden) return;
    byId("searching").hidden = false;
    byId("message").textContent = `Searching for up to ${SECONDS} s.`;
  };
  job = { worker, url, timer: setInterval(tick, 100) };
  worker.onmessage = (event) => {
    stop();
    answered(event.data);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    stop();
    render("The search could not run in this browser.");
  };
  worker.postMessage({ given, seen });
  showButtons(inspect());
}

// Ends the search in progress, if there is one.
function stop() {
  if (job === null) return false;
  job.worker.terminate();
  URL.revokeObjectURL(job.url);
  clearInterval(job.timer);
  job = null;
  return true;
}

function cancel() {
  if (stop()) render("Search cancelled.");
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
  if (job || !searchable()) return;
  const given = columnsOf((queen) => queen !== NONE);
  search(given, [], (answer) => {
    state.seen = [];
    if (answer.one) {
      state.solutions = null;
      state.seen = [answer.one.join()];
      showSolution(given, answer.one, "One of very many.");
    } else if (answer.all.length === 0) {
      render("No solution has these queens: remove one and try again.");
    } else {
      state.solutions = { all: answer.all, index: 0 };
      showSolution(given, answer.all[0], position(state.solutions));
    }
  });
}

function nextSolution() {
  if (job || !state.queens.includes(FOUND)) return;
  const given = columnsOf((queen) => queen === PLACED);
  if (state.solutions) {
    const { all, index } = state.solutions;
    if (all.length === 1) return render(position(state.solutions));
    state.solutions = { all, index: (index + 1) % all.length };
    return showSolution(given, all[state.solutions.index], position(state.solutions));
  }
  const shown = columnsOf((queen) => queen !== NONE).join();
  search(given, [...state.seen, shown], (answer) => {
    const others = (answer.all ?? [answer.one]).filter((columns) => columns.join() !== shown);
    if (others.length === 0) return render("No other solution has these queens.");
    if (answer.all) state.solutions = { all: answer.all, index: answer.all.indexOf(others[0]) };
    else state.seen.push(others[0].join());
    showSolution(given, others[0], state.solutions ? position(state.solutions) : "Another of very many.");
  });
}

function hint() {
  if (job || !searchable()) return;
  const given = columnsOf((queen) => queen !== NONE);
  search(given, [], (answer) => {
    const columns = answer.one ?? answer.all[0];
    if (!columns) return render("No solution has these queens: remove one.");
    const { free } = inspect();
    const rows = given.map((_, row) => row).filter((row) => given[row] < 0);
    const row = rows.reduce((least, other) => (free[other] < free[least] ? other : least));
    state.hint = row * state.n + columns[row];
    render(`Hint: a queen on ${named(state.hint)}.`);
  });
}
