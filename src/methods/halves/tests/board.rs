//! Which diagonal is which bit, against the distances of queens on a board.

use super::*;
use crate::methods::halves::lists::list::{Direction, Footprints, lines};

/// The bits that a queen of the south asks for, as bits of a footprint.
pub fn asked(shape: &Shape, row: usize, column: usize) -> u64 {
    lines(shape, row, column).iter().fold(0, |asked, &(byte, mask)| asked | u64::from(mask) << (8 * byte))
}

#[test]
fn a_queen_of_the_north_meets_the_question_of_one_of_the_south_when_they_attack_each_other() {
    for n in 2..=32 {
        let shape = shape(n);
        let footprints = Footprints::of(&shape);
        assert_eq!(footprints.rows(), n / 2);
        for (i, c) in (0..shape.north).flat_map(|i| (0..n).map(move |c| (i, c))) {
            let footprint = footprints.at(i, c);
            for (j, d) in (0..shape.south).flat_map(|j| (0..n).map(move |d| (j, d))) {
                let (north, south) = (shape.north - 1 - i, shape.north + j);
                let attacks = south - north == c.abs_diff(d);
                assert_eq!(footprint & asked(&shape, j, d) != 0, attacks, "N = {n}, ({i}, {c}), ({j}, {d})");
            }
        }
    }
}

#[test]
fn halves_go_together_when_no_queen_of_one_attacks_one_of_the_other() {
    let mut rng = Rng::with_seed(1);
    let mut together = [0; 2];
    for round in 0..20_000 {
        let shape = shape(rng.usize(4..=32));
        let footprints = Footprints::of(&shape);
        // A few queens a half, so that some halves go together on boards of every size.
        let mut half = |rows: usize| -> Vec<(usize, usize)> {
            let queens: Vec<_> =
                (0..rows).map(|row| (row, rng.usize(..shape.n), rng.usize(..rows))).collect();
            queens.iter().filter(|(.., chance)| *chance < 3).map(|&(row, column, _)| (row, column)).collect()
        };
        let (north, south) = (half(shape.north), half(shape.south));
        let sent = north.iter().fold(0, |sent, &(row, column)| sent | footprints.at(row, column));
        let fits = south.iter().all(|&(row, column)| sent & asked(&shape, row, column) == 0);
        let attacked = north.iter().any(|(i, c)| south.iter().any(|(j, d)| i + j + 1 == c.abs_diff(*d)));
        assert_eq!(fits, !attacked, "round {round}: N = {}, {north:?}, {south:?}", shape.n);
        together[usize::from(fits)] += 1;
    }
    assert!(together.iter().all(|&rounds| rounds > 2_000), "{together:?}");
}

#[test]
fn every_diagonal_has_a_place_of_its_own() {
    let mut places: Vec<usize> =
        Direction::BOTH.iter().flat_map(|kind| (0..32).map(|bit| kind.place(bit))).collect();
    places.sort_unstable();
    assert_eq!(places, (0..64).collect::<Vec<_>>());
}

#[test]
fn the_bytes_that_are_needed_are_all_that_can_be_asked_for() {
    let mut rng = Rng::with_seed(2);
    for n in 2..=32 {
        let shape = shape(n);
        for row in 0..shape.south {
            for _ in 0..20 {
                let columns = choose(&mut rng, shape.row_mask(), shape.south - row);
                let needed = NeededBytes::by(&shape, row, columns);
                let asked_by =
                    |columns: u32| bits(columns).fold(0, |set, column| set | asked(&shape, row, column));
                let beyond = (row..shape.south)
                    .flat_map(|row| bits(columns).map(move |column| (row, column)))
                    .fold(0, |set, (row, column)| set | asked(&shape, row, column));
                // All between the outermost columns in this row, and nothing else.
                let outermost = 31 - columns.leading_zeros();
                let between = (u32::MAX >> (31 - outermost)) & !((1 << columns.trailing_zeros()) - 1);
                let (left, right) = (asked_by(u32::MAX >> (31 - outermost)), {
                    let lowest = columns.trailing_zeros();
                    asked_by(shape.row_mask() & !((1 << lowest) - 1))
                });
                let bytes: Vec<usize> = (0..8).filter(|byte| (beyond >> (8 * byte)) & 0xff != 0).collect();
                assert!(bytes.iter().all(|byte| needed.bytes().contains(byte)), "N = {n}, row {row}");
                let allowed = left | right | asked_by(between);
                let spare = needed.bytes().iter().find(|&&byte| (allowed >> (8 * byte)) & 0xff == 0);
                assert_eq!(spare, None, "N = {n}, row {row}, {columns:#b}");
                assert!(needed.bytes().is_sorted());
            }
        }
        assert!(NeededBytes::by(&shape, 0, 0).bytes().is_empty());
    }
    // On a board of 20 five bytes hold all diagonals.
    assert_eq!(NeededBytes::by(&shape(20), 0, 0xf_ffff).bytes().len(), 5);
}
