// The exact search: a solution that has the queens given, at random.
//
// Rows and columns are numbered from 0; bit i of a mask is column i, or row i where it is a mask of rows.
// The rows left to fill have a mask of open squares each. The next row is the one with the fewest open
// squares, or one that alone can fill some column. If a row or a column cannot be filled, the branch ends.

// Squares are tried in random order. A search that gets lost starts again with another order and twice as
// many nodes. One that comes to its end proves that there is no solution.
const FIRST_NODES = 1000;
const MOST_NODES = 512000;

const maskOf = (length) => (length === 32 ? -1 : (1 << length) - 1);
const lowestBit = (mask) => 31 - Math.clz32(mask & -mask);

// The number of bits set, by adding up neighbours: 2, 4, 8 bits wide, then all four bytes at once.
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
  // `given` is the column of each row's queen, or -1; these queens must not attack each other.
  constructor(given) {
    this.queens = given.slice();
    // What is open after each number of queens: masks per row, and the rows and columns without a queen.
    this.levels = given.map(() => ({ open: new Int32Array(given.length), rows: 0, columns: 0 }));
    this.levels.push({ open: new Int32Array(given.length), rows: 0, columns: 0 });
    const all = maskOf(given.length);
    Object.assign(this.levels[0], { rows: all, columns: all }).open.fill(all);
    this.start = 0;
    given.forEach((column, row) => {
      if (column >= 0) this.place(this.start++, row, column);
    });
  }

  // Makes the level after `depth` from it and one more queen.
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

  // The row to fill next and the squares to try there: none where some row or column cannot be filled.
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

  // Shows solutions to `found` until it returns true or `nodes` are used up. Returns "found", "ended" or
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

// A solution, as the column of each row's queen, other than `shown`, which is text. It is undefined if there
// is none, and null if the search gave up.
function solutionWith(given, shown) {
  const search = new Search(given);
  for (let nodes = FIRST_NODES; nodes <= MOST_NODES; nodes *= 2) {
    const outcome = search.run(nodes, (queens) => queens.join() !== shown);
    if (outcome === "found") return search.queens.slice();
    if (outcome === "ended") return undefined;
  }
  return null;
}
