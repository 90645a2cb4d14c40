//! The halves of a piece, sorted by their first queens.
//!
//! The lister yields halves in the order of the columns of their far rows, in *runs* with the same near
//! queens. The alternation needs those with the same first queens side by side: a *segment* each. The
//! runs say how many halves each segment gets, so every half is moved once.

use std::sync::atomic::AtomicBool;

use super::filter::Filter;
use crate::board::bits;
use crate::methods::halves::Shape;
use crate::methods::halves::flip::{SIDES, side};
use crate::methods::halves::kernels::vector::{LANE, Step, Vector};
use crate::methods::halves::lists::far::FarLists;
use crate::methods::halves::lists::footprint::{Footprints, NeededBytes};
use crate::methods::halves::lists::half_list::HalfList;
use crate::methods::halves::lists::lister::{Filling, Lister, Listing, Run};

/// The most queens by which halves are sorted.
pub const MOST_QUEENS: usize = 4;

/// Bits of a place for each of these queens: the rank of its column among those of the half.
const RANK_BITS: usize = 4;

/// Of a sample, one far choice in so many is listed.
const SAMPLE: usize = 16;

/// Halves of a list with the same first queens.
#[derive(Clone, Copy, Debug, Default)]
pub struct Segment {
    pub begin: usize,
    pub len: usize,
    /// The lines of these queens.
    pub lines: u64,
    /// Their columns, from the cut outwards, without the central queen of an odd board; of a queen of
    /// which only the side is the same, any column on that side.
    pub queens: [u8; MOST_QUEENS],
}

impl Segment {
    pub fn end(&self) -> usize {
        self.begin + self.len
    }
}

/// A list of halves and its segments.
#[derive(Default)]
pub struct Sorted {
    pub list: HalfList,
    pub segments: Vec<Segment>,
}

/// Lists and sorts the halves of one side of the cut.
pub struct Sorter {
    lister: Lister,
    /// The row of the first queen by which halves are sorted: behind the central row.
    first_row: usize,
    /// The halves as listed.
    unsorted: [HalfList; 1],
    runs: Vec<Run>,
    /// What is listed, with which bytes.
    pub listed: Filling,
    needed: NeededBytes,
    /// The last estimate, and of what.
    estimated: (Filling, usize),
    /// By place: the number of halves, and their segment.
    lens: Vec<u32>,
    segment_of: Vec<u32>,
    /// By segment: where its next half goes.
    next: Vec<u32>,
}

impl Sorter {
    pub fn norths(shape: &Shape) -> Self {
        Self::new(shape, Footprints::of_norths(shape), 0)
    }

    pub fn souths(shape: &Shape) -> Self {
        Self::new(shape, Footprints::of_souths(shape), shape.n % 2)
    }

    fn new(shape: &Shape, footprints: Footprints, first_row: usize) -> Self {
        Self {
            lister: Lister::new(footprints, shape.far, 1),
            first_row,
            unsorted: [HalfList::default()],
            runs: Vec::new(),
            listed: Filling::default(),
            needed: NeededBytes::of_lines(0),
            estimated: Default::default(),
            lens: Vec::new(),
            segment_of: Vec::new(),
            next: Vec::new(),
        }
    }

    /// The lines of a queen in a row; the central row of an odd board is not counted.
    pub fn lines(&self, row: usize, column: usize) -> u64 {
        self.lister.footprints.at(self.first_row + row, column)
    }

    /// The lines of a queen in the central row of an odd board.
    pub fn central_lines(&self, column: usize) -> u64 {
        self.lister.footprints.at(0, column)
    }

    /// An estimate of the number of halves of `filling`, by a sample; `None` if it was stopped.
    pub fn estimate<V: Vector>(
        &mut self,
        v: V,
        far: &FarLists,
        filling: &Filling,
        stop: &AtomicBool,
    ) -> Option<usize> {
        if self.estimated.0 != *filling {
            self.listed = Filling::default();
            let needed = &NeededBytes::of_lines(0);
            let sampled = self.list_some(v, Listing { far, filling, needed, every: SAMPLE, stop })?;
            self.estimated = (*filling, SAMPLE * sampled);
        }
        Some(self.estimated.1)
    }

    /// Lists the halves of `filling` with these bytes, unless they are there already, and returns their
    /// number; `None` if it was stopped.
    pub fn list<V: Vector>(
        &mut self,
        v: V,
        far: &FarLists,
        filling: &Filling,
        needed: &NeededBytes,
        stop: &AtomicBool,
    ) -> Option<usize> {
        if self.listed != *filling {
            self.listed = Filling::default();
            for (rank, column) in bits(filling.columns).enumerate() {
                for (row, places) in
                    self.lister.places[self.first_row..].iter_mut().take(MOST_QUEENS).enumerate()
                {
                    places[column] = (rank << (RANK_BITS * (MOST_QUEENS - 1 - row))) as u16;
                }
            }
            self.list_some(v, Listing { far, filling, needed, every: 1, stop })?;
            self.needed = *needed;
            self.listed = *filling;
        }
        Some(self.unsorted[0].segments[0].len())
    }

    /// Lists halves, or a sample, and returns their number.
    fn list_some<V: Vector>(&mut self, v: V, listing: Listing) -> Option<usize> {
        let Self { lister, unsorted, runs, .. } = self;
        runs.clear();
        lister.list(v, listing, unsorted, Some(runs))?;
        Some(unsorted[0].segments[0].len())
    }

    /// Sorts the listed halves by their first `queens`, and by the sides of the next ones up to those
    /// that decide a digit of the diagonal flip.
    pub fn sort<V: Vector>(&mut self, v: V, shape: &Shape, queens: usize, into: &mut Sorted) {
        let depth = queens.max(shape.digits);
        let shift = RANK_BITS * (MOST_QUEENS - depth);
        let place = Places::of(shape, self.listed.columns, queens, depth);
        let places = 1 << (RANK_BITS * depth);
        self.lens.clear();
        self.lens.resize(places, 0);
        for run in &self.runs {
            self.lens[place.by_side(usize::from(run.place) >> shift)] += u32::from(run.len);
        }
        self.segment_of.clear();
        self.segment_of.resize(places, 0);
        self.next.clear();
        into.segments.clear();
        let mut end = 0;
        for at in (0..places).filter(|&at| self.lens[at] > 0) {
            // A run is written a vector at a time, and may reach behind its segment.
            let begin = (end + LANE).next_multiple_of(LANE);
            let mut segment = Segment { begin, len: self.lens[at] as usize, ..Segment::default() };
            for row in 0..depth {
                let column = place.column(at, row);
                segment.queens[row] = column as u8;
                segment.lines |= if row < queens { self.lines(row, column) } else { 0 };
            }
            end = segment.end();
            self.segment_of[at] = into.segments.len() as u32;
            into.segments.push(segment);
            self.next.push(begin as u32);
        }
        into.list.reserve(&self.needed, end + LANE, 0);
        v.enter(Scatter { sorter: self, place, shift, into: &mut into.list });
        for &byte in self.needed.bytes() {
            let array = into.list.arrays[byte].as_mut_slice();
            into.segments.iter().for_each(|segment| array[segment.end()..][..LANE].fill(0));
        }
    }
}

/// The places of halves: the ranks of their first queens' columns, row 0 highest.
#[derive(Clone, Copy)]
struct Places {
    /// By rank: the column of the half, and the lowest rank on its side of the board.
    columns: [u8; 1 << RANK_BITS],
    first_on_side: [u8; 1 << RANK_BITS],
    /// Queens whose columns matter; those behind, up to `depth`, matter by their sides.
    queens: usize,
    depth: usize,
}

impl Places {
    fn of(shape: &Shape, columns: u32, queens: usize, depth: usize) -> Self {
        let mut places = Self { columns: [0; 16], first_on_side: [0; 16], queens, depth };
        let mut first = [None; SIDES];
        for (rank, column) in bits(columns).enumerate() {
            places.columns[rank] = column as u8;
            places.first_on_side[rank] = *first[side(shape, column)].get_or_insert(rank as u8);
        }
        places
    }

    fn shift(&self, row: usize) -> usize {
        RANK_BITS * (self.depth - 1 - row)
    }

    /// The column of the queen in a row.
    fn column(&self, place: usize, row: usize) -> usize {
        self.columns[(place >> self.shift(row)) % (1 << RANK_BITS)].into()
    }

    /// The place of all halves that are alike: with the lowest column on the side of each queen of which
    /// only the side matters.
    #[inline(always)]
    fn by_side(&self, place: usize) -> usize {
        (self.queens..self.depth).fold(place, |place, row| {
            let rank = usize::from(self.first_on_side[(place >> self.shift(row)) % (1 << RANK_BITS)]);
            let mask = ((1 << RANK_BITS) - 1) << self.shift(row);
            place & !mask | rank << self.shift(row)
        })
    }
}

/// Moves every run of a listed half to the end of its segment.
struct Scatter<'a> {
    sorter: &'a mut Sorter,
    place: Places,
    shift: usize,
    into: &'a mut HalfList,
}

impl<V: Vector> Step<V> for Scatter<'_> {
    type Out = ();

    #[inline(always)]
    fn run(self, v: V) {
        let Self {
            sorter: Sorter { unsorted: [from], runs, segment_of, next, needed, .. },
            place,
            shift,
            into,
        } = self;
        let from = from.slices();
        let into = into.slices_mut();
        let mut read = 0;
        for run in &*runs {
            let at = place.by_side(usize::from(run.place) >> shift);
            let next = &mut next[segment_of[at] as usize];
            let len = usize::from(run.len);
            for &byte in needed.bytes() {
                for at in (0..len).step_by(V::WIDTH) {
                    v.store(v.load(&from[byte][read + at..]), &mut into[byte][*next as usize + at..]);
                }
            }
            *next += len as u32;
            read += len;
        }
    }
}

/// Writes the needed bytes of the halves of a list without any of `lines`; `false` if there is none.
pub fn filter<V: Vector>(
    v: V,
    from: &HalfList,
    segments: &[Segment],
    lines: u64,
    needed: &NeededBytes,
    into: &mut Sorted,
) -> bool {
    let len: usize = segments.iter().map(|segment| segment.len.next_multiple_of(LANE)).sum();
    into.list.reserve(needed, len + LANE, 0);
    into.segments.clear();
    v.enter(Filter { from, segments, lines, needed, into });
    !into.segments.is_empty()
}
