//! Figures quoted in documents are those in `results/`, or what the plans say; links lead somewhere.

use std::fs;
use std::path::{Path, PathBuf};

use queens::board::BoardSize;
use queens::{Method, Plan};
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

#[track_caller]
fn quotes(path: &str, figure: &str) {
    let words = text(path).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains(figure), "{path} does not say '{figure}'");
}

#[test]
fn core_hours_of_n_24_match_the_published_estimate() {
    let estimates = objects("results/estimate.json");
    let estimate = estimates.iter().find(|estimate| estimate["n"] == 24).unwrap();
    let threads = estimate["threads"].as_f64().unwrap();
    let hours = |name| threads * estimate[name].as_f64().unwrap() / 3600.0;
    let mean = hours("wall_s");
    let percent = 100.0 * hours("wall_standard_error_s") / mean;
    let cores = format!("{mean:.0} core-hours ± {percent:.0}%");
    quotes("docs/cluster.md", &cores);
    quotes("docs/halves.md", &cores);
    quotes("docs/cluster.md", &format!("\"units\": {},", estimate["units"]));
    // Of one of 100 shards.
    quotes("docs/cluster.md", &format!("takes {:.0} core-minutes", mean * 60.0 / 100.0));
    quotes("docs/cluster.md", &format!("{:.0} s on 64 cores", mean * 3600.0 / 100.0 / 64.0));
    // By all its threads.
    quotes("README.md", &format!("{:.0} h ± {percent:.0}%", mean / threads));
}

#[test]
fn time_of_the_largest_board_matches_its_record() {
    let records = Path::new(env!("CARGO_MANIFEST_DIR")).join("results/records");
    let files = fs::read_dir(records).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let records = files.flat_map(|file| objects(&format!("results/records/{file}")));
    let of_22 = records.filter(|record| record["result"]["n"] == 22 && record["result"]["threads"] == 2);
    let time = |record: &Value| record["wall_s"].as_f64().unwrap();
    let record = of_22.min_by(|a, b| time(a).total_cmp(&time(b))).unwrap();
    let (minutes, seconds) = ((time(&record) / 60.0).floor(), (time(&record) % 60.0).round());
    quotes("docs/halves.md", &format!("{minutes} min {seconds} s with two threads"));
    let cpu = record["cpu_s"].as_f64().unwrap().round() as u64;
    quotes("docs/halves.md", &format!("{} s of CPU time", grouped(cpu)));
}

#[test]
fn numbers_of_units_match_the_plans() {
    for (n, method, depth, path, figure) in [
        (12, Method::Cross, None, "docs/architecture.md", "with `cross` {} at N = 12"),
        (24, Method::Cross, None, "docs/architecture.md", "{} at N = 24"),
        (21, Method::Halves, None, "docs/cluster.md", "N = 21, with {} units"),
        (24, Method::Halves, None, "docs/cluster.md", "for {} units"),
        (25, Method::Halves, None, "docs/cluster.md", "N = 25 has {},"),
        (25, Method::Halves, Some(5), "docs/cluster.md", "and {} at `--depth 5`"),
        (28, Method::Halves, None, "docs/cluster.md", "The plan has {} units"),
        (28, Method::Halves, None, "docs/cluster.md", "each of its {} units"),
        (23, Method::Halves, None, "docs/halves.md", "Of its {} units"),
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
    let folders = ["", "docs", "docs/lab"].map(|folder| root.join(folder));
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
