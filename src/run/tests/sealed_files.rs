//! Manifests and results: what they hold, and what is rejected.

use super::*;
use crate::plan::Shard;
use crate::run::check;

fn with(units: u64) -> Manifest {
    Manifest { identity: Identity { units, ..manifest().identity }, ..manifest() }
}

fn parse(bytes: &[u8]) -> Result<Manifest, Error> {
    Manifest::parse(Path::new(RUN), bytes)
}

#[test]
fn manifest_round_trips() {
    let part = Manifest { shard: Some(Shard { number: 1, of: 4 }), ..manifest() };
    for manifest in [manifest(), part, with(1 << 28)] {
        assert_eq!(parse(&manifest.to_bytes().unwrap()).unwrap(), manifest);
    }
}

#[test]
fn rejects_invalid_values_and_unknown_fields() {
    let shard = |number, of| Manifest { shard: Some(Shard { number, of }), ..manifest() };
    let hash = Identity { plan_hash: "00".to_owned(), ..manifest().identity };
    for wrong in [
        with((1 << 28) + 1),
        with(0),
        Manifest { identity: hash, ..manifest() },
        shard(4, 4),
        shard(0, UNITS + 1),
        Manifest { shard: Some(Shard::WHOLE), ..manifest() },
        Manifest { shard: Some(Shard { number: 0, of: 1_000_001 }), ..with(1 << 28) },
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

#[test]
fn result_round_trips_with_counts_as_strings() {
    let json = serde_json::to_value(result()).unwrap();
    assert_eq!((&json["solutions"], &json["nodes"]), (&"16383".into(), &"7021".into()));
    assert!(json.get("shard").is_none() && json.get("merged").is_none());
    assert_eq!(serde_json::from_value::<RunResult>(json.clone()).unwrap(), result());
    for wrong in ["01", "+1", "", "-1", "1e3", "340282366920938463463374607431768211456"] {
        let mut json = json.clone();
        json["solutions"] = wrong.into();
        assert!(serde_json::from_value::<RunResult>(json).is_err(), "{wrong}");
    }
}

#[test]
fn rejects_partial_or_foreign_results() {
    let mut tally = Tally::new(UNITS);
    (0..UNITS).for_each(|unit| tally.add(&entry(unit)).unwrap());
    assert_eq!(check::agrees(&result(), &manifest(), &tally), Ok(()));
    let wrong = |change: fn(&mut RunResult)| {
        let mut result = result();
        change(&mut result);
        check::agrees(&result, &manifest(), &tally).unwrap_err()
    };
    assert!(wrong(|result| result.solutions = 2).contains("the ledger sums to 16383"));
    assert!(wrong(|result| result.n = BoardSize::new(9).unwrap()).contains("its n is 9"));
    assert!(wrong(|result| result.method = Method::Rows).contains("its method is rows"));
    assert!(wrong(|result| result.depth += 1).contains("its depth"));
    assert!(wrong(|result| result.units = 2).contains("its units is 2"));
    assert!(wrong(|result| result.shard = Some(Shard::WHOLE)).contains("its shard"));
    assert!(wrong(|result| result.nodes = 0).contains("its nodes"));
    assert!(wrong(|result| result.resumed = Some(8)).contains("resumed is 8"));
    assert!(wrong(|result| result.wall_s = Some(-1.0)).contains("wall_s is -1"));
    assert!(wrong(|result| result.threads = Some(0)).contains("`threads`"));
    assert!(wrong(|result| result.threads = None).contains("`threads`"));
    assert!(wrong(|result| result.host = None).contains("`host`"));
    let nothing = check::agrees(&result(), &manifest(), &Tally::new(UNITS)).unwrap_err();
    assert!(nothing.contains("only 0 of 7 units"));
}
