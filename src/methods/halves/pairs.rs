//! Pairs: how many norths of a list go with the completions of a south.
//!
//! # Idea
//!
//! The list becomes *bit planes*: for each bit of a footprint a word with a bit for each north, set
//! where the north leaves the diagonal free. The AND of two planes tells which norths leave a
//! square free, the AND of two of these which leave free a pair of squares in two rows. These pairs
//! are tabulated, so that a completion, which is four pairs, costs three ANDs, a population count
//! and an addition for as many norths as a word has bits: 512 with AVX-512.
//!
//! Norths that count twice stand first and are filled up to a multiple of 64, so that every lane of
//! 64 bits has one weight, which is applied when all is summed.

use std::ops::Range;

use super::kernels::vector::{LANE, MAX_WORDS, PAIRS, Step, Table, Vector};
use super::list::{BYTES, Direction, List, NeededBytes};
use super::tails::{Completions, Tail};
use super::{Shape, TAIL};
use crate::board::bits;

/// Memory for the words, made once.
pub struct Planes<Word> {
    /// By bit of the footprint; the last one is full.
    planes: Box<[[Word; MAX_WORDS]; 8 * BYTES + 1]>,
    /// By row and rank: the norths that leave a square free.
    free: Box<[[[Word; MAX_WORDS]; TAIL]; TAIL]>,
    /// By rows and pair: those that leave both squares of a pair free.
    tables: Box<[Table<Word>; 3]>,
}

impl<Word: Copy> Planes<Word> {
    pub fn new(word: Word) -> Self {
        let words = [word; MAX_WORDS];
        Self {
            planes: Box::new([words; 8 * BYTES + 1]),
            free: Box::new([[words; TAIL]; TAIL]),
            tables: Box::new([[words; PAIRS]; 3]),
        }
    }
}

/// Two planes for each square, by row and rank.
type Squares = [[[u8; 2]; TAIL]; TAIL];

/// The planes that tell which norths leave a square of the last eight rows free.
fn squares(shape: &Shape, column: &[u8; TAIL]) -> Squares {
    const FULL: u8 = 8 * BYTES as u8;
    std::array::from_fn(|row| {
        std::array::from_fn(|rank| {
            Direction::BOTH.map(|kind| {
                let column = kind.column(shape, column[rank].into());
                column.checked_sub(shape.south - TAIL + row + 1).map_or(FULL, |bit| kind.place(bit) as u8)
            })
        })
    })
}

/// Of rows 2 and 3, 4 and 5, 6 and 7: the pairs of open squares that do not attack each other.
fn open_pairs(column: &[u8; TAIL], open: &[u8; TAIL]) -> [u64; 3] {
    let mut pairs = [0; 3];
    for (number, pairs) in pairs.iter_mut().enumerate() {
        let (upper, lower) = (open[2 * number + 2], open[2 * number + 3]);
        for a in bits(upper.into()) {
            let beside = |b: &usize| column[a].abs_diff(column[*b]) <= 1;
            let attacked =
                (a.saturating_sub(1)..=(a + 1).min(TAIL - 1)).filter(beside).fold(0, |set, b| set | 1 << b);
            *pairs |= u64::from(lower & !attacked) << (TAIL * a);
        }
    }
    pairs
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
        let column = tail.column();
        let squares = squares(shape, &column);
        let open = tail.open(v);
        let all = Pairs {
            list,
            segments,
            needed: NeededBytes::by(shape, shape.south - TAIL, tail.columns),
            squares: &squares,
            open,
            open_pairs: open_pairs(&column, &open),
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
    squares: &'a Squares,
    /// By row, the ranks of squares that the near queens leave free, as bits.
    open: [u8; TAIL],
    /// By two rows, the pairs of these that do not attack each other, as bits.
    open_pairs: [u64; 3],
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
        let Planes { planes, free, tables } = memory;
        let arrays = self.list.slices();
        for &byte in self.needed.bytes() {
            for word in 0..WORDS {
                let bits = v.bit_planes(&arrays[byte][8 * V::WIDTH * (first + word)..]);
                for (bit, bits) in bits.into_iter().enumerate() {
                    planes[8 * byte + bit][word] = bits;
                }
            }
        }
        for (row, free) in free.iter_mut().enumerate() {
            for rank in bits(self.open[row].into()) {
                let [a, b] = self.squares[row][rank];
                let (a, b) = (&planes[usize::from(a)], &planes[usize::from(b)]);
                for word in 0..WORDS {
                    free[rank][word] = v.and(a[word], b[word]);
                }
            }
        }
        for (number, table) in tables.iter_mut().enumerate() {
            let (upper, lower) = (&free[2 * number + 2], &free[2 * number + 3]);
            let mut pairs = self.open_pairs[number];
            while pairs != 0 {
                let pair = pairs.trailing_zeros() as usize % PAIRS;
                pairs &= pairs - 1;
                let (upper, lower) = (&upper[pair / TAIL], &lower[pair % TAIL]);
                let both = &mut table[pair];
                for word in 0..WORDS {
                    both[word] = v.and(upper[word], lower[word]);
                }
            }
        }
        let mut valid = [v.ones(); WORDS];
        for (word, valid) in valid.iter_mut().enumerate() {
            *valid = v.word(&self.lanes(first + word, V::WIDTH / 8));
        }
        let mut sums = [v.nothing(); WORDS];
        let mut begin = 0;
        for group in &self.completions.groups {
            let [a, b] = group.ranks;
            let (a, b) = (&free[0][usize::from(a)], &free[1][usize::from(b)]);
            let mut both = valid;
            for word in 0..WORDS {
                both[word] = v.and(v.and(a[word], b[word]), valid[word]);
            }
            v.join(&both, tables, &self.completions.pairs[begin..group.end as usize], &mut sums);
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

    /// The norths of a word, a bit each.
    #[inline(always)]
    fn lanes(&self, word: usize, lanes: usize) -> [u64; 8] {
        std::array::from_fn(|lane| {
            let begin = LANE * (word * lanes + lane);
            let [twice, once] = self.segments;
            let end = if begin < twice.end { twice.end } else { once.end };
            match end.saturating_sub(begin) {
                norths if lane >= lanes || norths == 0 => 0,
                norths => u64::MAX >> LANE.saturating_sub(norths),
            }
        })
    }
}
