//! First queens of the north, by their distances.

use super::*;

#[test]
fn lists_all_first_queens_without_attacks() {
    let mut rng = Rng::with_seed(60);
    for n in [2, 4, 8, 15, 28, 31, 32] {
        let columns = random_set(&mut rng, n).columns;
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
            assert!(found.len() as u64 >= FirstQueens::fewest(n / 2, rows), "N = {n}, {columns:#b}");
        }
    }
    // With all columns side by side there are fewest.
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
