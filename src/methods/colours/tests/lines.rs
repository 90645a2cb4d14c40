//! Checks each quarter's lines against the whole board's squares.

use super::super::quarters::{Colour, Quarter};

/// Returns the row and column on the board, and the lines, of each square in `quarter`. `row` and `column`
/// are the quarter's parities.
fn on_board(quarter: &Quarter, [row, column]: [usize; 2]) -> impl Iterator<Item = ([usize; 2], u64)> {
    (0..quarter.rows).flat_map(move |i| {
        (0..quarter.columns).map(move |j| ([2 * i + row, 2 * j + column], quarter.lines[i][j]))
    })
}

#[test]
fn squares_share_a_line_if_queens_attack_each_other_along_it() {
    for n in 1..=32 {
        for (colour, odd) in [(Colour::white(n), 0), (Colour::black(n), 1)] {
            assert!(colour.lines <= 61, "N = {n}: {} lines", colour.lines);
            let listed: Vec<_> = on_board(&colour.listed, [0, odd]).collect();
            let searched: Vec<_> = on_board(&colour.searched, [1, 1 - odd]).collect();
            assert_eq!(listed.len() + searched.len(), (n * n + 1 - odd) / 2, "N = {n}");
            let all: Vec<_> = listed.iter().chain(&searched).collect();
            for (index, (a, a_lines)) in all.iter().enumerate() {
                for (b, b_lines) in &all[..index] {
                    let shared = (a_lines & b_lines).count_ones();
                    let is_attacked = a[0].abs_diff(b[0]) == a[1].abs_diff(b[1]);
                    assert_eq!(shared, u32::from(is_attacked), "N = {n}, {a:?}, {b:?}");
                }
            }
            let used = all.iter().fold(0, |used, (_, lines)| used | lines);
            assert_eq!(used.count_ones() as usize, colour.lines, "N = {n}: every line has a square");
        }
    }
}
