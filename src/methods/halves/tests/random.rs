//! Random column sets of larger boards, whole and in pieces.

use super::*;

#[test]
fn random_sets_up_to_18_have_what_the_plain_recursion_finds() {
    let mut rng = Rng::with_seed(3);
    for n in 13..=18 {
        let shape = shape(n);
        let mut joins = Joins::of(&shape);
        for _ in 0..if n < 17 { 40 } else { 8 } {
            let set = random_set(&mut rng, n);
            let found = joins.count(&set, FirstQueens::ANY).solutions;
            assert_eq!(found, plainly(&shape, &set, FirstQueens::ANY), "N = {n}, {set:?}");
        }
    }
}

#[test]
fn small_pieces_of_random_sets_up_to_24_have_what_the_plain_recursion_finds() {
    let mut rng = Rng::with_seed(4);
    for (n, sets) in [(19, 6), (20, 5), (21, 3), (22, 2), (23, 1), (24, 1)] {
        let shape = shape(n);
        let mut joins = Joins::of(&shape);
        let mut solutions = 0;
        for _ in 0..sets {
            let set = random_set(&mut rng, n);
            for _ in 0..3 {
                let first = random_first(&mut rng, &set, 2);
                let found = joins.count(&set, first).solutions;
                assert_eq!(found, plainly(&shape, &set, first), "N = {n}, {set:?}, {first:?}");
                solutions += found;
            }
        }
        assert!(solutions > 0, "N = {n}: nothing was compared");
    }
}

#[test]
fn the_pieces_of_a_set_add_up_to_the_set() {
    let mut rng = Rng::with_seed(5);
    for n in [4, 5, 9, 12, 13, 14, 15, 16, 17, 18, 19, 20] {
        let mut joins = Joins::of(&shape(n));
        let set = random_set(&mut rng, n);
        let whole = joins.count(&set, FirstQueens::ANY).solutions;
        for rows in 0..=shape(n).near_north().min(2) {
            let pieces = FirstQueens::every(set.columns, rows);
            let solutions: u64 = pieces.iter().map(|&first| joins.count(&set, first).solutions).sum();
            assert_eq!(solutions, whole, "N = {n}, {set:?}, {rows} first queens");
        }
    }
}

#[test]
fn every_kernel_decides_the_same_pairs_of_whole_sets_up_to_20() {
    let mut rng = Rng::with_seed(6);
    for n in 16..=20 {
        let mut joins = Joins::of(&shape(n));
        let solutions: u64 =
            (0..4).map(|_| joins.count(&random_set(&mut rng, n), FirstQueens::ANY).solutions).sum();
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
            let first = random_first(&mut rng, &set, 2);
            let found = joins.count(&set, first).solutions;
            assert_eq!(found, plainly(&shape, &set, first), "N = {n}, {digits} digits, {set:?}, {first:?}");
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
    // The same columns with another central queen, another first, other columns, and the first
    // again.
    let mut pieces = vec![(set, FirstQueens::ANY)];
    pieces
        .extend(centres.iter().map(|&centre| (ColumnSet { centre: Some(centre), ..set }, FirstQueens::ANY)));
    let first = FirstQueens::every(set.columns, 1);
    pieces.extend([first[1], first[0], first[1]].map(|first| (set, first)));
    let other = random_set(&mut rng, 17);
    pieces.extend([(other, FirstQueens::every(other.columns, 1)[0]), (set, FirstQueens::ANY)]);
    for (set, first) in pieces {
        assert_eq!(joins.count(&set, first), Joins::of(&shape).count(&set, first), "{set:?}, {first:?}");
    }
}
