//! Lists of norths: how they are made and filtered.

use std::slice;

use super::footprints::tested;
use super::*;
use crate::methods::halves::flip::{self, SIDES, side};
use crate::methods::halves::join::filter::{self, Filter, Segments};
use crate::methods::halves::join::norths::{Norths, Wanted};
use crate::methods::halves::join::souths::South;
use crate::methods::halves::lists::footprint::{Footprints, Lines, lines};
use crate::methods::vectors::vector::{LANE, Vector};

/// Filters a list and compares with a loop over its norths.
fn check_filter<V: Vector>(
    v: V,
    norths: &[u64],
    from: &HalfList,
    from_at: usize,
    at: usize,
    lines: Lines,
    needed: &NeededBytes,
) {
    let what = format!("{} norths from {from_at} to {at}, {lines:?}", norths.len());
    let mut into = list_of(&vec![u64::MAX; at], 0, needed);
    into.reserve(needed, at + norths.len(), at);
    let kept =
        v.enter(Filter { from, norths: from_at..from_at + norths.len(), lines, needed, into: &mut into, at });
    let all = lines_in(needed);
    let expected = norths.iter().filter(|&north| north & tested_lines(lines) == 0).map(|north| north & all);
    let found = footprints_in(&into, 0..at + kept, needed);
    assert!(found[..at].iter().all(|&before| before == all), "{what}: before");
    assert!(found[at..].iter().copied().eq(expected), "{what}");
}

#[test]
fn filter_keeps_compatible_norths_in_order() {
    let mut rng = Rng::with_seed(11);
    // Lists of N = 28 have about 2^22 norths before the first queen of the south.
    let long = [13, 16, 18].into_iter().flat_map(|power| [(1 << power) - 1, 1 << power, (1 << power) + 1]);
    for len in lengths().chain(long).chain([(1 << 20) + 65, (1 << 22) + 1]) {
        let shape = shape(rng.usize(15..=32));
        let mut norths: Vec<u64> = (0..len).map(|_| rng.u64(..) & rng.u64(..)).collect();
        norths.iter_mut().last().into_iter().for_each(|last| *last = 0);
        let row = rng.usize(..shape.near_south().max(1));
        let column = rng.usize(..shape.n);
        let needed = NeededBytes::by(&shape, row + 1, choose(&mut rng, shape.row_mask(), shape.south - row));
        let lines = lines(&shape, row, column);
        let from_at = 64 * rng.usize(..3);
        let at = rng.usize(..200);
        let from = list_of(&norths, from_at, &every_byte());
        with_every_vector!(check_filter(&norths, &from, from_at, at, lines, &needed));
    }
    // A queen at the edge may test one line; here is one that tests none.
    assert_eq!(tested(&shape(20), 9, 0).count_ones(), 1);
    let needed = NeededBytes::by(&shape(20), 0, 0xf_ffff);
    let norths = [u64::MAX; 100];
    let from = list_of(&norths, 0, &every_byte());
    with_every_vector!(check_filter(&norths, &from, 0, 5, [(0, 0), (0, 0)], &needed));
}

#[test]
fn growing_list_keeps_its_norths() {
    let footprint = |i: usize| (i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut list = HalfList::default();
    let mut kept = 0;
    for len in [5_000, 100_000, 300_000, 1_100_000, 2_000_000, 4_500_000] {
        list.reserve(&every_byte(), len, kept);
        for (byte, array) in list.slices_mut().into_iter().enumerate() {
            assert!(array.len() >= len + 64 && array.as_ptr().align_offset(64) == 0);
            let lost = (0..kept).find(|&i| array[i] != footprint(i).to_le_bytes()[byte]);
            assert_eq!(lost, None, "byte {byte} of a list that grows from {kept} to {len}");
            (0..len).for_each(|i| array[i] = footprint(i).to_le_bytes()[byte]);
        }
        kept = len;
    }
}

/// Every way to fill the north: by sides, the needed bytes of each one's footprint.
fn every_north(shape: &Shape, Wanted { columns, first }: Wanted, needed: &NeededBytes) -> Vec<Vec<u64>> {
    let footprints = Footprints::of(shape);
    let mut norths = vec![Vec::new(); SIDES.pow(shape.digits as u32)];
    for queens in fillings(shape.north, columns, &|_, _| true) {
        if first.given().eq(queens[..first.given().count()].iter().copied()) {
            let sides: usize =
                (0..shape.digits).map(|row| side(shape, queens[row]) * SIDES.pow(row as u32)).sum();
            let footprint = (0..shape.north).fold(0, |lines, row| lines | footprints.at(row, queens[row]));
            norths[sides].push(footprint & lines_in(needed));
        }
    }
    norths.iter_mut().for_each(|norths| norths.sort_unstable());
    norths
}

/// The bytes that norths with these columns need.
fn needed_for(shape: &Shape, columns: u32) -> NeededBytes {
    NeededBytes::by(shape, 0, shape.row_mask() & !columns)
}

/// Lists norths, after others in the same memory, and compares.
fn check_norths<V: Vector>(v: V, shape: &Shape, wanted: Wanted, needed: &NeededBytes, expected: &[Vec<u64>]) {
    let far = far_lists(shape.far);
    let mut norths = Norths::new(shape);
    let others = Wanted { columns: wanted.columns.reverse_bits() >> (32 - shape.n), ..wanted };
    for wanted in [wanted, Wanted { first: FirstQueens::ANY, ..others }, wanted] {
        norths.list(v, shape, far, wanted, &NEVER).unwrap();
    }
    for (sides, (list, expected)) in norths.by_sides.iter().zip(expected).enumerate() {
        let what = format!("{shape:?}, {wanted:?}: sides {sides}");
        assert_eq!((list.segments.len(), &list.segments[0]), (1, &(0..expected.len())), "{what}");
        assert!(sorted_footprints(list, 0..expected.len(), needed) == *expected, "{what}");
    }
}

#[test]
fn norths_are_every_way_to_fill_the_north() {
    let mut rng = Rng::with_seed(12);
    for round in 0..110 {
        // All small boards, and a north of a few rows on larger boards of any width.
        let n = if round < 50 { 2 + round % 10 } else { rng.usize(12..=32) };
        let mut shape = shape(n);
        if n >= 12 {
            let seven = (14..=20).contains(&n) && rng.bool();
            let far = if seven { 7 } else { 6 };
            let north = rng.usize(far..=9.min(n / 2));
            let digits = rng.usize(0..=3.min(north - far));
            shape = Shape { north, south: n - north, far, digits, ..shape };
        }
        let columns = choose(&mut rng, shape.row_mask(), shape.north);
        let needed = needed_for(&shape, columns);
        // A few columns side by side may have no first queens.
        let first_queens = if n < 12 { 0 } else { (round % 3).min(shape.near_north()) };
        let first = random_first(&mut rng, columns, first_queens);
        let wanted = Wanted { columns, first };
        let expected = every_north(&shape, wanted, &needed);
        with_every_vector!(check_norths(&shape, wanted, &needed, &expected));
    }
}

/// The needed bytes of the norths of each segment, in ascending order.
fn by_segment(norths: Segments, segments: usize, needed: &NeededBytes) -> Vec<Vec<u64>> {
    let of_segment = |segment: usize| {
        let (list, range) = norths.get(segment);
        sorted_footprints(list, range, needed)
    };
    (0..segments).map(of_segment).collect()
}

/// Filters the segments of a south's next queen, and compares with a loop over the moves.
fn check_segments<V: Vector>(v: V, shape: &Shape, set: &ColumnSet, norths: Segments, row: usize) {
    let columns = shape.row_mask() & !set.columns;
    let [segments, then] = [row, row + 1].map(|row| flip::segments(shape.undecided(row)));
    for column in bits(columns) {
        let south = South { row, ..South::empty(shape, set, FirstQueens::ANY.into()) };
        let next = south.with_queen(column);
        let needed = NeededBytes::by(shape, next.row, next.columns);
        let lines = lines(shape, row, column);
        let mut rest = HalfList::default();
        let any = filter::filter(v, shape, set, norths, column, &next, &mut rest);
        let before = by_segment(norths, segments, &NeededBytes::by(shape, row, columns));
        let mut expected = vec![Vec::new(); then];
        let [bytes, tested] = [lines_in(&needed), tested_lines(lines)];
        let moved_to = flip::moves(shape, set, row, column);
        for (old, norths) in before.iter().enumerate() {
            let kept = norths.iter().filter(|&north| north & tested == 0).map(|north| north & bytes);
            if let Some(new) = moved_to(old) {
                expected[new].extend(kept);
            }
        }
        expected.iter_mut().for_each(|norths| norths.sort_unstable());
        let what = format!("{shape:?}, {set:?}, row {row}, column {column}");
        assert_eq!(any, expected.iter().any(|norths| !norths.is_empty()), "{what}");
        assert!(rest.segments.iter().all(|segment| segment.start.is_multiple_of(LANE)), "{what}");
        assert!(by_segment(Segments::Filtered(&rest), then, &needed) == expected, "{what}");
    }
}

#[test]
fn filter_moves_the_norths_of_every_segment() {
    let mut rng = Rng::with_seed(65);
    for n in [18, 19, 20, 21, 24, 25, 31, 32] {
        let shape = shape(n);
        let set = random_set(&mut rng, n);
        let needed = needed_for(&shape, set.columns);
        let mut norths = |len: usize| -> Vec<u64> { (0..len).map(|_| rng.u64(..) & rng.u64(..)).collect() };
        for row in 0..shape.near_south() {
            // The lists of all sides, of many lengths, the first of them empty.
            let segments = flip::segments(shape.undecided(row));
            let lists: Vec<HalfList> = (1..segments)
                .map(|segment| {
                    let norths = norths(131 * (segment - 1) % 700);
                    let mut list = list_of(&norths, 0, &needed);
                    list.segments.push(0..norths.len());
                    list
                })
                .collect();
            // The same behind each other, as after a queen.
            let mut all = Vec::new();
            let mut ranges = Vec::new();
            for len in (0..segments).map(|segment| 77 * (segment + row) % 300) {
                all.resize(all.len().next_multiple_of(LANE), 0);
                ranges.push(all.len()..all.len() + len);
                all.extend(norths(len));
            }
            let filtered = HalfList { segments: ranges, ..list_of(&all, 0, &needed) };
            if row == 0 {
                with_every_vector!(check_segments(&shape, &set, Segments::BySides(&lists), row));
            } else {
                with_every_vector!(check_segments(&shape, &set, Segments::Filtered(&filtered), row));
            }
        }
    }
}

/// Lists the norths of pieces one after the other in the same memory, and compares each with all
/// ways to fill the north.
fn check_beginnings<V: Vector>(v: V, shape: &Shape, pieces: &[(Wanted, Vec<Vec<u64>>)]) {
    let mut norths = Norths::new(shape);
    for (wanted, expected) in pieces {
        let needed = needed_for(shape, wanted.columns);
        let lists = norths.list(v, shape, far_lists(6), *wanted, &NEVER).unwrap();
        for (list, expected) in lists.iter().zip(expected) {
            let found = by_segment(Segments::BySides(slice::from_ref(list)), 2, &needed).remove(1);
            assert!(found == *expected, "{shape:?}, {wanted:?}");
        }
    }
}

#[test]
fn norths_of_every_beginning_are_their_own() {
    let mut rng = Rng::with_seed(66);
    for (n, digits) in [(26, 0), (30, 2), (31, 2), (32, 1)] {
        // Eight rows, two of them near ones: any beginning is possible.
        let shape = Shape { north: 8, south: n - 8, digits, ..shape(n) };
        // Two sets that differ in one of the last columns only.
        let seven = choose(&mut rng, shape.row_mask() >> 2, 7);
        let sets = [n - 1, n - 2].map(|last| seven | 1 << last);
        let beginning = |columns: u32, rows: usize| {
            FirstQueens::every(columns, rows).map(move |first| Wanted { columns, first })
        };
        let pieces: Vec<_> = (0..=2)
            .flat_map(|rows| sets.into_iter().flat_map(move |columns| beginning(columns, rows)))
            .map(|wanted| (wanted, every_north(&shape, wanted, &needed_for(&shape, wanted.columns))))
            .collect();
        let sizes = |(_, norths): &(Wanted, Vec<Vec<u64>>)| norths.iter().map(Vec::len).collect::<Vec<_>>();
        assert!(pieces.windows(2).filter(|pair| sizes(&pair[0]) != sizes(&pair[1])).count() > 20, "N = {n}");
        with_every_vector!(check_beginnings(&shape, &pieces));
    }
}
