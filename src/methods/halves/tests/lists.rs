//! Lists of norths: how they are made and filtered.

use super::board::asked;
use super::*;
use crate::methods::halves::join::filter::Filter;
use crate::methods::halves::flip::{SIDES, side};
use crate::methods::halves::kernels::vector::Vector;
use crate::methods::halves::lists::list::{Footprints, Lines, lines};
use crate::methods::halves::join::norths::{Norths, Wanted};

/// A footprint with each bit set by chance, one in four.
fn footprint(rng: &mut Rng) -> u64 {
    rng.u64(..) & rng.u64(..)
}

/// Filters a list and compares with a loop over its norths.
fn check_filter<V: Vector>(
    v: V,
    norths: &[u64],
    from_at: usize,
    at: usize,
    lines: Lines,
    needed: &NeededBytes,
) {
    let what = format!("{} norths from {from_at} to {at}, {lines:?}", norths.len());
    let everything = NeededBytes::by(&shape(32), 0, u32::MAX);
    let from = list_of(norths, from_at, &everything);
    let mut into = list_of(&vec![u64::MAX; at], 0, &everything);
    into.reserve(&everything, at + norths.len(), at);
    let kept = v.enter(Filter {
        from: &from,
        norths: from_at..from_at + norths.len(),
        lines,
        needed,
        into: &mut into,
        at,
    });
    let asked = lines.iter().fold(0, |asked, &(byte, mask)| asked | u64::from(mask) << (8 * byte));
    let expected: Vec<u64> = norths.iter().copied().filter(|north| north & asked == 0).collect();
    assert_eq!(kept, expected.len(), "{what}");
    for &byte in needed.bytes() {
        let found = &into.slices()[byte][..at + kept];
        let bytes = expected.iter().map(|north| north.to_le_bytes()[byte]);
        assert!(found[..at].iter().all(|&before| before == u8::MAX), "{what}: byte {byte} before");
        assert!(found[at..].iter().copied().eq(bytes), "{what}: byte {byte}");
    }
}

#[test]
fn a_filter_keeps_the_norths_that_leave_a_square_free_in_their_order() {
    let mut rng = Rng::with_seed(11);
    for len in lengths() {
        let shape = shape(rng.usize(15..=32));
        let norths: Vec<u64> = (0..len).map(|_| footprint(&mut rng)).collect();
        let (row, column) = (rng.usize(..shape.near_south().max(1)), rng.usize(..shape.n));
        let needed = NeededBytes::by(&shape, row + 1, choose(&mut rng, shape.row_mask(), shape.south - row));
        let lines = lines(&shape, row, column);
        let (from_at, at) = (64 * rng.usize(..3), rng.usize(..200));
        with_every_vector!(check_filter(&norths, from_at, at, lines, &needed));
    }
}

#[test]
fn a_question_about_nothing_keeps_every_north() {
    let shape = shape(20);
    let corner = lines(&shape, 9, 0);
    assert!(corner.iter().any(|&(_, mask)| mask == 0), "{corner:?}");
    let norths = [u64::MAX; 100];
    with_every_vector!(check_filter(&norths, 0, 5, [(0, 0), (0, 0)], &NeededBytes::by(&shape, 0, 0xf_ffff)));
}

#[test]
fn a_list_keeps_its_norths_when_it_grows() {
    let everything = NeededBytes::by(&shape(32), 0, u32::MAX);
    let norths: Vec<u64> = (0..5_000_u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
    let mut list = list_of(&norths, 0, &everything);
    list.reserve(&everything, 100_000, norths.len());
    for (byte, array) in list.slices().iter().enumerate() {
        assert!(array.len() >= 100_064 && array.as_ptr().align_offset(64) == 0);
        assert!(array.iter().zip(&norths).all(|(&found, north)| found == north.to_le_bytes()[byte]));
    }
}

#[test]
fn a_list_of_two_million_norths_keeps_them_when_it_grows() {
    let everything = NeededBytes::by(&shape(32), 0, u32::MAX);
    let footprint = |i: usize| (i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut list = List::default();
    let mut kept = 0;
    for len in [300_000, 1_100_000, 2_000_000, 4_500_000] {
        list.reserve(&everything, len, kept);
        for (byte, array) in list.slices().iter().enumerate() {
            let lost = (0..kept).find(|&i| array[i] != footprint(i).to_le_bytes()[byte]);
            assert_eq!(lost, None, "byte {byte} of a list that grows from {kept} to {len}");
        }
        for (byte, array) in list.slices_mut().into_iter().enumerate() {
            (0..len).for_each(|i| array[i] = footprint(i).to_le_bytes()[byte]);
        }
        kept = len;
    }
}

/// Every way to fill the north: by class, what each sends, as far as it is in the bytes that are
/// needed.
fn every_north(shape: &Shape, wanted: Wanted, needed: &NeededBytes) -> Vec<Vec<u64>> {
    let Wanted { columns, first } = wanted;
    let footprints = Footprints::of(shape);
    let bytes: u64 = needed.bytes().iter().map(|byte| 0xff << (8 * byte)).sum();
    let mut norths = vec![Vec::new(); SIDES.pow(shape.digits as u32)];
    for queens in fillings(shape.north, columns, &|_, _| true) {
        if first.given().eq(queens[..first.given().count()].iter().copied()) {
            let class: usize =
                (0..shape.digits).map(|row| side(shape, queens[row]) * SIDES.pow(row as u32)).sum();
            let sent = (0..shape.north).fold(0, |sent, row| sent | footprints.at(row, queens[row]));
            norths[class].push(sent & bytes);
        }
    }
    norths.iter_mut().for_each(|norths| norths.sort_unstable());
    norths
}

/// Lists norths and compares with those.
fn check_norths<V: Vector>(v: V, shape: &Shape, wanted: Wanted, needed: &NeededBytes, expected: &[Vec<u64>]) {
    let (without, mut norths) = (FarLists::new(shape.n, 0), Norths::new(shape));
    let far = if shape.far > 0 { &FAR_LISTS[shape.far - 6] } else { &without };
    // Twice, because lists are used again and again.
    for _ in 0..2 {
        norths.list(v, shape, far, wanted, &NEVER).unwrap();
        for (class, (list, expected)) in norths.by_sides.iter().zip(expected).enumerate() {
            let what = format!("{shape:?}, {wanted:?}: class {class}");
            assert_eq!((list.segments.len(), &list.segments[0]), (1, &(0..expected.len())), "{what}");
            let slices = list.slices();
            let north = |i: usize| {
                needed.bytes().iter().fold(0, |word, &byte| word | u64::from(slices[byte][i]) << (8 * byte))
            };
            let mut found: Vec<u64> = (0..expected.len()).map(north).collect();
            found.sort_unstable();
            assert!(found == *expected, "{what}");
        }
    }
}

#[test]
fn the_norths_are_every_way_to_fill_the_north_by_the_sides_of_the_first_queens() {
    let mut rng = Rng::with_seed(12);
    for round in 0..60 {
        let n = rng.usize(12..=32);
        // A north of a few rows on a board of any width.
        let far = rng.usize(6..=if (14..=20).contains(&n) { 7 } else { 6 });
        let north = rng.usize(far..=9.min(n / 2));
        let digits = rng.usize(0..=3.min(north - far));
        let shape = Shape { north, south: n - north, far, digits, ..shape(n) };
        let columns = choose(&mut rng, shape.row_mask(), north);
        let needed = NeededBytes::by(&shape, 0, shape.row_mask() & !columns);
        let set = ColumnSet { columns, centre: None };
        let first = random_first(&mut rng, &set, (round % 3).min(shape.near_north()));
        let wanted = Wanted { columns, first };
        let expected = every_north(&shape, wanted, &needed);
        with_every_vector!(check_norths(&shape, wanted, &needed, &expected));
    }
}

#[test]
fn the_norths_of_boards_without_far_rows_are_listed_as_well() {
    let mut rng = Rng::with_seed(13);
    for n in 2..=11 {
        let shape = shape(n);
        for _ in 0..5 {
            let columns = choose(&mut rng, shape.row_mask(), shape.north);
            let needed = NeededBytes::by(&shape, 0, shape.row_mask() & !columns);
            let wanted = Wanted { columns, first: FirstQueens::ANY };
            let expected = every_north(&shape, wanted, &needed);
            with_every_vector!(check_norths(&shape, wanted, &needed, &expected));
        }
    }
}

#[test]
fn a_question_of_a_queen_asks_for_what_its_diagonals_are() {
    // The two bits by hand: row 1, column 5 of 8 is on the antidiagonal 5 - 1 - 1 and on the
    // diagonal 7 - 5 - 1 - 1.
    let shape = shape(8);
    assert_eq!(asked(&shape, 1, 5), 1 | 1 << (16 + 3));
    assert_eq!(asked(&shape, 3, 0), 1 << 3);
}
