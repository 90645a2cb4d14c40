// An exact search for a random solution with given queens.
//
// Rows and columns are numbered from 0. Bit i of a mask is column i, or row i in a mask of rows. Each row
// left to fill has a mask of open squares. The next row to fill is the one with the fewest open squares, or
// the only row that can fill some column. If a row or a column cannot be filled, the branch ends.

// Squares are tried in random order. A search that exceeds its node limit restarts in a new order with twice
// the limit. A search that runs to its end proves that there is no solution.
const FIRST_NODES = 1000;
const MOST_NODES = 512000;

const maskOf = (length) => (length === 32 ? -1 : (1 << length) - 1);
const lowestBit = (mask) => 31 - Math.clz32(mask & -mask);

// Returns the number of set bits. Adds neighbouring sums of 1, 2 and 4 bits, then all four bytes at once.
function bitCount(mask) {
  let sums = mask - ((mask >>> 1) & 0x55555555);
  sums = (sums & 0x33333333) + ((sums >>> 2) & 0x33333333);
  return Math.imul((sums + (sums >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function shuffle(list) {
  for (let last = list.length - 1; last > 0; last -= 1) {
    const other = Math.floor(Math.random() * (last + 1));
    [list[last], list[other]] = [list[other], list[last]];
  }
  return list;
}

class Search {
  // `given` contains the column of each row's queen, or -1. These queens must not attack each other.
  constructor(given) {
    this.queens = given.slice();
    // The open squares after each number of queens: a mask per row, and the rows and columns without a queen.
    this.levels = given.map(() => ({ open: new Int32Array(given.length), rows: 0, columns: 0 }));
    this.levels.push({ open: new Int32Array(given.length), rows: 0, columns: 0 });
    const all = maskOf(given.length);
    Object.assign(this.levels[0], { rows: all, columns: all }).open.fill(all);
    this.start = 0;
    given.forEach((column, row) => {
      if (column >= 0) this.place(this.start++, row, column);
    });
  }

  // Fills the level after `depth` by adding a queen to the level at `depth`.
  place(depth, row, column) {
    const { open, rows, columns } = this.levels[depth];
    const next = this.levels[depth + 1];
    const queen = 1 << column;
    next.rows = rows & ~(1 << row);
    next.columns = columns & ~queen;
    for (let rest = next.rows; rest !== 0; rest &= rest - 1) {
      const other = lowestBit(rest);
      const distance = Math.abs(other - row);
      next.open[other] = open[other] & ~(queen | (queen << distance) | (queen >>> distance));
    }
    this.queens[row] = column;
  }

  // Returns the row to fill next, and the squares to try there. There are none if some row or column cannot
  // be filled.
  mostConstrained({ open, rows, columns }) {
    let row = -1;
    let fewest = 33;
    let once = 0;
    let again = 0;
    for (let rest = rows; rest !== 0; rest &= rest - 1) {
      const candidate = lowestBit(rest);
      const squares = open[candidate];
      again |= once & squares;
      once |= squares;
      const count = bitCount(squares);
      if (count < fewest) {
        row = candidate;
        fewest = count;
      }
    }
    if (once !== columns) return [row, 0];
    const single = once & ~again;
    if (fewest === 1 || single === 0) return [row, open[row]];
    let rest = rows;
    while ((open[lowestBit(rest)] & single) === 0) rest &= rest - 1;
    return [lowestBit(rest), open[lowestBit(rest)] & single];
  }

  // Calls `found` with solutions until it returns true or `nodes` are used up. Returns "found", "ended" or
  // "lost".
  run(nodes, found) {
    this.nodes = nodes;
    return this.fill(this.start, found);
  }

  fill(depth, found) {
    const level = this.levels[depth];
    if (level.rows === 0) return found(this.queens) ? "found" : "ended";
    if (this.nodes === 0) return "lost";
    this.nodes -= 1;
    const [row, squares] = this.mostConstrained(level);
    const candidates = [];
    for (let rest = squares; rest !== 0; rest &= rest - 1) candidates.push(lowestBit(rest));
    for (const column of shuffle(candidates)) {
      this.place(depth, row, column);
      const outcome = this.fill(depth + 1, found);
      if (outcome !== "ended") return outcome;
    }
    return "ended";
  }
}

// Returns a solution other than the text `shown`, as the column of each row's queen. Returns undefined if
// there is no such solution, and null if the search gave up.
function solutionWith(given, shown) {
  const search = new Search(given);
  for (let nodes = FIRST_NODES; nodes <= MOST_NODES; nodes *= 2) {
    const outcome = search.run(nodes, (queens) => queens.join() !== shown);
    if (outcome === "found") return search.queens.slice();
    if (outcome === "ended") return undefined;
  }
  return null;
}
