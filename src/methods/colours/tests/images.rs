//! Units upside down.

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
            let [mut upright, mut image] =
                [&upright, &image].map(|units| count_unit_with(kernel, units).unwrap());
            let (mut solutions, mut differ) = (0, false);
            let some = (0..12).map(|_| rng.u64(..units(n).count));
            for unit in some.chain([0]) {
                let [a, b] = [&mut upright, &mut image].map(|count| count(unit, &NEVER).unwrap());
                assert_eq!(a.solutions, b.solutions, "N = {n}, {}, unit {unit}", kernel.name());
                solutions += a.solutions;
                differ |= a.nodes != b.nodes;
            }
            // The plain recursion fills rows from the top, so an image places other queens.
            assert!(n < 9 || solutions > 0 && (differ || kernel != Kernel::Scalar), "N = {n}");
        }
    }
}

/// An image turns the rows round, and on even boards makes white black.
#[test]
fn images_have_the_rows_of_a_board_upside_down() {
    let spread = |even: u32, odd: u32| {
        (0..32_u32).filter(move |row| if row % 2 == 0 { even } else { odd } >> (row / 2) & 1 == 1)
    };
    for n in 2..=20_u32 {
        let units = units(n as usize);
        let mut piece = super::super::piece::Piece::default();
        for unit in (0..units.count).step_by(1 + units.count as usize / 7) {
            let unit = units.unit(unit);
            piece.assign(&unit);
            let pairs = |piece: &super::super::piece::Piece| -> Vec<Vec<u32>> {
                piece.rows().map(|(rows, _)| spread(rows.even, rows.odd).collect()).collect()
            };
            let images: Vec<Vec<u32>> = piece.upside_down(&unit).iter().flat_map(pairs).collect();
            for (white, image) in pairs(&piece).into_iter().zip(&images) {
                let keeps = |row: &u32| white.contains(row) == (n % 2 == 1);
                let mut expected: Vec<u32> = (0..n).filter(keeps).map(|row| n - 1 - row).collect();
                expected.sort_unstable();
                assert_eq!(*image, expected, "N = {n}, {unit:?}");
            }
            assert_eq!(images.len(), piece.odd_rows.len());
        }
    }
}
