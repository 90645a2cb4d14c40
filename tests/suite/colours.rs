//! Figures in docs/internals/colours.md, worked out again from the rules of chess.

use std::collections::{BTreeMap, BTreeSet};

use queens::board::BoardSize;
use queens::check::known::Sequence;
use queens::{Count, Method, Silent};

use crate::figures::{contains, grouped, states, text};

const PAGE: &str = "docs/internals/colours.md";

/// A set of rows or of columns.
type Set = BTreeSet<usize>;

/// Queens on squares of one colour, none attacking another.
type Placement = Vec<(usize, usize)>;

/// All placements on the squares whose row and column have a sum of this parity, by their rows and columns.
fn placements(n: usize, parity: usize) -> BTreeMap<(Set, Set), Vec<Placement>> {
    let mut all = vec![Placement::new()];
    for row in 0..n {
        let with_queens = all.iter().flat_map(|placement| {
            let is_free = move |column: &usize| {
                (row + column) % 2 == parity
                    && placement.iter().all(|&(r, c)| c != *column && row - r != column.abs_diff(c))
            };
            let add = |column| placement.iter().copied().chain([(row, column)]).collect();
            (0..n).filter(is_free).map(add)
        });
        let with_queens: Vec<Placement> = with_queens.collect();
        all.extend(with_queens);
    }
    let mut of = BTreeMap::new();
    for placement in all {
        let (rows, columns) = placement.iter().copied().unzip();
        of.entry((rows, columns)).or_insert_with(Vec::new).push(placement);
    }
    of
}

/// The placements of white and of black queens of each term that is not zero.
fn terms(n: usize) -> BTreeMap<(Set, Set), [Vec<Placement>; 2]> {
    let black = placements(n, 1);
    let others = |set: &Set| (0..n).filter(|row| !set.contains(row)).collect::<Set>();
    let product = |(sets, white): ((Set, Set), Vec<Placement>)| {
        let black = black.get(&(others(&sets.0), others(&sets.1)))?.clone();
        Some((sets, [white, black]))
    };
    placements(n, 0).into_iter().filter_map(product).collect()
}

#[test]
fn term_worked_through_has_the_placements_of_the_page() {
    let terms = terms(8);
    let sets = (Set::from([2, 3, 5, 6]), Set::from([0, 1, 6, 7]));
    let [white, black] = &terms[&sets];
    assert_eq!((white.len(), black.len()), (2, 1));
    for white in white {
        let mut solution = [white.clone(), black[0].clone()].concat();
        solution.sort_unstable();
        let columns: Vec<_> = solution.iter().map(|(_, column)| column.to_string()).collect();
        states(PAGE, &[columns.join(" ")]);
    }
    let number = |kind| terms.values().filter(|both| both.each_ref().map(Vec::len) == kind).count();
    let kinds = [([1, 1], "1 · 1"), ([1, 2], "1 · 2"), ([2, 1], "2 · 1")];
    let mut figures = vec![grouped(term_count(8) as u64), format!("{} are not zero", terms.len())];
    figures.extend(kinds.map(|(kind, words)| format!("{} are {words}", number(kind))));
    states(PAGE, &figures);
    let sum: usize = terms.values().map(|[white, black]| white.len() * black.len()).sum();
    assert_eq!(sum, 92);
    states(PAGE, &[format!("{} hits", hits(8))]);
}

#[test]
fn term_of_seven_rows_is_two_by_two() {
    let both = &terms(7)[&(Set::from([0, 3, 6]), Set::from([2, 3, 4]))];
    assert_eq!(both.each_ref().map(Vec::len), [2, 2]);
}

/// The number of terms of a board with an even side.
fn term_count(n: usize) -> u128 {
    let mut choices = 1_u128;
    let mut all = 0;
    for queens in 0..=n / 2 {
        all += choices.pow(4);
        choices = choices * (n / 2 - queens) as u128 / (queens + 1) as u128;
    }
    all
}

/// The hits that the program visits.
fn hits(n: usize) -> u128 {
    let count = Count::new(n).unwrap().method(Method::Colours).prepare().unwrap();
    count.run(&mut Silent).unwrap().tally.nodes()
}

/// A number with as many digits as the table shows.
fn short(number: f64) -> String {
    let digits = if number < 0.1 {
        3
    } else if number < 1.0 {
        2
    } else {
        usize::from(number < 10.0)
    };
    format!("{number:.digits$}")
}

#[test]
fn table_of_terms_follows_from_the_numbers() {
    for n in (8..=26).step_by(2).filter(|n| ![10, 14].contains(n)) {
        let solutions = Sequence::Solutions.known(BoardSize::new(n).unwrap()).unwrap();
        let terms = term_count(n);
        let shown = if n < 18 { grouped(terms as u64) } else { format!("{:.1e}", terms as f64) };
        let each = short(solutions as f64 / terms as f64);
        let mut row = format!("| {n} | {} | {shown} | {each} |", grouped(solutions as u64));
        if n < 18 {
            let hits = hits(n);
            let thousandth = solutions as f64 / 1000.0;
            row += &format!(" {} |", grouped((hits as f64 / thousandth).round() as u64));
        }
        assert!(contains(&text(PAGE), &row), "{row}");
    }
}
