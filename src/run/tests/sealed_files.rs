//! Tests what manifests and results contain, and which of them are rejected.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::*;
use crate::plan::Shard;
use crate::run::MergeSources;
use crate::run::result;

fn parse(bytes: &[u8]) -> Result<Manifest, RunError> {
    Manifest::parse(Path::new(RUN), bytes)
}

#[test]
fn rejects_invalid_values_and_unknown_fields() {
    let shard = |number, of| Manifest { shard: Some(Shard { number, of }), ..manifest() };
    let hash = PlanIdentity { plan_hash: "00".to_owned(), ..manifest().identity };
    for wrong in [
        manifest_of((1 << 28) + 1),
        manifest_of(0),
        Manifest { identity: hash, ..manifest() },
        shard(4, 4),
        shard(0, UNITS + 1),
        Manifest { shard: Some(Shard::WHOLE), ..manifest() },
        Manifest { shard: Some(Shard { number: 0, of: 1_000_001 }), ..manifest_of(1 << 28) },
    ] {
        assert!(wrong.to_bytes().is_err());
        assert!(parse(&sealed::seal(&wrong).unwrap()).is_err());
    }
    for (field, value) in [("colour", serde_json::json!("blue")), ("n", 33.into())] {
        let mut wrong = serde_json::to_value(manifest()).unwrap();
        wrong[field] = value;
        assert!(parse(&sealed::seal(&wrong).unwrap()).is_err(), "{field}");
    }
}

/// Returns the result file of `total`, changed by `change`.
fn file(total: &Total, change: impl FnOnce(&mut Value)) -> Vec<u8> {
    let mut file = serde_json::to_value(total).unwrap();
    change(&mut file);
    sealed::seal(&file).unwrap()
}

fn whole() -> Tally {
    let mut tally = Tally::new(UNITS);
    (0..UNITS).for_each(|unit| assert!(tally.add(&entry(unit))));
    tally
}

#[test]
fn result_round_trips_with_counts_as_strings() {
    let json = serde_json::to_value(total()).unwrap();
    assert_eq!((&json["solutions"], &json["nodes"]), (&"16383".into(), &"7021".into()));
    assert!(json.get("shard").is_none() && json.get("merged").is_none());
    let shards =
        MergeSources { shards: 3, machines: BTreeMap::new(), kernels: BTreeMap::new(), cpu_units: None };
    for total in [total(), Total { merged: Some(shards), ..total() }] {
        let bytes = sealed::seal(&total).unwrap();
        assert_eq!(result::parse(&bytes, &manifest(), &whole()), Ok(Some(total)));
    }
    for wrong in ["01", "+1", "", "-1", "1e3", "340282366920938463463374607431768211456"] {
        let bytes = file(&total(), |file| file["solutions"] = wrong.into());
        assert!(result::parse(&bytes, &manifest(), &whole()).is_err(), "{wrong}");
    }
}

#[test]
fn rejects_partial_or_foreign_results() {
    let refused = |field: &str, value: Value| {
        let bytes = file(&total(), |file| file[field] = value);
        result::parse(&bytes, &manifest(), &whole()).unwrap_err().reason()
    };
    for (field, value, reason) in [
        ("solutions", json!("2"), "the ledger sums to 16,383"),
        ("n", json!(9), "its n is 9"),
        ("method", json!("rows"), "its method is rows"),
        ("depth", json!(9), "its depth"),
        ("units", json!(2), "its units is 2"),
        ("shard", json!({ "number": 0, "of": 2 }), "its shard"),
        ("resumed", json!(8), "`resumed` is 8"),
        ("wall_s", json!(-1.0), "`wall_s` is -1"),
        ("threads", json!(0), "`threads`"),
        ("threads", Value::Null, "`threads`"),
        ("host", Value::Null, "`host`"),
    ] {
        let found = refused(field, value);
        assert!(found.contains(reason), "{field}: {found}");
    }
    let bytes = sealed::seal(&total()).unwrap();
    assert_eq!(result::parse(&bytes, &manifest(), &Tally::new(UNITS)), Ok(None));
}

/// Strings from the file, and messages that quote them, may end up in a terminal.
#[test]
fn forged_texts_are_no_longer_than_ours() {
    let long = "ab".repeat(400_000);
    let texts =
        ["/program", "/version", "/commit", "/method", "/kernel", "/solutions", "/host/cpu", "/host/os"];
    for (length, is_right) in [(1000, true), (1001, false), (long.len(), false)] {
        for field in texts {
            let bytes = file(&total(), |file| *file.pointer_mut(field).unwrap() = long[..length].into());
            match result::parse(&bytes, &manifest(), &whole()) {
                Ok(_) => assert!(is_right, "{field} of {length} bytes"),
                Err(unusable) => {
                    let error = unusable.reason();
                    let is_no_text = ["/method", "/solutions"].contains(&field);
                    assert!(!is_right || is_no_text, "{field} of {length} bytes");
                    assert!(error.chars().count() < 400, "{field}: {}", error.len());
                }
            }
        }
    }
    for forge in [
        (|file, long| file[long] = 1.into()) as fn(&mut Value, &str),
        |file, long| file["checks"] = json!([{ "name": long, "passed": true, "detail": "" }]),
        |file, long| file["merged"] = json!({ "shards": 1, "machines": [], "kernels": { long: 1 } }),
    ] {
        let bytes = file(&total(), |file| forge(file, &long));
        let refused = result::parse(&bytes, &manifest(), &whole()).unwrap_err().reason();
        assert!(refused.contains("longer than any that this program writes"), "{}", refused.len());
    }
}

#[test]
fn times_and_nodes_of_a_result_are_those_of_its_ledger() {
    let storage = with_result();
    let right = look(&storage).unwrap().total.unwrap();
    let mut forged = serde_json::to_value(&right).unwrap();
    (forged["cpu_s"], forged["thread_wall_s"], forged["nodes"]) = (77.5.into(), 78.5.into(), "9".into());
    storage.put(RESULT, &sealed::seal(&forged).unwrap());
    assert_eq!(look(&storage).unwrap().total.unwrap(), right);
}

/// A difference in any bit must be detected, even in a bit that a narrower type would lose.
#[test]
fn result_must_agree_with_its_ledger_to_the_last_digit() {
    let n = BoardSize::new(32).unwrap();
    let manifest = Manifest { identity: PlanIdentity { n, ..manifest().identity }, ..manifest() };
    let mut tally = Tally::new(UNITS);
    for unit in 0..UNITS {
        let solutions = n.most_solutions() / 3 + u128::from(unit);
        assert!(tally.add(&Entry { solutions, nodes: u64::MAX - unit, ..entry(unit) }));
    }
    let right = Total { n, solutions: tally.sums().solutions, nodes: tally.sums().nodes, ..total() };
    assert_eq!(result::parse(&sealed::seal(&right).unwrap(), &manifest, &tally), Ok(Some(right.clone())));
    for bit in 0..127 {
        let mut wrong = right.clone();
        wrong.solutions ^= 1 << bit;
        let refused = result::parse(&sealed::seal(&wrong).unwrap(), &manifest, &tally);
        assert!(refused.is_err_and(|error| error.reason().contains("but the ledger sums to")), "bit {bit}");
    }
}
