//! Pairs: counts the norths of a list that fit the completions of a south.
//!
//! ```text
//! for each word of norths, 512 with AVX-512, up to four at a time:
//!     planes  = for each line of a footprint: the norths that leave it free
//!     squares = for each free square of the tail: the AND of its two lines' planes
//!     tables  = for each two squares in rows 0 and 1, 2 and 3, 4 and 5, 6 and 7: the AND of theirs
//!     for each completion:
//!         found += popcount(AND of its words in the four tables)
//! ```
//!
//! A *bit plane* has a bit for each north. So a completion costs three ANDs, a population count and
//! an addition per word of norths. The lines before cost the same for every word, however few
//! completions there are: eight planes for each needed byte, up to 64 squares, and some 120 words
//! of tables.
//!
//! Norths that count twice stand first, padded to a multiple of 64, so that every lane of 64 bits
//! has one weight, which is applied to the final sum.

use std::ops::Range;

use super::souths::South;
use super::tails::Completions;
use crate::board::bits;
use crate::methods::halves::lists::entry::SPREAD;
use crate::methods::halves::lists::footprint::{BYTES, Direction, NeededBytes};
use crate::methods::halves::lists::half_list::HalfList;
use crate::methods::halves::{Shape, TAIL};
use crate::methods::vectors::bits::FIRST_BYTES;
use crate::methods::vectors::vector::{LANE, MAX_WORDS, Step, TABLE_LEN, TABLES, Tables, Vector};

/// Memory for the words of a batch, made once.
pub struct Planes<Word> {
    /// The plane of each bit of a footprint, and the full plane at index [`FULL`].
    planes: Box<[[Word; MAX_WORDS]; 256]>,
    /// The norths that leave a square free, by row and rank of the square.
    squares: Box<[[Word; MAX_WORDS]; 256]>,
    /// The norths that leave two squares in two rows free.
    tables: Box<Tables<Word>>,
}

impl<Word: Copy> Planes<Word> {
    pub fn new(word: Word) -> Self {
        let words = [word; MAX_WORDS];
        Self {
            planes: Box::new([words; 256]),
            squares: Box::new([words; 256]),
            tables: Box::new([words; 257]),
        }
    }
}

/// The number of the plane that has all norths, behind a plane for each bit of a footprint.
const FULL: u8 = 8 * BYTES as u8;

/// The most lines of either direction, and the index of line 0 in [`PLANES`].
const LINES: usize = 32;

/// The plane of each line of either direction. Lines below number 0 do not cross the cut, so they
/// have the full plane.
static PLANES: [[u8; 2 * LINES]; 2] = {
    let mut planes = [[FULL; 2 * LINES]; 2];
    let mut number = 0;
    while number < LINES {
        planes[0][LINES + number] = Direction::Diagonals.bit(number) as u8;
        planes[1][LINES + number] = Direction::Antidiagonals.bit(number) as u8;
        number += 1;
    }
    planes
};

/// The recipe for the words of a tail: planes make the words of the free squares, and these make
/// the tables.
struct Recipe {
    /// The number of each free square, and the planes of its two lines.
    squares: [[u8; 3]; TAIL * TAIL],
    square_count: usize,
    /// The words of each table, each as two ranks; behind them is room for a vector.
    tables: [[u8; 2 * TABLE_LEN]; TABLES],
    table_lens: [usize; TABLES],
}

/// Two ranks in each byte: 0 to 63.
static RANKS: [u8; TABLE_LEN] = {
    let mut ranks = [0; TABLE_LEN];
    let mut i = 0;
    while i < TABLE_LEN {
        ranks[i] = i as u8;
        i += 1;
    }
    ranks
};

impl Recipe {
    /// The recipe for the tail of `south`.
    #[inline(always)]
    fn of<V: Vector>(v: V, shape: &Shape, south: &South) -> Self {
        let column = south.column_by_rank();
        let free = south.free_ranks(v);
        let mut squares = [[0; 3]; TAIL * TAIL];
        let mut square_count = 0;
        for (row, &free) in free.iter().enumerate() {
            // A queen in column `c` of this row is on line `c - rows`.
            let rows = shape.near_south() + row + 1;
            for rank in bits(free) {
                let column = usize::from(column[rank]);
                let [a, b] = Direction::BOTH
                    .map(|direction| (LINES + direction.column(shape, column) - rows) % (2 * LINES));
                squares[square_count] = [(TAIL * row + rank) as u8, PLANES[0][a], PLANES[1][b]];
                square_count += 1;
            }
        }
        let apart = apart(&column);
        let mut tables = [[0; 2 * TABLE_LEN]; TABLES];
        let mut table_lens = [0; TABLES];
        for (table, (ranks, len)) in tables.iter_mut().zip(&mut table_lens).enumerate() {
            let upper = usize::from(free[2 * table]);
            let lower = u64::from(free[2 * table + 1]);
            let both = SPREAD[upper] & (lower * FIRST_BYTES) & apart;
            for at in (0..TABLE_LEN).step_by(V::WIDTH) {
                let some = both >> at & u64::MAX >> (64 - V::WIDTH);
                v.compress(v.permutation(some), v.load(&RANKS[at..]), &mut ranks[*len..]);
                *len += some.count_ones() as usize;
            }
        }
        Self { squares, square_count, tables, table_lens }
    }
}

/// A mask of the bytes of two ranks whose columns are different and not side by side: squares of
/// two neighbouring rows that do not attack each other.
fn apart(column: &[u8; TAIL]) -> u64 {
    let mut apart = !0x8040_2010_0804_0201;
    for rank in 1..TAIL {
        if column[rank] - column[rank - 1] == 1 {
            apart &= !(1 << (TAIL * rank + rank - 1) | 1 << (TAIL * (rank - 1) + rank));
        }
    }
    apart
}

/// Counts the solutions that the completions of `south` make with the norths of `list`: norths of
/// `segments[0]` count twice, norths of `segments[1]` once. The first segment begins at 0, the
/// second at a multiple of [`LANE`].
pub struct CountPairs<'a, Word> {
    pub shape: &'a Shape,
    pub list: &'a HalfList,
    /// The norths that count twice, and the norths that count once.
    pub segments: &'a [Range<usize>; 2],
    /// The south, whose near rows are full.
    pub south: &'a South,
    pub completions: &'a Completions,
    pub planes: &'a mut Planes<Word>,
}

impl<V: Vector> Step<V> for CountPairs<'_, V::Bytes> {
    type Out = u64;

    #[inline(always)]
    fn run(self, v: V) -> u64 {
        let Self { shape, list, segments, south, completions, planes } = self;
        let all = Pairs {
            list,
            segments,
            needed: NeededBytes::by(shape, shape.near_south(), south.columns),
            recipe: Recipe::of(v, shape, south),
            completions,
        };
        let words = segments[1].end.div_ceil(8 * V::WIDTH);
        let batches = words.div_ceil(MAX_WORDS);
        let mut solutions = 0;
        let mut begin = 0;
        for batch in 0..batches {
            let end = words * (batch + 1) / batches;
            solutions += match end - begin {
                1 => all.of_words::<V, 1>(v, begin, planes),
                2 => all.of_words::<V, 2>(v, begin, planes),
                3 => all.of_words::<V, 3>(v, begin, planes),
                _ => all.of_words::<V, MAX_WORDS>(v, begin, planes),
            };
            begin = end;
        }
        solutions
    }
}

/// The pairs of a list and a tail, which are decided a few words of norths at a time.
struct Pairs<'a> {
    list: &'a HalfList,
    segments: &'a [Range<usize>; 2],
    needed: NeededBytes,
    recipe: Recipe,
    completions: &'a Completions,
}

impl Pairs<'_> {
    /// The solutions with `WORDS` words of norths, from word `from` on.
    #[inline(always)]
    fn of_words<V: Vector, const WORDS: usize>(
        &self,
        v: V,
        from: usize,
        memory: &mut Planes<V::Bytes>,
    ) -> u64 {
        self.make_words::<V, WORDS>(v, from, memory);
        let mut sums = [v.nothing(); WORDS];
        let norths = self.segments[1].end - 8 * V::WIDTH * from;
        v.join(&memory.tables, self.completions.all(), norths, &mut sums);
        let mut solutions = 0;
        for (word, sum) in sums.into_iter().enumerate() {
            for (lane, found) in v.lanes(sum).into_iter().enumerate() {
                let twice = LANE * ((from + word) * V::WIDTH / 8 + lane) < self.segments[0].end;
                solutions += if twice { 2 * found } else { found };
            }
        }
        solutions
    }

    /// Makes `WORDS` words of the list ready to be joined, from word `from` on.
    #[inline(always)]
    fn make_words<V: Vector, const WORDS: usize>(&self, v: V, from: usize, memory: &mut Planes<V::Bytes>) {
        let Planes { planes, squares, tables } = memory;
        let arrays = self.list.slices();
        for &byte in self.needed.bytes() {
            for word in 0..WORDS {
                let bits = v.bit_planes(&arrays[byte][8 * V::WIDTH * (from + word)..]);
                for (bit, plane) in bits.into_iter().enumerate() {
                    planes[8 * byte + bit][word] = plane;
                }
            }
        }
        // Every completion has a square in row 0, where the padding is left out.
        let mut valid = [v.ones(); WORDS];
        for (word, valid) in valid.iter_mut().enumerate() {
            *valid = self.valid(v, from + word);
        }
        let recipe = &self.recipe;
        for square in &recipe.squares[..recipe.square_count] {
            let [to, a, b] = square.map(usize::from);
            for word in 0..WORDS {
                let square = v.and(planes[a][word], planes[b][word]);
                squares[to][word] = if to < TAIL { v.and(square, valid[word]) } else { square };
            }
        }
        for table in 0..TABLES {
            for &ranks in &recipe.tables[table][..recipe.table_lens[table]] {
                let ranks = usize::from(ranks) % TABLE_LEN;
                let upper = 2 * TAIL * table + ranks / TAIL;
                let lower = TAIL * (2 * table + 1) + ranks % TAIL;
                for word in 0..WORDS {
                    tables[TABLE_LEN * table + ranks][word] =
                        v.and(squares[upper][word], squares[lower][word]);
                }
            }
        }
    }

    /// The bits of a word that are norths, and not padding.
    #[inline(always)]
    fn valid<V: Vector>(&self, v: V, word: usize) -> V::Bytes {
        let begin = 8 * V::WIDTH * word;
        let end = 8 * V::WIDTH * (word + 1);
        let [twice, once] = self.segments;
        if end <= twice.end || begin >= once.start && end <= once.end {
            return v.ones();
        }
        let mut lanes = [0; 8];
        for (lane, bits) in lanes[..V::WIDTH / 8].iter_mut().enumerate() {
            let begin = begin + LANE * lane;
            let end = if begin < twice.end { twice.end } else { once.end };
            let norths = end.saturating_sub(begin);
            *bits = if norths == 0 { 0 } else { u64::MAX >> LANE.saturating_sub(norths) };
        }
        v.word(&lanes)
    }
}
