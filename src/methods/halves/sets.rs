//! Column sets: which columns the queens of the north stand in.
//!
//! The flips from left to right and from top to bottom map a column set onto its mirror image and onto its complement, so one of each
//! class is counted, with the size of the class as its weight. On an odd board the central row belongs to neither half, and the column of
//! its queen is part of the set.

/// A part of the norths of a column set: those whose first two queens have columns that sum to `number`, modulo `of`. So the list of a large
/// board fits the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Which part, below `of`.
    pub number: u32,
    /// How many parts there are.
    pub of: u32,
}

impl Part {
    /// All norths.
    pub const WHOLE: Self = Self { number: 0, of: 1 };
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
    /// What it looks like in a mirror that exchanges left and right.
    fn mirrored(self, n: usize) -> Self {
        Self {
            columns: self.columns.reverse_bits() >> (32 - n),
            centre: self.centre.map(|column| n as u8 - 1 - column),
        }
    }

    /// What it looks like upside down: the columns of the south's queens.
    fn upside_down(self, n: usize) -> Self {
        let centre = self.centre.map_or(0, |column| 1 << column);
        Self { columns: u32::MAX >> (32 - n) & !self.columns & !centre, centre: self.centre }
    }

    /// By which sets are compared: by columns as a number, then by the central queen.
    fn key(self) -> (u32, Option<u8>) {
        (self.columns, self.centre)
    }

    /// The number of sets in the class of this one under the two flips, 1, 2 or 4, when it is the least of them. `None` when it is not.
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
        let columns = u64::from(self.columns);
        let lowest = columns & columns.wrapping_neg();
        if lowest == 0 {
            return None;
        }
        let ripple = columns + lowest;
        let next = (columns ^ ripple) >> 2 >> lowest.trailing_zeros() | ripple;
        // Sets without the last column come first, and no set with it is the least of its class: its complement lacks it.
        (next >> n == 0).then(|| {
            let columns = next as u32;
            Self { columns, centre: self.centre.map(|_| (!columns).trailing_zeros() as u8) }
        })
    }

    /// The canonical sets of a board of `n` columns with their weights, in the order of [`ColumnSet::next`].
    pub fn canonical(n: usize) -> impl Iterator<Item = (Self, u8)> {
        Self::canonical_from(Self::first(n), n)
    }

    /// [`ColumnSet::canonical`] from `first` on.
    pub fn canonical_from(first: Self, n: usize) -> impl Iterator<Item = (Self, u8)> {
        std::iter::successors(Some(first), move |set| set.next(n))
            .filter_map(move |set| set.weight(n).map(|weight| (set, weight)))
    }
}
