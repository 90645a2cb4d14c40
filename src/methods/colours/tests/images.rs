//! Tests units counted upside down.

use super::super::piece::Piece;
use super::*;

#[test]
fn units_have_as_many_solutions_upside_down() {
    let mut rng = Rng::with_seed(91);
    for n in 1..=15 {
        let upright = units(n);
        let image = upright.upside_down();
        for kernel in available() {
            if n > 11 && kernel == Kernel::Scalar {
                continue;
            }
            let [mut upright, mut image] = [&upright, &image].map(|units| units.counter(kernel).unwrap());
            let (mut solutions, mut differ) = (0, false);
            let some = (0..12).map(|_| rng.u64(..units(n).count));
            for unit in some.chain([0]) {
                let [a, b] = [&mut upright, &mut image].map(|count| count(unit, &NEVER_STOP).unwrap());
                assert_eq!(a.solutions, b.solutions, "N = {n}, {}, unit {unit}", kernel.name());
                solutions += a.solutions;
                differ |= a.nodes != b.nodes;
            }
            // The plain recursion fills rows from the top, so it places a different number of queens in the
            // image.
            assert!(n < 9 || solutions > 0 && (differ || kernel != Kernel::Scalar), "N = {n}");
        }
    }
}

/// Flipping a board upside down reverses its rows. On an even board, white squares also become black, so the
/// image's rows and columns are complements.
#[test]
fn images_have_the_rows_and_columns_of_a_board_upside_down() {
    let spread = |even: u32, odd: u32| {
        (0..32_u32).filter(move |row| if row % 2 == 0 { even } else { odd } >> (row / 2) & 1 == 1)
    };
    for n in 2..=32_u32 {
        let is_kept = n % 2 == 1;
        let units = units(n as usize);
        let mut piece = Piece::default();
        for unit in (0..units.count).step_by(1 + units.count as usize / 7) {
            let unit = units.unit(unit);
            piece.assign(&unit);
            let pairs = |piece: &Piece| -> Vec<(Vec<u32>, u64)> {
                let pairs =
                    piece.rows().map(|(rows, weight)| (spread(rows.even, rows.odd).collect(), weight));
                pairs.collect()
            };
            let images = piece.upside_down(&unit);
            let found: Vec<(Vec<u32>, u64)> = images.iter().flat_map(pairs).collect();
            let mut expected = pairs(&piece);
            for (rows, _) in &mut expected {
                let white = |row: &u32| rows.contains(row) == is_kept;
                *rows = (0..n).filter(white).map(|row| n - 1 - row).collect();
                rows.sort_unstable();
            }
            assert_eq!(found, expected, "N = {n}, {unit:?}");
            let sides = unit.split.sides();
            for image in &images {
                let columns = [
                    (sides[0], &piece.even_columns, &image.even_columns),
                    (sides[1], &piece.odd_columns, &image.odd_columns),
                ];
                for (side, columns, found) in columns {
                    let other = |&set: &u32| if is_kept { set } else { mask(side) - set };
                    assert!(
                        columns.sets.iter().map(other).eq(found.sets.iter().copied()),
                        "N = {n}, {unit:?}"
                    );
                    assert_eq!(columns.weights, found.weights, "N = {n}, {unit:?}");
                }
            }
        }
    }
}
