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

/// A row and a column.
type Square = (u8, u8);

fn squares(solution: &Solution) -> impl Iterator<Item = Square> {
    (0..).zip(solution.columns().iter().copied())
}

/// The class of a solution, its first member first.
fn class(solution: &Solution) -> BTreeSet<Vec<Square>> {
    let last = solution.size.get() as u8 - 1;
    let turned = |(row, column): Square| (column, last - row);
    let mirrored = |(row, column): Square| (row, last - column);
    let mut image: Vec<_> = squares(solution).collect();
    let images = (0..8).map(|number| {
        image =
            image.iter().map(|&square| if number == 4 { mirrored(square) } else { turned(square) }).collect();
        image.sort_unstable();
        image.clone()
    });
    images.collect()
}

/// Compares the size of the class of a solution with its images.
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

/// Solutions that a quarter turn does not change.
const TURNED: [&[u8]; 4] = [
    &[8, 10, 12, 2, 6, 1, 11, 0, 15, 4, 14, 9, 13, 3, 5, 7],
    &[6, 14, 1, 5, 7, 13, 16, 12, 8, 4, 0, 3, 9, 11, 15, 2, 10],
    &[9, 14, 16, 2, 7, 1, 8, 15, 13, 19, 0, 6, 4, 11, 18, 12, 17, 3, 5, 10],
    &[
        28, 12, 10, 0, 5, 27, 13, 9, 14, 24, 29, 15, 30, 25, 23, 20, 11, 8, 6, 1, 16, 2, 7, 17, 22, 18, 4,
        26, 31, 21, 19, 3,
    ],
];

#[test]
fn one_of_each_class_of_a_large_board_is_fundamental() {
    // A half turn does not change queens a knight's move apart, which are a solution of these boards.
    let steps = |n: u8| (0..n / 2).map(|row| 2 * row + 1).chain((0..n / 2).map(|row| 2 * row));
    let halved = [16, 18, 22, 24, 28, 30].map(|n| (Solution::new(&steps(n).collect::<Vec<_>>()), 4));
    let turned = TURNED.map(|columns| (Solution::new(columns), 2));
    let random = (16..=32).flat_map(|n| (0..4).map(move |seed| (n, seed))).map(|(n, seed)| {
        let columns = crate::solutions::random(n, seed).unwrap();
        (Solution::new(&columns.into_iter().map(|column| column as u8).collect::<Vec<_>>()), 8)
    });
    for (solution, size) in halved.into_iter().chain(turned).chain(random) {
        let class = class(&solution.unwrap());
        assert_eq!(class.len(), size, "{solution:?}");
        for image in class {
            let columns: Vec<_> = image.iter().map(|square| square.1).collect();
            check_class(&Solution::new(&columns).unwrap());
        }
    }
    // Beginning the search in the left half leaves none of them out.
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

/// Adds every solution that begins with `columns` to `found`.
fn complete(n: usize, columns: &mut Vec<u8>, found: &mut Vec<Vec<u8>>) {
    if columns.len() == n {
        found.extend(is_solution(columns).then(|| columns.clone()));
        return;
    }
    for column in (0..n as u8).filter(|column| !columns.contains(column)).collect::<Vec<_>>() {
        columns.push(column);
        complete(n, columns, found);
        columns.pop();
    }
}

#[test]
fn lists_every_end_of_a_solution_of_a_large_board() {
    for size in BoardSize::all().skip(13) {
        let n = size.get();
        let random = crate::solutions::random(n, 1).unwrap();
        let mut above: Vec<_> = random.into_iter().take(n - 7).map(|column| column as u8).collect();
        // The search below these queens.
        let [mut antidiagonals, mut diagonals] = [0_u64; 2];
        for &column in &above {
            (antidiagonals, diagonals) = ((antidiagonals | 1 << column) << 1, (diagonals | 1 << column) >> 1);
        }
        let columns = above.iter().fold(0, |columns, column| columns | 1 << column);
        let [antidiagonals, diagonals] = [antidiagonals, diagonals].map(|squares| squares as u32);
        let untried = all_columns(size) & !(columns | antidiagonals | diagonals);
        let mut search = Solutions::starting_in(size, 0);
        search.columns[..above.len()].copy_from_slice(&above);
        search.levels[above.len()] = Level { untried, columns, antidiagonals, diagonals };
        search.row = Some(above.len());
        let mut expected = Vec::new();
        complete(n, &mut above, &mut expected);
        let found: Vec<_> = search.map(|solution| solution.columns().to_vec()).collect();
        assert_eq!(found, expected, "N = {n}");
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
