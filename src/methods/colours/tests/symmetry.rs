//! Checks the weights of all row and column pairs against their orbits under the eight symmetries.

use std::collections::HashSet;

use super::*;

/// The white queens' rows and columns on the board, as bit sets.
pub type Place = [u32; 2];

/// Returns the board's rows, or columns, in a pair of sets.
pub fn spread(pair: ParitySets) -> u32 {
    let every_other = |set: u32| (0..16).filter(|i| set >> i & 1 == 1).map(|i| 1_u32 << (2 * i)).sum::<u32>();
    every_other(pair.even) | every_other(pair.odd) << 1
}

fn gather(set: u32) -> ParitySets {
    let every_other = |set: u32| (0..16).filter(|i| set >> (2 * i) & 1 == 1).map(|i| 1 << i).sum();
    ParitySets { even: every_other(set), odd: every_other(set >> 1) }
}

/// Returns all symmetric images of the white queens' rows and columns.
pub fn images(n: usize, [rows, columns]: Place) -> Vec<Place> {
    let all = u32::MAX >> (32 - n);
    let turned = |set: u32| set.reverse_bits() >> (32 - n);
    // On an even board, a flip turns white squares black.
    let flip = |[rows, columns]: Place| {
        let image = [rows, turned(columns)];
        if n.is_multiple_of(2) { image.map(|set| all & !set) } else { image }
    };
    let exchange = |[rows, columns]: Place| [columns, rows];
    let mut found = vec![[rows, columns]];
    for index in 0.. {
        let Some(&place) = found.get(index) else { break };
        for image in [flip(place), exchange(place)] {
            if !found.contains(&image) {
                found.push(image);
            }
        }
    }
    found
}

/// Returns the weight of these rows and columns, or 0 if they are not counted.
pub fn weight(n: usize, [rows, columns]: Place) -> u64 {
    let [rows, columns] = [gather(rows), gather(columns)];
    let split = QueenSplit { n, queens: rows.even.count_ones() as usize };
    if !QueenSplit::all(n).any(|other| other == split) {
        return 0;
    }
    let even = split.even_column_weight(rows.even, columns.even);
    let odd = split.odd_column_weight(rows.even, columns.odd);
    even.zip(odd).map_or(0, |(even, odd)| split.row_weight(rows) * u64::from(even.combined_with(odd)))
}

/// Like [`weight`], but looks it up in the row and column lists.
pub fn listed_weight(n: usize, [rows, columns]: Place) -> u64 {
    let [rows, columns] = [gather(rows), gather(columns)];
    let split = QueenSplit { n, queens: rows.even.count_ones() as usize };
    let is_counted =
        QueenSplit::all(n).any(|other| other == split) && split.even_rows().any(|even| even == rows.even);
    let odd = if is_counted { split.odd_rows(rows.even).find(|(odd, _)| *odd == rows.odd) } else { None };
    let Some((_, row_weight)) = odd else { return 0 };
    let of = |mut all: Box<dyn Iterator<Item = (u32, ColumnWeight)>>, set: u32| {
        all.find(|(other, _)| *other == set).map(|(_, weight)| weight)
    };
    let even = of(Box::new(split.even_columns(rows.even)), columns.even);
    let odd = of(Box::new(split.odd_columns(rows.even)), columns.odd);
    even.zip(odd).map_or(0, |(even, odd)| row_weight * u64::from(even.combined_with(odd)))
}

/// If an orbit's weights add up to its size, each term in it is counted once.
#[test]
fn weight_of_an_orbit_is_its_size() {
    for n in 1..=10_usize {
        let [even, odd] = [n.div_ceil(2), n / 2];
        let mut counted: HashSet<Place> = HashSet::new();
        for queens in 0..=even {
            let Some(odd_queens) = (queens + odd).checked_sub(even) else { continue };
            let pairs: Vec<ParitySets> = subsets(even, queens)
                .flat_map(|even| subsets(odd, odd_queens).map(move |odd| ParitySets { even, odd }))
                .collect();
            for place in pairs.iter().flat_map(|&a| pairs.iter().map(move |&b| [spread(a), spread(b)])) {
                if counted.contains(&place) {
                    continue;
                }
                let orbit = images(n, place);
                let weights: u64 = orbit.iter().map(|&image| listed_weight(n, image)).sum();
                assert!(orbit.iter().all(|&image| weight(n, image) == listed_weight(n, image)), "{orbit:?}");
                assert_eq!(weights, orbit.len() as u64, "N = {n}, {orbit:?}");
                counted.extend(orbit);
            }
        }
    }
}
