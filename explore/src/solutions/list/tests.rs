use std::collections::BTreeSet;

use queens::check::known;

use super::*;

#[test]
fn lists_the_known_number_in_order() {
    for size in BoardSize::all().take(10) {
        let solutions: Vec<_> = Solutions::new(size).collect();
        assert_eq!(Some(solutions.len() as u128), known::solutions(size), "N = {size}");
        assert!(solutions.windows(2).all(|pair| pair[0].columns() < pair[1].columns()));
        assert!(solutions.iter().all(|solution| is_solution(solution.columns())));
    }
}

type RowAndColumn = (u8, u8);

fn squares(solution: &Solution) -> impl Iterator<Item = RowAndColumn> {
    (0..).zip(solution.columns().iter().copied())
}

/// Returns the distinct images of the solution, sorted.
fn class(solution: &Solution) -> BTreeSet<Vec<RowAndColumn>> {
    let last = solution.size.get() as u8 - 1;
    let turned = |(row, column): RowAndColumn| (column, last - row);
    let mirrored = |(row, column): RowAndColumn| (row, last - column);
    let mut image: Vec<_> = squares(solution).collect();
    let images = (0..8).map(|number| {
        image =
            image.iter().map(|&square| if number == 4 { mirrored(square) } else { turned(square) }).collect();
        image.sort_unstable();
        image.clone()
    });
    images.collect()
}

/// Compares the class size with the number of different images.
fn check_class(solution: &Solution) {
    let class = class(solution);
    let is_first = class.first().unwrap().iter().copied().eq(squares(solution));
    assert_eq!(solution.class_size(), is_first.then_some(class.len() as u8), "{solution:?}");
}

#[test]
fn fundamental_solutions_cover_all_solutions() {
    for size in BoardSize::all().take(9) {
        Solutions::new(size).for_each(|solution| check_class(&solution));
        let classes: Vec<_> = Solutions::fundamental(size).collect();
        let known = known::solutions(size).unwrap();
        assert_eq!(Some(classes.len() as u128), known::fundamental(size, known), "N = {size}");
        let covered: u128 = classes.iter().map(|&(_, class_size)| u128::from(class_size)).sum();
        assert_eq!(covered, known, "N = {size}");
    }
}

#[test]
fn left_half_begins_every_fundamental_solution() {
    // The search starts in the left half, and still finds every class.
    for size in BoardSize::all() {
        let n = size.get();
        let left = (0..n).filter(|column| column <= &(n - 1 - column));
        assert_eq!(left_half(size), left.fold(0, |columns, column| columns | 1 << column), "N = {n}");
    }
    for size in [15, 16, 17, 19, 21, 23].map(|n| BoardSize::new(n).unwrap()) {
        let first = Solutions::fundamental(size).take(30);
        let sized = Solutions::new(size).filter_map(|solution| Some((solution, solution.class_size()?)));
        assert!(first.eq(sized.take(30)), "N = {size}");
    }
}

#[test]
fn yields_solutions_of_a_large_board_at_once() {
    let large = BoardSize::new(20).unwrap();
    assert!(Solutions::new(large).take(3).all(|solution| is_solution(solution.columns())));
    let mut none = Solutions::new(BoardSize::new(3).unwrap());
    assert!(none.next().is_none() && none.next().is_none());
}

#[test]
fn rejects_attacks_and_columns_outside_the_board() {
    assert!(is_solution(&[1u32, 3, 0, 2]) && is_solution(&[0u8]));
    for wrong in [&[][..], &[1], &[1, 3, 0, 3], &[0, 1, 3, 2], &[1, 3, 2, 0], &[1, 4, 0, 2], &[0, 0]] {
        assert!(!is_solution::<u8>(wrong), "{wrong:?}");
    }
    assert!(Solution::new(&[1, 3, 0, 2]).is_some() && Solution::new(&[0, 1, 2, 3]).is_none());
    assert!(Solution::new(&[0; 33]).is_none());
}
