//! Checks placement lists and the search against a naive enumeration of placements.

use super::super::column_sets::ColumnSets;
use super::super::placements::{PlacementList, PlacementQuery};
use super::super::quarters::{Colour, Quarter};
use super::super::row_order::{from_code, search_order};
use super::super::search::row_sets::{RowSets, by_row};
use super::super::search::{HitSink, Search, SearchedQuarter};
use super::*;
use crate::board::bits;

/// Returns all placements in `rows` of a quarter. Each is given by its column set, and by every queen's row
/// and column.
fn naive(quarter: &Quarter, rows: u32) -> Vec<(u32, Vec<[usize; 2]>)> {
    let mut found = vec![(0, Vec::new())];
    for row in bits(rows) {
        found = found
            .into_iter()
            .flat_map(|(columns, queens): (u32, Vec<[usize; 2]>)| {
                let free = |&column: &usize| {
                    columns >> column & 1 == 0
                        && queens.iter().all(|[r, c]| row.abs_diff(*r) != column.abs_diff(*c))
                };
                let free: Vec<usize> = (0..quarter.columns).filter(free).collect();
                free.into_iter().map(move |column| {
                    let queens = queens.iter().copied().chain([[row, column]]).collect();
                    (columns | 1 << column, queens)
                })
            })
            .collect();
    }
    found
}

fn lines(quarter: &Quarter, queens: &[[usize; 2]]) -> u64 {
    queens.iter().fold(0, |lines, &[row, column]| lines | quarter.lines[row][column])
}

/// Chooses about two thirds of the column sets with `queens` columns, in random order.
fn some_sets(rng: &mut Rng, columns: usize, queens: usize) -> Vec<u32> {
    let mut sets: Vec<u32> = subsets(columns, queens).filter(|_| rng.u8(..3) > 0).collect();
    rng.shuffle(&mut sets);
    sets
}

#[test]
fn lists_have_every_placement_of_their_sets_by_key() {
    let mut rng = Rng::with_seed(61);
    let mut list = PlacementList::default();
    let mut counts = Vec::new();
    for n in 1..=17 {
        for colour in [Colour::white(n), Colour::black(n)] {
            for quarter in [&colour.listed, &colour.searched] {
                let queens = rng.usize(0..=quarter.rows.min(quarter.columns).min(6));
                let rows = choose(&mut rng, quarter.rows, queens);
                let chosen = some_sets(&mut rng, quarter.columns, queens);
                let mut sets = ColumnSets::default();
                sets.assign(quarter.columns, chosen.iter().copied());
                let wanted = PlacementQuery { quarter, rows, sets: &sets };
                wanted.count(&mut counts, &NEVER_STOP).unwrap();
                list.list(wanted, colour.bytes(), &counts, &NEVER_STOP).unwrap();

                let key = |set| chosen.iter().position(|&other| other == set).map(|key| key as u16);
                let all = naive(quarter, rows).into_iter();
                let mut expected: Vec<(u16, u64)> =
                    all.filter_map(|(set, placed)| Some((key(set)?, lines(quarter, &placed)))).collect();
                let word = |index: usize| {
                    let byte = |(byte, bytes): (usize, &Vec<u8>)| u64::from(bytes[index]) << (8 * byte);
                    list.bytes[..colour.bytes()].iter().enumerate().map(byte).sum()
                };
                let mut found: Vec<(u16, u64)> =
                    (0..list.len).map(|index| (list.keys[index], word(index))).collect();
                assert!(found.is_sorted_by_key(|(key, _)| *key), "N = {n}");
                expected.sort_unstable();
                found.sort_unstable();
                assert_eq!(found, expected, "N = {n}, {queens} queens in rows {rows:b}");
            }
        }
    }
}

#[derive(Default)]
struct Hits(Vec<(usize, u16, u16)>);

impl HitSink for Hits {
    fn hits(&mut self, index: usize, number: u16, keys: &[u16]) {
        assert!(keys.is_sorted());
        self.0.extend(keys.iter().map(|&key| (index, number, key)));
    }
}

/// Checks that a search with masks finds the same hits as a search with filters. The list is cut to lengths
/// around multiples of 64.
fn check_short_lists<V: PlacementVector>(v: V, rng: &mut Rng, n: usize, queens: [usize; 2]) {
    let colour = if rng.bool() { Colour::white(n) } else { Colour::black(n) };
    let Colour { listed, searched, .. } = &colour;
    let [listed_queens, queens] = queens;
    let [mut keys, mut numbers] = [(); 2].map(|()| ColumnSets::default());
    keys.assign(listed.columns, subsets(listed.columns, listed_queens));
    // A large quarter has too many column sets to search all of them within minutes, so choose one.
    let mut chosen: Vec<u32> = subsets(searched.columns, queens).collect();
    rng.shuffle(&mut chosen);
    chosen.truncate(if n > 16 { 1 } else { chosen.len() });
    numbers.assign(searched.columns, chosen.into_iter());
    let mut row_sets = RowSets::default();
    row_sets.assign(searched.rows, (0..2).map(|_| choose(rng, searched.rows, queens)));
    let (mut list, mut counts) = (PlacementList::default(), Vec::new());
    let wanted =
        PlacementQuery { quarter: listed, rows: choose(rng, listed.rows, listed_queens), sets: &keys };
    wanted.count(&mut counts, &NEVER_STOP).unwrap();
    list.list(wanted, colour.bytes(), &counts, &NEVER_STOP).unwrap();
    let all = list.len;
    let lens: &[usize] =
        if n > 16 { &[64, 512] } else { &[0, 1, 63, 64, 65, 127, 128, 129, 255, 256, 257, 511, 512] };
    for &len in lens {
        list.len = len.min(all);
        let what =
            SearchedQuarter { quarter: searched, rows: &row_sets, sets: &numbers, bytes: colour.bytes() };
        let [by_filters, by_masks] = [0, 512].map(|short| {
            let mut search = Search::new(v, Limits { short_list: short, ..small_limits(n) });
            let mut found = Hits::default();
            search.run(what, &list, &mut found, &NEVER_STOP).unwrap();
            found.0.sort_unstable();
            found.0
        });
        assert!(by_masks == by_filters, "{len} of {all} placements");
        assert!(len < 63 || all < 63 || !by_masks.is_empty(), "{len} of {all} placements: no hits");
    }
}

#[test]
fn short_lists_have_the_same_hits_by_masks_and_by_filters() {
    let mut rng = Rng::with_seed(63);
    for _ in 0..6 {
        with_every_vector!(check_short_lists(&mut rng, 16, [4, 5]));
    }
    for _ in 0..2 {
        with_every_vector!(check_short_lists(&mut rng, 28, [2, 10]));
    }
}

/// Searches random row sets, with a list for random rows, and compares the hits with a naive enumeration.
fn check_search<V: PlacementVector>(v: V, rng: &mut Rng) {
    let chunk = [1 << 7, 1 << 16][rng.usize(..2)];
    let limits = Limits { short_list: [0, 40, 512][rng.usize(..3)], filter_chunk: chunk, ..Limits::of(22) };
    let mut search = Search::new(v, limits);
    // From N = 18 up, a tail's row sets may have more than 64 free squares.
    for n in (2..=16).chain([19, 22]) {
        for colour in [Colour::white(n), Colour::black(n)] {
            let Colour { listed, searched, .. } = &colour;
            // The tail fills four rows, so five queens leave one row to the filters. On large boards, more
            // than three queens would take too long.
            let most = |quarter: &Quarter| quarter.rows.min(quarter.columns).min(if n > 16 { 3 } else { 5 });
            let [listed_queens, queens] = [rng.usize(0..=most(listed)), rng.usize(0..=most(searched))];
            let listed_rows = choose(rng, listed.rows, listed_queens);
            let sets = rng.usize(1..=6);
            let rows: Vec<u32> = (0..sets).map(|_| choose(rng, searched.rows, queens)).collect();
            let [keys, numbers] = [(listed, listed_queens), (searched, queens)].map(|(quarter, queens)| {
                let mut sets = ColumnSets::default();
                let chosen = some_sets(rng, quarter.columns, queens);
                sets.assign(quarter.columns, chosen.into_iter());
                sets
            });
            let (mut list, mut counts) = (PlacementList::default(), Vec::new());
            let wanted = PlacementQuery { quarter: listed, rows: listed_rows, sets: &keys };
            wanted.count(&mut counts, &NEVER_STOP).unwrap();
            list.list(wanted, colour.bytes(), &counts, &NEVER_STOP).unwrap();
            let mut found = Hits::default();
            let bytes = colour.bytes();
            let mut row_sets = RowSets::default();
            row_sets.assign(searched.rows, rows.iter().copied());
            let what = SearchedQuarter { quarter: searched, rows: &row_sets, sets: &numbers, bytes };
            search.run(what, &list, &mut found, &NEVER_STOP).unwrap();
            assert_eq!(search.run(what, &list, &mut Hits::default(), &AtomicBool::new(true)), None);

            let keyed = |quarter, rows, sets: &ColumnSets| -> Vec<(u16, u64)> {
                let all = naive(quarter, rows).into_iter();
                all.filter_map(|(set, placed)| Some((sets.number(set)?, lines(quarter, &placed)))).collect()
            };
            let others = keyed(listed, listed_rows, &keys);
            let mut expected = Vec::new();
            for (index, &rows) in rows.iter().enumerate() {
                for (number, lines) in keyed(searched, rows, &numbers) {
                    let fit = others.iter().filter(|(_, other)| other & lines == 0);
                    expected.extend(fit.map(|&(key, _)| (index, number, key)));
                }
            }
            expected.sort_unstable();
            found.0.sort_unstable();
            assert!(found.0 == expected, "N = {n}, {listed_queens} and {queens} queens, rows {rows:?}");
        }
    }
}

#[test]
fn search_finds_every_pair_that_fits() {
    let mut rng = Rng::with_seed(62);
    for _ in 0..9 {
        with_every_vector!(check_search(&mut rng));
    }
}

/// The middle row comes first. Of two rows at the same distance from the middle, the upper row comes first.
#[test]
fn rows_are_searched_from_the_middle_outwards() {
    for rows in 0..=16 {
        let mut expected: Vec<usize> = (0..rows).collect();
        expected.sort_by_key(|row| (2 * row + 1).abs_diff(rows));
        assert_eq!(search_order(rows).collect::<Vec<_>>(), expected, "{rows} rows");
    }
    assert_eq!([from_code(4, 0b1010), from_code(5, 0b10001)], [0b0011, 0b10100]);
    // Sets with the same first row end up next to each other.
    let mut sets = RowSets::default();
    sets.assign(6, [0b1100, 0b1_0010, 0b110, 0b1001, 0b1010].into_iter());
    let firsts: Vec<usize> = by_row(&sets.sets, 0).map(|(row, sets)| 10 * row + sets.len()).collect();
    assert_eq!(firsts, [22, 32, 11]);
}
