//! Tests plan files, and the limits on their units and shards.

use proptest::prelude::*;

use super::*;
use crate::methods::Method;
use crate::run::tests::altered::altered;

fn fields() -> serde_json::Value {
    let plan = Plan::standard(BoardSize::new(12).unwrap(), Method::Cross);
    serde_json::to_value(ShardedPlan::new(&plan, 3).unwrap()).unwrap()
}

proptest! {
    #[test]
    fn sealed_plan_is_one_that_can_be_written(value in altered(fields())) {
        let path = Path::new("plan.json");
        if let Ok(found) = ShardedPlan::parse(path, &sealed::seal(&value).unwrap()) {
            found.check_limits().unwrap();
            let written = sealed::seal(&found).unwrap();
            prop_assert_eq!(&ShardedPlan::parse(path, &written).unwrap(), &found);
            // Planning a larger board is slow.
            if found.identity.n.get() <= 13 && let Ok(plan) = found.plan(path) {
                prop_assert_eq!(plan.identity(), found.identity);
            }
        }
    }
}

#[test]
fn rejects_an_unknown_plan_field() {
    let parse =
        |value: &serde_json::Value| ShardedPlan::parse(Path::new("plan.json"), &sealed::seal(value).unwrap());
    let written = fields();
    parse(&written).unwrap();
    for (place, field) in [("", "unknown"), ("", "unit"), ("/expected", "median")] {
        let mut other = written.clone();
        other.pointer_mut(place).unwrap()[field] = 1.into();
        let error = parse(&other).unwrap_err();
        assert!(error.to_string().contains(&format!("unknown field `{field}`")), "{error}");
    }
    for field in written.as_object().unwrap().keys() {
        let mut other = written.clone();
        other.as_object_mut().unwrap().remove(field);
        let error = parse(&other).unwrap_err();
        assert!(error.kind() == ErrorKind::Corrupt && error.to_string().contains(field), "{error}");
    }
}

#[test]
fn messages_name_no_more_than_fits() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plan.json");
    let written = fields();
    for field in ["method", "program_version", "plan_hash", "deal"] {
        let mut forged = written.clone();
        forged[field] = "ab".repeat(450_000).into();
        if field == "program_version" {
            forged["format"] = 99.into();
        }
        std::fs::write(&path, sealed::seal(&forged).unwrap()).unwrap();
        let error = match ShardedPlan::read(&path) {
            Ok(file) => file.plan(&path).unwrap_err().to_string(),
            Err(error) => error.to_string(),
        };
        assert!(error.contains(field) && error.chars().count() < 400, "{field}: {}", error.len());
    }
}

#[test]
fn tells_a_damaged_plan_from_other_files() {
    let path = Path::new("plan.json");
    let kind = |bytes: &[u8]| ShardedPlan::parse(path, bytes).unwrap_err().kind();
    let written = ShardedPlan::parse(path, &sealed::seal(&fields()).unwrap()).unwrap();
    let plan = sealed::seal(&written).unwrap();
    let with_cr_lf = String::from_utf8(plan.clone()).unwrap().replace('\n', "\r\n");
    for damaged in [&plan[..plan.len() / 2], &plan[1..], b"", with_cr_lf.as_bytes()] {
        assert_eq!(kind(damaged), ErrorKind::Corrupt, "{}", damaged.escape_ascii());
    }
    for other in ["root:x:0:0:root:/root:/bin/sh\n", "{}", "{\n  \"name\": \"x\"\n}\n", "\0"] {
        assert_eq!(kind(other.as_bytes()), ErrorKind::Io, "{other}");
    }
}

/// A file that cannot be examined is not mistaken for a different plan.
#[cfg(unix)]
#[test]
fn reports_why_a_file_cannot_be_compared() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plan.json");
    std::os::unix::fs::symlink(&path, &path).unwrap();
    let cause = std::fs::metadata(&path).unwrap_err();
    let plan = Plan::standard(BoardSize::new(8).unwrap(), Method::Cross);
    let error = ShardedPlan::new(&plan, 1).unwrap().write(&path).unwrap_err().to_string();
    assert_eq!(error, format!("cannot compare the plan with {}: {cause}", path.display()));
}

#[test]
fn shares_in_a_plan_are_those_of_its_units() {
    for (n, shards) in [(15, 10), (16, 100), (16, 7)] {
        let plan = Plan::standard(BoardSize::new(n).unwrap(), Method::Cross);
        let sharded = ShardedPlan::new(&plan, shards).unwrap();
        let ExpectedShares { smallest, mean, largest } = sharded.expected.unwrap();
        let dealt = (0..shards).map(|number| (number..plan.units()).step_by(shards as usize));
        let costs: Vec<f64> = dealt.map(|units| units.map(|unit| plan.cost(unit)).sum()).collect();
        let least = costs.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = costs.iter().copied().fold(0.0, f64::max);
        for (share, cost) in [(smallest, least), (mean, 1.0 / shards as f64), (largest, greatest)] {
            assert!((share / cost - 1.0).abs() < 1e-8, "{share} instead of {cost}");
            let digits = share.to_string().trim_start_matches(['0', '.']).len();
            assert!(digits <= 9, "{share}");
        }
        let units: u64 = (0..shards).map(|number| sharded.shard(number).unwrap().len(plan.units())).sum();
        assert_eq!(units, plan.units());
    }
}

#[test]
fn limits_units_and_shards() {
    let plan = Plan::standard(BoardSize::new(8).unwrap(), Method::Cross);
    let sharded = ShardedPlan::new(&plan, 1).unwrap();
    for (units, shards, fits) in [
        (8, 0, false),
        (8, 8, true),
        (8, 9, false),
        (MAX_SHARDS + 1, MAX_SHARDS, true),
        (MAX_SHARDS + 1, MAX_SHARDS + 1, false),
        (MAX_UNITS, 1, true),
        (MAX_UNITS + 1, 1, false),
    ] {
        let identity = PlanIdentity { units, ..sharded.identity.clone() };
        let sharded = ShardedPlan { identity, shards, ..sharded.clone() };
        assert_eq!(sharded.check_limits().is_ok(), fits, "{units} units in {shards} shards");
    }
}
