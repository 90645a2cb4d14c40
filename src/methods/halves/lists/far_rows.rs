//! The step that lists norths: looks up the footprints of all ways to fill the far rows that the queens of
//! near placements leave possible, and lists them.

use crate::board::bits;
use crate::methods::halves::lists::entry::{Attacked, BLOCK, Entries, MOST_ROWS, Rest, RowTables};
use crate::methods::halves::lists::far::FarList;
use crate::methods::halves::lists::footprint::{BYTES, Footprints, NeededBytes};
use crate::methods::halves::lists::half_list::HalfList;
use crate::methods::vectors::vector::{Step, Vector};

/// Near placements per batch: the bytes of their footprints fit into a table.
const BATCH: usize = 8;

/// Queens in the near rows, from the cut outwards.
#[derive(Clone, Copy, Default)]
pub struct Near {
    /// Squares of the next row that are attacked from the right, and from the left.
    pub leftward: u32,
    pub rightward: u32,
    pub footprint: u64,
    pub columns: u32,
    pub row: u8,
    pub place: u16,
}

/// Lists the ways to fill the far rows with `columns` that the queens of `near` leave possible, at
/// the end of their list.
pub struct LookUpFarRows<'a, const FAR: usize> {
    pub footprints: &'a Footprints,
    /// The columns of the far rows.
    pub columns: u32,
    /// All ways to fill these.
    pub far: FarList<'a>,
    /// Placements in the near rows, by list.
    pub near: &'a [Vec<Near>],
    pub needed: &'a NeededBytes,
    pub entries: &'a mut Entries,
    pub into: &'a mut [HalfList],
}

impl<V: Vector, const FAR: usize> Step<V> for LookUpFarRows<'_, FAR> {
    type Out = ();

    #[inline(always)]
    fn run(self, v: V) {
        let Self { footprints, columns, far: list, near, needed, entries, into } = self;
        let far = far_footprints::<V, FAR>(v, footprints, columns, list.mirrored, needed);
        entries.reserve(BATCH * list.blocks.len() * BLOCK);
        for (near, into) in near.iter().zip(into) {
            for batch in near.chunks(BATCH) {
                let (near, len) = possible_entries::<V, FAR>(v, columns, list, batch, entries);
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
) -> ([u64; BATCH], usize) {
    let [x, y, z, numbers] = &mut entries.0;
    let mut footprints = [0; BATCH];
    let mut len = 0;
    for (number, near) in batch.iter().enumerate() {
        footprints[number] = near.footprint;
        let rest = Rest { columns, antidiagonals: near.rightward, diagonals: near.leftward };
        let attacked = Attacked::of(v, FAR, rest.seen(far.mirrored));
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
    }
    (footprints, len)
}

/// Returns the tables that look up the needed bytes of footprints, for queens in `columns` of the
/// far rows.
#[inline(always)]
fn far_footprints<V: Vector, const FAR: usize>(
    v: V,
    footprints: &Footprints,
    columns: u32,
    mirrored: bool,
    needed: &NeededBytes,
) -> [RowTables<V>; BYTES] {
    // The footprint of a queen, by row and rank. The transposition turns it into a byte for each
    // rank, by row and byte of the footprint.
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
