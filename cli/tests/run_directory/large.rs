//! Inspects, verifies and resumes a forged run with more units than a test can count.

use std::collections::BTreeSet;

use queens::board::BoardSize;
use queens::plan::Plan;
use queens::{Count, Method};
use serde_json::json;
use tempfile::tempdir;

use crate::support::{described, finished_unit, has, known, make_run, run};

/// The number of solutions of every forged unit but one. This number is odd, so no recount confirms it.
const SOLUTIONS_PER_UNIT: u128 = 3;

#[test]
fn reads_every_unit_of_a_large_run() {
    let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempdir()).unwrap();
    let plan = Plan::new(BoardSize::new(15).unwrap(), Method::Cross, 8).unwrap();
    let units = plan.units();
    assert!(units > 450_000, "{units} units");
    let left = [0, (1 << 18) - 1, 1 << 18, units - 1];
    let of_left =
        Count::of_units(&plan, left.to_vec()).prepare().unwrap().run(&mut ()).unwrap().sums().solutions;
    // The forged units account for the rest of the board's total.
    let forged = units - left.len() as u64;
    let total: u128 = known(15).parse().unwrap();
    let first = total - of_left - SOLUTIONS_PER_UNIT * u128::from(forged - 1);
    let solutions = |unit| if unit == 1 { first } else { SOLUTIONS_PER_UNIT };
    let counted = (0..units).filter(|unit| !left.contains(unit));
    let entries: Vec<_> = counted.map(|unit| finished_unit(unit, solutions(unit))).collect();
    make_run(&folder.path().join("run"), &described(&plan), None, &entries);

    let looked = run(&folder, "status run --threads 2 --json").json();
    let fields = json!({
        "units": units, "units_done": forged, "nodes": forged.to_string(),
        "solutions_so_far": (total - of_left).to_string(),
        "cpu_s": forged as f64 / 1e3, "thread_wall_s": forged as f64 / 1e3, "finished": false,
    });
    has(&looked, fields);
    let remaining = looked["remaining_cpu_s"].as_f64().unwrap();
    assert!((remaining - 0.004).abs() < 1e-9, "{remaining} s for four units");
    let grouped = |number: u64| queens_format::grouped(number);
    let share = format!("{} of {} (99.9%)", grouped(forged), grouped(units));
    run(&folder, "status run").shows(&[&share, "stopped; `"]);

    // All finished units were forged, so every unit in the sample is reported with its solutions in the
    // ledger.
    let verified = run(&folder, "verify run --sample 3000 --seed 7 --json").ends(4, &[]).json();
    has(&verified, json!({ "units_done": forged, "sample": 3000, "units_checked": 3000, "complete": true }));
    let wrong = verified["mismatches"].as_array().unwrap();
    let named: BTreeSet<_> = wrong.iter().map(|unit| unit["unit"].as_u64().unwrap()).collect();
    assert_eq!((wrong.len(), named.len()), (3000, 3000));
    for unit in wrong {
        let forged = solutions(unit["unit"].as_u64().unwrap()).to_string();
        assert_eq!(unit["ledger_solutions"], forged, "{unit}");
    }
    // The sample is spread evenly over the plan.
    for part in 0..10 {
        let [begin, end] = [part, part + 1].map(|part| units * part / 10);
        let here = named.range(begin..end).count();
        assert!((200..400).contains(&here), "{here} from unit {begin} on");
    }
    assert!(left.iter().all(|unit| !named.contains(unit)));

    let resumed = run(&folder, "count 15 --method cross --depth 8 --run run --json --quiet").json();
    has(&resumed, json!({ "solutions": known(15), "units": units, "resumed": forged }));
}
