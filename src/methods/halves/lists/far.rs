//! Far lists: all ways to fill the outermost rows of a half with as many given columns.
//!
//! A half of the board has *near* rows, next to the cut, and six or seven *far* rows beyond them.
//! However the near rows are filled, the far rows take the remaining columns. So all ways to fill
//! them are listed once, for every set of that many columns, and both norths and souths look them
//! up. About one in five of the 720 orders of six columns has no two queens on a diagonal, and one
//! in seven of the 5,040 orders of seven.
//!
//! An entry is three bytes, one for each two of the last six rows, with the ranks of their columns
//! among the set. The first of seven rows has the rank that is left: all ranks from 0 to 6,
//! combined by exclusive or, are 7 ([`Vector::left_of_seven`]). Whether two queens attack each
//! other depends on the distance of their columns only, so sets that are shifts or mirror images of
//! each other share a list: there is one for every set that has column 0 and is not above its
//! mirror image as a number, about 13,600 of seven columns for N = 20. They are made when they are
//! first asked for, in chunks, by whichever thread asks.
//!
//! A list is made from lists of one row less:
//!
//! ```text
//! far_list(columns):
//!     for each of the columns, in the first row:
//!         for each entry of far_list(the other columns) that this queen does not attack:
//!             list the queen with the entry
//! ```

use std::sync::OnceLock;

use crate::methods::halves::kernels::vector::{Step, Vector};
use super::ranks::{ALL_RANKS, Attacked, FIRST_BYTES, Rest, ranks_seen, ranks_without};
use crate::board::{binomial, next_combination};

/// The most rows of a far list.
pub const MOST_ROWS: usize = 7;

/// Bytes of an entry.
pub const PAIRS: usize = 3;

/// Rows that an entry has bytes for.
const STORED_ROWS: usize = 2 * PAIRS;

/// Entries of a block.
pub const BLOCK: usize = 64;

/// A byte of each of 64 entries.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct Bytes(pub [u8; BLOCK]);

/// Sixty-four entries: the bytes of the last six rows, two at a time. Rows that a short list lacks
/// have rank 0. Behind the last entry of a list stands [`NO_PAIR`].
pub type Block = [Bytes; PAIRS];

/// A pair of ranks that no list has.
pub const NO_PAIR: u8 = 63;

/// Lists in a chunk: less than a millisecond to make.
const CHUNK: usize = 256;

/// The far lists of a board.
#[derive(Debug)]
pub struct FarLists {
    /// Columns of the board.
    columns: usize,
    rows: usize,
    lists: usize,
    chunks: Vec<OnceLock<Chunk>>,
    /// Those of one row less, which these are made of.
    shorter: Option<Box<Self>>,
}

/// The list of a set of columns.
#[derive(Clone, Copy)]
pub struct FarList<'a> {
    /// Its entries, by the rank in the first row.
    pub blocks: &'a [Block],
    /// How many of them have each rank or a lower one in the first row.
    pub ends: &'a [u16; MOST_ROWS],
    /// Whether the ranks are those of the mirror image: the last column's is 0.
    pub mirrored: bool,
}

/// Some lists, one behind the other. That of a set that is above its mirror image is empty.
#[derive(Debug)]
struct Chunk {
    blocks: Vec<Block>,
    lists: Vec<Place>,
}

/// The position of a list in a chunk.
#[derive(Debug)]
struct Place {
    begin: u32,
    /// See [`FarList::ends`].
    ends: [u16; MOST_ROWS],
}

impl FarLists {
    /// The lists for `rows` far rows of halves on a board of `n` columns, none of them made yet; if
    /// `rows` is 0, one list, whose only entry is the empty placement.
    pub fn new(n: usize, rows: usize) -> Self {
        assert!(rows <= n.min(MOST_ROWS), "{rows} far rows on a board of {n} columns");
        let lists = if rows == 0 { 1 } else { binomial(n as u32 - 1, rows as u32 - 1) as usize };
        let chunks = (0..lists.div_ceil(CHUNK)).map(|_| OnceLock::new()).collect();
        let shorter = (rows > 0).then(|| Box::new(Self::new(n, rows - 1)));
        Self { columns: n, rows, lists, chunks, shorter }
    }

    /// The list of `columns`, as many as there are far rows.
    #[inline]
    pub fn of<V: Vector>(&self, v: V, columns: u32) -> FarList<'_> {
        let (least, mirrored) = least(columns);
        let rank = rank(least);
        let (chunk, list) = (rank / CHUNK, rank % CHUNK);
        let Chunk { blocks, lists } = self.chunks[chunk].get_or_init(|| self.make(v, chunk));
        let Place { begin, ends } = &lists[list];
        let len = usize::from(ends[MOST_ROWS - 1]).div_ceil(BLOCK);
        FarList { blocks: &blocks[*begin as usize..][..len], ends, mirrored }
    }

    /// An estimate of the memory that all lists take, made or not, in bytes. Half of them are
    /// mirror images of others. On average a list of six rows has 140 entries at N = 16, and at
    /// N = 24 to 32 it was found to fill 4 to 5.3 blocks; one of seven rows has 680 entries at
    /// N = 20.
    #[must_use]
    pub fn memory(&self) -> u64 {
        let blocks = match self.rows {
            ..=5 => 2.0,
            6 => 4.0 + 0.16 * self.columns.saturating_sub(24) as f64,
            _ => 13.0,
        };
        let shorter = self.shorter.as_ref().map_or(0, |shorter| shorter.memory());
        (self.lists.div_ceil(2) as f64 * blocks) as u64 * size_of::<Block>() as u64 + shorter
    }

    /// Memory that those lists take that were made, in bytes.
    #[cfg(test)]
    pub fn made(&self) -> u64 {
        let made = self.chunks.iter().filter_map(OnceLock::get);
        let shorter = self.shorter.as_ref().map_or(0, |shorter| shorter.made());
        made.map(|chunk| size_of_val(&*chunk.blocks) as u64).sum::<u64>() + shorter
    }

    #[cold]
    #[inline(never)]
    fn make<V: Vector>(&self, v: V, chunk: usize) -> Chunk {
        let mut made = Chunk { blocks: Vec::new(), lists: Vec::new() };
        let numbers = chunk * CHUNK..self.lists.min((chunk + 1) * CHUNK);
        let mut columns = columns_of(numbers.start, self.rows);
        let mut entries = Entries::default();
        for _ in numbers {
            let ends = match &self.shorter {
                _ if least(columns).1 => [0; MOST_ROWS],
                Some(shorter) => v.enter(Lengthen { shorter, columns, into: &mut entries }),
                None => {
                    entries.reserve(1);
                    [1; MOST_ROWS]
                }
            };
            made.lists.push(Place { begin: made.blocks.len() as u32, ends });
            let len = usize::from(ends[MOST_ROWS - 1]);
            for begin in (0..len).step_by(BLOCK) {
                let end = len.min(begin + BLOCK);
                let mut block = [Bytes([NO_PAIR; BLOCK]); PAIRS];
                for (block, bytes) in block.iter_mut().zip(&entries.0) {
                    block.0[..end - begin].copy_from_slice(&bytes[begin..end]);
                }
                made.blocks.push(block);
            }
            columns = next(columns);
        }
        made.blocks.shrink_to_fit();
        made
    }
}

impl FarList<'_> {
    /// Has the beginning of the list fetched into the cache: of its first lines every second, with
    /// which comes the next. The CPU then fetches the rest in order.
    ///
    /// The whole list / the beginning, `avx512`, an Intel core: N = 17 1.06, N = 18 1.05; nothing
    /// fetched / the beginning: 1.04 and 1.06. More requests at a time than the CPU can keep wait.
    #[inline(always)]
    pub fn prefetch<V: Vector>(&self, v: V) {
        for bytes in self.blocks.as_flattened().iter().step_by(2).take(4) {
            v.prefetch(&bytes.0[0]);
        }
    }
}

/// Entries under construction, any number: an array for each byte, and one for additional data.
#[derive(Default)]
pub struct Entries(pub [Vec<u8>; PAIRS + 1]);

impl Entries {
    /// Makes room for `len` entries, and to write a vector behind them.
    pub fn reserve(&mut self, len: usize) {
        for bytes in &mut self.0 {
            if bytes.len() < len + BLOCK {
                bytes.resize(2 * len + BLOCK, 0);
            }
        }
    }
}

/// Lists the ways to fill one row more with `columns`; returns [`FarList::ends`].
struct Lengthen<'a> {
    shorter: &'a FarLists,
    columns: u32,
    into: &'a mut Entries,
}

impl<V: Vector> Step<V> for Lengthen<'_> {
    type Out = [u16; MOST_ROWS];

    #[inline(always)]
    fn run(self, v: V) -> [u16; MOST_ROWS] {
        let Self { shorter, columns, into } = self;
        let rows = shorter.rows;
        let (mut len, mut left) = (0, columns);
        let mut ends = [0; MOST_ROWS];
        for number in 0..=rows {
            let queen = left & left.wrapping_neg();
            left &= left.wrapping_sub(1);
            let rest = Rest { columns: columns & !queen, up: queen << 1, down: queen >> 1 };
            let list = shorter.of(v, rest.columns);
            into.reserve(len + list.blocks.len() * BLOCK);
            let attacked = Attacked::of(v, rows, rest.seen(list.mirrored));
            // By row, what a rank becomes; the seventh row from the end has no byte.
            let ranks = ranks_seen(ranks_without(ALL_RANKS, number), rows, list.mirrored);
            let mut renamed = [0; STORED_ROWS];
            renamed[STORED_ROWS - rows..].fill(ranks);
            if rows < STORED_ROWS {
                renamed[STORED_ROWS - rows - 1] = FIRST_BYTES * number as u64;
            }
            let mut tables = [v.pair_table(0, 0); PAIRS];
            for (table, rows) in tables.iter_mut().zip(renamed.as_chunks::<2>().0) {
                *table = v.pair_table(rows[0] << 3, rows[1]);
            }
            for block in list.blocks {
                for part in (0..BLOCK).step_by(V::WIDTH) {
                    let possible = attacked.possible::<STORED_ROWS>(v, block, part);
                    let order = v.order(possible);
                    for ((bytes, table), into) in block.iter().zip(tables).zip(&mut into.0) {
                        v.compress(order, v.look_up(table, v.load(&bytes.0[part..])), &mut into[len..]);
                    }
                    len += possible.count_ones() as usize;
                }
            }
            ends[number..].fill(len as u16);
        }
        ends
    }
}

/// `columns`, or their mirror image, shifted to column 0: the least of both as a number, and
/// whether it is the mirror image.
#[inline]
fn least(columns: u32) -> (u32, bool) {
    let shifted = columns.checked_shr(columns.trailing_zeros()).unwrap_or(0);
    let mirrored = columns.reverse_bits().checked_shr(columns.leading_zeros()).unwrap_or(0);
    (shifted.min(mirrored), mirrored < shifted)
}

/// Rank of `columns`, at most seven with column 0 among them, in ascending order; 0 for none.
#[inline]
fn rank(columns: u32) -> usize {
    let mut others = columns & !1;
    let mut rank = 0;
    let mut chosen = 0;
    while others != 0 {
        chosen += 1;
        rank += BINOMIALS[others.trailing_zeros() as usize - 1][chosen];
        others &= others - 1;
    }
    rank as usize
}

/// The set of `rows` columns, including column 0, whose list has the number `rank`.
fn columns_of(rank: usize, rows: usize) -> u32 {
    let (mut columns, mut rank) = (u32::from(rows > 0), rank as u32);
    for chosen in (1..rows).rev() {
        let column = (0..31).rev().find(|&column| BINOMIALS[column][chosen] <= rank).unwrap_or(0);
        rank -= BINOMIALS[column][chosen];
        columns |= 1 << (column + 1);
    }
    columns
}

/// The set after `columns` among those of as many columns that have column 0; 0 behind the last one
/// of 32 columns.
fn next(columns: u32) -> u32 {
    let next = next_combination(u64::from(columns >> 1)).and_then(|next| u32::try_from(next << 1 | 1).ok());
    next.unwrap_or(0)
}

/// `BINOMIALS[n][k]`: how many ways there are to choose k, below 7, of n, below 32.
static BINOMIALS: [[u32; MOST_ROWS]; 32] = {
    let mut table = [[0; MOST_ROWS]; 32];
    let mut n = 0;
    while n < 32 {
        table[n][0] = 1;
        let mut k = 1;
        while n > 0 && k < MOST_ROWS {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::bits;
    use crate::methods::halves::kernels::portable::Portable;

    #[test]
    fn lists_are_numbered_in_ascending_order_without_a_gap() {
        for rows in 1..=MOST_ROWS {
            let mut columns = (1 << rows) - 1;
            for number in 0..binomial(20, rows as u32 - 1) as usize {
                assert_eq!((rank(columns), columns_of(number, rows)), (number, columns));
                let (least, mirrored) = least(columns << 3);
                assert!(least == columns || mirrored && least < columns);
                columns = next(columns);
            }
        }
        assert_eq!(next(0b1111_1000_0000_0000_0000_0000_0000_0001), 0);
    }

    /// Compares the list of `columns` with all orders of them; says whether it is mirrored.
    fn check(lists: &FarLists, columns: u32) -> bool {
        let FarList { blocks, ends, mirrored } = lists.of(Portable, columns);
        let rows = lists.rows;
        let positions: Vec<usize> = bits(columns).collect();
        let (mut expected, mut numbers) = (Vec::new(), [0; MOST_ROWS]);
        for order in 0..rows.pow(rows as u32) {
            let ranks: Vec<usize> = (0..rows).map(|row| order / rows.pow(row as u32) % rows).collect();
            let free = |i: usize, j: usize| {
                ranks[i] != ranks[j] && positions[ranks[i]].abs_diff(positions[ranks[j]]) != j - i
            };
            if (0..rows).all(|j| (0..j).all(|i| free(i, j))) {
                // Two rows a byte, the last two together; the first of seven has none.
                let mut pairs = [0; PAIRS];
                for (row, &rank) in ranks.iter().enumerate() {
                    let Some(place) = (row + STORED_ROWS).checked_sub(rows) else { continue };
                    let rank = if mirrored { rows - 1 - rank } else { rank };
                    pairs[place / 2] += (if place % 2 == 0 { 8 * rank } else { rank }) as u8;
                }
                expected.push(pairs);
                let first = if mirrored { rows - 1 - ranks[0] } else { ranks[0] };
                numbers[first..].iter_mut().for_each(|number| *number += 1);
            }
        }
        let entries = blocks.iter().flat_map(|block| (0..BLOCK).map(|i| block.map(|bytes| bytes.0[i])));
        let mut found: Vec<[u8; PAIRS]> = entries.filter(|entry| entry[0] != NO_PAIR).collect();
        assert_eq!((blocks.len(), *ends), (expected.len().div_ceil(BLOCK), numbers));
        // Of six rows, the first is in the first byte.
        assert!(rows == MOST_ROWS || found.is_sorted_by_key(|entry| entry[0] / 8));
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{columns:#b}");
        mirrored
    }

    #[test]
    fn a_list_has_every_way_to_fill_the_rows_once() {
        let [six, seven] = [6, 7].map(|rows| FarLists::new(24, rows));
        for columns in [0b11_1111, 0b1010_1010_1010 << 3, 0b1000_0000_0100_0010_0001_1010] {
            check(&six, columns);
            check(&seven, columns | 1 << 22);
        }
        assert!(check(&six, 0b111_1011) != check(&six, 0b110_1111));
    }
}
