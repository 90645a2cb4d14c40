//! First queens of the north together and apart: the same solutions, and fewer pairs.

use super::*;
use crate::methods::halves::first_queens::FirstQueens;
use crate::methods::halves::kernels::portable::Portable;
use crate::methods::halves::norths::{Norths, Wanted};
use crate::methods::halves::set_counter::forced_set_counter;
use crate::methods::halves::{HalvesUnits, STANDARD_DEPTH};

#[test]
fn norths_of_each_first_queen_separately_have_the_solutions_of_all_together() {
    let mut rng = Rng::with_seed(61);
    for n in 12..=18 {
        let shape = shape(n);
        let far = FarLists::new(n, shape.far);
        for kernel in HalvesKernel::available().filter(|kernel| kernel.name() != Kernel::Scalar) {
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
fn first_queens_with_many_norths_are_apart_and_the_others_together() {
    let mut rng = Rng::with_seed(62);
    for n in [16, 17] {
        let shape = shape(n);
        let far = FarLists::new(n, shape.far);
        let mut pairs = [0; 3];
        for round in 0..10 {
            let set = random_set(&mut rng, n);
            let part = if round % 2 == 0 { Part::WHOLE } else { Part { number: 1, of: 3, deal: Deal::Hash } };
            let count = |first, set| {
                let mut counter = forced_set_counter(HalvesKernel::Portable, &shape, first);
                // On odd boards the second set shares norths with the first one.
                let count = |set| counter.count(&far, set, part, &NEVER).unwrap();
                [set, &other_centre(&shape, set), set].map(count)
            };
            let mut norths = Norths::new(&shape);
            let mut listed: Vec<usize> = bits(set.columns)
                .map(|column| {
                    let wanted = Wanted { columns: set.columns, part, first: 1 << column };
                    norths.list(Portable, &shape, &far, wanted, &NEVER).unwrap();
                    norths.count()
                })
                .collect();
            listed.sort_unstable();
            let what = format!("N = {n}, {set:?}, {part:?}, {listed:?} norths");
            let [apart, together] =
                [FirstQueens::Apart, FirstQueens::Together].map(|first| count(first, &set));
            let from = |least| count(FirstQueens::ApartFrom(least), &set);
            assert_eq!(from(listed[0]), apart, "{what}");
            assert_eq!(from(listed[listed.len() - 1] + 1), together, "{what}");
            let half = from(listed[listed.len() / 2]);
            for ((half, apart), together) in half.iter().zip(&apart).zip(&together) {
                assert_eq!(
                    (half.solutions, apart.solutions),
                    (together.solutions, together.solutions),
                    "{what}"
                );
                assert!((apart.pairs..=together.pairs).contains(&half.pairs), "{what}: {} pairs", half.pairs);
            }
            for (sum, counts) in pairs.iter_mut().zip([&apart, &half, &together]) {
                *sum += counts.iter().map(|count| count.pairs).sum::<u64>();
            }
        }
        assert!(pairs[0] < pairs[1] && pairs[1] < pairs[2], "N = {n}: {pairs:?}");
    }
}

/// On an odd board the set with the same columns and another centre; otherwise `set`.
fn other_centre(shape: &Shape, set: &ColumnSet) -> ColumnSet {
    let free = shape.row_mask() & !set.columns;
    let centre = set.centre.map(|centre| {
        bits(free).map(|column| column as u8).find(|&column| column != centre).unwrap_or(centre)
    });
    ColumnSet { centre, ..*set }
}

#[test]
fn first_queens_are_apart_where_lists_are_long() {
    let standard = |n, deal, of| FirstQueens::standard(&shape(n), Part { number: 0, of, deal });
    for n in 2..=25 {
        assert_eq!(standard(n, Deal::Sum, 1), FirstQueens::Together, "N = {n}");
    }
    assert_eq!([26, 27].map(|n| standard(n, Deal::Sum, 1)), [FirstQueens::Apart; 2]);
    assert!(matches!(standard(28, Deal::Sum, 4), FirstQueens::ApartFrom(1_000_000..2_000_000)));
    assert_eq!(standard(28, Deal::Hash, 26), FirstQueens::Together);
    for n in 29..=32 {
        let units = HalvesUnits::new(size(n), STANDARD_DEPTH).unwrap();
        let Part { deal, of, .. } = units.parts_of(0).next().unwrap().part;
        assert_eq!(standard(n, deal, of), FirstQueens::Apart, "N = {n}");
    }
}
