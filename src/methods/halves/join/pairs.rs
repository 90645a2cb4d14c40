//! Pairs: counts the norths of a list that fit the completions of a south.
//!
//! ```text
//! for each word of norths, 512 with AVX-512, up to four at a time:
//!     planes  = for each line of a footprint: the norths that leave it free
//!     squares = for each free square of the tail: the AND of its two lines' planes
//!     tables  = for each two squares in rows 2 and 3, 4 and 5, 6 and 7: the AND of theirs
//!     for each group of completions:
//!         head = the AND of the squares in rows 0 and 1
//!         for each completion of the group:
//!             found += popcount(head & its word in each of the three tables)
//! ```
//!
//! A *bit plane* has a bit for each north. So a completion costs three ANDs, a population count and
//! an addition per word of norths. The lines before cost the same for every word, however few
//! completions there are: eight planes for each needed byte, up to 64 squares, and some 90 words of
//! tables.
//!
//! Norths that count twice stand first, padded to a multiple of 64, so that every lane of 64 bits
//! has one weight, which is applied to the final sum.

use std::ops::Range;

use super::souths::South;
use super::tails::Completions;
use crate::board::bits;
use crate::methods::halves::kernels::vector::{LANE, MAX_WORDS, Step, TABLE_LEN, Tables, Vector};
use crate::methods::halves::lists::entry::{FIRST_BYTES, SPREAD};
use crate::methods::halves::lists::footprint::{BYTES, Direction, NeededBytes};
use crate::methods::halves::lists::north_list::NorthList;
use crate::methods::halves::{Shape, TAIL};

/// Memory for the words, made once. All but the heads and tables have one word at a time, and stay
/// in the first-level cache.
pub struct Planes<Word> {
    /// By bit of the footprint, and number [`FULL`].
    planes: Box<[Word; 256]>,
    /// By row and rank, for rows 2 to 7: the norths that leave the square free.
    squares: Box<[Word; 256]>,
    /// The same for rows 0 and 1, for all words.
    head: Box<[[Word; MAX_WORDS]; 16]>,
    /// For two squares in two rows: the norths that leave both free.
    tables: Box<Tables<Word>>,
}

impl<Word: Copy> Planes<Word> {
    pub fn new(word: Word) -> Self {
        let words = [word; MAX_WORDS];
        Self {
            planes: Box::new([word; 256]),
            squares: Box::new([word; 256]),
            head: Box::new([words; 16]),
            tables: Box::new([words; 257]),
        }
    }
}

/// A list of ANDs: word `to` becomes the AND of words `a` and `b`.
struct Ands<const MOST: usize> {
    /// `[to, a, b]`, of which the first `len` are in use.
    all: [[u8; 3]; MOST],
    len: usize,
}

impl<const MOST: usize> Ands<MOST> {
    const NONE: Self = Self { all: [[0; 3]; MOST], len: 0 };

    #[inline(always)]
    fn push(&mut self, to: usize, a: u8, b: u8) {
        self.all[self.len] = [to as u8, a, b];
        self.len += 1;
    }

    #[inline(always)]
    fn each(&self) -> impl Iterator<Item = [usize; 3]> {
        self.all[..self.len].iter().map(|and| and.map(usize::from))
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

/// How the words of a tail are made: of planes the free squares, and of these the tables.
struct Recipe {
    head: Ands<16>,
    squares: Ands<48>,
    tables: Ands<192>,
}

impl Recipe {
    /// The recipe for the tail of `south`.
    #[inline(always)]
    fn of<V: Vector>(v: V, shape: &Shape, south: &South) -> Self {
        let (column, free) = (south.column_by_rank(), south.free_ranks(v));
        let mut recipe = Self { head: Ands::NONE, squares: Ands::NONE, tables: Ands::NONE };
        for (row, &free) in free.iter().enumerate() {
            // A queen in column `c` of this row is on line `c - rows`.
            let rows = shape.near_south() + row + 1;
            for rank in bits(free.into()) {
                let column = usize::from(column[rank]);
                let [a, b] = Direction::BOTH
                    .map(|direction| (LINES + direction.column(shape, column) - rows) % (2 * LINES));
                let (to, a, b) = (TAIL * row + rank, PLANES[0][a], PLANES[1][b]);
                if row < 2 {
                    recipe.head.push(to, a, b);
                } else {
                    recipe.squares.push(to, a, b);
                }
            }
        }
        let apart = apart(&column);
        for table in 0..3 {
            let (upper, lower) = (2 * table + 2, 2 * table + 3);
            let both = SPREAD[usize::from(free[upper])] & (u64::from(free[lower]) * FIRST_BYTES) & apart;
            let (upper, lower) = ((TAIL * upper) as u8, (TAIL * lower) as u8);
            let mut left = both;
            while left != 0 {
                let ranks = left.trailing_zeros() as u8;
                left &= left - 1;
                let to = TABLE_LEN * table + usize::from(ranks);
                recipe.tables.push(to, upper + ranks / 8, lower + ranks % 8);
            }
        }
        recipe
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
    pub list: &'a NorthList,
    /// The norths that count twice, and the norths that count once.
    pub segments: &'a [Range<usize>; 2],
    /// The south, whose near rows are full.
    pub south: &'a South,
    /// All its completions.
    pub completions: &'a Completions,
    /// Memory to work in.
    pub planes: &'a mut Planes<Word>,
}

impl<V: Vector> Step<V> for CountPairs<'_, V::Word> {
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
    list: &'a NorthList,
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
        memory: &mut Planes<V::Word>,
    ) -> u64 {
        let arrays = self.list.slices();
        for word in 0..WORDS {
            self.make_word(v, &arrays, from + word, word, memory);
        }
        let Planes { head, tables, .. } = memory;
        let mut sums = [v.nothing(); WORDS];
        let mut begin = 0;
        for group in self.completions.groups() {
            let [a, b] = group.head;
            let (a, b) = (&head[usize::from(a) % 8], &head[8 + usize::from(b) % 8]);
            let mut both = [v.ones(); WORDS];
            for word in 0..WORDS {
                both[word] = v.and(a[word], b[word]);
            }
            v.join(&both, tables, &self.completions.squares()[begin..group.end as usize], &mut sums);
            begin = group.end as usize;
        }
        let mut solutions = 0;
        for (word, sum) in sums.into_iter().enumerate() {
            for (lane, found) in v.lanes(sum).into_iter().enumerate() {
                let twice = LANE * ((from + word) * V::WIDTH / 8 + lane) < self.segments[0].end;
                solutions += if twice { 2 * found } else { found };
            }
        }
        solutions
    }

    /// Makes word `word` of the list ready to be joined, as word `into` of `memory`.
    #[inline(always)]
    fn make_word<V: Vector>(
        &self,
        v: V,
        arrays: &[&[u8]; BYTES],
        word: usize,
        into: usize,
        memory: &mut Planes<V::Word>,
    ) {
        let Planes { planes, squares, head, tables } = memory;
        for &byte in self.needed.bytes() {
            let bits = v.bit_planes(&arrays[byte][8 * V::WIDTH * word..]);
            planes[8 * byte..8 * byte + 8].copy_from_slice(&bits);
        }
        // Every completion has a square in row 0, where the padding is left out.
        let valid = self.valid(v, word);
        for [to, a, b] in self.recipe.head.each() {
            let square = v.and(planes[a], planes[b]);
            head[to % 16][into] = if to < TAIL { v.and(square, valid) } else { square };
        }
        for [to, a, b] in self.recipe.squares.each() {
            squares[to] = v.and(planes[a], planes[b]);
        }
        for [to, a, b] in self.recipe.tables.each() {
            tables[to][into] = v.and(squares[a], squares[b]);
        }
    }

    /// The bits of a word that are norths, and not padding.
    #[inline(always)]
    fn valid<V: Vector>(&self, v: V, word: usize) -> V::Word {
        let (begin, end) = (8 * V::WIDTH * word, 8 * V::WIDTH * (word + 1));
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
