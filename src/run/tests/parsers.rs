//! Feeds arbitrary and nearly valid bytes to the ledger, manifest and result parsers. They must return what
//! was written or an error, and never panic.

use proptest::prelude::*;

use super::altered::altered;
use super::*;
use crate::run::result;

/// Generates ledgers from whole lines, partial lines and arbitrary bytes.
fn ledger() -> impl Strategy<Value = Vec<u8>> {
    let whole = (0..UNITS + 1).map(|unit| line(&entry(unit)).into_bytes());
    let cut = (0..UNITS).map(|unit| line(&entry(unit)).into_bytes()[unit as usize * 10..].to_vec());
    let piece = prop_oneof![
        3 => proptest::sample::select(whole.chain(cut).collect::<Vec<_>>()),
        1 => proptest::collection::vec(any::<u8>(), 0..300),
        1 => proptest::collection::vec(Just(0u8), 0..300),
        1 => Just(b"\n".to_vec()),
    ];
    proptest::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn resumes_a_ledger_of_any_bytes(bytes in ledger()) {
        let storage = with_ledger(&bytes);
        match reopen(&storage, RESUMED_RUN) {
            // No line is good, but maybe only the newlines were changed. So the ledger must stay as it is.
            Err(RunError::NoGoodLine { .. }) => prop_assert_eq!(storage.bytes(LEDGER), bytes),
            opened => {
                finished(&opened.unwrap());
                ends_well(&storage);
            }
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
