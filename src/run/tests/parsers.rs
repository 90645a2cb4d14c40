//! Arbitrary and nearly valid bytes for the parsers of ledger, manifest and result: a result or an
//! error, never a panic, and never numbers that were not written.

use proptest::prelude::*;

use super::altered::altered;
use super::*;
use crate::plan::entry::ChecksumSeed;
use crate::run::result;

/// A text of `pieces` with arbitrary bytes in between, as in a damaged file.
fn pieces(pieces: Vec<Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        3 => proptest::sample::select(pieces),
        1 => proptest::collection::vec(any::<u8>(), 0..300),
        1 => proptest::collection::vec(Just(0u8), 0..300),
        1 => Just(b"\n".to_vec()),
    ];
    proptest::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

fn ledger_pieces() -> impl Strategy<Value = Vec<u8>> {
    let whole = (0..UNITS + 1).map(|unit| line(&entry(unit)).into_bytes());
    let cut = (0..UNITS).map(|unit| line(&entry(unit)).into_bytes()[unit as usize * 10..].to_vec());
    pieces(whole.chain(cut).collect())
}

proptest! {
    #[test]
    fn accepts_only_the_canonical_body(
        body in r#"\{"unit":[0-9]{0,21},"solutions":"[0-9]{0,40}","nodes":"[-0-9]{0,21}","(wall_ms":[0-9.e]{0,21},")?cpu_ms":[0-9.e]{0,21},"kernel":"[a-zA-Z0-9_\\-]{0,33}"(,"x":1)?"#
    ) {
        let line = format!("{body},\"crc\":\"{:08x}\"}}", crc32fast::hash(body.as_bytes()));
        // The hash of no plan is empty: then nothing before the line is part of its checksum.
        let seed = ChecksumSeed::new("");
        if let Some(entry) = Entry::parse(line.as_bytes(), seed) {
            prop_assert_eq!(entry.to_line(seed), line + "\n");
        }
    }

    #[test]
    fn resumes_a_ledger_of_any_bytes(bytes in ledger_pieces()) {
        let storage = with_ledger(&bytes);
        finished(&reopen(&storage, RESUME).unwrap());
        ends_well(&storage);
    }

    #[test]
    fn any_bytes_give_this_manifest_or_an_error(
        bytes in pieces(manifest_lines()),
        cut in any::<prop::sample::Index>(),
    ) {
        prop_assert!(Manifest::parse(Path::new(RUN), &bytes).is_err());
        let whole = with_units([]).bytes(MANIFEST);
        let spliced = [&whole[..cut.index(whole.len())], &bytes].concat();
        if let Ok(found) = Manifest::parse(Path::new(RUN), &spliced) {
            prop_assert_eq!(found, manifest());
        }
    }

    #[test]
    fn sealed_manifest_is_one_that_can_be_written(value in altered(serde_json::to_value(manifest()).unwrap())) {
        if let Ok(found) = Manifest::parse(Path::new(RUN), &sealed::seal(&value).unwrap()) {
            let written = found.to_bytes().unwrap();
            prop_assert_eq!(Manifest::parse(Path::new(RUN), &written).unwrap(), found);
        }
    }

    #[test]
    fn sealed_result_has_the_sums_of_its_ledger(
        value in altered(serde_json::to_value(total()).unwrap()),
    ) {
        let mut tally = Tally::new(UNITS);
        (0..UNITS).for_each(|unit| assert!(tally.add(&entry(unit))));
        if let Ok(Some(found)) = result::parse(&sealed::seal(&value).unwrap(), &manifest(), &tally) {
            prop_assert_eq!((found.n, &found.method, found.solutions), (total().n, &total().method, tally.sums().solutions));
            let written = sealed::seal(&found).unwrap();
            prop_assert_eq!(result::parse(&written, &manifest(), &tally), Ok(Some(found)));
        }
    }
}

fn manifest_lines() -> Vec<Vec<u8>> {
    let bytes = with_units([]).bytes(MANIFEST);
    bytes.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect()
}
