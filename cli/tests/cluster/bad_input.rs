//! Tests invalid plans and shard directories, with their error messages and exit codes.

use serde_json::Value;

use super::*;
use crate::support::forge;

fn with_started_shard() -> Workplace {
    let place = Workplace::new(12, 3);
    place.work("d", "0-1").printed();
    place
}

/// Changes a field in the plan file and updates the checksum.
fn forge_plan(place: &Workplace, field: &str, value: impl Into<Value>) {
    forge(&place.path("plan.json"), |plan| plan[field] = value.into());
}

#[test]
fn rejects_an_inconsistent_plan_with_a_valid_checksum() {
    for (field, value, named) in [
        ("units", Value::from(13), "13 units, not 12"),
        ("depth", 5.into(), "12 units, not "),
        ("plan_hash", "c0ffee15".repeat(4).into(), "plan c0ffee15c0ffee15c0ffee15c0ffee15, not "),
    ] {
        let place = with_started_shard();
        forge_plan(&place, field, value);
        for call in [place.work("new", "2"), place.merge("d")] {
            call.ends(1, &["plan.json", "whose units differ from this version's", named]);
        }
        place.missing("d").ends(1, &["d contains shards of a different plan"]);
        // No unit can be counted, so --fresh moves nothing aside either.
        place.work("d", "0-1 --fresh").ends(1, &["whose units differ from this version's"]);
        assert_eq!(entries(place.path("d")), 2);
    }
}
