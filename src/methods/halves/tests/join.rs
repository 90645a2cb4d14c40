//! The join against the plain recursion: every set of small boards, random sets of larger boards,
//! and pieces.

use super::sets::every_set;
use super::*;

#[test]
fn every_set_of_small_boards_agrees_with_the_oracle() {
    for n in 1..=12 {
        let mut joins = Joins::of(&shape(n));
        every_set(n).for_each(|set| joins.check(&set, FirstQueens::ANY));
    }
}

#[test]
fn random_sets_agree_with_the_oracle() {
    let mut rng = Rng::with_seed(3);
    for n in 13..=18 {
        let mut joins = Joins::of(&shape(n));
        for _ in 0..if n < 17 { 40 } else { 8 } {
            joins.check(&random_set(&mut rng, n), FirstQueens::ANY);
        }
    }
}

#[test]
fn small_pieces_of_large_boards_agree_with_the_oracle() {
    let mut rng = Rng::with_seed(4);
    for (n, sets) in [(19, 6), (20, 5), (21, 3), (22, 2), (23, 1), (24, 1)] {
        let mut joins = Joins::of(&shape(n));
        for _ in 0..sets {
            let set = random_set(&mut rng, n);
            for _ in 0..3 {
                joins.check(&set, random_first(&mut rng, set.columns, 2));
            }
        }
        assert!(joins.solutions > 0, "N = {n}: nothing was compared");
    }
}

#[test]
fn pieces_add_up_to_their_set() {
    let mut rng = Rng::with_seed(61);
    for n in [4, 5, 9, 12, 13, 14, 15, 16, 17, 18, 19, 20] {
        let shape = shape(n);
        let mut joins = Joins::of(&shape);
        let mut pairs = [0; 3];
        for _ in 0..if n < 17 { 8 } else { 2 } {
            let set = random_set(&mut rng, n);
            // Sets with the same columns share their norths, so they are counted in turn.
            let centres = bits(shape.row_mask() & !set.columns).map(|column| column as u8).take(3);
            let sets: Vec<ColumnSet> = match set.centre {
                Some(_) => centres.map(|centre| ColumnSet { centre: Some(centre), ..set }).collect(),
                None => vec![set],
            };
            let mut solutions = [[0; 3]; 3];
            for rows in 0..=shape.near_north().min(2) {
                for first in FirstQueens::every(set.columns, rows) {
                    for (set, solutions) in sets.iter().zip(&mut solutions[rows]) {
                        let counts = joins.count(set, first);
                        *solutions += counts.solutions;
                        pairs[rows] += counts.nodes;
                    }
                }
                assert_eq!(solutions[rows], solutions[0], "N = {n}, {set:?}, {rows} first queens");
            }
        }
        assert!(n < 9 || joins.solutions > 0, "N = {n}: nothing was compared");
        // First queens leave out pairs where souths have a tail.
        for rows in 1..=shape.near_north().min(2) {
            assert_eq!(pairs[rows] < pairs[rows - 1], shape.tail > 0, "N = {n}: {pairs:?} pairs");
        }
    }
}

/// A board, the columns and the centre of a set, and the queens that norths and souths begin with.
type ShortPiece = (usize, u32, Option<u8>, [&'static [usize]; 2]);

/// The columns are so close together that the plain recursion takes a fraction of a second. Most
/// such pieces have no solution; these have.
const SHORT_PIECES: [ShortPiece; 8] = [
    (25, 0x156fd0, Some(0), [&[16, 10], &[]]),
    (26, 0x277fc0, None, [&[14, 17], &[]]),
    (27, 0x27c7f0, Some(13), [&[4, 14], &[]]),
    (28, 0x35fbe0, None, [&[16, 6], &[22, 0]]),
    (29, 0xfadec, Some(20), [&[15, 7], &[22, 27]]),
    (30, 0x73f7e00, None, [&[19, 9], &[1, 3]]),
    (31, 0x5f9fe00, Some(8), [&[10, 23], &[1, 4]]),
    (32, 0x1feff00, None, [&[15, 9], &[0, 30]]),
];

#[test]
fn short_pieces_of_the_largest_boards_agree_with_the_oracle() {
    for (n, columns, centre, queens) in SHORT_PIECES {
        let shape = shape(n);
        let set = ColumnSet { columns, centre };
        let image = set.upside_down(&shape);
        let first = |columns: u32, queens: &[usize]| {
            let mut every = FirstQueens::every(columns, queens.len());
            every.find(|first| first.given().eq(queens.iter().copied())).unwrap()
        };
        let north = first(columns, queens[0]);
        let south = first(image.columns, queens[1]);
        let mut joins = Joins::of(&shape);
        // The fastest kernel: the others take seconds.
        joins.kernels.truncate(1);
        joins.check(&set, Given { north, south });
        let solutions = joins.solutions;
        // The images of the other pieces, and of the largest board, have far more norths.
        if south != FirstQueens::ANY && n < 32 {
            let found = joins.count(&image, Given { north: south, south: north }).solutions;
            assert_eq!(found, solutions, "N = {n}, {image:?}");
        }
    }
}
