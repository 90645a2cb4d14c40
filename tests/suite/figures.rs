//! Figures in documents are those in `results/`, or what the plans say. The words around them are free.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use queens::board::BoardSize;
use queens::check::known::Sequence;
use queens::{Count, Kernel, Method, Plan};
use serde_json::Value;

/// A file of the repository.
pub fn text(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The JSON objects in a file, one after the other.
fn objects(path: &str) -> Vec<Value> {
    serde_json::Deserializer::from_str(&text(path)).into_iter().map(Result::unwrap).collect()
}

/// A number with its digits in threes.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(|group| str::from_utf8(group).unwrap());
    groups.collect::<Vec<_>>().join(",")
}

/// Whether a figure stands in the text, and not as a part of a longer one.
pub fn contains(text: &str, figure: &str) -> bool {
    text.match_indices(figure).any(|(at, _)| {
        let begins = !text[..at].ends_with(|before: char| before.is_alphanumeric() || ".,".contains(before));
        let after = &text[at + figure.len()..];
        let fraction = after.strip_prefix(['.', ',']).unwrap_or(after);
        begins
            && !after.starts_with(char::is_alphanumeric)
            && !fraction.starts_with(|c: char| c.is_ascii_digit())
    })
}

/// Asserts that one paragraph of a document, or of the comments in a source file, states all of these figures.
#[track_caller]
pub fn states(path: &str, figures: &[String]) {
    let text = text(path);
    let lines: Vec<_> =
        text.lines().map(|line| line.trim_start_matches("//!").trim_start_matches("///").trim()).collect();
    let paragraphs = lines.split(|line| line.is_empty()).map(|lines| lines.join(" "));
    let missing = |paragraph: String| -> Vec<_> {
        figures.iter().filter(|figure| !contains(&paragraph, figure)).cloned().collect()
    };
    let fewest = paragraphs.map(missing).min_by_key(Vec::len).unwrap();
    assert!(fewest.is_empty(), "no paragraph of {path} states {figures:?}: {fewest:?} are missing");
}

/// The published estimate of a board, with a kernel of `halves`.
fn estimate(n: usize, kernel: &str) -> Value {
    estimate_by("halves", n, kernel)
}

fn estimate_by(method: &str, n: usize, kernel: &str) -> Value {
    let is_wanted = |one: &Value| one["n"] == n && one["kernel"] == kernel && one["method"] == method;
    objects("results/estimate.json").into_iter().find(is_wanted).unwrap()
}

/// CPU seconds of a published estimate.
fn cpu_s(estimate: &Value) -> f64 {
    estimate["cpu_s"].as_f64().unwrap()
}

/// Its standard error, as a share of it.
fn error(estimate: &Value) -> f64 {
    estimate["cpu_standard_error_s"].as_f64().unwrap() / cpu_s(estimate)
}

/// CPU seconds of a unit, by the same estimate.
fn unit_s(n: usize, kernel: &str) -> f64 {
    let estimate = estimate(n, kernel);
    cpu_s(&estimate) / estimate["units"].as_f64().unwrap()
}

/// The records of counts by `halves` on one machine, the quickest first.
fn records(n: usize, threads: usize) -> Vec<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("results/records");
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let records = files.flat_map(|file| objects(&format!("results/records/{file}")));
    let mut wanted: Vec<_> = records
        .filter(|record| {
            let result = &record["result"];
            result["n"] == n && result["threads"] == threads && result["method"] == "halves"
        })
        .collect();
    wanted.sort_by(|a, b| a["wall_s"].as_f64().unwrap().total_cmp(&b["wall_s"].as_f64().unwrap()));
    wanted
}

#[test]
fn figures_of_n_24_match_the_published_estimates() {
    let best = estimate_by("colours", 24, "avx512");
    let hours = cpu_s(&best) / 3600.0;
    let page = "docs/cluster.md";
    let [one, all] = [1, 64].map(|threads| memory(Method::Colours, 24, threads));
    let memory = [format!("{:.0} MB", one / 1e6), format!("{:.1} GB", all / 1e9)];
    let core_hours = format!("{hours:.1} core-hours ± {:.0}%", 100.0 * error(&best));
    states(page, &[&[core_hours], &memory[..]].concat());
    let shard = hours * 3600.0 / 100.0;
    states(page, &[format!("{:.1} core-minutes", shard / 60.0), format!("{:.0} s", shard / 64.0)]);
    states("docs/internals/run-directory.md", &[format!("\"units\": {}", best["units"])]);
    states("docs/n28.md", &[format!("{hours:.1} core-hours")]);
}

#[test]
fn figures_of_n_28_match_the_published_estimate() {
    let page = "docs/n28.md";
    let estimate = estimate_by("colours", 28, "avx512");
    let hours = cpu_s(&estimate) / 3600.0;
    let core_years = format!("{:.1} core-years ± {:.0}%", hours / 24.0 / 365.25, 100.0 * error(&estimate));
    let [days, short, shortest] = [hours / 2_400.0, hours / 1_000.0, hours * 60.0 / 10_000.0];
    let row = format!("{core_years} | {days:.1} days | {short:.1} hours | {shortest:.0} minutes");
    states(page, &[row]);
    let hundreds = grouped((hours / 100.0).round() as u64 * 100);
    let sample = format!("{} random units", estimate["units_counted"]);
    states(page, &[format!("{hundreds} core-hours"), sample]);
    let [one, all] = [1, 64].map(|threads| memory(Method::Colours, 28, threads));
    let ledger = estimate["ledger_bytes"].as_f64().unwrap();
    let ledger = format!("{:.0} MB", (ledger / 1e7).round() * 10.0);
    states(page, &[format!("{:.0} MB", one / 1e6), format!("{:.1} GB", all / 1e9), ledger]);
    let plan = Plan::standard(BoardSize::new(28).unwrap(), Method::Colours);
    states(page, &[plan.hash().to_string()]);
    let unit_s = cpu_s(&estimate) / plan.units() as f64;
    let shard = format!("{:.1} core-hours", hours / 2_000.0);
    states(page, &[grouped(plan.units()), format!("{unit_s:.1} s"), shard]);
    // Fifteen units of each of the shards.
    let share = format!("{:.1}%", 100.0 * 15.0 * 2_000.0 / plan.units() as f64);
    states(page, &[share, grouped(15 * 2_000)]);
    let halves =
        text("docs/lab/n28.md").split("about ").nth(1).unwrap().split("**").next().unwrap().to_owned();
    states(page, &[halves]);
}

#[test]
fn figures_of_halves_match_the_published_estimates() {
    let best = estimate(24, "avx512");
    let hours = cpu_s(&best) / 3600.0;
    let core_hours = |estimate: &Value| {
        format!("{:.0} core-hours ± {:.0}%", cpu_s(estimate) / 3600.0, 100.0 * error(estimate))
    };
    // Beside eight GPUs.
    let theirs = "36 min 45 s".to_owned();
    let gpu_hours = f64::from(8 * (36 * 60 + 45)) / 3600.0;
    let cores = format!("{:.0} of its cores", hours / gpu_hours);
    let gpus = format!("{:.0} such GPUs", 64.0 * gpu_hours / hours);
    let figures = [theirs.clone(), format!("{gpu_hours:.1} hours"), core_hours(&best), cores, gpus];
    states("docs/lab/halves.md", &figures);
    states("docs/internals/references.md", &[format!("24: {theirs}")]);
}

/// The bytes that a count needs.
fn memory(method: Method, n: usize, threads: usize) -> f64 {
    let count = Count::new(n).unwrap().method(method).kernel(Kernel::Portable).threads(threads);
    count.prepare().unwrap().memory() as f64
}

#[test]
fn job_of_the_example_has_the_name_that_the_script_makes() {
    let script = text("scripts/slurm/submit.sh");
    let line = script.lines().find(|line| line.starts_with("name=")).unwrap();
    let printed =
        Command::new("bash").args(["-c", &format!("{line}; echo $name")]).env("DIR", "/shared/n24").output();
    let name = String::from_utf8(printed.unwrap().stdout).unwrap();
    states("docs/cluster.md", &[format!("scancel --me --name={}", name.trim())]);
}

#[test]
fn growth_of_the_time_matches_the_published_estimates() {
    for (machine, kernel) in [("Zen 5, `avx512`", "avx512"), ("Zen 3, `avx2`", "avx2")] {
        let growth = (20..=27).map(|n| {
            let [below, above] = [n - 1, n].map(|n| estimate(n, kernel));
            // Without the 5% for the speed of a machine, which estimates of a part of the units have.
            let variance = |estimate: &Value| (error(estimate).powi(2) - 0.05 * 0.05).max(0.0);
            let factor = cpu_s(&above) / cpu_s(&below);
            format!("{factor:.1} ± {:.1}", factor * (variance(&below) + variance(&above)).sqrt())
        });
        let row = growth.collect::<Vec<_>>().join(" | ");
        states("docs/lab/estimates.md", &[format!("| {machine} | {row} |")]);
    }
    let solutions = |n| Sequence::Solutions.known(BoardSize::new(n).unwrap()).unwrap() as f64;
    let row: Vec<_> = (20..=27).map(|n| format!("{:.1}", solutions(n) / solutions(n - 1))).collect();
    states("docs/lab/estimates.md", &[format!("| solutions | {} |", row.join(" | "))]);
}

#[test]
fn figures_of_n_28_match_its_two_shards() {
    let page = "docs/lab/n28.md";
    let files = ["20000", "700000"].map(|shard| format!("results/n28/shard-{shard}/ledger.jsonl"));
    let shards = files.each_ref().map(|path| objects(path));
    let number = |unit: &Value, field: &str| match &unit[field] {
        Value::String(digits) => digits.parse().unwrap(),
        value => value.as_f64().unwrap(),
    };
    let minutes =
        shards.each_ref().map(|units| units.iter().map(|unit| number(unit, "cpu_ms")).sum::<f64>() / 60e3);
    let units = shards.concat();
    // The mean of a field, its standard error, the least and the greatest.
    let of = |field| {
        let values: Vec<_> = units.iter().map(|unit| number(unit, field)).collect();
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        [mean, (squares / (count - 1.0) / count).sqrt(), least, values.into_iter().fold(0.0, f64::max)]
    };
    let plan = Plan::standard(BoardSize::new(28).unwrap(), Method::Halves);
    let all = plan.units() as f64;
    // The CPU time on a Zen 3, and on a Zen 5 by the ratio of the units that both have counted.
    let [mean, error, least, greatest] = of("cpu_ms").map(|ms| ms / 1e3);
    let ratio = 524.0 / 91.0;
    let core_years = all * mean / (365.25 * 86_400.0);
    let zen_3 = format!("{core_years:.0} ± {:.0}%", 100.0 * error / mean);
    let [slower, faster] = [1.0, ratio].map(|ratio| format!("{:.0} core-years", core_years / ratio));
    states(page, &[faster.clone(), zen_3]);
    states(page, &[format!("{mean:.0} each, from {least:.0} to {greatest:.0}")]);
    states(page, &[slower, faster, format!("{ratio:.1}")]);
    let shard = mean * all / 100_000.0;
    let [hours, minutes_of_64] = [3600.0, 60.0 * 64.0].map(|unit| shard / unit);
    let of_zen_3 = [format!("{hours:.0} hours"), format!("{minutes_of_64:.0} minutes")];
    let of_zen_5 = [format!("{:.1} hours", hours / ratio), format!("{:.1} minutes", minutes_of_64 / ratio)];
    states(page, &[of_zen_3, of_zen_5].concat());
    // What the two shards took and found.
    let hours_of_thousand = 1000.0 * mean / 3600.0;
    let [mean, error, least, _] = of("solutions");
    let [mean, error] = [mean, error].map(|value| value * all / 1e18);
    let took = [format!("{:.0} minutes", minutes[0]), format!("{:.0}", minutes[1])];
    let found = [format!("{mean:.2}e18 ± {error:.2}e18"), grouped(least as u64)];
    states(page, &[&took[..], &found, &[format!("{hours_of_thousand:.0} core-hours")]].concat());
    let line = files.iter().map(|path| text(path).len()).sum::<usize>() as f64 / units.len() as f64;
    states(page, &[format!("{line:.0} bytes"), format!("{:.1} GB", line * all / 1e9)]);
    let [one, node] = [1, 64].map(|threads| memory(Method::Halves, 28, threads));
    states(page, &[format!("{:.0} MB", (one / 1e7).round() * 10.0), format!("{:.0} GB", node / 1e9)]);
}

#[test]
fn times_of_counts_match_their_records() {
    let best = |n, threads| records(n, threads).swap_remove(0);
    let of_22 = best(22, 2);
    let machines: BTreeSet<_> =
        records(22, 2).iter().map(|record| record["result"]["host"]["cpu"].to_string()).collect();
    let words = ["no", "one", "two", "three", "four", "five", "six"];
    let machines = format!("{} machines", words[machines.len()]);
    let [wall_s, cpu_s] = ["wall_s", "cpu_s"].map(|time| of_22[time].as_f64().unwrap());
    let cpu = format!("{} s of CPU time", grouped(cpu_s.round() as u64));
    states("docs/lab/halves.md", &[machines, minutes(wall_s), cpu]);
    let of_20 = best(20, 1);
    let pairs: f64 = of_20["result"]["nodes"].as_str().unwrap().parse().unwrap();
    let wall_s = of_20["wall_s"].as_f64().unwrap();
    let speed = format!("{:.0} pairs a nanosecond", pairs / wall_s / 1e9);
    let figures = [format!("{:.2}e12 pairs", pairs / 1e12), format!("{wall_s:.1} s"), speed];
    states("src/methods/halves/mod.rs", &figures);
    let unit = |n| {
        let ms = 1e3 * unit_s(n, "avx512");
        if ms < 10.0 { format!("{ms:.1} ms") } else { format!("{ms:.0} ms") }
    };
    states("src/methods/halves/shape.rs", &[16, 18, 20, 22, 24].map(unit));
}

/// A time in minutes and seconds.
fn minutes(seconds: f64) -> String {
    format!("{} min {:.0} s", (seconds / 60.0).floor(), seconds % 60.0)
}

#[test]
fn lead_without_avx512_matches_the_measurements() {
    let rival = objects("results/rivals/n-queens-count-sol-1t-20261123T133901Z.json").swap_remove(0);
    assert_eq!(rival["host"]["cpu"], "AMD EPYC (family 25, model 1)", "Zen 3");
    let of_20 = rival["boards"].as_array().unwrap().iter().find(|board| board["n"] == 20).unwrap();
    let [theirs, ours] = ["seconds", "queens_seconds"].map(|field| {
        let mut runs: Vec<_> =
            of_20[field].as_array().unwrap().iter().map(|run| run.as_f64().unwrap()).collect();
        runs.sort_by(f64::total_cmp);
        runs[runs.len() / 2]
    });
    states("README.md", &[minutes(theirs), minutes(ours), format!("{:.1} times", theirs / ours)]);
}

#[test]
fn picture_of_a_count_shows_it_stopped_and_resumed() {
    let picture = text("docs/progress.svg").replace('\u{a0}', " ");
    let caption = picture.split("aria-label=\"").nth(1).unwrap().split('"').next().unwrap();
    states("README.md", &[format!("![{caption}](docs/progress.svg)")]);
    let elements = picture.split("<text ").skip(1).map(|rest| rest.split('>').nth(1).unwrap());
    let words: Vec<_> = elements.map(|words| words.trim_end_matches("</text")).collect();
    let after = |start: &str| {
        words.iter().find_map(|words| words.strip_prefix(start)).unwrap_or_else(|| panic!("{words:?}"))
    };
    let units = after("resuming with ");
    let saved = after("stopped with ");
    assert_eq!(saved, format!("{units}, saved in queens-20.run; resume with"));
    // Typed, said and typed again.
    assert_eq!(words.iter().filter(|words| **words == "queens count 20").count(), 3, "{words:?}");
    let shares: Vec<f64> = words.iter().filter_map(|words| words.split_once('%')?.0.parse().ok()).collect();
    assert!(matches!(shares[..], [stopped, resumed] if stopped < resumed), "{shares:?}");
}

#[test]
fn archives_of_n_24_belong_to_the_plan_that_anyone_makes() {
    let size = BoardSize::new(24).unwrap();
    let total = Sequence::Solutions.known(size).unwrap() as u64;
    let figures = [Plan::standard(size, Method::Halves).hash().to_string(), grouped(total)];
    states("results/n24/README.md", &figures);
}

#[test]
fn numbers_of_units_match_the_plans() {
    for (n, method, path, unit) in [
        (12, Method::Cross, "docs/internals/architecture.md", " at N = 12"),
        (24, Method::Cross, "docs/internals/architecture.md", " at N = 24"),
        (21, Method::Halves, "docs/lab/n28.md", " units"),
        (24, Method::Colours, "docs/cluster.md", " units"),
        (28, Method::Halves, "docs/lab/n28.md", " units"),
        (23, Method::Halves, "docs/lab/halves.md", " units"),
    ] {
        let size = BoardSize::new(n).unwrap();
        let plan = Plan::standard(size, method);
        states(path, &[grouped(plan.units()) + unit]);
    }
}
