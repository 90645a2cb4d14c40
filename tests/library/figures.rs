//! Figures quoted in documents are those in `results/`.

use std::fs;
use std::path::Path;

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

#[track_caller]
fn quotes(path: &str, figure: &str) {
    let words = text(path).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains(figure), "{path} does not say '{figure}', as results/ does");
}

#[test]
fn core_hours_of_n_24_match_the_published_estimate() {
    let estimates = objects("results/estimate.json");
    let estimate = estimates.iter().find(|estimate| estimate["n"] == 24).unwrap();
    let threads = estimate["threads"].as_f64().unwrap();
    let hours = |name| threads * estimate[name].as_f64().unwrap() / 3600.0;
    let mean = hours("wall_s");
    let percent = 100.0 * hours("wall_standard_error_s") / mean;
    quotes("docs/CLUSTER.md", &format!("{mean:.0} core-hours ± {percent:.0}%"));
    quotes("docs/CLUSTER.md", &format!("\"units\": {},", estimate["units"]));
    // Of one of 100 shards.
    quotes("docs/CLUSTER.md", &format!("takes {:.0} core-minutes", mean * 60.0 / 100.0));
    quotes("docs/CLUSTER.md", &format!("{:.0} s on 64 cores", mean * 3600.0 / 100.0 / 64.0));
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
    quotes("docs/halves.md", &format!("{},{:03} s of CPU time", cpu / 1000, cpu % 1000));
}
