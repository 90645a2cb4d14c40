//! The oracle chain. Every way of counting a board, down to the definition, must give the known total.
//!
//! ```text
//! reference = each method with each kernel = at every depth = on several threads
//!           = resumed = merged
//! ```
//!
//! The known numbers are in `check/known.rs`.

use std::fs;
use std::path::Path;
use std::thread;

use super::{Kernel, Method, Plan, size, solutions};
use crate::check::known;
use crate::check::reference;
use crate::cluster::{MergedShards, ShardDirectories, ShardedPlan};
use crate::count::Count;

struct Way {
    name: String,
    /// The largest N to count in this test.
    largest: usize,
    count: Box<dyn Fn(usize) -> u128 + Sync>,
}

fn way(name: impl Into<String>, largest: usize, count: impl Fn(usize) -> u128 + Sync + 'static) -> Way {
    Way { name: name.into(), largest, count: Box::new(count) }
}

fn ways() -> Vec<Way> {
    let mut ways = vec![way("the definition", 10, |n| reference::count(n).into())];
    for &method in Method::ALL {
        for kernel in method.available() {
            let largest = if matches!(kernel, Kernel::Scalar | Kernel::Portable) { 13 } else { 15 };
            let name = format!("{method} with {kernel}");
            ways.push(way(name, largest, move |n| total(count(n).method(method).kernel(kernel).threads(1))));
        }
        let threads = move |n| total(count(n).method(method).threads(3));
        ways.push(way(format!("{method} on three threads"), 13, threads));
        ways.push(way(format!("{method} at every depth"), 10, move |n| at_every_depth(method, n)));
        ways.push(way(format!("{method}, resumed"), 13, move |n| resumed(method, n)));
        ways.push(way(format!("{method}, merged"), 13, move |n| merged(method, n)));
    }
    ways
}

fn count(n: usize) -> Count {
    Count::new(n).unwrap()
}

fn total(count: Count) -> u128 {
    count.prepare().unwrap().run(&mut ()).unwrap().sums().solutions
}

/// Counts with each kernel at every depth valid for the board, and asserts that all counts agree.
fn at_every_depth(method: Method, n: usize) -> u128 {
    let plans: Vec<Plan> =
        (1..=Plan::MAX_DEPTH).filter_map(|depth| Plan::new(size(n), method, depth).ok()).collect();
    assert!(plans.len() >= 4, "N = {n}, {method}: {} depths", plans.len());
    let of = |plan: &Plan, kernel| solutions(plan, kernel, 0..plan.units());
    let first = of(&plans[0], Kernel::Scalar);
    for plan in &plans {
        for kernel in method.available() {
            assert_eq!(of(plan, kernel), first, "N = {n}, {method}, {kernel}, depth {}", plan.depth());
        }
    }
    first
}

/// Counts with the scalar kernel, removes every other unit from the ledger, and resumes with the fastest
/// kernel.
fn resumed(method: Method, n: usize) -> u128 {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("run");
    let count = || count(n).method(method).saved_in(&run);
    total(count().kernel(Kernel::Scalar).threads(1));
    let kept = keep_every_other_unit(&run);
    let outcome = count().threads(2).prepare().unwrap().run(&mut ()).unwrap();
    assert!(outcome.complete && outcome.resumed == kept, "{} units instead of {kept}", outcome.resumed);
    outcome.sums().solutions
}

/// Makes a finished run look interrupted, and returns the number of units left in its ledger.
fn keep_every_other_unit(run: &Path) -> u64 {
    let ledger = run.join("ledger.jsonl");
    let text = fs::read_to_string(&ledger).unwrap();
    let kept: Vec<&str> = text.split_inclusive('\n').step_by(2).collect();
    fs::write(ledger, kept.concat()).unwrap();
    fs::remove_file(run.join("result.json")).unwrap();
    kept.len() as u64
}

/// Counts a plan file's shards at two sites, with the last shard at both, and merges them.
fn merged(method: Method, n: usize) -> u128 {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plan.json");
    let sites = ["a", "b"].map(|site| folder.path().join(site));
    let plan = Plan::standard(size(n), method);
    ShardedPlan::new(&plan, plan.units().min(5)).unwrap().write(&path).unwrap();
    let file = ShardedPlan::read(&path).unwrap();
    for (site, kernel) in sites.iter().zip([Kernel::Scalar, method.available()[0]]) {
        fs::create_dir(site).unwrap();
        for number in (0..file.shards()).filter(|number| number % 2 == u64::from(site.ends_with("b"))) {
            work(&file.plan(&path).unwrap(), &file, number, site, kernel);
        }
        if file.shards() > 1 {
            work(&plan, &file, file.shards() - 1, site, kernel);
        }
    }
    let merged = MergedShards::of(&file, &ShardDirectories::scan(&file, &sites).unwrap()).unwrap();
    let missing = &merged.survey.missing;
    assert!(missing.is_empty(), "N = {n}, {method}: {missing} is missing");
    merged.survey.sums.solutions
}

fn work(plan: &Plan, file: &ShardedPlan, number: u64, site: &Path, kernel: Kernel) {
    let shard = file.shard(number).unwrap();
    total(
        Count::of_shard(plan, shard)
            .kernel(kernel)
            .threads(1)
            .saved_in(ShardDirectories::shard_directory(site, number)),
    );
}

fn check(way: &Way) {
    for n in 1..=way.largest {
        assert_eq!(Some((way.count)(n)), known::solutions(size(n)), "N = {n}, {}", way.name);
    }
}

#[test]
fn every_way_of_counting_gives_the_known_totals() {
    let ways = ways();
    thread::scope(|scope| {
        for way in &ways {
            scope.spawn(|| check(way));
        }
    });
}
