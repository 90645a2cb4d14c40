//! Tests that the figures in the guide for clusters, in the page about N = 28, and in the archives
//! in `results/` are what the published estimates and the plans say. The words around them are
//! free.

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

/// Returns whether a figure is in the text, and not as a part of a longer one.
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

/// The bytes that a count by `colours` needs with one and with 64 threads, in words.
fn memory(n: usize) -> [String; 2] {
    let [one, all] = [1, 64].map(|threads| {
        let count = Count::new(n).unwrap().method(Method::Colours).kernel(Kernel::Portable).threads(threads);
        count.prepare().unwrap().memory() as f64
    });
    [format!("{:.0} MB", one / 1e6), format!("{:.1} GB", all / 1e9)]
}

#[test]
fn guide_states_the_published_estimates() {
    let of_24 = estimate(24);
    let number = |field: &str| of_24[field].as_f64().unwrap();
    let cpu_s = number("cpu_s");
    let core_hours =
        format!("{:.1} core-hours ± {:.0}%", cpu_s / 3600.0, 100.0 * number("cpu_standard_error_s") / cpu_s);
    states(GUIDE, &[&[core_hours], &memory(24)[..]].concat());
    let shard = cpu_s / 100.0;
    states(GUIDE, &[format!("{:.1} core-minutes", shard / 60.0), format!("{:.0} s", shard / 64.0)]);
}

#[test]
fn page_of_n_28_states_the_published_estimate() {
    const PAGE: &str = "docs/n28.md";
    let estimate = estimate(28);
    let number = |field: &str| estimate[field].as_f64().unwrap();
    let (hours, units) = (number("cpu_s") / 3600.0, estimate["units"].as_u64().unwrap());
    let error = 100.0 * number("cpu_standard_error_s") / number("cpu_s");
    let core_years = format!("{:.1} core-years ± {error:.0}%", hours / 24.0 / 365.25);
    let [days, short, shortest] = [hours / 2_400.0, hours / 1_000.0, hours * 60.0 / 10_000.0];
    states(PAGE, &[format!("{core_years} | {days:.1} days | {short:.1} hours | {shortest:.0} minutes")]);
    let hundreds = grouped((hours / 100.0).round() as u64 * 100);
    states(PAGE, &[format!("{hundreds} core-hours"), format!("{} random units", estimate["units_counted"])]);
    let ledger = format!("{:.0} MB", (number("ledger_bytes") / 1e7).round() * 10.0);
    states(PAGE, &[&[ledger], &memory(28)[..]].concat());
    let plan = Plan::standard(BoardSize::new(28).unwrap(), Method::Colours);
    states(PAGE, &[plan.hash().to_string()]);
    let unit_s = format!("{:.1} s", number("cpu_s") / units as f64);
    states(PAGE, &[grouped(units), unit_s, format!("{:.1} core-hours", hours / 2_000.0)]);
}

#[test]
fn guide_states_the_units_of_the_plan() {
    let plan = Plan::standard(BoardSize::new(24).unwrap(), Method::Colours);
    states(GUIDE, &[grouped(plan.units()) + " units"]);
}

#[test]
fn archives_belong_to_the_plans_that_anyone_makes() {
    for n in [23, 24] {
        let size = BoardSize::new(n).unwrap();
        let page = format!("results/n{n}/README.md");
        let total = Sequence::Solutions.known(size).unwrap() as u64;
        states(&page, &[Plan::standard(size, Method::Colours).hash().to_string(), grouped(total)]);
    }
}
