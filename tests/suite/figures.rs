//! Figures of the guide for clusters, and of the archives in `results/`, are what the published estimates and the plans
//! say. The words around them are free.

use std::fs;
use std::path::Path;

use queens::board::BoardSize;
use queens::check::known::Sequence;
use queens::{Count, Kernel, Method, Plan};
use serde_json::Value;

const GUIDE: &str = "docs/cluster.md";

/// A file of the repository.
fn text(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A number with its digits in threes.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(|group| str::from_utf8(group).unwrap());
    groups.collect::<Vec<_>>().join(",")
}

/// Whether a figure stands in the text, and not as a part of a longer one.
fn contains(text: &str, figure: &str) -> bool {
    text.match_indices(figure).any(|(at, _)| {
        let begins = !text[..at].ends_with(|before: char| before.is_alphanumeric() || ".,".contains(before));
        let after = &text[at + figure.len()..];
        let fraction = after.strip_prefix(['.', ',']).unwrap_or(after);
        begins
            && !after.starts_with(char::is_alphanumeric)
            && !fraction.starts_with(|c: char| c.is_ascii_digit())
    })
}

/// Asserts that one paragraph of a document states all of these figures.
#[track_caller]
fn states(path: &str, figures: &[String]) {
    let text = text(path);
    let paragraphs = text.split("\n\n").map(|paragraph| paragraph.replace('\n', " "));
    let missing =
        |paragraph: String| figures.iter().filter(|figure| !contains(&paragraph, figure)).collect::<Vec<_>>();
    let fewest = paragraphs.map(missing).min_by_key(Vec::len).unwrap();
    assert!(fewest.is_empty(), "no paragraph of {path} states {figures:?}: {fewest:?} are missing");
}

/// The published estimate of a count by `colours` with AVX-512.
fn estimate(n: usize) -> Value {
    let estimates = text("results/estimate.json");
    let mut estimates = serde_json::Deserializer::from_str(&estimates).into_iter().map(Result::unwrap);
    let is_wanted = |one: &Value| one["n"] == n && one["kernel"] == "avx512" && one["method"] == "colours";
    estimates.find(is_wanted).unwrap()
}

#[test]
fn guide_states_the_published_estimates() {
    let of_24 = estimate(24);
    let number = |field: &str| of_24[field].as_f64().unwrap();
    let cpu_s = number("cpu_s");
    let core_hours =
        format!("{:.1} core-hours ± {:.0}%", cpu_s / 3600.0, 100.0 * number("cpu_standard_error_s") / cpu_s);
    let [one, all] = [1, 64].map(|threads| {
        let count = Count::new(24).unwrap().method(Method::Colours).kernel(Kernel::Portable).threads(threads);
        count.prepare().unwrap().memory() as f64
    });
    states(GUIDE, &[core_hours, format!("{:.0} MB", one / 1e6), format!("{:.1} GB", all / 1e9)]);
    // One of 100 shards, and a task of 25.
    let shard = cpu_s / 100.0;
    states(GUIDE, &[format!("{:.1} core-minutes", shard / 60.0), format!("{:.0} s", shard / 64.0)]);
    states(GUIDE, &[format!("{:.0} s each", 25.0 * shard / 64.0)]);
    states(GUIDE, &[format!("{:.0} MB", number("ledger_bytes") / 1e6)]);
    let of_28 = estimate(28);
    let unit_s = of_28["cpu_s"].as_f64().unwrap() / of_28["units"].as_f64().unwrap();
    states(GUIDE, &[format!("{unit_s:.1} s")]);
}

#[test]
fn guide_states_the_units_of_the_plans() {
    for (n, depth, words) in [(24, None, " units"), (25, None, ""), (25, Some(5), " at `--depth 5`")] {
        let size = BoardSize::new(n).unwrap();
        let standard = Plan::standard(size, Method::Colours);
        let plan = depth.map_or(standard, |depth| Plan::new(size, Method::Colours, depth).unwrap());
        states(GUIDE, &[grouped(plan.units()) + words]);
    }
}

#[test]
fn archives_of_n_24_belong_to_the_plan_that_anyone_makes() {
    let size = BoardSize::new(24).unwrap();
    let total = Sequence::Solutions.known(size).unwrap() as u64;
    let figures = [Plan::standard(size, Method::Halves).hash().to_string(), grouped(total)];
    states("results/n24/README.md", &figures);
}
