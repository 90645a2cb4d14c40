//! Publishes files in which some values were altered. A file may be published or rejected, but publishing
//! must not panic.

use proptest::prelude::*;
use queens_publish::files::RecordError;

use self::json::altered;
use crate::support::{Publish, Results, comparison, estimate, merge_record, record};

// This module belongs to the engine's tests. It is included by path, because a package for it would have to
// be published, too.
#[path = "../../../src/run/tests/altered.rs"]
mod json;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn altered_files_are_published_or_refused((file, value) in prop_oneof![
        (Just("records/other.jsonl"), altered(record(13, "cross", 2))),
        (Just("records/merged.jsonl"), altered(merge_record())),
        (Just("rivals/other.json"), altered(comparison("Near", 5.0))),
        (Just("estimate.json"), altered(estimate(24, "Test CPU", [72000.0, 7200.0]))),
    ]) {
        let results = Results::of(&[record(12, "cross", 1)]);
        results.put(file, &[value]);
        if let Err(error) = Publish::of(&results).run() {
            prop_assert!(!matches!(error, RecordError::Io { .. } | RecordError::None { .. }), "{}", error);
        }
    }
}
