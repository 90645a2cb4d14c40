//! Pins how units are defined in saved runs and shards. If a change breaks one of these tests, results of new
//! units must not be added to older versions' results.

use super::super::piece::Piece;
use super::*;
use crate::methods::colours::STANDARD_DEPTH;
use crate::methods::walk::Walk;

/// For each N, the CRC-32 over sampled pieces at depths 4, 5 and 6. A depth is left out if its plan would
/// have too many units. The hash of a plan covers pieces only from N = 25 up, or if odd columns are cut into
/// ranges.
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
