//! Column sets: the columns of the north's queens, one set of each class, by number.
//!
//! # Classes
//!
//! The flips from left to right and from top to bottom map a column set onto its mirror image and
//! onto its complement, so one of each class is counted, with the size of the class as its weight.
//! On an odd board the south's first row is the central one. Both flips keep that row, so the
//! column of its queen, the *centre*, is part of the set.
//!
//! Column `i` and its mirror image, column `n - 1 - i`, are a *pair*; the outermost is the first.
//! The north has one queen in a *split* pair, two in a *full* pair and none in an *empty* pair. Of
//! each class the set is counted
//!
//! * whose first split pair has its queen on the left; on an odd board without a split pair,
//!   whose centre is not on the right;
//! * whose first other pair is empty, with the centre not in a pair before it. From top to bottom
//!   the flip exchanges full and empty pairs. It makes an empty pair of a split one whose other
//!   column has the centre: in the image that pair is the first other one.
//!
//! # Numbers
//!
//! Sets are in the order of what their pairs are, from the first one on, like the words of a
//! dictionary. The centre is the last letter: sets with equal columns come one after the other, and
//! share their norths.
//!
//! When the first pair that is not split is known, all ways to choose the other columns are
//! possible, and any centre behind the pairs before. While no pair is split, the flip from left to
//! right counts each set twice that it does not map onto itself. So a number becomes a set in less
//! than a microsecond.

pub mod first_queens;
pub mod units;

use crate::board::bits;

/// The columns of the north's queens, and the column of the central row's queen on an odd board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnSet {
    /// Bit `i` = column `i`; `n / 2` of them.
    pub columns: u32,
    /// The column of the queen in the central row of an odd board.
    pub centre: Option<u8>,
}

/// What the north has in a pair of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pair {
    Empty,
    Full,
    Left,
    Right,
}

impl Pair {
    /// In the order of the numbers of sets.
    const ALL: [Self; 4] = [Self::Empty, Self::Full, Self::Left, Self::Right];
}

/// The columns of sets, as far as they are known: their first pairs.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    /// Columns of the board.
    n: usize,
    /// Pairs that are known.
    known: usize,
    /// The columns in these.
    columns: u32,
    /// Whether a pair is cut.
    has_split: bool,
    /// The place of the first pair that is not.
    first_other: Option<usize>,
}

/// How many classes of column sets a board of `n` columns has.
pub fn count(n: usize) -> u64 {
    Columns::of(n).count()
}

impl Columns {
    /// Nothing is known.
    fn of(n: usize) -> Self {
        Self { n, known: 0, columns: 0, has_split: false, first_other: None }
    }

    /// The columns of the set with this number, below [`count`], and which of the sets with these
    /// columns it is.
    pub fn of_set(n: usize, mut number: u64) -> (Self, u64) {
        let mut columns = Self::of(n);
        while columns.known < n / 2 {
            let mut begun = Pair::ALL.into_iter().filter_map(|pair| columns.with(pair));
            let begun = begun.find(|begun| {
                let sets = begun.count();
                let is_here = number < sets;
                number -= if is_here { 0 } else { sets };
                is_here
            });
            columns = begun.expect("the number is below that of all sets");
        }
        (columns, number)
    }

    /// The columns, a bit each. When all pairs are known, a queen that is left is in the middle.
    pub fn mask(self) -> u32 {
        self.columns | u32::from(self.missing() == Some(1)) << (self.n / 2)
    }

    /// The same with the next pair, unless other sets of these classes are counted.
    fn with(self, pair: Pair) -> Option<Self> {
        let (left, right) = (1 << self.known, 1 << (self.n - 1 - self.known));
        let is_split = matches!(pair, Pair::Left | Pair::Right);
        let columns = match pair {
            Pair::Empty => 0,
            Pair::Full if self.first_other.is_some() => left | right,
            Pair::Left => left,
            Pair::Right if self.has_split => right,
            _ => return None,
        };
        Some(Self {
            known: self.known + 1,
            columns: self.columns | columns,
            has_split: self.has_split || is_split,
            first_other: self.first_other.or((!is_split).then_some(self.known)),
            ..self
        })
    }

    /// How many columns are not known yet; `None` when more are known than the north has.
    fn missing(self) -> Option<usize> {
        (self.n / 2).checked_sub(self.columns.count_ones() as usize)
    }

    /// How many sets have these columns.
    pub fn count(self) -> u64 {
        let left = self.n / 2 - self.known;
        let (Some(first_other), Some(missing)) = (self.first_other, self.missing()) else {
            let with = |pair| self.with(pair).map_or(0, Self::count);
            return match self.first_other {
                Some(_) => 0,
                // All pairs are cut: the centre is in the middle.
                None if left == 0 => 1,
                None => with(Pair::Empty) + (1 + u64::from(self.has_split)) * with(Pair::Left),
            };
        };
        let centres = if self.n % 2 == 1 { self.n / 2 + 1 - first_other } else { 1 };
        let sets = BINOMIALS[self.n - 2 * self.known][missing] * centres as u64;
        if self.has_split {
            return sets;
        }
        // Those that are their own mirror images: the centre is in the middle.
        let symmetric = if missing.is_multiple_of(2) { BINOMIALS[left][missing / 2] } else { 0 };
        (sets + symmetric) / 2
    }

    /// The columns that the centre may have, a bit each.
    fn centres(self) -> u32 {
        let middle = self.n / 2;
        let before = self.first_other.unwrap_or(middle);
        let last = if self.has_split { self.n - 1 - before } else { middle };
        (before..=last).fold(0, |set, column| set | 1 << column) & !self.mask()
    }

    /// The sets with these columns, by centre, and how many are in the class of each.
    pub fn sets(self) -> Vec<(ColumnSet, u8)> {
        let symmetric = (1 + u8::from(self.has_split)) * (1 + u8::from(self.first_other.is_some()));
        if self.n.is_multiple_of(2) {
            return vec![(ColumnSet { columns: self.mask(), centre: None }, symmetric)];
        }
        let weight = |centre| if centre == self.n / 2 { symmetric } else { 4 };
        let set = |centre| ColumnSet { columns: self.mask(), centre: Some(centre as u8) };
        bits(self.centres()).map(|centre| (set(centre), weight(centre))).collect()
    }
}

/// `BINOMIALS[n][k]`: how many ways there are to choose k of n.
static BINOMIALS: [[u64; 33]; 33] = {
    let mut table = [[0; 33]; 33];
    let mut n = 0;
    while n < 33 {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};
