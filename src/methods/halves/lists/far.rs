//! Far lists: all ways to fill the outermost rows of a half with as many given columns.
//!
//! However the *near* rows next to the cut are filled, the six or seven *far* rows beyond them take
//! the remaining columns. So all ways to fill them are listed once for each set of that many
//! columns, and both norths and souths look them up. About one in five of the 720 orders of six
//! columns has no two queens on a diagonal, and one in seven of the 5,040 orders of seven.
//!
//! [`super`] has a picture of an entry. Shifted and mirrored sets share a list, so there is one for
//! each set that has column 0 and is not above its mirror image as a number: about 13,600 of seven
//! columns for N = 20. Lists are made in chunks, by the first thread that asks for one.
//!
//! A list is made from lists of one row less:
//!
//! ```text
//! far_list(columns):
//!     for each of the columns, in row 0:
//!         for each entry of far_list(the other columns) that this queen does not attack:
//!             list the queen with the entry
//! ```

use std::sync::OnceLock;

use super::entry::{
    ALL_RANKS, Attacked, BLOCK, Block, Bytes, ENTRY_BYTES, Entries, MOST_ROWS, NO_ENTRY, Rest, STORED_ROWS,
    ranks_seen, ranks_without,
};
use super::numbers::{columns_of, least, next, number_of};
use crate::board::binomial;
use crate::methods::vectors::bits::FIRST_BYTES;
use crate::methods::vectors::vector::{Step, Vector};

/// Lists in a chunk: less than a millisecond to make.
const CHUNK: usize = 256;

/// The far lists of a board.
#[derive(Debug)]
pub struct FarLists {
    columns: usize,
    rows: usize,
    lists: usize,
    chunks: Vec<OnceLock<Chunk>>,
    /// The lists of one row less, from which these are made.
    shorter: Option<Box<Self>>,
}

/// The list of a set of columns.
#[derive(Clone, Copy)]
pub struct FarList<'a> {
    /// Its entries, ascending by the rank in row 0.
    pub blocks: &'a [Block],
    /// True if rank 0 is the highest column.
    pub mirrored: bool,
}

/// Some lists, one behind the other. Sets above their mirror images have an empty list.
#[derive(Debug)]
struct Chunk {
    blocks: Vec<Block>,
    lists: Vec<Extent>,
}

/// The place of a list in a chunk.
#[derive(Debug)]
struct Extent {
    begin: u32,
    len: u16,
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
        let number = number_of(least);
        let chunk = number / CHUNK;
        let list = number % CHUNK;
        let Chunk { blocks, lists } = self.chunks[chunk].get_or_init(|| self.make(v, chunk));
        let Extent { begin, len } = lists[list];
        let blocks = &blocks[begin as usize..][..usize::from(len).div_ceil(BLOCK)];
        FarList { blocks, mirrored }
    }

    /// An estimate of the memory of all lists, made or not, in bytes. Half of the sets are mirror
    /// images of others. On average a list of six rows has 140 entries at N = 16, and fills 4 to
    /// 5.3 blocks at N = 24 to 32; a list of seven rows has 680 entries at N = 20.
    pub fn memory(&self) -> u64 {
        let blocks = match self.rows {
            ..=5 => 2.0,
            6 => 4.0 + 0.16 * self.columns.saturating_sub(24) as f64,
            _ => 13.0,
        };
        let shorter = self.shorter.as_ref().map_or(0, |shorter| shorter.memory());
        (self.lists.div_ceil(2) as f64 * blocks) as u64 * size_of::<Block>() as u64 + shorter
    }

    /// Bytes used by the lists built so far.
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
            let len = match &self.shorter {
                _ if least(columns).1 => 0,
                Some(shorter) => v.enter(Lengthen { shorter, columns, into: &mut entries }),
                None => {
                    entries.reserve(1);
                    1
                }
            };
            made.lists.push(Extent { begin: made.blocks.len() as u32, len: len as u16 });
            for begin in (0..len).step_by(BLOCK) {
                let end = len.min(begin + BLOCK);
                let mut block = [Bytes([NO_ENTRY; BLOCK]); ENTRY_BYTES];
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
    /// Prefetches every second of the first eight cache lines of the list; the CPU fetches the
    /// neighbour with each, and the rest in order.
    ///
    /// The whole list / the beginning, `avx512`, an Intel core: N = 17 1.06, N = 18 1.05; nothing /
    /// the beginning: 1.04 and 1.06. Requests beyond the CPU's fill buffers stall.
    #[inline(always)]
    pub fn prefetch<V: Vector>(&self, v: V) {
        for bytes in self.blocks.as_flattened().iter().step_by(2).take(4) {
            v.prefetch(&bytes.0[0]);
        }
    }
}

/// Makes the list of `columns` from lists of one row less; returns the number of its entries.
struct Lengthen<'a> {
    shorter: &'a FarLists,
    columns: u32,
    into: &'a mut Entries,
}

impl<V: Vector> Step<V> for Lengthen<'_> {
    type Out = usize;

    #[inline(always)]
    fn run(self, v: V) -> usize {
        let Self { shorter, columns, into } = self;
        let rows = shorter.rows;
        let mut len = 0;
        let mut left = columns;
        for rank in 0..=rows {
            let queen = left & left.wrapping_neg();
            left &= left.wrapping_sub(1);
            let rest = Rest { columns: columns & !queen, antidiagonals: queen << 1, diagonals: queen >> 1 };
            let list = shorter.of(v, rest.columns);
            into.reserve(len + list.blocks.len() * BLOCK);
            let attacked = Attacked::of(v, rows, rest.seen(list.mirrored));
            // The new rank of each rank, by row; the seventh row from the end has no byte.
            let ranks = ranks_seen(ranks_without(ALL_RANKS, rank), rows, list.mirrored);
            let mut renamed = [0; STORED_ROWS];
            renamed[STORED_ROWS - rows..].fill(ranks);
            if rows < STORED_ROWS {
                renamed[STORED_ROWS - rows - 1] = FIRST_BYTES * rank as u64;
            }
            let mut tables = [v.rank_table(0, 0); ENTRY_BYTES];
            for (table, rows) in tables.iter_mut().zip(renamed.as_chunks::<2>().0) {
                *table = v.rank_table(rows[0] << 3, rows[1]);
            }
            for block in list.blocks {
                for at in (0..BLOCK).step_by(V::WIDTH) {
                    let possible = attacked.possible::<STORED_ROWS>(v, block, at);
                    let permutation = v.permutation(possible);
                    for ((bytes, table), into) in block.iter().zip(tables).zip(&mut into.0) {
                        v.compress(permutation, v.look_up(table, v.load(&bytes.0[at..])), &mut into[len..]);
                    }
                    len += possible.count_ones() as usize;
                }
            }
        }
        len
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::bits;
    use crate::methods::vectors::portable::Portable;

    /// Compares the list of `columns` with all orders of them; returns whether it is mirrored.
    fn check(lists: &FarLists, columns: u32) -> bool {
        let FarList { blocks, mirrored } = lists.of(Portable, columns);
        let rows = lists.rows;
        let positions: Vec<usize> = bits(columns).collect();
        let mut expected = Vec::new();
        for order in 0..rows.pow(rows as u32) {
            let ranks: Vec<usize> = (0..rows).map(|row| order / rows.pow(row as u32) % rows).collect();
            let free = |i: usize, j: usize| {
                ranks[i] != ranks[j] && positions[ranks[i]].abs_diff(positions[ranks[j]]) != j - i
            };
            if (0..rows).all(|j| (0..j).all(|i| free(i, j))) {
                let seen = |row: usize| if mirrored { rows - 1 - ranks[row] } else { ranks[row] };
                // Two rows a byte, the last two together; row 0 of seven has none.
                let mut entry = [0; ENTRY_BYTES];
                for row in rows.saturating_sub(STORED_ROWS)..rows {
                    let stored = row + STORED_ROWS - rows;
                    entry[stored / 2] +=
                        (if stored.is_multiple_of(2) { 8 * seen(row) } else { seen(row) }) as u8;
                }
                expected.push(entry);
            }
        }
        let entries = blocks.iter().flat_map(|block| (0..BLOCK).map(|i| block.map(|bytes| bytes.0[i])));
        let mut found: Vec<[u8; ENTRY_BYTES]> = entries.filter(|entry| entry[0] != NO_ENTRY).collect();
        assert_eq!(blocks.len(), expected.len().div_ceil(BLOCK));
        let row_0 = |entry: &[u8; 3]| entry[0] / 8;
        assert!(rows != STORED_ROWS || found.is_sorted_by_key(row_0));
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{columns:#b}");
        mirrored
    }

    #[test]
    fn lists_every_way_to_fill_the_rows_once() {
        let [six, seven] = [6, 7].map(|rows| FarLists::new(24, rows));
        for columns in [0b11_1111, 0b1010_1010_1010 << 3, 0b1000_0000_0100_0010_0001_1010] {
            check(&six, columns);
            check(&seven, columns | 1 << 22);
        }
        assert!(check(&six, 0b111_1011) != check(&six, 0b110_1111));
    }

    /// Columns that are far apart, as only large boards have them, allow nearly all of the 720
    /// orders, and all of them from N = 31 on.
    #[test]
    fn lists_of_far_apart_columns_are_complete() {
        let six = FarLists::new(32, 6);
        let mut lengths = std::collections::BTreeSet::new();
        let mut all = |six: &FarLists, columns: u32| {
            check(six, columns);
            let entries = |block: &Block| block[0].0.iter().filter(|&&byte| byte != NO_ENTRY).count();
            lengths.insert(six.of(Portable, columns).blocks.iter().map(entries).sum::<usize>());
        };
        // Neighbours are five or six columns apart: then few orders are impossible, or none.
        for gaps in 0..32_usize {
            let column = |i: usize| 5 * i + (0..i).filter(|gap| gaps >> gap & 1 == 1).count();
            all(&six, (0..6).fold(0, |set, i| set | 1 << column(i)));
        }
        let mut rng = fastrand::Rng::with_seed(67);
        for _ in 0..60 {
            let columns = rng.choose_multiple(0..32, 6).into_iter().fold(0, |set, column| set | 1 << column);
            all(&six, columns);
        }
        let long = lengths.range(600..).count();
        assert!(lengths.contains(&720) && long >= 3 && lengths.len() > 40, "{lengths:?}");
        // The boards with lists of seven rows end at N = 21.
        let seven = FarLists::new(21, 7);
        for columns in
            [0b1_0010_0100_1001_0010_0100, 0b1_0001_0010_0010_0010_0101, 0b1_0010_0010_0010_0010_0011]
        {
            check(&seven, columns);
        }
    }
}
