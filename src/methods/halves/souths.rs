//! The souths of a column set, and how many norths go with each: the search from the cut outwards.
//!
//! ```text
//! descend(row, list of norths):
//!     for each square of the row that no queen of the south attacks:
//!         filter the list: keep the norths that leave the square free               2.6 times shorter
//!         with eight rows left, join the list with all completions; before that, descend
//! ```
//!
//! The rows next to the cut come first, because a queen there is on two diagonals that cross it: the other way round lists stay long,
//! and the search takes five times as long. A list has segments by what is known of the flip along a diagonal
//! ([`super::sides`]), so that every list is filtered once for each square, whatever its norths weigh.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use super::far::FarLists;
use super::list::{List, Needed, question};
use super::norths::Norths;
use super::pairs::{LANE, Planes};
use super::sets::{ColumnSet, Part};
use super::sides::{self, Moves, SIDES};
use super::steps::Steps;
use super::tails::{Completions, Tail};
use super::{Shape, TAIL};
use crate::board::bits;

/// What was found in a column set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Solutions, each weighed for the flip along a diagonal.
    pub solutions: u64,
    /// Pairs of a north and a south that were decided.
    pub pairs: u64,
}

/// Counts column sets, one after the other, with the vectors of one kernel.
pub struct Join<S: Steps> {
    steps: S,
    shape: Shape,
    norths: Norths,
    /// The columns and the part that `norths` are of.
    listed: Option<(u32, Part)>,
    /// The list below each near row of the south.
    lists: Vec<List>,
    completions: Completions,
    planes: Planes<S::Word>,
}

impl<S: Steps> Join<S> {
    /// Counts sets of a board of this shape.
    pub fn new(steps: S, shape: &Shape) -> Self {
        Self {
            steps,
            shape: *shape,
            norths: Norths::new(shape),
            listed: None,
            lists: (0..shape.near_south()).map(|_| List::default()).collect(),
            completions: Completions::default(),
            planes: Planes::new(steps.ones()),
        }
    }

    /// Counts the solutions of `part` of `set`; `None` when it was stopped.
    pub fn count(
        &mut self,
        far: &FarLists,
        set: &ColumnSet,
        part: Part,
        stop: &AtomicBool,
    ) -> Option<Counts> {
        let shape = &self.shape;
        let columns = shape.row_mask() & !set.columns;
        // The sets of an odd board come with the same norths one after the other.
        if self.listed != Some((set.columns, part)) {
            self.listed = None;
            self.norths.list(self.steps, shape, far, set.columns, part, stop)?;
            self.listed = Some((set.columns, part));
        }
        let mut search = Search {
            steps: self.steps,
            shape,
            far,
            stop,
            moves: moves(shape, set),
            first_row: set.centre.map_or(u32::MAX, |column| 1 << column),
            completions: &mut self.completions,
            planes: &mut self.planes,
            counts: Counts::default(),
        };
        let south = South { row: 0, columns, up: 0, down: 0, undecided: shape.digits };
        let classes = &self.norths.classes;
        if shape.near_south() == 0 {
            search.join(&south, &classes[0], &[0..0, classes[0].segments[0].clone()]);
        } else {
            let decided = Segment { list: &List::EMPTY, norths: 0..0 };
            let undecided = classes.iter().map(|list| Segment { list, norths: list.segments[0].clone() });
            let segments: Vec<Segment> = std::iter::once(decided).chain(undecided).collect();
            search.descend(&south, &segments, &mut self.lists)?;
        }
        Some(search.counts)
    }
}

/// How the segments of a list move when a digit is decided: by the digits that are undecided, from 1, and by the side of the south's queen.
fn moves(shape: &Shape, set: &ColumnSet) -> Vec<[Moves; SIDES]> {
    let of = |undecided| {
        let columns = sides::column_digit(shape, set, shape.digits - undecided);
        [0, 1, 2].map(|south| sides::decide(undecided, south, columns))
    };
    (1..=shape.digits).map(of).collect()
}

/// Norths of a list that have something in common.
struct Segment<'a> {
    list: &'a List,
    norths: Range<usize>,
}

/// Queens in the south, from the cut outwards.
#[derive(Clone, Copy)]
struct South {
    row: usize,
    /// The columns that are left.
    columns: u32,
    /// Squares of the row that the queens attack towards higher columns.
    up: u32,
    /// And towards lower ones.
    down: u32,
    /// Digits that are not decided yet.
    undecided: usize,
}

/// The search through a column set.
struct Search<'a, S: Steps> {
    steps: S,
    shape: &'a Shape,
    far: &'a FarLists,
    stop: &'a AtomicBool,
    moves: Vec<[Moves; SIDES]>,
    /// The squares of row 0 that may be used.
    first_row: u32,
    completions: &'a mut Completions,
    planes: &'a mut Planes<S::Word>,
    counts: Counts,
}

impl<S: Steps> Search<'_, S> {
    /// Counts what is below `south`, in a near row, with the norths of `segments`; `None` when it was stopped. `lists` has a list for this
    /// row and one for each near row below.
    fn descend(&mut self, south: &South, segments: &[Segment], lists: &mut [List]) -> Option<()> {
        let (list, lists) = lists.split_first_mut()?;
        let mut squares = south.columns & !(south.up | south.down);
        if south.row == 0 {
            squares &= self.first_row;
        }
        for column in bits(squares) {
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            let next = self.with_queen(south, column);
            let dead = next.row < self.shape.south && next.columns & !(next.up | next.down) == 0;
            if dead || !self.filter(south, column, &next, segments, list) {
                continue;
            }
            if !lists.is_empty() {
                let segments: Vec<Segment> =
                    list.segments.iter().map(|norths| Segment { list, norths: norths.clone() }).collect();
                self.descend(&next, &segments, lists)?;
            } else if self.shape.tail == TAIL {
                let [twice, once] = [0, 1].map(|segment| list.segments[segment].clone());
                self.join(&next, list, &[twice, once]);
            } else {
                let [twice, once] = [0, 1].map(|segment| list.segments[segment].len() as u64);
                self.counts.pairs += twice + once;
                self.counts.solutions += 2 * twice + once;
            }
        }
        Some(())
    }

    /// `south` with one more queen, in `column`.
    fn with_queen(&self, south: &South, column: usize) -> South {
        let square = 1_u32 << column;
        South {
            row: south.row + 1,
            columns: south.columns & !square,
            up: (south.up | square) << 1,
            down: (south.down | square) >> 1,
            undecided: south.undecided - usize::from(self.decides(south)),
        }
    }

    /// Whether the next queen of `south` decides a digit.
    fn decides(&self, south: &South) -> bool {
        south.undecided > 0 && south.row >= self.shape.first_digit_row()
    }

    /// Writes the norths of `segments` that leave `column` of the next row of `south` free into `list`; `false` when there is none. `next` is
    /// the south with that queen.
    fn filter(
        &self,
        south: &South,
        column: usize,
        next: &South,
        segments: &[Segment],
        list: &mut List,
    ) -> bool {
        let stay;
        let moves = if self.decides(south) {
            &self.moves[south.undecided - 1][sides::side(self.shape, column)]
        } else {
            stay = sides::stay(south.undecided);
            &stay
        };
        let question = question(self.shape, south.row, column);
        let needed = Needed::by(self.shape, next.row, next.columns);
        let new_segments = sides::segments(next.undecided);
        let norths: usize = segments.iter().map(|segment| segment.norths.len()).sum();
        list.reserve(&needed, norths + LANE * new_segments, 0);
        list.segments.clear();
        let (mut moves, mut end) = (moves.iter().peekable(), 0_usize);
        for new_segment in 0..new_segments {
            let begin = end.next_multiple_of(LANE);
            end = begin;
            while let Some(&(_, from)) = moves.next_if(|(to, _)| *to == new_segment) {
                let Segment { list: from, norths } = &segments[from];
                if !norths.is_empty() {
                    end += self.steps.filter(from, norths.clone(), question, &needed, list, end);
                }
            }
            list.segments.push(begin..end);
        }
        list.segments.iter().any(|segment| !segment.is_empty())
    }

    /// Counts what is below `south`, with eight rows left, with the norths of two segments of `list`: those that count twice, and those that
    /// count once.
    fn join(&mut self, south: &South, list: &List, segments: &[Range<usize>; 2]) {
        let first_row = if south.row == 0 { self.first_row } else { u32::MAX };
        let tail = Tail { columns: south.columns, up: south.up, down: south.down, first_row };
        self.steps.completions(self.far, &tail, self.completions);
        let norths: usize = segments.iter().map(Range::len).sum();
        self.counts.pairs += self.completions.pairs.len() as u64 * norths as u64;
        if !self.completions.groups.is_empty() {
            self.counts.solutions +=
                self.steps.pairs(self.shape, list, segments, &tail, self.completions, self.planes);
        }
    }
}
