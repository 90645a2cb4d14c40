//! Checks that a plan's units add up to the whole board and contain every row pair once.

use super::super::piece::Piece;
use super::super::units::Unit;
use super::*;
use crate::check::known;
use crate::methods::Units;
use crate::methods::walk::Walk;

#[test]
fn units_add_up_to_the_known_totals() {
    for n in 1..=13 {
        for kernel in available() {
            if n > 11 && kernel == Kernel::Scalar {
                continue;
            }
            let standard = super::super::STANDARD_DEPTH;
            // A greater depth first splits a unit's odd rows, and then cuts its odd columns into ranges.
            for depth in if n < 11 { standard..standard + 4 } else { standard..standard + 1 } {
                let units = ColourUnits::new(size(n), depth).unwrap();
                let mut counter = units.counter(kernel).unwrap();
                let total: u128 =
                    (0..units.count).map(|unit| counter(unit, &NEVER_STOP).unwrap().solutions).sum();
                let what = format!("N = {n}, {}, depth {depth}", kernel.name());
                assert_eq!(Some(total), known::solutions(size(n)), "{what}");
            }
        }
    }
}

#[test]
fn units_have_every_row_pair_once() {
    for n in 1..=20 {
        for depth in 1..=if n < 13 { 7 } else { super::super::STANDARD_DEPTH } {
            let units = ColourUnits::new(size(n), depth).unwrap();
            let mut all = (0..units.count).map(|unit| units.unit(unit));
            let mut next = all.next();
            for split in QueenSplit::all(n) {
                for even in split.even_rows() {
                    let partners = split.odd_rows(even).count();
                    let (mut end, mut next_range) = (0, 0);
                    while let Some(unit) = next.take_if(|unit| unit.split == split && unit.even == even) {
                        let Unit { odd, range, .. } = unit;
                        assert!(odd.start == end && odd.start < odd.end, "N = {n}: {odd:?} after {end}");
                        // The ranges of odd columns must be in order and without gaps.
                        let [number, ranges] = range;
                        assert_eq!((number, depth > 4 || ranges == 1), (next_range, true), "N = {n}");
                        next_range = (number + 1) % ranges;
                        end = if next_range == 0 { odd.end } else { end };
                        next = all.next();
                    }
                    assert_eq!(end, partners, "N = {n}, depth {depth}, even rows {even:b}");
                }
            }
            assert!(next.is_none());
        }
    }
}

/// On the largest boards, a unit covers only a range of the odd columns.
#[test]
fn ranges_of_columns_make_up_all_of_them() {
    let standard = super::super::STANDARD_DEPTH;
    for (n, depth) in (28..=32).flat_map(|n| [(n, standard), (n, standard + 2)]) {
        let units = ColourUnits::of_any_number(size(n), depth);
        let mut rng = Rng::with_seed(n as u64);
        for _ in 0..3 {
            let some = units.unit(rng.u64(..units.count));
            let ranges = some.range[1];
            let mut sets = Vec::new();
            for number in 0..ranges {
                let mut piece = Piece::default();
                piece.assign(&Unit { range: [number, ranges], ..some.clone() });
                sets.extend(piece.odd_columns.sets);
                assert_eq!(piece.odd_rows.len(), some.odd.len());
            }
            let all: Vec<u32> = some.split.odd_columns(some.even).map(|(set, _)| set).collect();
            assert_eq!(sets, all, "N = {n}, depth {depth}, {some:?}");
        }
    }
}

/// A unit's cost is proportional to its number of row pairs, times the share of column pairs that are
/// counted.
#[test]
fn costs_of_large_boards_are_in_proportion_to_rows_and_columns() {
    let mut piece = Piece::default();
    for n in 24..=32 {
        let units = units(n);
        let walk = Walk::new(units.count);
        let mut ratios = Vec::new();
        for unit in (0..30).filter_map(|steps| walk.at(steps)).chain([units.count - 1]) {
            let Unit { split, even, range, .. } = units.unit(unit);
            piece.assign(&units.unit(unit));
            let sides = split.sides();
            let all = subsets(sides[0], split.queens).count() * subsets(sides[1], split.odd_queens()).count();
            let odd_columns = split.odd_columns(even).count() as f64 / range[1] as f64;
            let pairs = (piece.odd_rows.len() * piece.even_columns.sets.len()) as f64 * odd_columns;
            ratios.push(Units::cost(&units, unit) * all as f64 / pairs);
        }
        for ratio in &ratios {
            assert!((ratio / ratios[0] - 1.0).abs() < 1e-9, "N = {n}: {ratios:?}");
        }
    }
}

#[test]
fn rejects_a_depth_with_too_many_units() {
    let too_fine = ColourUnits::new(size(32), super::super::STANDARD_DEPTH + 1).unwrap_err();
    assert!(too_fine.to_string().contains("into too many units"), "{too_fine}");
}
