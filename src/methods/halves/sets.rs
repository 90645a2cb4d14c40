//! Column sets: the columns of the north's queens.
//!
//! The flips from left to right and from top to bottom map a column set onto its mirror image and
//! onto its complement, so one of each class is counted, with the size of the class as its weight.
//! On an odd board the south's first row is the central one. Both flips keep that row, so the
//! column of its queen is part of the set.

use crate::board::{bits, next_combination};

/// How the norths of a column set are dealt to parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deal {
    /// By the sum of the columns of their first two queens, modulo the number of parts: the deal of
    /// plans of N = 28 from the first version on. The sum has some 50 values, so more than a few
    /// parts are uneven, and many are empty.
    Sum,
    /// By a hash of the columns of their first four queens: thousands of parts of about equal size.
    Hash,
}

/// A part of the norths of a column set, so that the list of a large board fits the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Which part, below `of`.
    pub number: u32,
    /// How many parts there are.
    pub of: u32,
    /// How norths are dealt to them.
    pub deal: Deal,
}

impl Part {
    /// All norths.
    pub const WHOLE: Self = Self { number: 0, of: 1, deal: Deal::Sum };

    /// The queens, from the cut outwards, that decide to which part a north belongs, if it has so
    /// many.
    pub fn queens(self) -> usize {
        match self.deal {
            Deal::Sum => 2,
            Deal::Hash => 4,
        }
    }

    /// Whether it has the norths whose first [`Part::queens`] have the columns of `first`: five
    /// bits each, the last one's in the lowest place.
    pub fn has(self, first: u32) -> bool {
        let number = match self.deal {
            Deal::Sum => ((first >> 5) + (first & 31)) % self.of,
            // Multiplication by the golden ratio of 2^32 (D. E. Knuth, "The Art of Computer
            // Programming", volume 3, section 6.4), of which the upper bits are the most even.
            Deal::Hash => ((u64::from(first.wrapping_mul(0x9e37_79b9)) * u64::from(self.of)) >> 32) as u32,
        };
        number == self.number
    }
}

/// The columns of the north's queens, and the column of the central row's queen on an odd board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnSet {
    /// Bit `i` = column `i`; `n / 2` of them.
    pub columns: u32,
    /// The column of the queen in the central row of an odd board.
    pub centre: Option<u8>,
}

impl ColumnSet {
    /// Its mirror image, with left and right exchanged.
    fn mirrored(self, n: usize) -> Self {
        Self {
            columns: self.columns.reverse_bits() >> (32 - n),
            centre: self.centre.map(|column| n as u8 - 1 - column),
        }
    }

    /// Its image upside down: the columns of the south's queens.
    fn upside_down(self, n: usize) -> Self {
        let centre = self.centre.map_or(0, |column| 1 << column);
        Self { columns: u32::MAX >> (32 - n) & !self.columns & !centre, centre: self.centre }
    }

    /// By which sets are compared: by columns as a number, then by the central queen.
    fn key(self) -> (u32, Option<u8>) {
        (self.columns, self.centre)
    }

    /// The least set of its class under the two flips.
    pub fn least(self, n: usize) -> Self {
        let (mirrored, below) = (self.mirrored(n), self.upside_down(n));
        [self, mirrored, below, mirrored.upside_down(n)]
            .into_iter()
            .min_by_key(|set| set.key())
            .unwrap_or(self)
    }

    /// The number of sets in the class of this one under the two flips, 1, 2 or 4, when it is the
    /// least of them. `None` when it is not.
    pub fn weight(self, n: usize) -> Option<u8> {
        let key = self.key();
        let mirrored = self.mirrored(n);
        if mirrored.key() < key {
            return None;
        }
        let (below, opposite) = (self.upside_down(n), mirrored.upside_down(n));
        if below.key() < key || opposite.key() < key {
            return None;
        }
        let unchanged = [self, mirrored, below, opposite].iter().filter(|&&image| image == self).count();
        Some(4 / unchanged as u8)
    }

    /// How many canonical sets have the columns of this one, which is canonical: on an odd board,
    /// with other central queens.
    pub fn sharing(self, n: usize) -> u32 {
        canonical_centres(self.columns, n).count_ones()
    }

    /// The first set of a board of `n` columns in the order of [`ColumnSet::next`].
    pub fn first(n: usize) -> Self {
        let columns = ((1_u64 << (n / 2)) - 1) as u32;
        Self { columns, centre: (n % 2 == 1).then_some((n / 2) as u8) }
    }

    /// The set after this one, canonical or not: by columns as a number, then by the central queen.
    pub fn next(self, n: usize) -> Option<Self> {
        if let Some(centre) = self.centre {
            let later = (centre + 1..n as u8).find(|&column| self.columns >> column & 1 == 0);
            if let Some(centre) = later {
                return Some(Self { centre: Some(centre), ..self });
            }
        }
        columns_after(self.columns, n)
            .map(|columns| Self { columns, centre: self.centre.map(|_| (!columns).trailing_zeros() as u8) })
    }

    /// The canonical sets of a board of `n` columns with their weights, in the order of
    /// [`ColumnSet::next`].
    pub fn canonical(n: usize) -> impl Iterator<Item = (Self, u8)> {
        Self::canonical_from(Self::first(n), n)
    }

    /// [`ColumnSet::canonical`] from `first` on.
    pub fn canonical_from(first: Self, n: usize) -> impl Iterator<Item = (Self, u8)> {
        std::iter::successors(Some(first), move |set| set.next(n))
            .filter_map(move |set| set.weight(n).map(|weight| (set, weight)))
    }

    /// Every `stride`-th canonical set, from the first on, in the order of [`ColumnSet::next`].
    /// `stride` is above 16, the most sets that share their columns.
    ///
    /// A set of columns is looked at once, whatever the central queen.
    pub fn every(stride: u64, n: usize) -> Vec<Self> {
        let (mut marks, mut sets) = (Vec::new(), 0);
        let mut columns = Some(Self::first(n).columns);
        while let Some(here) = columns {
            let centres = canonical_centres(here, n);
            let ahead = (marks.len() as u64 * stride).saturating_sub(sets) as usize;
            if let Some(centre) = bits(centres).nth(ahead) {
                marks.push(Self { columns: here, centre: (n % 2 == 1).then_some(centre as u8) });
            }
            sets += u64::from(centres.count_ones());
            columns = columns_after(here, n);
        }
        marks
    }
}

/// The next number above `columns` with as many bits, below `2^(n - 1)`: no set with the last
/// column is the least of its class, since its complement lacks that column.
fn columns_after(columns: u32, n: usize) -> Option<u32> {
    let next = next_combination(columns.into()).filter(|next| next >> (n - 1) == 0);
    next.map(|next| next as u32)
}

/// The central columns with which `columns` are a canonical set, a bit each. On an even board, bit
/// 0 if they are one.
///
/// Says of all centres at once what [`ColumnSet::weight`] says of one.
fn canonical_centres(columns: u32, n: usize) -> u32 {
    let mirror = |set: u32| set.reverse_bits() >> (32 - n);
    let others = u32::MAX >> (32 - n) & !columns;
    let opposite = mirror(others);
    if mirror(columns) < columns {
        return 0;
    }
    if n.is_multiple_of(2) {
        return u32::from(others >= columns && opposite >= columns);
    }
    let lower_half = u32::MAX >> (31 - n / 2);
    let mut centres = not_less_without(others, columns) & mirror(not_less_without(opposite, columns));
    if mirror(columns) == columns {
        centres &= lower_half;
    }
    // The set may be its own image upside down and in the mirror, but for the central queen.
    let excess = opposite & !columns;
    if excess.is_power_of_two() && columns & !opposite == 0 {
        centres &= !mirror(excess) | lower_half;
    }
    centres
}

/// The elements of `set` without which it is not less than `least`, as a number.
fn not_less_without(set: u32, least: u32) -> u32 {
    let first_difference = match (set ^ least).checked_ilog2() {
        Some(bit) => 1 << bit,
        None => return 0,
    };
    if set & first_difference == 0 {
        return 0;
    }
    let below = set & (first_difference - 1);
    if set & !first_difference >= least { below | first_difference } else { below }
}
