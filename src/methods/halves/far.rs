//! Far lists: all ways to fill the six outermost rows of a half with six given columns.
//!
//! A half of the board has *near* rows, next to the cut, and six *far* rows beyond them. However
//! the near rows are filled, the far rows take the six columns that are left, so all ways to fill
//! them are listed once, for every set of six columns, and looked up by the norths and by the
//! souths alike. About one in five of the 720 orders has no two queens on a diagonal.
//!
//! An entry is three bytes, one for each two of the rows, with the ranks of their columns among the
//! six. Whether two queens attack each other depends on the distance of their columns only, so sets
//! that are shifts of each other share a list: there is one for every set that has column 0, 11,628
//! of them for N = 20, about 6 MB in all. They are made when they are first asked for, in chunks,
//! by whichever thread asks.

use std::sync::OnceLock;

use fastrand::Rng;

use super::kernels::vector::Vector;
use crate::board::{binomial, next_combination};

/// Rows of a far list.
pub const FAR: usize = 6;

/// Entries of a block.
pub const BLOCK: usize = 64;

/// Sixty-four entries: the bytes of the first two rows, of the next two, and of the last two.
/// Behind the last entry of a list stands [`NO_PAIR`].
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct Block(pub [[u8; BLOCK]; 3]);

/// A pair of ranks that no six columns have.
pub const NO_PAIR: u8 = 63;

/// Lists in a chunk: 1 or 2 ms to make.
const CHUNK: usize = 256;

/// The far lists of a board.
#[derive(Debug)]
pub struct FarLists {
    rows: usize,
    chunks: Vec<OnceLock<Chunk>>,
}

/// Some lists, one behind the other.
#[derive(Debug)]
struct Chunk {
    blocks: Vec<Block>,
    /// Where each list begins, and where the last one ends.
    starts: Vec<u32>,
}

impl FarLists {
    /// The lists for the six far rows of halves on a board of `n` columns, none of them made yet;
    /// where `rows` is 0, one list, whose only entry is the empty placement.
    pub fn new(n: usize, rows: usize) -> Self {
        assert!(rows == 0 || rows == FAR && n >= FAR, "far lists have {FAR} rows or none");
        let lists = if rows == 0 { 1 } else { binomial(n as u32 - 1, FAR as u32 - 1) as usize };
        Self { rows, chunks: (0..lists.div_ceil(CHUNK)).map(|_| OnceLock::new()).collect() }
    }

    /// The list of `columns`, as many as there are far rows.
    #[inline]
    pub fn of(&self, columns: u32) -> &[Block] {
        let rank = if self.rows == 0 { 0 } else { rank(columns) };
        let (chunk, list) = (rank / CHUNK, rank % CHUNK);
        let Chunk { blocks, starts } = self.chunks[chunk].get_or_init(|| self.make(chunk));
        &blocks[starts[list] as usize..starts[list + 1] as usize]
    }

    /// Makes all lists, beginning with a random one, so that threads that do this at once rarely wait
    /// for each other.
    pub fn make_all(&self, rng: &mut Rng) {
        let (before, from) = self.chunks.split_at(rng.usize(..self.chunks.len()));
        let numbered = (before.len()..).zip(from).chain((0..).zip(before));
        for (number, chunk) in numbered {
            chunk.get_or_init(|| self.make(number));
        }
    }

    /// An estimate of the memory that all lists take, made or not, in bytes: four blocks each. On
    /// average a list has 140 entries at N = 16 and 260 at N = 32.
    #[must_use]
    pub fn memory(&self) -> u64 {
        (self.chunks.len() * CHUNK * 4 * size_of::<Block>()) as u64
    }

    /// Memory that those lists take that were made, in bytes.
    #[must_use]
    pub fn made(&self) -> u64 {
        let made = self.chunks.iter().filter_map(OnceLock::get);
        made.map(|chunk| size_of_val(&*chunk.blocks) as u64).sum()
    }

    fn make(&self, chunk: usize) -> Chunk {
        let mut made = Chunk { blocks: Vec::new(), starts: vec![0] };
        let mut columns = if self.rows == 0 { 0 } else { columns_of(chunk * CHUNK) };
        for _ in 0..CHUNK {
            let mut list = Filling { blocks: &mut made.blocks, length: 0, rows: self.rows };
            list.fill(0, columns, columns, 0, 0, 0);
            made.starts.push(made.blocks.len() as u32);
            match next(columns) {
                Some(after) => columns = after,
                None => break,
            }
        }
        made.blocks.shrink_to_fit();
        made
    }
}

/// A list that is being made.
struct Filling<'a> {
    blocks: &'a mut Vec<Block>,
    length: usize,
    rows: usize,
}

impl Filling<'_> {
    /// Fills the rows from `row` on with the `free` ones of `columns`; `up` and `down` are the
    /// squares of the row that earlier queens attack, `pairs` the bytes of the rows that are full.
    fn fill(&mut self, row: usize, columns: u32, free: u32, up: u64, down: u64, pairs: u32) {
        if row == self.rows {
            return self.push(pairs);
        }
        let mut squares = free & !(up | down) as u32;
        while squares != 0 {
            let square = squares & squares.wrapping_neg();
            squares &= squares - 1;
            let rank = (columns & (square - 1)).count_ones();
            let pairs = pairs | rank << (8 * (row / 2) + if row.is_multiple_of(2) { 3 } else { 0 });
            let square = u64::from(square);
            self.fill(
                row + 1,
                columns,
                free & !(square as u32),
                (up | square) << 1,
                (down | square) >> 1,
                pairs,
            );
        }
    }

    fn push(&mut self, pairs: u32) {
        let place = self.length % BLOCK;
        if place == 0 {
            self.blocks.push(Block([[NO_PAIR; BLOCK]; 3]));
        }
        if let Some(block) = self.blocks.last_mut() {
            for (bytes, pair) in block.0.iter_mut().zip(pairs.to_le_bytes()) {
                bytes[place] = pair;
            }
        }
        self.length += 1;
    }
}

/// Rank of `columns`, shifted to column 0, in ascending order.
#[inline]
fn rank(columns: u32) -> usize {
    let mut others = columns >> columns.trailing_zeros() & !1;
    let mut rank = 0;
    let mut chosen = 0;
    while others != 0 {
        chosen += 1;
        rank += BINOMIALS[others.trailing_zeros() as usize - 1][chosen];
        others &= others - 1;
    }
    rank as usize
}

/// The set of six columns, column 0 among them, that has the list of this number.
fn columns_of(rank: usize) -> u32 {
    let (mut columns, mut rank) = (1, rank as u32);
    for chosen in (1..FAR).rev() {
        let column = (0..32).rev().find(|&column| BINOMIALS[column][chosen] <= rank).unwrap_or(0);
        rank -= BINOMIALS[column][chosen];
        columns |= 1 << (column + 1);
    }
    columns
}

/// The set after `columns` among those of six columns that have column 0; `None` behind the last
/// one of 32 columns.
fn next(columns: u32) -> Option<u32> {
    let next = next_combination(u64::from(columns >> 1))?;
    u32::try_from(next << 1 | 1).ok()
}

/// `BINOMIALS[n][k]`: how many ways there are to choose k, below 6, of n, below 32.
static BINOMIALS: [[u32; FAR]; 32] = {
    let mut table = [[0; FAR]; 32];
    let mut n = 0;
    while n < 32 {
        table[n][0] = 1;
        let mut k = 1;
        while n > 0 && k < FAR {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// Bit `i` of a byte becomes byte `i`.
pub static SPREAD: [u64; 256] = {
    let mut table = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut i = 0;
        while i < 8 {
            table[bits] |= if bits >> i & 1 == 1 { 0xff << (8 * i) } else { 0 };
            i += 1;
        }
        bits += 1;
    }
    table
};

/// Of the six far rows, in pairs: which pairs of ranks among `columns` have an attacked square.
/// Ranks 6 and 7 count as attacked.
#[inline(always)]
pub fn attacked_pairs<V: Vector>(v: V, columns: u32, [up, down]: [u32; 2]) -> [V::PairTable; 3] {
    let mut rows = [0; FAR];
    for (row, attacked) in rows.iter_mut().enumerate() {
        let ranks = v.extract(up << row | down >> row, columns);
        *attacked = SPREAD[(ranks | 0xc0) as usize & 0xff];
    }
    let [a, b, c, d, e, f] = rows;
    [v.pair_table(a, b), v.pair_table(c, d), v.pair_table(e, f)]
}

/// The entries from `part` on of `block` without an attacked square, a vector of them.
#[inline(always)]
pub fn possible<V: Vector>(v: V, attacked: &[V::PairTable; 3], block: &Block, part: usize) -> u64 {
    v.without(look_up_entries(v, attacked, block, part), v.splat(u8::MAX))
}

/// What the tables say of the three pairs of each entry from `part` on, in one.
#[inline(always)]
fn look_up_entries<V: Vector>(v: V, tables: &[V::PairTable; 3], block: &Block, part: usize) -> V::Bytes {
    v.or(
        v.look_up(tables[0], v.load(&block.0[0][part..])),
        v.look_up(tables[1], v.load(&block.0[1][part..])),
        v.look_up(tables[2], v.load(&block.0[2][part..])),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_numbered_in_ascending_order_without_a_gap() {
        let mut columns = 0b11_1111;
        for number in 0..binomial(23, 5) as usize {
            assert_eq!((rank(columns), columns_of(number)), (number, columns));
            assert_eq!(rank(columns << 3), number);
            columns = next(columns).unwrap();
        }
        assert_eq!(next(0b1111_1000_0000_0000_0000_0000_0000_0001), None);
    }

    #[test]
    fn a_list_has_every_way_to_fill_the_rows_once() {
        let lists = FarLists::new(24, FAR);
        for columns in [0b11_1111, 0b1010_1010_1010 << 3, 0b1000_0000_0100_0010_0001_1010] {
            let positions: Vec<usize> = crate::board::bits(columns).collect();
            let mut expected = Vec::new();
            for order in 0..6_usize.pow(6) {
                let ranks: [usize; 6] = std::array::from_fn(|row| order / 6_usize.pow(row as u32) % 6);
                let free = |i: usize, j: usize| {
                    ranks[i] != ranks[j] && positions[ranks[i]].abs_diff(positions[ranks[j]]) != j - i
                };
                if (0..6).all(|j| (0..j).all(|i| free(i, j))) {
                    expected.push([0, 2, 4].map(|row| (8 * ranks[row] + ranks[row + 1]) as u8));
                }
            }
            let blocks = lists.of(columns);
            let entries = blocks.iter().flat_map(|block| (0..BLOCK).map(|i| block.0.map(|bytes| bytes[i])));
            let mut found: Vec<[u8; 3]> = entries.filter(|entry| entry[0] != NO_PAIR).collect();
            assert_eq!(blocks.len(), expected.len().div_ceil(BLOCK));
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected);
        }
    }
}
