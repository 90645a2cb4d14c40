//! Pairs: counts the norths of a list that fit the completions of a south.
//!
//! # Idea
//!
//! The list becomes *bit planes*: for each bit of a footprint a word with a bit for each north, set
//! where the north leaves the diagonal free. The AND of two planes has the norths that leave a
//! square free; the AND of two of these, the norths that leave a pair of squares in two rows free.
//! These pairs are tabulated. A completion is four pairs, so it costs three ANDs, a population
//! count and an addition per word of norths: 512 with AVX-512.
//!
//! Norths that count twice stand first, padded to a multiple of 64, so that every lane of 64 bits
//! has one weight, which is applied to the final sum.

use std::ops::Range;

use crate::methods::halves::kernels::vector::{LANE, MAX_WORDS, PAIRS, Step, Tables, Vector};
use crate::methods::halves::lists::list::{BYTES, Direction, List, NeededBytes};
use crate::methods::halves::lists::ranks::{FIRST_BYTES, SPREAD};
use super::tails::{Completions, Tail};
use crate::methods::halves::{Shape, TAIL};
use crate::board::bits;

/// Memory for the words, made once. All but the last two are of one word at a time, and stay in the
/// first-level cache.
pub struct Planes<Word> {
    /// By bit of the footprint; number 64 is full.
    planes: Box<[Word; 256]>,
    /// By row and rank, for rows 2 to 7: the norths that leave a square free.
    free: Box<[Word; 256]>,
    /// The same for rows 0 and 1, all words.
    first: Box<[[Word; MAX_WORDS]; 16]>,
    /// By rows and pair: those that leave both squares of a pair free.
    tables: Box<Tables<Word>>,
}

impl<Word: Copy> Planes<Word> {
    pub fn new(word: Word) -> Self {
        let words = [word; MAX_WORDS];
        Self {
            planes: Box::new([word; 256]),
            free: Box::new([word; 256]),
            first: Box::new([words; 16]),
            tables: Box::new([words; 257]),
        }
    }
}

/// Words to be combined: number `to` becomes the AND of numbers `a` and `b`.
struct And<const MOST: usize> {
    /// `[to, a, b]`, of which the first `len` count.
    each: [[u8; 3]; MOST],
    len: usize,
}

impl<const MOST: usize> And<MOST> {
    const NONE: Self = Self { each: [[0; 3]; MOST], len: 0 };

    #[inline(always)]
    fn push(&mut self, to: usize, a: u8, b: u8) {
        self.each[self.len] = [to as u8, a, b];
        self.len += 1;
    }

    #[inline(always)]
    fn each(&self) -> impl Iterator<Item = [usize; 3]> {
        self.each[..self.len].iter().map(|each| each.map(usize::from))
    }
}

/// The plane of each bit of either direction, and before them the full plane for lines that do not
/// cross the cut: the plane of bit `i` is at place `32 + i`.
static PLANES: [[u8; 64]; 2] = {
    let mut planes = [[8 * BYTES as u8; 64]; 2];
    let mut bit = 0;
    while bit < 32 {
        planes[0][32 + bit] = Direction::Diagonals.place(bit) as u8;
        planes[1][32 + bit] = Direction::Antidiagonals.place(bit) as u8;
        bit += 1;
    }
    planes
};

/// How the words of a tail are made of planes: the squares of its rows that the near queens leave
/// open, and the pairs of these.
struct Squares {
    first: And<16>,
    free: And<48>,
    pairs: And<192>,
}

impl Squares {
    /// Those of `tail`.
    #[inline(always)]
    fn of<V: Vector>(v: V, shape: &Shape, tail: &Tail) -> Self {
        let (column, open) = (tail.column(), tail.open(v));
        let mut squares = Self { first: And::NONE, free: And::NONE, pairs: And::NONE };
        for (row, &open) in open.iter().enumerate() {
            // Of the bit of a line, 32 more.
            let beyond = 31 - (shape.south - TAIL + row);
            for rank in bits(open.into()) {
                let column = usize::from(column[rank]);
                let [a, b] = [shape.n - 1 - column, column].map(|column| (column + beyond) % 64);
                let (to, a, b) = (TAIL * row + rank, PLANES[0][a], PLANES[1][b]);
                if row < 2 {
                    squares.first.push(to, a, b);
                } else {
                    squares.free.push(to, a, b);
                }
            }
        }
        let apart = apart(&column);
        for table in 0..3 {
            let (upper, lower) = (2 * table + 2, 2 * table + 3);
            let pairs = SPREAD[usize::from(open[upper])] & (u64::from(open[lower]) * FIRST_BYTES) & apart;
            let (upper, lower) = ((TAIL * upper) as u8, (TAIL * lower) as u8);
            let mut left = pairs;
            while left != 0 {
                let pair = left.trailing_zeros() as u8;
                left &= left - 1;
                squares.pairs.push(PAIRS * table + usize::from(pair), upper + pair / 8, lower + pair % 8);
            }
        }
        squares
    }
}

/// The pairs of ranks whose columns are different and not side by side: those that squares of two
/// neighbouring rows can have.
fn apart(column: &[u8; TAIL]) -> u64 {
    let mut apart = !0x8040_2010_0804_0201;
    for rank in 1..TAIL {
        if column[rank] - column[rank - 1] == 1 {
            apart &= !(1 << (TAIL * rank + rank - 1) | 1 << (TAIL * (rank - 1) + rank));
        }
    }
    apart
}

/// The solutions that the completions of `tail` make with the norths of `list`: those of
/// `segments[0]` twice, those of `segments[1]` once. The first begins at 0 and the second where the
/// next lane begins.
pub struct CountPairs<'a, Word> {
    /// The board.
    pub shape: &'a Shape,
    /// The norths.
    pub list: &'a List,
    /// Those that count twice, and those that count once.
    pub segments: &'a [Range<usize>; 2],
    /// The rows that the completions fill.
    pub tail: &'a Tail,
    /// All completions of the tail.
    pub completions: &'a Completions,
    /// Memory to work in.
    pub planes: &'a mut Planes<Word>,
}

impl<V: Vector> Step<V> for CountPairs<'_, V::Word> {
    type Out = u64;

    #[inline(always)]
    fn run(self, v: V) -> u64 {
        let Self { shape, list, segments, tail, completions, planes } = self;
        let all = Pairs {
            list,
            segments,
            needed: NeededBytes::by(shape, shape.south - TAIL, tail.columns),
            squares: Squares::of(v, shape, tail),
            completions,
        };
        let words = segments[1].end.div_ceil(8 * V::WIDTH);
        let pieces = words.div_ceil(MAX_WORDS);
        let mut solutions = 0;
        let mut first = 0;
        for piece in 0..pieces {
            let next = words * (piece + 1) / pieces;
            solutions += match next - first {
                1 => all.of_words::<V, 1>(v, first, planes),
                2 => all.of_words::<V, 2>(v, first, planes),
                3 => all.of_words::<V, 3>(v, first, planes),
                _ => all.of_words::<V, MAX_WORDS>(v, first, planes),
            };
            first = next;
        }
        solutions
    }
}

/// The pairs of a list and a tail, which are decided a few words of norths at a time.
struct Pairs<'a> {
    list: &'a List,
    segments: &'a [Range<usize>; 2],
    needed: NeededBytes,
    squares: Squares,
    completions: &'a Completions,
}

impl Pairs<'_> {
    /// The solutions with `WORDS` words of norths, from word `first` on.
    #[inline(always)]
    fn of_words<V: Vector, const WORDS: usize>(
        &self,
        v: V,
        first: usize,
        memory: &mut Planes<V::Word>,
    ) -> u64 {
        let arrays = self.list.slices();
        for word in 0..WORDS {
            self.make_word(v, &arrays, first + word, word, memory);
        }
        let Planes { first: rows, tables, .. } = memory;
        let mut sums = [v.nothing(); WORDS];
        let mut begin = 0;
        for group in self.completions.groups() {
            let [a, b] = group.ranks;
            let (a, b) = (&rows[usize::from(a) % 8], &rows[8 + usize::from(b) % 8]);
            let mut both = [v.ones(); WORDS];
            for word in 0..WORDS {
                both[word] = v.and(a[word], b[word]);
            }
            v.join(&both, tables, &self.completions.pairs()[begin..group.end as usize], &mut sums);
            begin = group.end as usize;
        }
        let mut solutions = 0;
        for (word, sum) in sums.into_iter().enumerate() {
            for (lane, found) in v.lanes(sum).into_iter().enumerate() {
                let twice = LANE * ((first + word) * V::WIDTH / 8 + lane) < self.segments[0].end;
                solutions += if twice { 2 * found } else { found };
            }
        }
        solutions
    }

    /// Makes word `word` of the list ready to be joined, as number `into`.
    #[inline(always)]
    fn make_word<V: Vector>(
        &self,
        v: V,
        arrays: &[&[u8]; BYTES],
        word: usize,
        into: usize,
        memory: &mut Planes<V::Word>,
    ) {
        let Planes { planes, free, first, tables } = memory;
        for &byte in self.needed.bytes() {
            let bits = v.bit_planes(&arrays[byte][8 * V::WIDTH * word..]);
            planes[8 * byte..8 * byte + 8].copy_from_slice(&bits);
        }
        // Every completion has a square in row 0: what is no north is left out there.
        let valid = self.valid(v, word);
        for [to, a, b] in self.squares.first.each() {
            let both = v.and(planes[a], planes[b]);
            first[to % 16][into] = if to < TAIL { v.and(both, valid) } else { both };
        }
        for [to, a, b] in self.squares.free.each() {
            free[to] = v.and(planes[a], planes[b]);
        }
        for [to, a, b] in self.squares.pairs.each() {
            tables[to][into] = v.and(free[a], free[b]);
        }
    }

    /// The norths of a word, a bit each.
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
