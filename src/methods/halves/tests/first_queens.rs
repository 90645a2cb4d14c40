//! First queens of the north together and apart: the same solutions, and fewer pairs.

use super::*;
use crate::methods::halves::set_counter::{FirstQueens, forced_set_counter};
use crate::methods::halves::{HalvesUnits, STANDARD_DEPTH};

#[test]
fn norths_of_each_first_queen_separately_have_the_solutions_of_all_together() {
    let mut rng = Rng::with_seed(61);
    for n in 12..=18 {
        let shape = shape(n);
        let far = FarLists::new(n, shape.far);
        for kernel in HalvesKernel::available().filter(|kernel| kernel.name() != Kernel::SCALAR) {
            let counter = |first| forced_set_counter(kernel, &shape, first);
            let (mut together, mut apart) = (counter(FirstQueens::Together), counter(FirstQueens::Apart));
            let (mut all, mut fewer, mut solutions) = (0, 0, 0);
            for round in 0..12 {
                let set = random_set(&mut rng, n);
                // On odd boards the next set has the same columns and shares their norths.
                let centres: Vec<u8> =
                    bits(shape.row_mask() & !set.columns).map(|column| column as u8).collect();
                let part = if round % 3 == 0 {
                    Part { number: rng.u32(..3), of: 3, deal: DEALS[round / 3 % 2] }
                } else {
                    Part::WHOLE
                };
                for &centre in if n % 2 == 1 { &centres[..3] } else { &centres[..1] } {
                    let set = ColumnSet { centre: set.centre.map(|_| centre), ..set };
                    let [one, many] = [&mut together, &mut apart]
                        .map(|counter| counter.count(&far, &set, part, &NEVER).unwrap());
                    let what = format!("N = {n}, {}, {set:?}, {part:?}", kernel.name());
                    assert_eq!(many.solutions, one.solutions, "{what}");
                    assert!(many.pairs <= one.pairs, "{what}");
                    if n <= 16 {
                        assert_eq!(many.solutions, plainly(&shape, &set, part), "{what}");
                    }
                    (all, fewer, solutions) =
                        (all + one.pairs, fewer + many.pairs, solutions + one.solutions);
                }
            }
            assert!(solutions > 0, "N = {n}: nothing was compared");
            // Pairs are left out where norths have a near row, and so a first queen, and souths a
            // tail.
            assert_eq!(
                fewer < all,
                shape.near_north() > 0 && shape.tail > 0,
                "N = {n}, {}: {fewer} of {all}",
                kernel.name()
            );
        }
    }
}

#[test]
fn first_queens_are_apart_where_lists_are_long() {
    let by =
        |deal, n, of| FirstQueens::standard(&shape(n), Part { number: 0, of, deal }) == FirstQueens::Apart;
    let apart = |n, of| by(Deal::Hash, n, of);
    assert!((2..=25).all(|n| !apart(n, 1)));
    assert!(apart(26, 1) && apart(27, 1) && apart(29, 4));
    assert!(!apart(26, 8) && !apart(28, 26));
    // Parts by sum are those of N = 28, where they do not pay.
    assert!(by(Deal::Sum, 26, 1) && !by(Deal::Sum, 28, 4));
    // The parts of the largest boards are as small as they may be for that.
    for n in 29..=32 {
        let units = HalvesUnits::new(size(n), STANDARD_DEPTH).unwrap();
        assert!(apart(n, units.parts_of(0).next().unwrap().part.of), "N = {n}");
    }
}
