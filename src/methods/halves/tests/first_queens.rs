//! First queens of the north: all beginnings, the same solutions in pieces, and fewer pairs.

use super::*;

#[test]
fn first_queens_are_all_that_do_not_attack_each_other() {
    let mut rng = Rng::with_seed(60);
    for n in [2, 4, 8, 15, 28, 31, 32] {
        let columns = random_set(&mut rng, n).columns;
        for rows in 0..=2.min(n / 2) {
            let found: Vec<Vec<usize>> =
                FirstQueens::every(columns, rows).iter().map(|first| first.given().collect()).collect();
            let expected = beginnings(columns, rows);
            assert_eq!(found, expected, "N = {n}, {columns:#b}");
            assert!(found.len() as u64 >= FirstQueens::fewest(n / 2, rows), "N = {n}, {columns:#b}");
        }
    }
    // As few as there can be, all columns side by side.
    for rows in 0..=2 {
        assert_eq!(FirstQueens::every(0b111_1111, rows).len() as u64, FirstQueens::fewest(7, rows));
    }
}

/// Queens of `columns` in `rows` rows, up to two, by their distances.
fn beginnings(columns: u32, rows: usize) -> Vec<Vec<usize>> {
    let all: Vec<usize> = bits(columns).collect();
    match rows {
        0 => vec![vec![]],
        1 => all.into_iter().map(|column| vec![column]).collect(),
        _ => {
            let pairs = all.iter().flat_map(|&a| all.iter().map(move |&b| (a, b)));
            pairs.filter(|(a, b)| a.abs_diff(*b) > 1).map(|(a, b)| vec![a, b]).collect()
        }
    }
}

#[test]
fn first_queens_attack_row_0_of_the_south_as_queens_do() {
    for first in
        [FirstQueens::ANY].into_iter().chain((1..=2).flat_map(|rows| FirstQueens::every(u32::MAX, rows)))
    {
        let [up, down] = first.attacked();
        for column in 0..32 {
            let attacked = first.given().enumerate().any(|(row, queen)| queen.abs_diff(column) == row + 1);
            assert_eq!((up | down) >> column & 1 == 1, attacked, "{first:?}, {column}");
            let above = first.given().enumerate().any(|(row, queen)| queen + row + 1 == column);
            assert_eq!(up >> column & 1 == 1, above, "{first:?}, {column}");
        }
    }
}

#[test]
fn norths_of_each_beginning_separately_have_the_solutions_of_all_together() {
    let mut rng = Rng::with_seed(61);
    for n in 12..=18 {
        let shape = shape(n);
        let far = FarLists::new(n, shape.far);
        for kernel in HalvesKernel::available().filter(|kernel| kernel.name() != Kernel::Scalar) {
            let mut counters = [(); 3].map(|()| set_counter(kernel, &shape));
            let (mut pairs, mut solutions) = ([0; 3], 0);
            for _ in 0..12 {
                let set = random_set(&mut rng, n);
                // On odd boards the next set has the same columns and shares their norths.
                let free = bits(shape.row_mask() & !set.columns).map(|column| column as u8);
                let sets: Vec<ColumnSet> = free
                    .take(3)
                    .map(|centre| ColumnSet { centre: set.centre.map(|_| centre), ..set })
                    .collect();
                let sets = if n % 2 == 1 { &sets[..] } else { &sets[..1] };
                let mut found = [[0; 3]; 3];
                for (rows, counter) in counters.iter_mut().enumerate().take(shape.near_north() + 1) {
                    for first in FirstQueens::every(set.columns, rows) {
                        for (set, found) in sets.iter().zip(&mut found[rows]) {
                            let counts = counter.count(&far, set, first, &NEVER).unwrap();
                            *found += counts.solutions;
                            pairs[rows] += counts.pairs;
                        }
                    }
                    assert_eq!(found[rows], found[0], "N = {n}, {}, {rows} apart, {set:?}", kernel.name());
                }
                if n <= 16 {
                    assert_eq!(found[0][0], plainly(&shape, &sets[0], FirstQueens::ANY), "N = {n}, {set:?}");
                }
                solutions += found[0].iter().sum::<u64>();
            }
            assert!(solutions > 0, "N = {n}: nothing was compared");
            // Pairs are left out where souths have a tail.
            for rows in 1..=shape.near_north().min(2) {
                let what = format!("N = {n}, {}: {pairs:?} pairs", kernel.name());
                assert_eq!(pairs[rows] < pairs[rows - 1], shape.tail > 0, "{what}");
            }
        }
    }
}
