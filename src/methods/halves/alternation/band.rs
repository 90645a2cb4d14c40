//! The middle band of a piece: the queens next to the cut, placed alternately.

use std::cmp::Ordering;
use std::ops::Range;
use std::sync::atomic::{self, AtomicBool};

use super::pairs::{CountPairs, Memory};
use super::sorted::{MOST_QUEENS, Segment, Sorted, Sorter, filter};
use crate::methods::halves::Shape;
use crate::methods::halves::flip::{self, side};
use crate::methods::halves::kernels::vector::Vector;
use crate::methods::halves::lists::footprint::{Direction, NeededBytes, middle_first};
use crate::methods::halves::lists::half_list::HalfList;
use crate::methods::halves::sets::ColumnSet;
use crate::methods::halves::sets::units::PieceCounts;
use crate::methods::halves::shape::Turn;

/// The lines that may have queens of both halves beyond some first rows, and their bytes.
#[derive(Clone, Copy)]
pub struct Common {
    pub lines: u64,
    pub bytes: NeededBytes,
}

/// The rows of a half that may have queens, the central row of an odd board included, and none.
const ROWS: usize = MOST_QUEENS + 2;

/// By the number of rows of the north and of the south that have their queens.
pub type EveryCommon = [[Common; ROWS]; ROWS];

/// The lines that halves with these columns may have in common.
pub fn every_common(shape: &Shape, [north, south]: [u32; 2]) -> EveryCommon {
    // A queen of the north in row `i` is on the line of its column plus `i`, one of the south on that of
    // its column minus `i + 1`, by the columns from the left or from the right.
    let columns = |mask: u32| [mask.trailing_zeros() as usize, 31 - mask.leading_zeros() as usize];
    let [lowest_north, highest_north] = columns(north);
    let [lowest_south, highest_south] = columns(south);
    let last = shape.n - 1;
    let limits = [
        (Direction::Antidiagonals, lowest_north, highest_south),
        (Direction::Diagonals, last - highest_north, last - lowest_south),
    ];
    let common = |north_rows: usize, south_rows: usize| {
        let mut lines = 0;
        for (direction, lowest, highest) in limits {
            let numbers = lowest + north_rows..highest.saturating_sub(south_rows);
            numbers.for_each(|number| lines |= 1 << direction.bit(middle_first(shape, number)));
        }
        Common { lines, bytes: NeededBytes::of_lines(lines) }
    };
    std::array::from_fn(|north| std::array::from_fn(|south| common(north, south)))
}

/// Some halves of one side of the cut.
#[derive(Clone, Copy)]
pub struct Halves<'a> {
    list: &'a HalfList,
    segments: &'a [Segment],
    /// The number of queens that all these have in common, and that have filtered the other side.
    placed: usize,
}

impl<'a> Halves<'a> {
    pub fn new((list, segments): (&'a HalfList, &'a [Segment]), placed: usize) -> Self {
        Self { list, segments, placed }
    }
}

/// A piece whose queens of the middle band are being placed.
pub struct Band<'a, V: Vector> {
    pub v: V,
    pub shape: &'a Shape,
    pub set: &'a ColumnSet,
    pub sorters: &'a [Sorter; 2],
    pub common: &'a EveryCommon,
    pub stop: &'a AtomicBool,
    pub memory: &'a mut Memory<V::Word>,
    pub found: &'a mut PieceCounts,
}

impl<V: Vector> Band<'_, V> {
    /// Counts the pairs of `halves`, norths and souths, that fit, twice each if `twice` or by the
    /// digits that are not decided; `None` if it was stopped. `lists` has a list for each turn.
    pub fn place(
        &mut self,
        turns: &[Turn],
        halves: [Halves; 2],
        twice: bool,
        lists: &mut [Sorted],
    ) -> Option<()> {
        let (Some((&turn, turns)), Some((rest, lists))) = (turns.split_first(), lists.split_first_mut())
        else {
            self.count(halves, twice);
            return Some(());
        };
        let own = turn as usize;
        let other = 1 - own;
        let row = halves[own].placed;
        let before = self.common(&halves).lines;
        let same_queen = |a: &Segment, b: &Segment| a.queens[row] == b.queens[row];
        for segments in halves[own].segments.chunk_by(same_queen) {
            if self.stop.load(atomic::Ordering::Relaxed) {
                return None;
            }
            let mut halves = halves;
            halves[own] = Halves { segments, placed: row + 1, ..halves[own] };
            // Digit `row`, if the other side has its queen, and no earlier digit has decided.
            let known = row..row + usize::from(!twice && row < halves[other].placed);
            let Some(decided) = self.decided(&halves, known) else { continue };
            let queen = self.sorters[own].lines(row, segments[0].queens[row].into());
            let bytes = &self.common(&halves).bytes;
            let Halves { list, segments, .. } = halves[other];
            if filter(self.v, list, segments, queen & before, bytes, rest) {
                halves[other] = Halves { list: &rest.list, segments: &rest.segments, ..halves[other] };
                self.place(turns, halves, twice || decided, lists)?;
            }
        }
        Some(())
    }

    /// Whether these digits of `halves`, which are known, make all pairs count twice; `None` if they
    /// make none count.
    pub fn decided(&self, [norths, souths]: &[Halves; 2], digits: Range<usize>) -> Option<bool> {
        let digits = digits.start..digits.end.min(self.shape.digits);
        match self.compare(digits, &norths.segments[0], &souths.segments[0]) {
            Ordering::Less => Some(true),
            Ordering::Equal => Some(false),
            Ordering::Greater => None,
        }
    }

    /// How digits of the rows compare with those of the columns.
    fn compare(&self, digits: Range<usize>, north: &Segment, south: &Segment) -> Ordering {
        digits.fold(Ordering::Equal, |order, k| {
            let [north, south] = [north, south].map(|segment| side(self.shape, segment.queens[k].into()));
            order.then_with(|| flip::digit(north, south).cmp(&flip::column_digit(self.shape, self.set, k)))
        })
    }

    /// The lines that matter once the queens of `halves` are placed.
    fn common(&self, [norths, souths]: &[Halves; 2]) -> &Common {
        &self.common[norths.placed][self.shape.n % 2 + souths.placed]
    }

    /// Counts the pairs of `halves` that fit.
    fn count(&mut self, halves: [Halves; 2], twice: bool) {
        let [norths, souths] = halves;
        let undecided = norths.placed.min(souths.placed)..self.shape.digits;
        if twice || undecided.is_empty() {
            self.count_segments(halves, norths.segments, souths.segments, 1 + u64::from(twice));
            return;
        }
        // Segments differ in the sides of the queens that decide the other digits.
        for (north, south) in
            norths.segments.iter().flat_map(|north| souths.segments.iter().map(move |south| (north, south)))
        {
            let weight = match self.compare(undecided.clone(), north, south) {
                Ordering::Less => 2,
                Ordering::Equal => 1,
                Ordering::Greater => continue,
            };
            self.count_segments(halves, std::slice::from_ref(north), std::slice::from_ref(south), weight);
        }
    }

    /// Counts the pairs of some segments, of one weight.
    fn count_segments(
        &mut self,
        [north_list, south_list]: [Halves; 2],
        norths: &[Segment],
        souths: &[Segment],
        weight: u64,
    ) {
        let bytes = &self.common(&[north_list, south_list]).bytes;
        let pairs = CountPairs {
            norths: (north_list.list, norths),
            souths: (south_list.list, souths),
            needed: &bytes.clone(),
            memory: self.memory,
        };
        let len = |segments: &[Segment]| segments.iter().map(|segment| segment.len as u64).sum::<u64>();
        self.found.pairs += len(norths) * len(souths);
        self.found.solutions += weight * self.v.enter(pairs);
    }
}
