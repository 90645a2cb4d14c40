//! Footprints, against the distances of queens on a board.

use super::*;
use crate::methods::halves::lists::footprint::{Footprints, lines};

/// The bits of footprints that a queen of the south tests.
pub fn tested(shape: &Shape, row: usize, column: usize) -> u64 {
    tested_lines(lines(shape, row, column))
}

#[test]
fn queens_share_a_line_if_they_attack_each_other() {
    for n in 2..=32 {
        let shape = shape(n);
        let footprints = Footprints::of(&shape);
        assert_eq!(footprints.rows(), n / 2);
        for (i, c) in (0..shape.north).flat_map(|i| (0..n).map(move |c| (i, c))) {
            let footprint = footprints.at(i, c);
            for (j, d) in (0..shape.south).flat_map(|j| (0..n).map(move |d| (j, d))) {
                let attacks = i + j + 1 == c.abs_diff(d);
                assert_eq!(footprint & tested(&shape, j, d) != 0, attacks, "N = {n}, ({i}, {c}), ({j}, {d})");
            }
        }
    }
}

#[test]
fn needed_bytes_cover_every_test() {
    let mut rng = Rng::with_seed(2);
    let bytes = |bits: u64| (0..8).filter(move |byte| bits >> (8 * byte) & 0xff != 0);
    for n in 2..=32 {
        let shape = shape(n);
        let tested_by = |row, columns| bits(columns).fold(0, |set, column| set | tested(&shape, row, column));
        for (row, _) in (0..shape.south).flat_map(|row| (0..20).map(move |round| (row, round))) {
            let columns = choose(&mut rng, shape.row_mask(), shape.south - row);
            let needed = NeededBytes::by(&shape, row, columns);
            let what = format!("N = {n}, row {row}, {columns:#b}");
            let tested = (row..shape.south).fold(0, |set, row| set | tested_by(row, columns));
            assert!(bytes(tested).all(|byte| needed.bytes().contains(&byte)), "{what}");
            assert!(needed.bytes().is_sorted(), "{what}");
            // No other byte may be needed than those of the lines up to the outermost columns' in
            // this row.
            let up_to_highest = u32::MAX >> columns.leading_zeros();
            let from_lowest = shape.row_mask() & (u32::MAX << columns.trailing_zeros());
            let allowed = tested_by(row, up_to_highest) | tested_by(row, from_lowest);
            assert!(needed.bytes().iter().all(|&byte| bytes(allowed).any(|other| other == byte)), "{what}");
        }
        assert!(NeededBytes::by(&shape, 0, 0).bytes().is_empty());
    }
    assert_eq!(NeededBytes::by(&shape(21), 0, 0x1f_ffff).bytes().len(), 5);
}
