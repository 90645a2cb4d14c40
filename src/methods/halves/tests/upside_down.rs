//! The board upside down: column sets, pieces and units against their images.

use super::sets::every_set;
use super::*;
use crate::methods::halves::sets::Piece;
use crate::methods::halves::{HalvesUnits, STANDARD_DEPTH};
use crate::methods::units::MOST_UNITS;

/// Compares the solutions of a set with those of its image; returns the pairs decided for either.
fn check_image(joins: &mut Joins, set: &ColumnSet) -> [u64; 2] {
    let image = set.upside_down(&joins.shape);
    assert_eq!(image.upside_down(&joins.shape), *set);
    let [upright, image] = [set, &image].map(|set| joins.count(set, FirstQueens::ANY));
    assert_eq!(upright.solutions, image.solutions, "{:?}, {set:?}", joins.shape);
    [upright.nodes, image.nodes]
}

#[test]
fn sets_have_as_many_solutions_upside_down() {
    for n in 1..=10 {
        let mut joins = Joins::of(&shape(n));
        every_set(n).for_each(|set| {
            check_image(&mut joins, &set);
        });
    }
    let mut rng = Rng::with_seed(70);
    for n in 11..=20 {
        let mut joins = Joins::of(&shape(n));
        let mut same = 0;
        let sets = if n < 18 { 12 } else { 4 };
        for _ in 0..sets {
            let [upright, image] = check_image(&mut joins, &random_set(&mut rng, n));
            same += usize::from(upright == image);
        }
        assert!(joins.solutions > 0, "N = {n}: nothing was compared");
        // Where souths have near rows, the two decide different numbers of pairs.
        assert!(n < 18 || same < sets / 2, "N = {n}: {same} of {sets} are the same computation");
    }
}

#[test]
fn given_queens_of_both_halves_agree_with_the_oracle() {
    let mut rng = Rng::with_seed(71);
    for n in [4, 5, 8, 9, 12, 13, 14, 18, 19, 20, 21, 22] {
        let shape = shape(n);
        let most = 2.min(shape.near_south() - n % 2);
        let mut joins = Joins::of(&shape);
        for round in 0..60 {
            let set = random_set(&mut rng, n);
            let souths = set.upside_down(&shape).columns;
            // Large boards have short recursions only with all of these.
            let [north, south] = if n > 16 { [2, 2] } else { [round % 3, round / 3 % 3] };
            let north: Vec<_> = FirstQueens::every(set.columns, north.min(shape.near_north())).collect();
            let south: Vec<_> = FirstQueens::every(souths, south.min(most)).collect();
            if let (Some(&north), Some(&south)) = (rng.choice(&north), rng.choice(&south)) {
                joins.check(&set, Given { north, south });
            }
        }
        assert!(joins.solutions > 0, "N = {n}: nothing was compared");
    }
}

/// A piece in the numbers that an image exchanges.
type Words = (u32, Option<u8>, u8, Vec<usize>, Vec<usize>);

/// The images of the pieces of units, straight from a board that stands on its head.
#[test]
fn units_of_every_board_have_the_images_of_their_pieces() {
    let mut rng = Rng::with_seed(72);
    let words = |piece: Piece| -> Words {
        let Piece { set, weight, given: Given { north, south } } = piece;
        (set.columns, set.centre, weight, north.given().collect(), south.given().collect())
    };
    for n in 8..=32 {
        let finest = Shape { units: MOST_UNITS, ..shape(n) };
        let upright = HalvesUnits::of_shape(size(n), finest, STANDARD_DEPTH).unwrap();
        let upside_down = upright.upside_down();
        assert_eq!(upside_down.count, upright.count);
        let last = upright.count - 1;
        for unit in [0, last].into_iter().chain((0..6).map(|_| rng.u64(..=last))) {
            let mut expected: Vec<Words> = Vec::new();
            for (columns, centre, weight, north, south) in upright.pieces_of(unit).map(words) {
                assert!(south.is_empty());
                // Rows that were in the south: all other columns, but the one of the central row.
                let image =
                    (0..n).filter(|&column| columns >> column & 1 == 0 && centre != Some(column as u8));
                let image = image.fold(0, |set, column| set | 1 << column);
                for first in FirstQueens::every(image, finest.first_queens) {
                    expected.push((image, centre, weight, first.given().collect(), north.clone()));
                }
            }
            let mut found: Vec<Words> = upside_down.pieces_of(unit).map(words).collect();
            found.sort_unstable();
            expected.sort_unstable();
            assert!(!found.is_empty() || unit > 0 && n < 12, "N = {n}, unit {unit}");
            assert!(found == expected, "N = {n}, unit {unit}");
        }
    }
}

/// The self-test has units of other large boards. This one has solutions and takes a fraction of a second.
#[test]
fn short_unit_of_a_large_board_agrees_upside_down() {
    let (n, unit) = (25, 11_354_326);
    let finest = Shape { units: MOST_UNITS, ..shape(n) };
    let units = HalvesUnits::of_shape(size(n), finest, STANDARD_DEPTH).unwrap();
    let kernel = available().next().unwrap();
    let [upright, image] = [&units, &units.upside_down()]
        .map(|units| count_unit_with(kernel, units).unwrap()(unit, &NEVER).unwrap());
    assert_eq!(upright.solutions, image.solutions);
    assert!(image.solutions > 0 && image.nodes != upright.nodes, "{image:?}");
}
