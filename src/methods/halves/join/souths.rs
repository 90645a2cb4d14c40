//! Searches the souths of a column set from the cut outwards, and counts the norths that fit each.
//!
//! ```text
//! descend(row, list of norths):
//!     for each square of the row that no queen of the south attacks:
//!         filter the list: keep the norths that leave the square free    2.6 times shorter
//!         with eight rows left, join the list with all completions; before that, descend
//! ```
//!
//! The rows next to the cut come first, because a queen there is on two diagonals that cross it; in
//! the opposite order lists stay long, and the search takes five times as long. A list has segments
//! according to the known digits of the flip along a diagonal ([`crate::methods::halves::flip`]), so that every list
//! is filtered once per square, whatever the weights of its norths.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::methods::halves::lists::far::FarLists;
use super::filter::Filter;
use crate::methods::halves::flip::{self, Moves, SIDES};
use crate::methods::halves::kernels::SetCounts;
use crate::methods::halves::kernels::vector::{LANE, Vector};
use crate::methods::halves::lists::list::{List, NeededBytes, lines};
use super::pairs::{CountPairs, Planes};
use super::tails::{Completions, ListCompletions, Tail};
use crate::methods::halves::{Shape, TAIL};
use crate::board::bits;

/// Norths of a list that have something in common.
pub struct Segment<'a> {
    pub list: &'a List,
    pub norths: Range<usize>,
}

/// All norths of `list`.
fn all_segments(list: &List) -> Vec<Segment<'_>> {
    list.segments.iter().map(|norths| Segment { list, norths: norths.clone() }).collect()
}

/// Queens in the south, from the cut outwards.
#[derive(Clone, Copy)]
pub struct South {
    /// How many rows are filled.
    pub row: usize,
    /// The columns that are left.
    pub columns: u32,
    /// Squares of the next row that the queens attack towards higher columns.
    pub up: u32,
    /// And towards lower ones.
    pub down: u32,
    /// Digits that are not decided yet.
    pub undecided: usize,
}

/// The search through a column set.
pub struct Search<'a, V: Vector> {
    pub v: V,
    pub shape: &'a Shape,
    pub far: &'a FarLists,
    pub stop: &'a AtomicBool,
    /// See [`flip::moves`].
    pub moves: Vec<[Moves; SIDES]>,
    /// The squares of row 0 that may be used.
    pub first_row: u32,
    pub completions: &'a mut Completions,
    pub planes: &'a mut Planes<V::Word>,
    pub counts: SetCounts,
}

impl<V: Vector> Search<'_, V> {
    /// Counts what is below `south`, in a near row, with the norths of `segments`; `None` when it
    /// was stopped. `lists` has a list for this row and one for each near row below.
    pub fn descend(&mut self, south: &South, segments: &[Segment], lists: &mut [List]) -> Option<()> {
        let (list, lists) = lists.split_first_mut()?;
        for column in bits(self.squares(south)) {
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            let Some(next) = self.place(south, column, segments, list) else { continue };
            match lists.is_empty() {
                true => self.finish(&next, list),
                false => self.descend(&next, &all_segments(list), lists)?,
            }
        }
        Some(())
    }

    /// The squares of the next row of `south` that are free.
    fn squares(&self, south: &South) -> u32 {
        let first_row = if south.row == 0 { self.first_row } else { u32::MAX };
        south.columns & !(south.up | south.down) & first_row
    }

    /// `south` with one more queen, in `column`, and the norths of `segments` that go with it in
    /// `list`; `None` when there can be no solution with them.
    fn place(&self, south: &South, column: usize, segments: &[Segment], list: &mut List) -> Option<South> {
        let next = self.with_queen(south, column);
        let dead = next.row < self.shape.south && next.columns & !(next.up | next.down) == 0;
        (!dead && self.filter(south, column, &next, segments, list)).then_some(next)
    }

    /// Counts what is below `south`, whose near rows are full, with the norths of `list`.
    fn finish(&mut self, south: &South, list: &List) {
        if self.shape.tail == TAIL {
            let [twice, once] = [0, 1].map(|segment| list.segments[segment].clone());
            self.join(south, list, &[twice, once]);
        } else {
            let [twice, once] = [0, 1].map(|segment| list.segments[segment].len() as u64);
            self.counts.pairs += twice + once;
            self.counts.solutions += 2 * twice + once;
        }
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

    /// Writes the norths of `segments` that leave `column` of the next row of `south` free into
    /// `list`; `false` when there is none. `next` is the south with that queen.
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
            &self.moves[south.undecided - 1][flip::side(self.shape, column)]
        } else {
            stay = flip::stay(south.undecided);
            &stay
        };
        let lines = lines(self.shape, south.row, column);
        let needed = NeededBytes::by(self.shape, next.row, next.columns);
        let new_segments = flip::segments(next.undecided);
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
                    end += self.v.enter(Filter {
                        from,
                        norths: norths.clone(),
                        lines,
                        needed: &needed,
                        into: list,
                        at: end,
                    });
                }
            }
            list.segments.push(begin..end);
        }
        list.segments.iter().any(|segment| !segment.is_empty())
    }

    /// Counts what is below `south`, with eight rows left, with the norths of two segments of
    /// `list`: those that count twice, and those that count once.
    pub fn join(&mut self, south: &South, list: &List, segments: &[Range<usize>; 2]) {
        let first_row = if south.row == 0 { self.first_row } else { u32::MAX };
        let tail = Tail { columns: south.columns, up: south.up, down: south.down, first_row };
        let (far, tail, into) = (self.far, &tail, &mut *self.completions);
        match self.shape.far {
            7 => self.v.enter(ListCompletions::<7> { far, tail, into }),
            _ => self.v.enter(ListCompletions::<6> { far, tail, into }),
        }
        let completions = self.completions.len();
        let [twice, once] = segments;
        assert!(
            twice.start == 0 && twice.end <= once.start && once.start.is_multiple_of(LANE),
            "lanes of one weight: {segments:?}"
        );
        let pairs = completions as u64 * (twice.len() + once.len()) as u64;
        self.counts.pairs += pairs;
        if completions > 0 {
            let found = self.v.enter(CountPairs {
                shape: self.shape,
                list,
                segments,
                tail,
                completions: self.completions,
                planes: self.planes,
            });
            assert!(found <= 2 * pairs, "{found} solutions in {pairs} pairs");
            self.counts.solutions += found;
        }
    }
}
