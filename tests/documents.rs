//! Figures quoted in documents are those in `results/`, or what the plans say; links lead somewhere.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use queens::board::BoardSize;
use queens::check::known;
use queens::{Count, Method, Plan};
use serde_json::Value;

/// A file of the repository.
fn text(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The JSON objects in a file, one after the other.
fn objects(path: &str) -> Vec<Value> {
    serde_json::Deserializer::from_str(&text(path)).into_iter().map(Result::unwrap).collect()
}

/// A number with its digits in threes.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(|group| str::from_utf8(group).unwrap());
    groups.collect::<Vec<_>>().join(",")
}

/// Whether the document, or the comments of a source file, contain these words.
#[track_caller]
fn quotes(path: &str, figure: &str) {
    let text = text(path);
    let words = text.split_whitespace().filter(|word| !["//!", "///"].contains(word));
    assert!(words.collect::<Vec<_>>().join(" ").contains(figure), "{path} does not say '{figure}'");
}

/// The published estimate of a board, with a kernel of `halves`.
fn estimate(n: usize, kernel: &str) -> Value {
    let is_wanted = |one: &Value| one["n"] == n && one["kernel"] == kernel && one["method"] == "halves";
    objects("results/estimate.json").into_iter().find(is_wanted).unwrap()
}

/// CPU seconds of a published estimate.
fn cpu_s(estimate: &Value) -> f64 {
    estimate["cpu_s"].as_f64().unwrap()
}

/// The records of counts on one machine, the quickest first.
fn records(n: usize, threads: usize) -> Vec<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("results/records");
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let records = files.flat_map(|file| objects(&format!("results/records/{file}")));
    let mut wanted: Vec<_> = records
        .filter(|record| record["result"]["n"] == n && record["result"]["threads"] == threads)
        .collect();
    wanted.sort_by(|a, b| a["wall_s"].as_f64().unwrap().total_cmp(&b["wall_s"].as_f64().unwrap()));
    wanted
}

#[test]
fn figures_of_n_24_match_the_published_estimates() {
    let page = "docs/cluster.md";
    let core_hours = |estimate: &Value| {
        let percent = 100.0 * estimate["cpu_standard_error_s"].as_f64().unwrap() / cpu_s(estimate);
        format!("{:.0} core-hours ± {percent:.0}%", cpu_s(estimate) / 3600.0)
    };
    let best = estimate(24, "avx512");
    let hours = cpu_s(&best) / 3600.0;
    quotes(page, &core_hours(&best));
    quotes(page, &format!("needs {}", core_hours(&estimate(24, "avx2"))));
    quotes("docs/internals/run-directory.md", &format!("\"units\": {},", best["units"]));
    // One of 100 shards, and a task of 25.
    quotes(page, &format!("takes {:.0} core-minutes", hours * 60.0 / 100.0));
    quotes(page, &format!("{:.0} s on 64 cores", hours * 3600.0 / 100.0 / 64.0));
    quotes(page, &format!("four tasks of {:.1} minutes", hours * 60.0 / 4.0 / 64.0));
    quotes(page, &format!("take {:.0} MB", best["ledger_bytes"].as_f64().unwrap() / 1e6));
    let memory = |threads| memory(24, threads) / 1e9;
    quotes(page, &format!("{:.0} MB for one, {:.1} GB for 64", 1e3 * memory(1), memory(64)));
    let unit = |kernel| {
        let estimate = estimate(27, kernel);
        cpu_s(&estimate) / estimate["units"].as_f64().unwrap()
    };
    quotes(page, &format!("takes {:.0} s on a Zen 5 and {:.0} s on a Zen 3", unit("avx512"), unit("avx2")));
    // Beside eight GPUs.
    let page = "docs/lab/halves.md";
    quotes(page, &core_hours(&best));
    let gpu_hours = f64::from(8 * (36 * 60 + 45)) / 3600.0;
    quotes(
        page,
        &format!(
            "take 36 min 45 s for N = 24 ([references.md](../internals/references.md)): {gpu_hours:.1} hours"
        ),
    );
    quotes("docs/internals/references.md", "24: 36 min 45 s");
    let cores = hours / gpu_hours;
    let gpus = 64.0 * gpu_hours / hours;
    quotes(page, &format!("{cores:.0} of its cores, and 64 of its cores are as fast as {gpus:.0} such GPUs"));
}

/// The bytes that a count by `halves` needs.
fn memory(n: usize, threads: usize) -> f64 {
    Count::new(n).unwrap().method(Method::Halves).threads(threads).prepare().unwrap().memory() as f64
}

#[test]
fn job_of_the_example_has_the_name_that_the_script_makes() {
    let script = text("scripts/slurm/submit.sh");
    let line = script.lines().find(|line| line.starts_with("name=")).unwrap();
    let printed =
        Command::new("bash").args(["-c", &format!("{line}; echo $name")]).env("DIR", "/shared/n24").output();
    let name = String::from_utf8(printed.unwrap().stdout).unwrap();
    quotes("docs/cluster.md", &format!("scancel --me --name={} ", name.trim()));
}

#[test]
fn growth_of_the_time_matches_the_published_estimates() {
    for (machine, kernel) in [("Zen 5, `avx512`", "avx512"), ("Zen 3, `avx2`", "avx2")] {
        let growth = (20..=27).map(|n| {
            let [below, above] = [n - 1, n].map(|n| estimate(n, kernel));
            // Without the 5% for the speed of a machine, which estimates of a part of the units have.
            let variance = |estimate: &Value| {
                let error = estimate["cpu_standard_error_s"].as_f64().unwrap() / cpu_s(estimate);
                (error * error - 0.05 * 0.05).max(0.0)
            };
            let factor = cpu_s(&above) / cpu_s(&below);
            format!("{factor:.1} ± {:.1}", factor * (variance(&below) + variance(&above)).sqrt())
        });
        let row = growth.collect::<Vec<_>>().join(" | ");
        quotes("docs/lab/estimates.md", &format!("| {machine} | {row} |"));
    }
    let solutions = |n| known::solutions(BoardSize::new(n).unwrap()).unwrap() as f64;
    let row: Vec<_> = (20..=27).map(|n| format!("{:.1}", solutions(n) / solutions(n - 1))).collect();
    quotes("docs/lab/estimates.md", &format!("| solutions | {} |", row.join(" | ")));
}

#[test]
fn figures_of_n_28_match_its_two_shards() {
    let page = "docs/lab/n28.md";
    let shards =
        ["shard-20000", "shard-700000"].map(|shard| objects(&format!("results/n28/{shard}/ledger.jsonl")));
    let number = |unit: &Value, field: &str| match &unit[field] {
        Value::String(digits) => digits.parse().unwrap(),
        value => value.as_f64().unwrap(),
    };
    let minutes =
        shards.each_ref().map(|units| units.iter().map(|unit| number(unit, "cpu_ms")).sum::<f64>() / 60e3);
    let [first, second] = minutes.map(f64::round);
    quotes(page, &format!("the first took {first} minutes of CPU time, the second {second}."));
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
    let [mean, error, least, greatest] = of("cpu_ms").map(|ms| ms / 1e3);
    quotes(page, &format!("| {mean:.0} each, from {least:.0} to {greatest:.0} |"));
    let core_years = all * mean / (365.25 * 86_400.0);
    quotes(page, &format!("**{core_years:.0} ± {:.0}%**", 100.0 * error / mean));
    let ratio = 524.0 / 91.0;
    quotes(page, &format!("the ratio of the seven, {ratio:.1}."));
    quotes(page, &format!("about {:.0} core-years**", core_years / ratio));
    let shard = mean * all / 100_000.0;
    quotes(
        page,
        &format!(
            "{:.0} hours on one core of the Zen 3 and {:.0} minutes on 64",
            shard / 3600.0,
            shard / 60.0 / 64.0
        ),
    );
    let shard = shard / ratio;
    quotes(page, &format!("{:.1} hours and {:.1} minutes on the Zen 5", shard / 3600.0, shard / 60.0 / 64.0));
    quotes(page, &format!("A thousand units would take {:.0} core-hours", 1000.0 * mean / 3600.0));
    let [mean, error, least, _] = of("solutions");
    let [mean, error] = [mean, error].map(|value| value * all / 1e18);
    quotes(page, &format!("{mean:.2}e18 ± {error:.2}e18 solutions"));
    quotes(page, &format!("between {} and 300 billion", grouped(least as u64)));
    let bytes: usize = ["20000", "700000"]
        .iter()
        .map(|shard| text(&format!("results/n28/shard-{shard}/ledger.jsonl")).len())
        .sum();
    let line = bytes as f64 / 80.0;
    quotes(page, &format!("has {line:.0} bytes, {:.1} GB", line * all / 1e9));
    let memory = |threads| memory(28, threads);
    quotes(
        page,
        &format!(
            "about {:.0} MB** for one thread, {:.0} GB",
            (memory(1) / 1e7).round() * 10.0,
            memory(64) / 1e9
        ),
    );
}

#[test]
fn times_of_counts_match_their_records() {
    let best = |n, threads| records(n, threads).swap_remove(0);
    let of_22 = best(22, 2);
    let page = "docs/lab/halves.md";
    let wall_s = of_22["wall_s"].as_f64().unwrap();
    quotes(page, &format!("{} min {:.0} s with two threads", (wall_s / 60.0).floor(), wall_s % 60.0));
    quotes(page, &format!("{} s of CPU time", grouped(of_22["cpu_s"].as_f64().unwrap().round() as u64)));
    let machines: BTreeSet<_> =
        records(22, 2).iter().map(|record| record["result"]["host"]["cpu"].to_string()).collect();
    let words = ["no", "one", "two", "three", "four", "five", "six"];
    quotes(page, &format!("on {} machines", words[machines.len()]));
    let of_20 = best(20, 1);
    let pairs: f64 = of_20["result"]["nodes"].as_str().unwrap().parse().unwrap();
    let wall_s = of_20["wall_s"].as_f64().unwrap();
    let cost = format!(
        "decided {:.2}e12 pairs in {wall_s:.1} s with AVX-512, all steps included: {:.0} pairs a nanosecond",
        pairs / 1e12,
        pairs / wall_s / 1e9,
    );
    quotes("src/methods/halves/mod.rs", &cost);
    let unit = |n| {
        let estimate = estimate(n, "avx512");
        let ms = 1e3 * cpu_s(&estimate) / estimate["units"].as_f64().unwrap();
        if ms < 10.0 { format!("{ms:.1} ms") } else { format!("{ms:.0} ms") }
    };
    let [of_16, of_18, of_20, of_22, of_24] = [16, 18, 20, 22, 24].map(unit);
    let units = format!("{of_16} at N = 16, {of_18} at 18, {of_20} at 20, {of_22} at 22 and {of_24} at 24");
    quotes("src/methods/halves/shape.rs", &units);
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
    let minutes = |seconds: f64| format!("{} min {:.0} s", (seconds / 60.0).floor(), seconds % 60.0);
    quotes(
        "README.md",
        &format!(
            "N-Queens-Count-Sol takes {} for N = 20 and `queens` takes {}: {:.1} times as fast",
            minutes(theirs),
            minutes(ours),
            theirs / ours,
        ),
    );
}

#[test]
fn picture_of_a_count_shows_it_stopped_and_resumed() {
    let picture = text("docs/progress.svg").replace('\u{a0}', " ");
    let caption = picture.split("aria-label=\"").nth(1).unwrap().split('"').next().unwrap();
    quotes("README.md", &format!("![{caption}](docs/progress.svg)"));
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
    let plan = Plan::standard(size, Method::Halves);
    quotes("results/n24/README.md", &format!("hash is `{}`", plan.hash()));
    quotes(
        "results/n24/README.md",
        &format!("have to be {}", grouped(known::solutions(size).unwrap() as u64)),
    );
}

#[test]
fn numbers_of_units_match_the_plans() {
    for (n, method, depth, path, figure) in [
        (12, Method::Cross, None, "docs/internals/architecture.md", "with `cross` {} at N = 12"),
        (24, Method::Cross, None, "docs/internals/architecture.md", "{} at N = 24"),
        (21, Method::Halves, None, "docs/lab/n28.md", "N = 21, with {} units"),
        (24, Method::Halves, None, "docs/cluster.md", "for {} units"),
        (25, Method::Halves, None, "docs/cluster.md", "N = 25 has {},"),
        (25, Method::Halves, Some(5), "docs/cluster.md", "and {} at `--depth 5`"),
        (28, Method::Halves, None, "docs/lab/n28.md", "The plan has {} units"),
        (23, Method::Halves, None, "docs/lab/halves.md", "Of its {} units"),
    ] {
        let size = BoardSize::new(n).unwrap();
        let standard = Plan::standard(size, method);
        let plan = depth.map_or(standard, |depth| Plan::new(size, method, depth).unwrap());
        quotes(path, &figure.replace("{}", &grouped(plan.units())));
    }
}

/// The documents that people write: those in the root, and all of `docs/`.
fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["", "docs", "docs/internals", "docs/lab"].map(|folder| root.join(folder));
    let paths = folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    let paths = paths.map(|entry| entry.unwrap().path());
    paths.filter(|path| path.extension().is_some_and(|end| end == "md")).collect()
}

/// The anchor that a heading gets, as GitHub makes it.
fn anchor(heading: &str) -> String {
    let letters = heading.trim().to_lowercase();
    let kept = letters.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
    kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

#[test]
fn links_lead_to_files_and_headings() {
    let mut followed = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for link in text.split("](").skip(1).map(|rest| rest.split(')').next().unwrap()) {
            if link.contains(':') {
                continue;
            }
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { page.clone() } else { page.parent().unwrap().join(file) };
            assert!(target.exists(), "{} leads to {link}, which is not there", page.display());
            if !heading.is_empty() {
                let text = fs::read_to_string(&target).unwrap();
                let mut headings = text
                    .lines()
                    .filter_map(|line| Some(line.trim_start_matches('#')).filter(|rest| *rest != line));
                assert!(headings.any(|line| anchor(line) == heading), "{} leads to {link}", page.display());
            }
            followed += 1;
        }
    }
    assert!(followed > 50, "{followed} links were followed");
}

/// README and the pages of `docs/`; what only a developer needs is in the folders below.
#[test]
fn documents_for_users_stay_short() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let is_for_users = |page: &PathBuf| page.parent() == Some(&root.join("docs"));
    let pages = pages().into_iter().filter(is_for_users).chain([root.join("README.md")]);
    let words: usize = pages.map(|page| fs::read_to_string(page).unwrap().split_whitespace().count()).sum();
    assert!(words <= 9_000, "{words} words");
}
