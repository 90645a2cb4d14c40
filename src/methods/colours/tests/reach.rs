//! Checks that every limit of this method, and every type's width, is exceeded by a unit with known
//! solutions. Where every such unit takes too long, a piece is tested instead.

use std::fs;
use std::io::Write;
use std::path::Path;

use super::super::limits::MAX_SHORT_LIST;
use super::super::placements::{MAX_LINE_BYTES, PADDING};
use super::super::quarters::{MAX_SIDE, NO_LINE};
use super::super::reach::{self, Size};
use super::*;
use crate::check::units::known_units;

/// The board size, depth and number of a known unit.
type UnitName = (usize, usize, u64);

const FULL_TABLES: UnitName = (25, 3, 11_318);
const LARGE_TABLES: UnitName = (28, 3, 236_536);
const SOLVED_LISTS: UnitName = (28, 7, 747_065_280);
const LONG_LISTS: UnitName = (28, 7, 909_911_333);
const WIDE_SUMS: UnitName = (31, 7, 53_613_256_468);
const MANY_RANGES: UnitName = (32, 7, 80_985_251_898);

/// Returns the name of each limit, the size that it bounds, the value that a unit must reach, and this unit.
/// Constants have the same names as in the source.
fn passed() -> Vec<(&'static str, Size, u64, UnitName)> {
    let Limits { placements: _, entries, short_list, filter_chunk } = Limits::of(28);
    assert_eq!((short_list, Limits::of(25).entries), (MAX_SHORT_LIST, entries / 2));
    vec![
        ("placements of N = 28", Size::HeavyRanges, 2, LONG_LISTS),
        ("placements of N = 31", Size::LightRanges, 2, WIDE_SUMS),
        ("placements of N = 32", Size::HeavyRanges, 2, MANY_RANGES),
        ("entries of N = 25", Size::RowSetChunks, 2, FULL_TABLES),
        ("entries of N = 28", Size::RowSetChunks, 2, LARGE_TABLES),
        ("24 bits of a place in the tables", Size::TableEntries, 1 << 24, LARGE_TABLES),
        ("8 bits of a table's number", Size::RowSetsTogether, 257, LARGE_TABLES),
        ("22 bits of a place in a list", Size::Placements, 1 << 22, SOLVED_LISTS),
        ("23 bits of a place in a list", Size::Placements, 1 << 23, SOLVED_LISTS),
        ("16 bits of a key's placements", Size::PlacementsOfKey, 1 << 16, LONG_LISTS),
        ("filter_chunk", Size::FilteredPlacements, filter_chunk as u64 + 1, LONG_LISTS),
        ("MAX_SHORT_LIST", Size::MaskedPlacements, MAX_SHORT_LIST as u64, LONG_LISTS),
        ("12 bits of a key", Size::ColumnSets, 4097, WIDE_SUMS),
        ("MIN_HITS_FOR_ROW_SUM", Size::Hits, 1 << 13, WIDE_SUMS),
        ("PREFETCH_DISTANCE", Size::Hits, 1 << 13, WIDE_SUMS),
        ("MIN_LIST_TO_PREFETCH", Size::TailPlacements, 1 << 16, WIDE_SUMS),
        ("32 bits of a sum", Size::SumBits, 33, WIDE_SUMS),
        ("11 bits of a row set's index", Size::FirstRowSet, 2049, WIDE_SUMS),
        ("MAX_SIDE", Size::Columns, MAX_SIDE as u64, MANY_RANGES),
        ("MAX_LINE_BYTES", Size::LineBytes, MAX_LINE_BYTES as u64, MANY_RANGES),
        ("NO_LINE", Size::LineBytes, NO_LINE as u64 / 8 + 1, MANY_RANGES),
        ("PADDING", Size::MaskedPlacements, PADDING as u64 + 1, MANY_RANGES),
        ("8 rows filled by masks", Size::MaskedRows, 9, MANY_RANGES),
        ("TAIL_ROWS", Size::SearchedQueens, 12, MANY_RANGES),
        ("squares of a tail", Size::HalvedTails, 1, FULL_TABLES),
        ("BLOCK_SIDE", Size::ColumnSets, 4 * 32 + 1, FULL_TABLES),
    ]
}

#[test]
fn known_units_pass_every_limit() {
    let (known, passed) = (known_units(), passed());
    let kernel = available().next().unwrap();
    for (n, depth, unit) in [FULL_TABLES, LARGE_TABLES, SOLVED_LISTS, LONG_LISTS, WIDE_SUMS, MANY_RANGES] {
        let is_listed =
            known.iter().any(|known| (known.n.get(), known.depth, known.unit) == (n, depth, unit));
        assert!(is_listed, "N = {n}, depth {depth}, unit {unit} is not in units.csv");
        let of_unit = passed.iter().filter(|(.., by)| *by == (n, depth, unit));
        let goals = of_unit.map(|&(_, size, least, _)| (size, least)).collect();
        let mut counter = {
            let units = ColourUnits::of_any_number(size(n), depth);
            move |stop: &AtomicBool| units.counter(kernel).unwrap()(unit, stop)
        };
        let missed = reach::missed(goals, &mut counter);
        assert!(missed.is_empty(), "N = {n}, depth {depth}, unit {unit} does not reach {missed:?}");
    }
}

/// Constants that do not bound any of these sizes.
const NO_LIMITS: [&str; 16] = [
    // Marks a set without a number. No board has enough sets to reach this value.
    "NO_NUMBER",
    "KEY_RANGE",
    // These belong to vector operations, which are tested one by one.
    "WIDTH",
    "FIRST_BYTES",
    "LOW_7_BITS",
    "UPPER_OFFSETS",
    // These determine how often the stop flag is polled.
    "MIN_ROWS_TO_POLL",
    "QUEENS_PER_POLL",
    // Memory sizes.
    "CACHE_LINE_BYTES",
    "RECURSION_BYTES",
    // These are part of a plan's identity.
    "STANDARD_DEPTH",
    "LARGEST_HASHED_BY_GRANULARITY",
    "SAMPLED_UNITS",
    "SAMPLED_ROWS",
    "UPSIDE_DOWN_WORD",
    "FACTOR",
];

#[test]
fn every_constant_is_passed_by_a_unit_or_bounds_nothing() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/methods/colours");
    let mut found = Vec::new();
    collect_constants(&folder, &mut found);
    assert!(found.len() > 20, "{found:?}");
    let passed = passed();
    for name in found {
        let is_known = passed.iter().any(|(limit, ..)| *limit == name) || NO_LIMITS.contains(&name.as_str());
        assert!(is_known, "{name}: no known unit passes it");
    }
}

/// Collects the names of numeric constants in `folder`, except for those in tests.
fn collect_constants(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("tests") {
            collect_constants(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") && !path.ends_with("reach.rs") {
            let text = fs::read_to_string(&path).unwrap();
            let source = text.split("#[cfg(test)]\nmod tests").next().unwrap();
            let names = source.lines().filter_map(|line| line.split_once("const ")?.1.split_once(": "));
            let numbers = names.filter(|(_, kind)| {
                ["u8 ", "u16 ", "u32 ", "u64 ", "usize "].iter().any(|number| kind.starts_with(number))
            });
            found.extend(numbers.map(|(name, _)| name.to_owned()));
        }
    }
}

/// Prints the largest sizes that each unit in a list reaches. A line in the list is `N,depth,unit`.
#[test]
#[ignore = "a tool: UNITS=FILE names the list, and HOW=image counts upside down"]
fn print_reach() {
    let list = fs::read_to_string(std::env::var("UNITS").unwrap()).unwrap();
    let place: usize = std::env::var("KERNEL").map_or(0, |place| place.parse().unwrap());
    let kernel = available().nth(place).unwrap();
    for line in list.lines() {
        let [n, depth, unit] = line.split(',').collect::<Vec<_>>()[..3] else { panic!("{line}") };
        let mut units = ColourUnits::of_any_number(size(n.parse().unwrap()), depth.parse().unwrap());
        if std::env::var("HOW").is_ok_and(|how| how == "image") {
            units = units.upside_down();
        }
        let began = crate::os::thread_time();
        let mut counted = None;
        reach::missed(Vec::new(), |stop| {
            counted = units.counter(kernel).unwrap()(unit.parse().unwrap(), stop);
        });
        let took = (crate::os::thread_time() - began).as_secs_f64();
        let sizes = reach::ALL.map(|size| format!(" {size:?} {}", reach::largest(size))).concat();
        writeln!(std::io::stderr(), "{line} {kernel} {took:.2} s {counted:?}{sizes}").unwrap();
    }
}
