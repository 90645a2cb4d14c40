//! First queens of the north, by their distances.

use super::*;

#[test]
fn lists_all_first_queens_without_attacks() {
    let mut rng = Rng::with_seed(60);
    for (n, edges) in (2..=32).flat_map(|n| [0, 1, 2].map(|edges| (n, edges))) {
        // Any columns, those at both edges, and those side by side at the right edge.
        let edges = [0, 1 | 1 << (n - 1), shape(n).row_mask() & !(shape(n).row_mask() >> (n / 2))][edges];
        let rest = (n / 2).saturating_sub(edges.count_ones() as usize);
        let columns = edges | choose(&mut rng, shape(n).row_mask() & !edges, rest);
        for rows in 0..=2.min(n / 2) {
            let every = FirstQueens::every(columns, rows);
            let found: Vec<Vec<usize>> = every.map(|first| first.given().collect()).collect();
            let all: Vec<usize> = bits(columns).collect();
            let expected: Vec<Vec<usize>> = match rows {
                0 => vec![vec![]],
                1 => all.into_iter().map(|column| vec![column]).collect(),
                _ => {
                    let both = all.iter().flat_map(|&a| all.iter().map(move |&b| (a, b)));
                    both.filter(|(a, b)| a.abs_diff(*b) > 1).map(|(a, b)| vec![a, b]).collect()
                }
            };
            assert_eq!(found, expected, "N = {n}, {columns:#b}");
            for first in FirstQueens::every(columns, rows) {
                let given: Vec<u32> = first.given().map(|column| 1 << column).collect();
                assert_eq!(first.columns(), given.iter().sum::<u32>(), "{first:?}");
                for row in 0..4 {
                    let others = columns & !first.columns();
                    assert_eq!(first.square(row), given.get(row).copied(), "{first:?}");
                    assert_eq!(first.squares(row, columns), given.get(row).copied().unwrap_or(others));
                }
            }
            assert!(found.len() as u64 >= FirstQueens::fewest(n / 2, rows), "N = {n}, {columns:#b}");
        }
    }
    // The number is least when all columns are side by side.
    for rows in 0..=2 {
        assert_eq!(FirstQueens::every(0b111_1111, rows).count() as u64, FirstQueens::fewest(7, rows));
    }
}

#[test]
fn first_queens_attack_row_0_of_the_south() {
    let some = (1..=2).flat_map(|rows| FirstQueens::every(u32::MAX, rows));
    for first in some.chain([FirstQueens::ANY]) {
        let [antidiagonals, diagonals] = first.attacked();
        for column in 0..32 {
            let attacked = |towards: fn(usize, usize) -> Option<usize>| {
                first.given().enumerate().any(|(row, queen)| towards(queen, row + 1) == Some(column))
            };
            let found = [antidiagonals, diagonals].map(|squares| squares >> column & 1 == 1);
            let expected = [attacked(usize::checked_add), attacked(usize::checked_sub)];
            assert_eq!(found, expected, "{first:?}, {column}");
        }
    }
}
