//! Random column sets of larger boards, whole and in parts.

use super::*;

#[test]
fn random_sets_up_to_18_have_what_the_plain_recursion_finds() {
    let mut rng = Rng::with_seed(3);
    for n in 13..=18 {
        let shape = shape(n);
        let mut joins = Joins::of(&shape);
        for _ in 0..if n < 17 { 40 } else { 8 } {
            let set = random_set(&mut rng, n);
            let found = joins.count(&set, Part::WHOLE).solutions;
            assert_eq!(found, plainly(&shape, &set, Part::WHOLE), "N = {n}, {set:?}");
        }
    }
}

/// A part with the norths of two ways to begin: by two columns, the lowest of the set but for one
/// or the highest, either first.
fn small_part(rng: &mut Rng, set: &ColumnSet) -> Part {
    let columns: Vec<usize> = bits(set.columns).collect();
    let (a, b) = if rng.bool() { (0, 2) } else { (columns.len() - 3, columns.len() - 1) };
    Part { number: (columns[a] + columns[b]) as u32, of: 64, ..Part::WHOLE }
}

#[test]
fn small_parts_of_random_sets_up_to_24_have_what_the_plain_recursion_finds() {
    let mut rng = Rng::with_seed(4);
    for (n, sets) in [(19, 6), (20, 5), (21, 3), (22, 2), (23, 1), (24, 1)] {
        let shape = shape(n);
        let mut joins = Joins::of(&shape);
        let mut solutions = 0;
        for _ in 0..sets {
            let set = random_set(&mut rng, n);
            let part = small_part(&mut rng, &set);
            let found = joins.count(&set, part).solutions;
            assert_eq!(found, plainly(&shape, &set, part), "N = {n}, {set:?}, {part:?}");
            solutions += found;
        }
        assert!(solutions > 0, "N = {n}: nothing was compared");
    }
}

#[test]
fn the_parts_of_a_set_add_up_to_the_set() {
    let mut rng = Rng::with_seed(5);
    for n in [4, 5, 9, 12, 13, 14, 15, 16, 17, 18, 19, 20] {
        let mut joins = Joins::of(&shape(n));
        for (of, deal) in [1, 2, 3, 4, 32].into_iter().flat_map(|of| DEALS.map(|deal| (of, deal))) {
            let set = random_set(&mut rng, n);
            let whole = joins.count(&set, Part::WHOLE);
            let parts: Vec<SetCounts> =
                (0..of).map(|number| joins.count(&set, Part { number, of, deal })).collect();
            let solutions: u64 = parts.iter().map(|part| part.solutions).sum();
            assert_eq!(solutions, whole.solutions, "N = {n}, {set:?}, {of} parts by {deal:?}");
        }
    }
}

#[test]
fn every_kernel_decides_the_same_pairs_of_whole_sets_up_to_20() {
    let mut rng = Rng::with_seed(6);
    for n in 16..=20 {
        let mut joins = Joins::of(&shape(n));
        let solutions: u64 =
            (0..4).map(|_| joins.count(&random_set(&mut rng, n), Part::WHOLE).solutions).sum();
        assert!(solutions > 0, "N = {n}: nothing was compared");
    }
}

#[test]
fn the_digits_that_are_compared_change_how_solutions_are_weighed_and_not_how_they_are_found() {
    let mut rng = Rng::with_seed(7);
    for n in [18, 19, 20] {
        for digits in 0..=shape(n).digits {
            let shape = Shape { digits, ..shape(n) };
            let mut joins = Joins::of(&shape);
            let set = random_set(&mut rng, n);
            let part = small_part(&mut rng, &set);
            let found = joins.count(&set, part).solutions;
            assert_eq!(found, plainly(&shape, &set, part), "N = {n}, {digits} digits, {set:?}, {part:?}");
        }
    }
}

#[test]
fn a_counter_remembers_nothing_of_the_sets_before() {
    let mut rng = Rng::with_seed(8);
    let shape = shape(17);
    let mut joins = Joins::of(&shape);
    let set = random_set(&mut rng, 17);
    let centres: Vec<u8> = bits(shape.row_mask() & !set.columns).map(|column| column as u8).collect();
    // The same columns with another central queen, another part, other columns, and the first
    // again.
    let mut pieces = vec![(set, Part::WHOLE)];
    pieces.extend(centres.iter().map(|&centre| (ColumnSet { centre: Some(centre), ..set }, Part::WHOLE)));
    pieces.extend([1, 0].map(|number| (set, Part { number, of: 3, ..Part::WHOLE })));
    pieces.extend([(random_set(&mut rng, 17), Part { number: 0, of: 3, ..Part::WHOLE }), (set, Part::WHOLE)]);
    for (set, part) in pieces {
        assert_eq!(joins.count(&set, part), Joins::of(&shape).count(&set, part), "{set:?}, {part:?}");
    }
}
