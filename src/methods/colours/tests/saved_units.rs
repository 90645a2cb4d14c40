//! Literals of units: what saved runs and shards take a unit to be. A change that breaks one of these tests
//! makes a version of the program whose units must not be added to those of others.

use super::super::piece::{Columns, Piece};
use super::super::units::Unit;
use super::*;
use crate::methods::colours::STANDARD_DEPTH;
use crate::methods::walk::Walk;

/// Board, and the CRC-32 of the pieces of units all over the plan at depth 4, 5 and 6, if it has no more
/// units than a plan may have. The hash of a plan covers pieces only from N = 25 on, and where odd columns
/// are cut.
const PIECES_OF_UNITS: [(usize, &[u32]); 16] = [
    (17, &[1287264728, 1337689414, 1618119206]),
    (18, &[1098798141, 2420226924, 3684265908]),
    (19, &[1678903764, 122927398, 1600520481]),
    (20, &[2160314545, 1607537405, 655245902]),
    (21, &[2184459502, 2517634902, 3144528579]),
    (22, &[3527337069, 3941025500, 1289050558]),
    (23, &[3981249316, 3780542285, 2114098619]),
    (24, &[4258637159, 1322039386, 1391366730]),
    (25, &[3135869900, 1555245934, 378810113]),
    (26, &[1171785443, 258063783, 4211097062]),
    (27, &[2105310952, 794496545, 1825602032]),
    (28, &[3070478301, 4214458349, 1270718935]),
    (29, &[672093693, 2177872534]),
    (30, &[117737715]),
    (31, &[4129625527]),
    (32, &[3300857057]),
];

#[test]
fn units_keep_their_pieces() {
    for (n, expected) in PIECES_OF_UNITS {
        let of_depth = |depth| Some(crc_of_pieces(&ColourUnits::new(size(n), depth).ok()?));
        let found: Vec<u32> = (STANDARD_DEPTH..STANDARD_DEPTH + 3).map_while(of_depth).collect();
        assert_eq!(found, expected, "N = {n}: these units are saved in run directories");
    }
}

fn crc_of_pieces(units: &ColourUnits) -> u32 {
    let walk = Walk::new(units.count);
    let mut piece = Piece::default();
    let mut bytes = Vec::new();
    for unit in (0..199).filter_map(|steps| walk.at(steps)).chain([units.count - 1]) {
        piece.assign(&units.unit(unit));
        bytes.extend(unit.to_le_bytes());
        piece.write_words(&mut |word| bytes.extend(word.to_le_bytes()));
    }
    crc32fast::hash(&bytes)
}

/// Board, unit and its piece: number and first and last of its odd rows with their weights, and of its
/// columns with their orbits, and a mark for those that are level with the rows. Rows and columns are
/// hexadecimal.
const PIECES: [(usize, u64, &str); 10] = [
    (24, 9_876, "ec2 with 10 8c7*4 to dc1*4; 860 13d*1 level to ec2*1 level; 860 bc8*1 level to 437*1 level"),
    (24, 39_999, "ff0 with 8 d7c*4 to 77c*4; 495 ff*1 to ff0*1 level; 495 ff0*1 to ff*1 level"),
    (25, 12_345, "1213 with 17 740*2 to 24a*2; 622 1f*2 to 1213*2 level; 495 f*1 to f00*1"),
    (25, 67_890, "1357 with 22 f07*2 to d8b*2; 471 ff*2 to 1357*2 level; 792 7f*1 to fe0*1"),
    (26, 23_456, "1734 with 16 17b0*4 to 5b9*4; 1217 7f*1 to 1734*1 level; 1217 1fc0*1 to 59d*1 level"),
    (26, 123_456, "1e1d with 10 1db4*4 to 17b1*4; 1165 ff*1 to 1e1d*1 level; 1165 1fe0*1 to 170f*1 level"),
    (27, 98_765, "121d with 13 1621*2 to 1624*2; 933 3f*2 to 121d*2 level; 1287 1f*1 to 1f00*1"),
    (27, 456_789, "28dd with 10 1d98*2 to 19f*2; 1260 ff*2 to 28dd*2 level; 1716 7f*1 to 1fc0*1"),
    (
        28,
        345_678,
        "38b1 with 6 2cc6*4 to 38ca*4; 2876 74e*1 level to 38b1*1 level; 1438 1cb8*1 level to fe*1",
    ),
    (28, 1_234_567, "384f with 6 28f5*4 to 34f1*4; 2548 ff*1 to 384f*1 level; 1274 3fc0*1 to 127e*1"),
];

#[test]
fn pieces_of_large_boards_keep_their_rows_and_columns() {
    let mut piece = Piece::default();
    for (n, unit, expected) in PIECES {
        piece.assign(&units(n).unit(unit));
        assert_eq!(in_words(&piece), expected, "N = {n}, unit {unit}");
    }
}

fn in_words(piece: &Piece) -> String {
    let Piece { even_rows, odd_rows, even_columns, odd_columns } = piece;
    let row = |&(odd, weight): &(u32, u64)| format!("{odd:x}*{weight}");
    let [first, last] = [&odd_rows[0], &odd_rows[odd_rows.len() - 1]].map(row);
    let rows = format!("{even_rows:x} with {} {first} to {last}", odd_rows.len());
    let columns = |columns: &Columns| {
        let column = |i: usize| {
            let ColumnWeight { orbit, is_level } = columns.weights[i];
            format!("{:x}*{orbit}{}", columns.sets[i], if is_level { " level" } else { "" })
        };
        let len = columns.sets.len();
        format!("{len} {} to {}", column(0), column(len - 1))
    };
    format!("{rows}; {}; {}", columns(even_columns), columns(odd_columns))
}

/// Board and depth, at which odd columns are cut into ranges; solutions of the units after an eighth, a
/// quarter, a third and half of the plan.
const UNITS_WITH_RANGES: [(usize, usize, [u128; 4]); 12] = [
    (10, 7, [16, 0, 0, 0]),
    (11, 7, [0, 32, 4, 0]),
    (12, 6, [284, 168, 0, 0]),
    (13, 6, [8, 372, 84, 292]),
    (14, 6, [1144, 1120, 908, 888]),
    (15, 6, [496, 2972, 5432, 4048]),
    (16, 6, [6952, 6696, 3488, 2100]),
    (17, 6, [1140, 6996, 4612, 19580]),
    (18, 6, [54548, 96896, 74920, 75672]),
    (19, 6, [50500, 125780, 288008, 155152]),
    (20, 6, [843584, 2097560, 360272, 181844]),
    (20, 7, [145668, 147236, 28168, 18504]),
];

#[test]
fn units_with_ranges_keep_their_counts_and_add_up() {
    let kernel = available().next().unwrap();
    for (n, depth, expected) in UNITS_WITH_RANGES {
        let units = ColourUnits::new(size(n), depth).unwrap();
        let mut counter = units.counter(kernel).unwrap();
        let mut count_piece = count_piece_with(kernel, n).unwrap();
        let mut solutions = |unit: u64| counter(unit, &NEVER).unwrap().solutions;
        let some = [8, 4, 3, 2].map(|part| units.count / part);
        assert_eq!(some.map(&mut solutions), expected, "N = {n}, depth {depth}");
        for unit in some {
            let of_unit = units.unit(unit);
            let [number, ranges] = of_unit.range;
            assert!(ranges > 1, "N = {n}, depth {depth}: odd columns are whole");
            let first = unit - number as u64;
            let all: u128 = (first..first + ranges as u64).map(&mut solutions).sum();
            let mut whole = Piece::default();
            whole.assign(&Unit { range: [0, 1], ..of_unit });
            assert_eq!(
                all,
                count_piece(&whole, &NEVER).unwrap().solutions,
                "N = {n}, depth {depth}, unit {unit}"
            );
        }
    }
}
