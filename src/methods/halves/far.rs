//! Far lists: all ways to fill the outermost rows of a half with as many given columns.
//!
//! A half of the board has *near* rows, next to the cut, and six or seven *far* rows beyond them.
//! However the near rows are filled, the far rows take the columns that are left, so all ways to
//! fill them are listed once, for every set of so many columns, and looked up by the norths and by
//! the souths alike. About one in five of the 720 orders of six columns has no two queens on a
//! diagonal, and one in eleven of the 5,040 orders of seven.
//!
//! An entry is a byte for each two of the rows, with the ranks of their columns among the set; the
//! first of an odd number of rows has a byte for itself. Whether two queens attack each other
//! depends on the distance of their columns only, so sets that are shifts or mirror images of each
//! other share a list: there is one for every set that has column 0 and is not above its mirror
//! image as a number, 13,626 of seven columns for N = 20. They are made when they are first asked
//! for, in chunks, by whichever thread asks.
//!
//! A list is made of those of one row less:
//!
//! ```text
//! far_list(columns):
//!     for each of the columns, in the first row:
//!         for each entry of far_list(the other columns) that this queen does not attack:
//!             list the queen with the entry
//! ```

use std::sync::OnceLock;

use super::kernels::vector::{Step, Vector};
use crate::board::{binomial, next_combination};

/// The most rows of a far list.
pub const MOST_ROWS: usize = 7;

/// The most bytes of an entry.
pub const MOST_PAIRS: usize = pairs_of(MOST_ROWS);

/// Bytes of an entry of so many rows; that of no rows has one.
pub const fn pairs_of(rows: usize) -> usize {
    if rows == 0 { 1 } else { rows.div_ceil(2) }
}

/// Entries of a block.
pub const BLOCK: usize = 64;

/// A byte of each of 64 entries.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct Bytes(pub [u8; BLOCK]);

/// Sixty-four entries: the bytes of the first rows, of the next two, and so on. Behind the last
/// entry of a list stands [`NO_PAIR`].
pub type Block<const PAIRS: usize> = [Bytes; PAIRS];

/// A pair of ranks that no list has.
pub const NO_PAIR: u8 = 63;

/// Lists in a chunk: less than a millisecond to make.
const CHUNK: usize = 256;

/// The far lists of a board.
#[derive(Debug)]
pub struct FarLists {
    rows: usize,
    lists: usize,
    chunks: Vec<OnceLock<Chunk>>,
    /// Those of one row less, which these are made of.
    shorter: Option<Box<Self>>,
}

/// The list of a set of columns.
#[derive(Clone, Copy)]
pub struct FarList<'a, const PAIRS: usize> {
    /// Its entries.
    pub blocks: &'a [Block<PAIRS>],
    /// Whether the ranks are those of the mirror image: the last column's is 0.
    pub mirrored: bool,
}

/// Some lists, one behind the other. That of a set that is above its mirror image is empty.
#[derive(Debug)]
struct Chunk {
    blocks: Vec<Bytes>,
    /// Where each list begins, and where the last one ends.
    starts: Vec<u32>,
}

impl FarLists {
    /// The lists for so many far rows of halves on a board of `n` columns, none of them made yet;
    /// where `rows` is 0, one list, whose only entry is the empty placement.
    pub fn new(n: usize, rows: usize) -> Self {
        assert!(rows <= n.min(MOST_ROWS), "{rows} far rows on a board of {n} columns");
        let lists = if rows == 0 { 1 } else { binomial(n as u32 - 1, rows as u32 - 1) as usize };
        let chunks = (0..lists.div_ceil(CHUNK)).map(|_| OnceLock::new()).collect();
        let shorter = (rows > 0).then(|| Box::new(Self::new(n, rows - 1)));
        Self { rows, lists, chunks, shorter }
    }

    /// The list of `columns`, as many as there are far rows. `PAIRS` are those of the rows.
    #[inline]
    pub fn of<V: Vector, const PAIRS: usize>(&self, v: V, columns: u32) -> FarList<'_, PAIRS> {
        debug_assert_eq!(PAIRS, pairs_of(self.rows), "bytes of an entry");
        let (bytes, mirrored) = self.bytes_of(v, columns);
        FarList { blocks: bytes.as_chunks().0, mirrored }
    }

    /// The same, byte by byte.
    #[inline]
    fn bytes_of<V: Vector>(&self, v: V, columns: u32) -> (&[Bytes], bool) {
        let (least, mirrored) = least(columns);
        let rank = rank(least);
        let (chunk, list) = (rank / CHUNK, rank % CHUNK);
        let Chunk { blocks, starts } = self.chunks[chunk].get_or_init(|| self.make(v, chunk));
        (&blocks[starts[list] as usize..starts[list + 1] as usize], mirrored)
    }

    /// An estimate of the memory that all lists take, made or not, in bytes: four blocks each of
    /// six rows, and twelve of seven. On average a list of six rows has 140 entries at N = 16 and
    /// 260 at N = 32.
    #[must_use]
    pub fn memory(&self) -> u64 {
        let blocks = match self.rows {
            ..=5 => 2,
            6 => 4,
            _ => 12,
        };
        let shorter = self.shorter.as_ref().map_or(0, |shorter| shorter.memory());
        (self.chunks.len() * CHUNK * blocks * pairs_of(self.rows) * BLOCK) as u64 + shorter
    }

    /// Memory that those lists take that were made, in bytes.
    #[must_use]
    pub fn made(&self) -> u64 {
        let made = self.chunks.iter().filter_map(OnceLock::get);
        let shorter = self.shorter.as_ref().map_or(0, |shorter| shorter.made());
        made.map(|chunk| size_of_val(&*chunk.blocks) as u64).sum::<u64>() + shorter
    }

    #[cold]
    #[inline(never)]
    fn make<V: Vector>(&self, v: V, chunk: usize) -> Chunk {
        let mut made = Chunk { blocks: Vec::new(), starts: vec![0] };
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
            for begin in (0..len).step_by(BLOCK) {
                let end = len.min(begin + BLOCK);
                for bytes in &entries.0[..pairs_of(self.rows)] {
                    let mut block = [NO_PAIR; BLOCK];
                    block[..end - begin].copy_from_slice(&bytes[begin..end]);
                    made.blocks.push(Bytes(block));
                }
            }
            made.starts.push(made.blocks.len() as u32);
            columns = next(columns);
        }
        made.blocks.shrink_to_fit();
        made
    }
}

/// Entries while they are put together, any number: an array for each byte, and one to number them.
#[derive(Default)]
pub struct Entries(pub [Vec<u8>; MOST_PAIRS + 1]);

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

/// Lists the ways to fill one row more with `columns`; returns how many there are.
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
        let (rows, pairs) = (shorter.rows, pairs_of(shorter.rows));
        let (mut len, mut left) = (0, columns);
        for number in 0..=rows {
            let queen = left & left.wrapping_neg();
            left &= left.wrapping_sub(1);
            let rest = Rest { columns: columns & !queen, up: queen << 1, down: queen >> 1 };
            let (blocks, mirrored) = shorter.bytes_of(v, rest.columns);
            into.reserve(len + blocks.len() * BLOCK);
            let attacked: [V::PairTable; 3] = attacked_pairs(v, rows, rest.seen(mirrored));
            let ranks = ranks_seen(ranks_without(ALL_RANKS, number), rows, mirrored);
            let both = v.pair_table(ranks << 3, ranks);
            let upper = FIRST_BYTES * number as u64;
            for block in blocks.chunks_exact(pairs) {
                for part in (0..BLOCK).step_by(V::WIDTH) {
                    let mut hit = v.look_up(attacked[0], v.load(&block[0].0[part..]));
                    for pair in 1..pairs {
                        hit = v.or(hit, hit, v.look_up(attacked[pair], v.load(&block[pair].0[part..])));
                    }
                    let possible = v.without(hit, v.splat(u8::MAX));
                    let order = v.order(possible);
                    // A new byte, or the upper half of the first one.
                    if rows.is_multiple_of(2) {
                        v.store(v.splat(number as u8), &mut into.0[0][len..]);
                        for pair in 0..rows / 2 {
                            let bytes = v.look_up(both, v.load(&block[pair].0[part..]));
                            v.compress(order, bytes, &mut into.0[pair + 1][len..]);
                        }
                    } else {
                        let table = v.pair_table(upper << 3, ranks);
                        let bytes = v.look_up(table, v.load(&block[0].0[part..]));
                        v.compress(order, bytes, &mut into.0[0][len..]);
                        for pair in 1..pairs {
                            let bytes = v.look_up(both, v.load(&block[pair].0[part..]));
                            v.compress(order, bytes, &mut into.0[pair][len..]);
                        }
                    }
                    len += possible.count_ones() as usize;
                }
            }
        }
        len
    }
}

/// Byte 0 of eight.
pub const FIRST_BYTES: u64 = 0x0101_0101_0101_0101;

/// Byte `i`: rank `i`.
pub const ALL_RANKS: u64 = 0x0706_0504_0302_0100;

/// `ranks` without the one at `place`; those behind move down.
#[inline(always)]
pub fn ranks_without(ranks: u64, place: usize) -> u64 {
    let below = (1 << (8 * place)) - 1;
    ranks & below | ranks >> 8 & !below
}

/// `ranks`, the first `rows` of them from the other end when `mirrored`.
#[inline(always)]
pub fn ranks_seen(ranks: u64, rows: usize, mirrored: bool) -> u64 {
    let reversed = if rows == 0 { 0 } else { ranks.swap_bytes() >> (64 - 8 * rows) };
    if mirrored { reversed } else { ranks }
}

/// What is left of a half: the columns of the far rows, and the squares of the first of these that
/// are attacked towards higher columns, and towards lower ones.
#[derive(Clone, Copy)]
pub struct Rest {
    pub columns: u32,
    pub up: u32,
    pub down: u32,
}

impl Rest {
    /// The same when `mirrored`, in a mirror that exchanges columns 0 and 31.
    #[inline(always)]
    pub fn seen(self, mirrored: bool) -> Self {
        let Self { columns, up, down } = self;
        if mirrored {
            let [columns, up, down] = [columns, down, up].map(u32::reverse_bits);
            Self { columns, up, down }
        } else {
            self
        }
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

/// The set of so many columns, column 0 among them, that has the list of this number.
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

/// Of `rows` far rows, in pairs: which pairs of ranks among `columns` have an attacked square.
/// Ranks that no list of so many rows has count as attacked.
#[inline(always)]
pub fn attacked_pairs<V: Vector, const PAIRS: usize>(
    v: V,
    rows: usize,
    Rest { columns, up, down }: Rest,
) -> [V::PairTable; PAIRS] {
    // Of the first byte, nothing but NO_PAIR has a rank in the row that is missing.
    let mut attacked = [SPREAD[0x80]; 2 * MOST_PAIRS];
    let first = 2 * pairs_of(rows) - rows;
    for row in 0..rows {
        let ranks = v.extract(up << row | down >> row, columns);
        attacked[first + row] = SPREAD[(ranks | 0xff << rows) as usize & 0xff];
    }
    let mut tables = [v.pair_table(0, 0); PAIRS];
    for (pair, table) in tables.iter_mut().enumerate() {
        *table = v.pair_table(attacked[2 * pair], attacked[2 * pair + 1]);
    }
    tables
}

/// Rows of a far list with so many bytes, where lists are used: seven, six, or none.
pub const fn rows_of(pairs: usize) -> usize {
    match pairs {
        4 => 7,
        3 => 6,
        _ => 0,
    }
}

/// The entries from `part` on of `block` without an attacked square, a vector of them.
#[inline(always)]
pub fn possible<V: Vector, const PAIRS: usize>(
    v: V,
    attacked: &[V::PairTable; PAIRS],
    block: &Block<PAIRS>,
    part: usize,
) -> u64 {
    v.without(look_up_entries(v, attacked, block, part), v.splat(u8::MAX))
}

/// What the tables say of the pairs of each entry from `part` on, in one.
#[inline(always)]
fn look_up_entries<V: Vector, const PAIRS: usize>(
    v: V,
    tables: &[V::PairTable; PAIRS],
    block: &Block<PAIRS>,
    part: usize,
) -> V::Bytes {
    let first = v.look_up(tables[0], v.load(&block[0].0[part..]));
    match PAIRS {
        3 => v.or(
            first,
            v.look_up(tables[1], v.load(&block[1].0[part..])),
            v.look_up(tables[2], v.load(&block[2].0[part..])),
        ),
        _ => {
            let mut all = first;
            for pair in 1..PAIRS {
                all = v.or(all, all, v.look_up(tables[pair], v.load(&block[pair].0[part..])));
            }
            all
        }
    }
}

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
    fn check<const PAIRS: usize>(lists: &FarLists, rows: usize, columns: u32) -> bool {
        let FarList { blocks, mirrored } = lists.of::<_, PAIRS>(Portable, columns);
        let positions: Vec<usize> = bits(columns).collect();
        let mut expected = Vec::new();
        for order in 0..rows.pow(rows as u32) {
            let ranks: Vec<usize> = (0..rows).map(|row| order / rows.pow(row as u32) % rows).collect();
            let free = |i: usize, j: usize| {
                ranks[i] != ranks[j] && positions[ranks[i]].abs_diff(positions[ranks[j]]) != j - i
            };
            if (0..rows).all(|j| (0..j).all(|i| free(i, j))) {
                // Two rows a byte, the last two together.
                let mut pairs = [0; PAIRS];
                for (row, &rank) in ranks.iter().enumerate() {
                    let place = row + 2 * PAIRS - rows;
                    let rank = if mirrored { rows - 1 - rank } else { rank };
                    pairs[place / 2] += (if place % 2 == 0 { 8 * rank } else { rank }) as u8;
                }
                expected.push(pairs);
            }
        }
        let entries = blocks.iter().flat_map(|block| (0..BLOCK).map(|i| block.map(|bytes| bytes.0[i])));
        let mut found: Vec<[u8; PAIRS]> = entries.filter(|entry| entry[0] != NO_PAIR).collect();
        assert_eq!(blocks.len(), expected.len().div_ceil(BLOCK));
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{columns:#b}");
        mirrored
    }

    #[test]
    fn a_list_has_every_way_to_fill_the_rows_once() {
        let [six, seven] = [6, 7].map(|rows| FarLists::new(24, rows));
        for columns in [0b11_1111, 0b1010_1010_1010 << 3, 0b1000_0000_0100_0010_0001_1010] {
            check::<3>(&six, 6, columns);
            check::<4>(&seven, 7, columns | 1 << 22);
        }
        assert!(check::<3>(&six, 6, 0b111_1011) != check::<3>(&six, 6, 0b110_1111));
    }
}
