//! Column sets: the columns of the north's queens, one set of each class, by number.
//!
//! # Classes
//!
//! The flips from left to right and from top to bottom map a column set onto its mirror image and
//! onto its complement. One set of each class is counted, with the size of the class as its weight.
//! On an odd board the south's row 0 is the central one. Both flips keep that row, so the column of
//! its queen, the *centre*, is part of the set.
//!
//! Column `i` and its mirror image, column `n - 1 - i`, make *letter* `i` of a set. It is *full* if
//! the north has queens in both, *empty* if in neither, and *split* if in one: left or right. Of
//! each class, the set that is counted is the one
//!
//! * whose first split letter is left; on an odd board without a split letter, whose centre is not
//!   on the right;
//! * whose first letter that is not split is empty, with the centre not in a letter before it. The
//!   flip from top to bottom exchanges full and empty. It makes an empty letter of a split one
//!   whose other column has the centre: in the image this letter is the first that is not split.
//!
//! # Numbers
//!
//! Sets are in the order of their letters, from the outermost on, like the words of a dictionary.
//! The centre is the last letter: sets with equal columns come one after the other, and share their
//! norths.
//!
//! Once the first letter that is not split is known, all ways to choose the other columns are
//! possible, and any centre behind the letters before. While no letter is split, a set and its
//! mirror image have the same letters, and one of the two is counted. So a number becomes a set in
//! less than a microsecond.

pub mod first_queens;
pub mod units;
mod upside_down;

use self::first_queens::Given;
use crate::board::{binomials, bits};

static BINOMIALS: [[u32; 33]; 33] = binomials();

/// The columns of the north's queens, and the column of the central row's queen on an odd board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnSet {
    /// Bit `i` = column `i`; `n / 2` of them.
    pub columns: u32,
    /// The column of the queen in the central row of an odd board.
    pub centre: Option<u8>,
}

/// The norths of a column set that begin with the same queens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    pub set: ColumnSet,
    /// The size of its class.
    pub weight: u8,
    /// The queens that all its norths begin with, and in an image all its souths.
    pub given: Given,
}

/// The letter of a column and its mirror image: which of the two have queens of the north.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Letter {
    Empty,
    Full,
    Left,
    Right,
}

impl Letter {
    /// All letters, in the order of the numbers of sets.
    const ALL: [Self; 4] = [Self::Empty, Self::Full, Self::Left, Self::Right];
}

/// The columns of sets, as far as their letters are known.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    /// Columns of the board.
    n: usize,
    /// The number of known letters.
    known: usize,
    /// The columns in these.
    columns: u32,
    /// True if one of them is split.
    has_split: bool,
    /// The index of the first of them that is not split.
    unsplit: Option<usize>,
}

/// The number of classes of column sets on a board of `n` columns.
pub fn count(n: usize) -> u64 {
    Columns::of(n).count()
}

impl Columns {
    /// The columns of a set of which no letter is known.
    fn of(n: usize) -> Self {
        Self { n, known: 0, columns: 0, has_split: false, unsplit: None }
    }

    /// The columns of the set with this number, below [`count`], and its index among the sets with
    /// these columns.
    pub fn of_set(n: usize, mut number: u64) -> (Self, u64) {
        let mut columns = Self::of(n);
        while columns.known < n / 2 {
            let mut begun = Letter::ALL.into_iter().filter_map(|letter| columns.with(letter));
            let begun = begun.find(|begun| {
                let sets = begun.count();
                let is_here = number < sets;
                number -= if is_here { 0 } else { sets };
                is_here
            });
            columns = begun.expect("the number is below the number of sets");
        }
        (columns, number)
    }

    /// The columns, a bit each. If all letters are known and a queen is left, it is in the middle.
    pub fn mask(self) -> u32 {
        self.columns | u32::from(self.missing() == Some(1)) << (self.n / 2)
    }

    /// The columns with one more letter; `None` if other sets of these classes are counted.
    fn with(self, letter: Letter) -> Option<Self> {
        let left = 1 << self.known;
        let right = 1 << (self.n - 1 - self.known);
        let is_split = matches!(letter, Letter::Left | Letter::Right);
        let columns = match letter {
            Letter::Empty => 0,
            Letter::Full if self.unsplit.is_some() => left | right,
            Letter::Left => left,
            Letter::Right if self.has_split => right,
            _ => return None,
        };
        Some(Self {
            known: self.known + 1,
            columns: self.columns | columns,
            has_split: self.has_split || is_split,
            unsplit: self.unsplit.or((!is_split).then_some(self.known)),
            ..self
        })
    }

    /// The number of columns that are not known yet; `None` if more are known than the north has.
    fn missing(self) -> Option<usize> {
        (self.n / 2).checked_sub(self.columns.count_ones() as usize)
    }

    /// The number of sets with these columns.
    pub fn count(self) -> u64 {
        let left = self.n / 2 - self.known;
        let (Some(unsplit), Some(missing)) = (self.unsplit, self.missing()) else {
            let with = |letter| self.with(letter).map_or(0, Self::count);
            return match self.unsplit {
                Some(_) => 0,
                // All letters are split: the centre is in the middle.
                None if left == 0 => 1,
                None => with(Letter::Empty) + (1 + u64::from(self.has_split)) * with(Letter::Left),
            };
        };
        let centres = if self.n % 2 == 1 { self.n / 2 + 1 - unsplit } else { 1 };
        let sets = u64::from(BINOMIALS[self.n - 2 * self.known][missing]) * centres as u64;
        if self.has_split {
            return sets;
        }
        // Sets that are their own mirror images have the centre in the middle.
        let symmetric = if missing.is_multiple_of(2) { BINOMIALS[left][missing / 2] } else { 0 };
        (sets + u64::from(symmetric)) / 2
    }

    /// The columns that the centre may have, a bit each.
    fn centres(self) -> u32 {
        let middle = self.n / 2;
        let lowest = self.unsplit.unwrap_or(middle);
        let highest = if self.has_split { self.n - 1 - lowest } else { middle };
        (lowest..=highest).fold(0, |set, column| set | 1 << column) & !self.mask()
    }

    /// The sets with these columns, by centre, and the size of the class of each; on an even board
    /// one set.
    pub fn sets(self) -> impl Iterator<Item = (ColumnSet, u8)> {
        let is_odd = self.n % 2 == 1;
        let centres = bits(if is_odd { self.centres() } else { 0 }).map(Some);
        let symmetric = (1 + u8::from(self.has_split)) * (1 + u8::from(self.unsplit.is_some()));
        centres.chain((!is_odd).then_some(None)).map(move |centre| {
            let set = ColumnSet { columns: self.mask(), centre: centre.map(|column| column as u8) };
            (set, if centre.is_none_or(|column| column == self.n / 2) { symmetric } else { 4 })
        })
    }
}
