//! The steps of the alternation, each alone: lists sorted and filtered, and their pairs counted.

use super::*;
use crate::methods::halves::alternation::filter::Filter;
use crate::methods::halves::alternation::pairs::{CountPairs, Memory};
use crate::methods::halves::alternation::sorted::{Segment, Sorted, Sorter};
use crate::methods::halves::kernels::vector::{LANE, Vector};
use crate::methods::halves::lists::footprint::Footprints;
use crate::methods::halves::lists::lister::Filling;

/// A list with segments of these lengths, of halves with some of `lines`.
fn random_list(rng: &mut Rng, lens: &[usize], lines: u64, dense: bool) -> (Sorted, Vec<Vec<u64>>) {
    let mut all = Vec::new();
    let mut segments = Vec::new();
    let mut halves = Vec::new();
    for &len in lens {
        let footprint = |_| lines & rng.u64(..) & if dense { u64::MAX } else { rng.u64(..) };
        let part: Vec<u64> = (0..len).map(footprint).collect();
        segments.push(Segment { begin: all.len(), len, ..Segment::default() });
        all.extend(&part);
        all.resize((all.len() + LANE).next_multiple_of(LANE), 0);
        halves.push(part);
    }
    (Sorted { list: list_of(&all, 0, &every_byte()), segments }, halves)
}

/// Counts the pairs of two lists, and compares with a loop over all.
fn check_pairs<V: Vector>(v: V, [a, b]: [&(Sorted, Vec<Vec<u64>>); 2], lines: u64) {
    let mut memory = Memory::new(v.ones());
    let of = |(sorted, _): &'_ (Sorted, Vec<Vec<u64>>)| sorted.segments.clone();
    let found = v.enter(CountPairs {
        norths: (&a.0.list, &of(a)),
        souths: (&b.0.list, &of(b)),
        needed: &NeededBytes::of_lines(lines),
        memory: &mut memory,
    });
    let souths: Vec<u64> = b.1.iter().flatten().copied().collect();
    let fits = |north: &u64| souths.iter().filter(|&south| north & south == 0).count() as u64;
    let expected: u64 = a.1.iter().flatten().map(fits).sum();
    assert_eq!(found, expected, "{:?}, {:?}, {lines:#x}", a.0.segments, b.0.segments);
}

#[test]
fn pairs_without_a_common_line_are_counted() {
    let mut rng = Rng::with_seed(85);
    // From no line to more than all tables have room for; segments around the ends of vectors and words.
    for lines in [0, 1, 10, 18, 19, 21, 24, 28, 31, 32, 33, 35] {
        for lens in [&[1][..], &[31, 1], &[255, 2], &[256], &[257, 0], &[511, 513], &[700, 90, 8]] {
            let mask = (0..lines).fold(0_u64, |mask, _| {
                let free: Vec<u32> = (0..64).filter(|bit| mask >> bit & 1 == 0).collect();
                mask | 1 << rng.choice(free).unwrap()
            });
            let others = [rng.usize(0..9), rng.usize(0..40), 600 * rng.usize(0..2)];
            let a = random_list(&mut rng, lens, mask, lines < 12);
            let b = random_list(&mut rng, &others, mask, lines < 12);
            with_every_vector!(check_pairs([&a, &b], mask));
            with_every_vector!(check_pairs([&b, &a], mask));
        }
    }
}

/// Filters a list, and compares with a loop over its segments.
fn check_filter<V: Vector>(
    v: V,
    from: &(Sorted, Vec<Vec<u64>>),
    own: &[u64],
    lines: u64,
    needed: &NeededBytes,
) {
    let segments: Vec<Segment> =
        from.0.segments.iter().zip(own).map(|(segment, &lines)| Segment { lines, ..*segment }).collect();
    let mut into = Sorted::default();
    into.list.reserve(&every_byte(), 40_000, 0);
    v.enter(Filter { from: &from.0.list, segments: &segments, lines, needed, into: &mut into });
    let mut left = into.segments.iter();
    for (segment, halves) in segments.iter().zip(&from.1) {
        let bytes = lines_in(needed);
        let expected: Vec<u64> =
            halves.iter().filter(|&half| half & lines == 0).map(|half| half & bytes).collect();
        if segment.lines & lines != 0 || expected.is_empty() {
            continue;
        }
        let found = left.next().expect("a segment for the halves that are left");
        assert_eq!((found.len, found.begin % LANE), (expected.len(), 0));
        let end = found.end();
        assert!(footprints_in(&into.list, found.begin..end, needed) == expected, "{segment:?}");
        // The rest of its last vector has no line.
        let rest = footprints_in(&into.list, end..end.next_multiple_of(V::WIDTH), needed);
        assert!(rest.iter().all(|&half| half == 0), "{segment:?}");
    }
    assert!(left.next().is_none());
}

#[test]
fn filter_keeps_the_halves_of_every_segment() {
    let mut rng = Rng::with_seed(86);
    for round in 0..60 {
        let lens: Vec<usize> =
            (0..rng.usize(1..12)).map(|_| rng.usize(0..if round % 2 == 0 { 80 } else { 900 })).collect();
        let from = random_list(&mut rng, &lens, u64::MAX, false);
        let own: Vec<u64> = lens.iter().map(|_| 1 << rng.u32(..64)).collect();
        let lines = [0, 1 << rng.u32(..64), 1 << rng.u32(..32) | 1 << rng.u32(32..64)][round % 3]
            | own[0] & (round as u64 & 1).wrapping_neg();
        let lines = if lines.count_ones() > 2 { own[0] } else { lines };
        let needed = NeededBytes::of_lines(rng.u64(..) & rng.u64(..) & rng.u64(..) | 1);
        with_every_vector!(check_filter(&from, &own, lines, &needed));
    }
}

/// Sorts the halves of fillings, in the same memory, and compares with every way to fill each.
fn check_every_sorted<V: Vector>(v: V, shape: &Shape, south: bool, every: &[Filling], queens: usize) {
    let mut sorter = if south { Sorter::souths(shape) } else { Sorter::norths(shape) };
    every.iter().for_each(|filling| check_sorted(v, shape, south, filling, queens, &mut sorter));
}

fn check_sorted<V: Vector>(
    v: V,
    shape: &Shape,
    south: bool,
    filling: &Filling,
    queens: usize,
    sorter: &mut Sorter,
) {
    let footprints = if south { Footprints::of_souths(shape) } else { Footprints::of_norths(shape) };
    let rows = footprints.rows();
    let first_row = if south { shape.n % 2 } else { 0 };
    let needed = every_byte();
    let free = |row: usize, column: usize| {
        let given = filling.given.get(row).is_none_or(|&given| given == 0 || given == 1 << column);
        let [leftward, rightward] = filling.attacked;
        given && (u64::from(leftward) >> row | u64::from(rightward) << row) >> column & 1 == 0
    };
    let mut expected: Vec<(Vec<usize>, u64)> = fillings(rows, filling.columns, &free)
        .into_iter()
        .map(|columns| {
            let footprint = (0..rows).fold(0, |lines, row| lines | footprints.at(row, columns[row]));
            (columns[first_row..].to_vec(), footprint)
        })
        .collect();
    let far = far_lists(shape.far.count());
    let len = sorter.list(v, far, filling, &needed, &NEVER).unwrap();
    assert_eq!(len, expected.len());
    let mut sorted = Sorted::default();
    sorter.sort(v, shape, queens, &mut sorted);
    let sides = |columns: &[usize]| -> Vec<usize> {
        (queens..shape.digits).map(|row| crate::methods::halves::flip::side(shape, columns[row])).collect()
    };
    for segment in &sorted.segments {
        let first: Vec<usize> = segment.queens.iter().map(|&column| column.into()).collect();
        let alike =
            |columns: &[usize]| columns[..queens] == first[..queens] && sides(columns) == sides(&first);
        let mut of_segment: Vec<u64> =
            expected.extract_if(.., |(columns, _)| alike(columns)).map(|(_, footprint)| footprint).collect();
        of_segment.sort_unstable();
        let found = sorted_footprints(&sorted.list, segment.begin..segment.end(), &needed);
        assert!(found == of_segment, "{shape:?}, {filling:?}, {segment:?}");
        let own = (0..queens).fold(0, |lines, row| lines | sorter.lines(row, first[row]));
        assert_eq!(segment.lines, own);
    }
    assert!(expected.is_empty(), "{shape:?}, {filling:?}: {} halves have no segment", expected.len());
}

#[test]
fn halves_are_sorted_by_their_first_queens() {
    let mut rng = Rng::with_seed(87);
    for round in 0..16 {
        let n = rng.usize(14..=32);
        // Eight rows, two of them near ones besides the central one.
        let shape = Shape { north: 8, south: 8 + n % 2, digits: round % 3, ..alternating(n, &[]) };
        let south = round % 2 == 1;
        let centre = south && n % 2 == 1;
        let columns = choose(&mut rng, shape.row_mask() >> 2, 7 + usize::from(centre));
        let given = if centre { [choose(&mut rng, columns, 1), 0, 0] } else { [0; 3] };
        let filling = |last: usize, attacked| Filling { columns: columns | 1 << last, given, attacked };
        let attacked = [1 << rng.usize(0..n), 1 << rng.usize(0..n)];
        // Each differs from the one before in one column or in the attacked squares only.
        let every = [
            filling(n - 1, [0; 2]),
            filling(n - 2, [0; 2]),
            filling(n - 2, attacked),
            filling(n - 1, attacked),
        ];
        with_every_vector!(check_every_sorted(&shape, south, &every, rng.usize(0..3)));
    }
}
