//! Units: their pieces, their size, and their counts.

use super::*;
use crate::check::known::Sequence;
use crate::methods::Units;
use crate::methods::halves::sets;
use crate::methods::halves::sets::Piece;
use crate::methods::halves::{HalvesUnits, STANDARD_DEPTH};
use crate::methods::walk::Walk;

/// Units whose norths are cut by so many first queens, as on larger boards.
fn units_with(n: usize, first_queens: usize, depth: usize) -> Option<HalvesUnits> {
    HalvesUnits::of_shape(size(n), Shape { first_queens, ..shape(n) }, depth).ok()
}

/// The pieces of a board from set `number` on: by columns, first queens, and centres.
fn pieces(n: usize, first_queens: usize, mut number: u64) -> impl Iterator<Item = Piece> {
    std::iter::from_fn(move || {
        (number < sets::count(n)).then(|| {
            let columns = Columns::of_set(n, number).0;
            number += columns.sets().count() as u64;
            let of_first = move |first: FirstQueens| {
                columns.sets().map(move |(set, weight)| Piece { set, weight, given: first.into() })
            };
            FirstQueens::every(columns.mask(), first_queens).flat_map(of_first)
        })
    })
    .flatten()
}

#[test]
fn units_contain_each_piece_once_in_order() {
    for (n, first_queens) in (1..=15).flat_map(|n| (0..=2).map(move |first_queens| (n, first_queens))) {
        for depth in [1, STANDARD_DEPTH - 1, STANDARD_DEPTH, STANDARD_DEPTH + 1] {
            let Some(units) = units_with(n, first_queens, depth) else { continue };
            let dealt = (0..units.count()).flat_map(|unit| units.pieces_of(unit));
            assert!(dealt.eq(pieces(n, first_queens, 0)), "N = {n}, {first_queens} apart, depth {depth}");
        }
    }
}

#[test]
fn units_of_large_boards_leave_no_gap() {
    let mut rng = Rng::with_seed(52);
    for n in 24..=32 {
        let units = HalvesUnits::new(size(n), STANDARD_DEPTH).unwrap();
        let last = units.count() - 1;
        for unit in (0..40).map(|_| rng.u64(..last)).chain([last - 1]) {
            let here: Vec<Piece> = units.pieces_of(unit).chain(units.pieces_of(unit + 1)).collect();
            // The first set with the columns of the set in which the unit begins.
            let number = (u128::from(sets::count(n)) * u128::from(unit) / u128::from(units.count())) as u64;
            let number = number - Columns::of_set(n, number).1;
            let mut all = pieces(n, units.shape.first_queens, number).skip_while(|piece| *piece != here[0]);
            assert!(here.iter().all(|piece| all.next() == Some(*piece)), "N = {n}, unit {unit}");
            assert_eq!(all.next().is_none(), unit + 1 == last, "N = {n}, unit {unit}");
        }
    }
}

/// Board, depth, and the CRC-32 of the pieces of units all over the plan. Plans have the same hash
/// wherever their units begin.
const PIECES_OF_UNITS: [(usize, usize, u32); 17] = [
    (17, 4, 0xec28_d2df),
    (18, 4, 0x2244_82ea),
    (19, 4, 0x7054_7701),
    (20, 4, 0x6d6a_eb1f),
    (21, 4, 0xabd3_498e),
    (22, 4, 0xdc37_b829),
    (23, 4, 0x5baf_89bb),
    (24, 4, 0xe920_3b8f),
    (25, 4, 0xa0a3_5409),
    (26, 4, 0x5f9e_b556),
    (27, 4, 0xcb42_b957),
    (27, 5, 0x16ba_3c99),
    (28, 4, 0x41f2_99d8),
    (29, 4, 0x2080_e87f),
    (30, 4, 0x1449_662c),
    (31, 4, 0x2f9d_74f1),
    (32, 4, 0x0f20_81cc),
];

#[test]
fn units_of_saved_plans_keep_their_pieces() {
    let found = PIECES_OF_UNITS.map(|(n, depth, _)| {
        let units = HalvesUnits::new(size(n), depth).unwrap();
        let walk = Walk::new(units.count());
        let mut crc = crc32fast::Hasher::new();
        for unit in (0..199).filter_map(|steps| walk.at(steps)).chain([units.count() - 1]) {
            crc.update(&unit.to_le_bytes());
            for Piece { set, weight, given } in units.pieces_of(unit) {
                let centre = set.centre.map_or(0, |column| column + 1);
                let queens = given.north.given().map(|column| column as u32);
                let words = [set.columns, centre.into(), weight.into()].into_iter().chain(queens);
                words.for_each(|word| crc.update(&word.to_le_bytes()));
            }
        }
        (n, depth, crc.finalize())
    });
    assert_eq!(found, PIECES_OF_UNITS, "these units are saved in run directories");
}

#[test]
fn counters_add_up_pieces() {
    for (n, first_queens) in [(1, 0), (7, 0), (12, 0), (13, 0), (8, 1), (11, 2), (10, 2), (14, 1)] {
        let upright = units_with(n, first_queens, STANDARD_DEPTH).unwrap();
        for (units, kernel) in [upright.upside_down(), upright]
            .iter()
            .flat_map(|units| available().map(move |kernel| (units, kernel)))
        {
            let mut counter = count_unit_with(kernel, units).unwrap();
            let mut count_piece = count_piece_with(kernel, &units.shape).unwrap();
            let mut total = Counts::default();
            let mut pairs = 0;
            for unit in 0..units.count() {
                let counted = counter(unit, &NEVER).unwrap();
                total += counted;
                for Piece { set, given, .. } in units.pieces_of(unit) {
                    pairs += count_piece(&units.far, &set, given, &NEVER).unwrap().nodes;
                }
            }
            let what = format!("N = {n}, {first_queens} apart, {}", kernel.name());
            assert_eq!(
                (Some(total.solutions), total.nodes),
                (Sequence::Solutions.known(size(n)), pairs),
                "{what}"
            );
        }
    }
}

#[test]
fn counts_units_beyond_64_bits() {
    let units = HalvesUnits::new(size(15), STANDARD_DEPTH).unwrap();
    let counts = |piece: u64| Counts { solutions: (u64::MAX - piece).into(), nodes: (1 << 33) + piece };
    let mut counted = 0;
    let many: CountPiece = Box::new(move |_, _, _, _| {
        counted += 1;
        Some(counts(counted))
    });
    let mut expected = Counts::default();
    for (number, piece) in (1..).zip(units.pieces_of(1)) {
        expected.solutions += u128::from(piece.weight) * counts(number).solutions;
        expected.nodes += counts(number).nodes;
    }
    assert!(expected.solutions > u128::from(u64::MAX));
    assert_eq!(count_unit_by(many, &units)(1, &NEVER), Some(expected));
}

#[test]
fn rejects_more_units_than_pieces() {
    let error = HalvesUnits::new(size(8), 9).unwrap_err().to_string();
    assert!(error.contains(&sets::count(8).to_string()), "{error}");
}
