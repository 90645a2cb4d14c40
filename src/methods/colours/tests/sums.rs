//! Adds up more table entries than small boards do, with larger sums.

use super::super::hit_sinks::TableReader;
use super::super::search::HitSink;
use super::super::table::Tables;
use super::*;
use crate::methods::cpu::Portable;

/// Passes short and long hit lists for 16 row sets to a reader, and compares its sums with entries added one
/// by one.
#[test]
fn all_entries_of_all_hits_are_added_up() {
    const SETS: usize = 16;
    const KEYS: u16 = 40;
    const LISTS: usize = 900;
    let mut rng = Rng::with_seed(86);
    let (mut counted, mut weighted) = (Tables::<u32>::default(), Tables::default());
    counted.clear(SETS, KEYS.into(), 1);
    let (mut entries, mut added) = (Vec::new(), 0);
    for set in 0..SETS {
        for key in 0..KEYS {
            let hits = vec![0; rng.usize(..8192)];
            counted.add(set, key, &hits);
            added += hits.len() as u64;
            entries.push(8 * hits.len() as u64);
        }
    }
    let weight = ColumnWeight { orbit: 2, has_row_rank: false };
    weighted.weigh_transposed(&counted, added, &[weight], &[weight; KEYS as usize]).unwrap();
    let (mut sums, mut expected) = ([0; SETS], [0; SETS]);
    let mut hits = 0;
    let mut reader = TableReader::new(Portable, &weighted, &mut sums);
    for _ in 0..LISTS {
        for (set, expected) in expected.iter_mut().enumerate() {
            let len = if rng.bool() { rng.usize(..12) } else { rng.usize(..2_000) };
            let keys: Vec<u16> = (0..len).map(|_| rng.u16(..KEYS)).collect();
            reader.hits(set, 0, &keys);
            hits += len as u64;
            *expected +=
                keys.iter().map(|&key| entries[set * usize::from(KEYS) + usize::from(key)]).sum::<u64>();
        }
    }
    assert_eq!(reader.finish(), hits);
    assert_eq!(sums, expected);
    assert!(expected.iter().all(|sum| sum >> 33 > 0), "{expected:?}");
}
