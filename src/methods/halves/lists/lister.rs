//! The lister: all ways to fill a half, north or south, with given columns.
//!
//! ```text
//! for each choice of columns for the far rows, six or seven:
//!     for each way to fill the near rows with the others:
//!         for each entry of the far list of the choice, 64 at a time:
//!             list the half, if no near queen attacks a square of the entry
//! ```
//!
//! The footprint of a half joins the footprints of its near queens and of its far queens by OR.
//! The tables for the far queens are made once per choice. Near placements are handled eight at a
//! time: first all their possible entries are collected, then the footprints of all these are
//! looked up. So a half costs a few instructions.
//!
//! The flip from top to bottom turns a south into a north. So both are listed alike, by rows from the
//! cut outwards, and differ in the lines that their queens send across the cut.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::board::{bits, next_combination};
use crate::methods::halves::FarRows;
use crate::methods::halves::kernels::vector::{Step, Vector};
use crate::methods::halves::lists::entry::{Attacked, BLOCK, Entries, MOST_ROWS, Rest, RowTables};
use crate::methods::halves::lists::far::{FarList, FarLists};
use crate::methods::halves::lists::footprint::{BYTES, Footprints, NeededBytes};
use crate::methods::halves::lists::half_list::HalfList;

/// Lists halves, north or south.
pub struct Lister {
    pub footprints: Footprints,
    far: FarRows,
    /// By row and column: what a queen there adds to the place of a half.
    pub places: Vec<[u16; 32]>,
    /// Placements in the near rows that wait for the far rows, by the list that they go to.
    near: Vec<Vec<Near>>,
    /// The possible entries of a batch of near placements, and the index of each one's placement.
    entries: Entries,
}

/// The halves that are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Filling {
    /// The columns that they fill.
    pub columns: u32,
    /// The squares of their first queens in rows 0, 1 and 2, all near rows; 0 for any.
    pub given: [u32; 3],
    /// The squares of row 0 that queens of the other half attack, to the left of these queens and
    /// to the right.
    pub attacked: [u32; 2],
}

/// Halves to list, and what of them.
#[derive(Clone, Copy)]
pub struct Listing<'a> {
    pub filling: &'a Filling,
    /// The bytes of their footprints.
    pub needed: &'a NeededBytes,
    /// Far choices of which one is listed: all if it is 1, otherwise a sample.
    pub every: usize,
}

/// Halves of the list, side by side, with the same near queens.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// The place of these queens.
    pub place: u16,
    pub len: u16,
}

/// Queens in the near rows, from the cut outwards.
#[derive(Clone, Copy, Default)]
struct Near {
    /// Squares of the next row that are attacked from the right, and from the left.
    leftward: u32,
    rightward: u32,
    footprint: u64,
    columns: u32,
    row: u8,
    place: u16,
}

impl Lister {
    /// Lists halves with these footprints into `lists` lists.
    pub fn new(footprints: Footprints, far: FarRows, lists: usize) -> Self {
        Self {
            places: vec![[0; 32]; footprints.rows()],
            footprints,
            far,
            near: vec![Vec::new(); lists],
            entries: Entries::default(),
        }
    }

    /// Adds the halves of `listing` to segment 0 of the list of their place, or of the only list; `None`
    /// if it was stopped. If there are `runs`, they say which halves have which place.
    pub fn list<V: Vector>(
        &mut self,
        v: V,
        far: &FarLists,
        listing: Listing,
        into: &mut [HalfList],
        runs: Option<&mut Vec<Run>>,
        stop: &AtomicBool,
    ) -> Option<()> {
        let Filling { given, attacked: [mut left, mut right], .. } = *listing.filling;
        for &square in given.iter().take_while(|&&square| square != 0) {
            if square & (left | right) != 0 {
                return Some(());
            }
            (left, right) = ((left | square) >> 1, (right | square) << 1);
        }
        match self.far {
            FarRows::Seven => self.look_up::<V, 7>(v, far, listing, into, runs, stop),
            FarRows::Six => self.look_up::<V, 6>(v, far, listing, into, runs, stop),
            FarRows::None => self.look_up::<V, 0>(v, far, listing, into, runs, stop),
        }
    }

    /// Lists halves with far lists of `FAR` rows.
    fn look_up<V: Vector, const FAR: usize>(
        &mut self,
        v: V,
        far: &FarLists,
        listing: Listing,
        into: &mut [HalfList],
        mut runs: Option<&mut Vec<Run>>,
        stop: &AtomicBool,
    ) -> Option<()> {
        let Listing { filling, needed, every } = listing;
        let Filling { columns, given, attacked: [leftward, rightward] } = *filling;
        let free = columns & !given.iter().fold(0, |all, square| all | square);
        let mut choices = choices(free, FAR).step_by(every).map(|choice| (choice, far.of(v, choice)));
        let mut next = choices.next();
        while let Some((far_columns, list)) = next {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            next = choices.next();
            // The next list is prefetched while this one is processed.
            if let Some((_, list)) = &next {
                list.prefetch(v);
            }
            if list.blocks.is_empty() {
                continue;
            }
            let near = Near { columns: columns & !far_columns, leftward, rightward, ..Near::default() };
            self.fill(self.footprints.rows() - FAR, &given, &near);
            let Self { near, entries, footprints, .. } = self;
            let runs = runs.as_deref_mut();
            let columns = far_columns;
            v.enter(LookUpFarRows::<FAR> {
                footprints,
                columns,
                far: list,
                near,
                needed,
                entries,
                into,
                runs,
            });
            near.iter_mut().for_each(Vec::clear);
        }
        Some(())
    }

    /// Fills the `rows` near rows from `near` on in every way that begins with `given`.
    fn fill(&mut self, rows: usize, given: &[u32; 3], near: &Near) {
        let row = usize::from(near.row);
        if row == rows {
            let list = if self.near.len() == 1 { 0 } else { usize::from(near.place) };
            return self.near[list].push(*near);
        }
        let squares = match given.get(row) {
            Some(&square) if square != 0 => square,
            _ => near.columns & !given.iter().fold(0, |all, square| all | square),
        };
        for column in bits(squares & !(near.leftward | near.rightward)) {
            let square = 1 << column;
            let next = Near {
                leftward: (near.leftward | square) >> 1,
                rightward: (near.rightward | square) << 1,
                footprint: near.footprint | self.footprints.at(row, column),
                columns: near.columns & !square,
                row: near.row + 1,
                place: near.place + self.places[row][column],
            };
            self.fill(rows, given, &next);
        }
    }
}

/// Every choice of `chosen` of `columns`.
fn choices(columns: u32, chosen: usize) -> impl Iterator<Item = u32> {
    let mut squares = [0; 32];
    squares.iter_mut().zip(bits(columns)).for_each(|(square, column)| *square = 1 << column);
    let limit = 1_u64 << columns.count_ones();
    let lowest = (1_u64 << chosen) - 1;
    let next = move |&ranks: &u64| next_combination(ranks).filter(|&next| next < limit);
    std::iter::successors(Some(lowest), next)
        .map(move |ranks| bits(ranks as u32).fold(0, |choice, rank| choice | squares[rank]))
}

/// Near placements per batch: the bytes of their footprints fit into a table.
const BATCH: usize = 8;

/// Lists the ways to fill the far rows with `columns` that the queens of `near` leave possible, at
/// the end of their list.
struct LookUpFarRows<'a, const FAR: usize> {
    footprints: &'a Footprints,
    /// The columns of the far rows.
    columns: u32,
    /// All ways to fill these.
    far: FarList<'a>,
    near: &'a [Vec<Near>],
    needed: &'a NeededBytes,
    entries: &'a mut Entries,
    into: &'a mut [HalfList],
    runs: Option<&'a mut Vec<Run>>,
}

impl<V: Vector, const FAR: usize> Step<V> for LookUpFarRows<'_, FAR> {
    type Out = ();

    #[inline(always)]
    fn run(self, v: V) {
        let Self { footprints, columns, far: list, near, needed, entries, into, mut runs } = self;
        let far = far_footprints::<V, FAR>(v, footprints, columns, list.mirrored, needed);
        entries.reserve(BATCH * list.blocks.len() * BLOCK);
        for (near, into) in near.iter().zip(into) {
            for batch in near.chunks(BATCH) {
                let (near, len) =
                    possible_entries::<V, FAR>(v, columns, list, batch, entries, runs.as_deref_mut());
                let near = v.transpose(near);
                let end = into.segments[0].end;
                into.reserve(needed, end + len, end);
                let arrays = into.slices_mut();
                let [x, y, z, numbers] = &entries.0;
                for from in (0..len).step_by(V::WIDTH) {
                    let a = v.load(&x[from..]);
                    let b = v.load(&y[from..]);
                    let c = v.load(&z[from..]);
                    let row_0 = v.missing_rank(a, b, c);
                    let numbers = v.load(&numbers[from..]);
                    for &byte in needed.bytes() {
                        let far = far[byte].look_up::<FAR>(v, [a, b, c], row_0);
                        let near = v.look_up(v.rank_table(0, near[byte]), numbers);
                        v.store(v.or(near, far, far), &mut arrays[byte][end + from..]);
                    }
                }
                into.segments[0].end += len;
            }
        }
    }
}

/// Collects the entries of `far` that go with each near placement of a batch, and the index of each
/// one's placement; returns the footprints of the placements, and the number of entries.
#[inline(always)]
fn possible_entries<V: Vector, const FAR: usize>(
    v: V,
    columns: u32,
    far: FarList<'_>,
    batch: &[Near],
    entries: &mut Entries,
    mut runs: Option<&mut Vec<Run>>,
) -> ([u64; BATCH], usize) {
    let [x, y, z, numbers] = &mut entries.0;
    let mut footprints = [0; BATCH];
    let mut len = 0;
    for (number, near) in batch.iter().enumerate() {
        footprints[number] = near.footprint;
        let rest = Rest { columns, antidiagonals: near.rightward, diagonals: near.leftward };
        let attacked = Attacked::of(v, FAR, rest.seen(far.mirrored));
        let before = len;
        for block in far.blocks {
            for at in (0..BLOCK).step_by(V::WIDTH) {
                let possible = attacked.possible::<FAR>(v, block, at);
                let permutation = v.permutation(possible);
                v.compress(permutation, v.load(&block[0].0[at..]), &mut x[len..]);
                v.compress(permutation, v.load(&block[1].0[at..]), &mut y[len..]);
                v.compress(permutation, v.load(&block[2].0[at..]), &mut z[len..]);
                v.store(v.splat(number as u8), &mut numbers[len..]);
                len += possible.count_ones() as usize;
            }
        }
        if let Some(runs) = runs.as_deref_mut() {
            runs.push(Run { place: near.place, len: (len - before) as u16 });
        }
    }
    (footprints, len)
}

/// For each needed byte of a footprint: the byte of queens in `columns` of the far rows.
#[inline(always)]
fn far_footprints<V: Vector, const FAR: usize>(
    v: V,
    footprints: &Footprints,
    columns: u32,
    mirrored: bool,
    needed: &NeededBytes,
) -> [RowTables<V>; BYTES] {
    // By row and rank, the footprint of a queen there; then by row and byte of it, a byte for each
    // rank.
    let mut ranks = [[0_u64; BYTES]; MOST_ROWS];
    let seen = Rest { columns, antidiagonals: 0, diagonals: 0 }.seen(mirrored).columns;
    let mirror = if mirrored { 31 } else { 0 };
    for row in 0..FAR {
        let ranks = &mut ranks[MOST_ROWS - FAR + row];
        for (rank, column) in bits(seen).enumerate() {
            ranks[rank] = footprints.at(footprints.rows() - FAR + row, column ^ mirror);
        }
        *ranks = v.transpose(*ranks);
    }
    let mut bytes = [RowTables::of(v, [0; MOST_ROWS]); BYTES];
    for &byte in needed.bytes() {
        bytes[byte] = RowTables::of(v, ranks.map(|row| row[byte]));
    }
    bytes
}
