//! Whole boards, set by set.

use super::sets_by_number::every_set;
use super::*;
use crate::check::known;

#[test]
fn every_set_of_small_boards_has_what_the_plain_recursion_finds() {
    for n in 2..=12 {
        let shape = shape(n);
        let mut joins = Joins::of(&shape);
        for set in every_set(n) {
            let found = joins.count(&set, FirstQueens::ANY).solutions;
            assert_eq!(found, plainly(&shape, &set, FirstQueens::ANY), "N = {n}, {set:?}");
        }
    }
}

#[test]
fn the_counted_sets_of_a_board_add_up_to_the_known_value() {
    for n in 1..=15 {
        let mut joins = Joins::of(&shape(n));
        let weighed = |(set, weight): (ColumnSet, u8)| {
            u128::from(weight) * u128::from(joins.count(&set, FirstQueens::ANY).solutions)
        };
        let total: u128 = counted_sets(n).map(weighed).sum();
        assert_eq!(Some(total), known::solutions(size(n)), "N = {n}");
    }
}

#[test]
fn the_plain_recursion_adds_up_to_the_known_value() {
    for n in 1..=12 {
        let shape = shape(n);
        let weighed = |(set, weight): (ColumnSet, u8)| {
            u128::from(weight) * u128::from(plainly(&shape, &set, FirstQueens::ANY))
        };
        let total: u128 = counted_sets(n).map(weighed).sum();
        assert_eq!(Some(total), known::solutions(size(n)), "N = {n}");
    }
}
