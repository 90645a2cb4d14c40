//! Tests comparisons with other programs.

use serde_json::{Value, json};

use crate::support::{Results, changed, comparison, contains, record, with};

/// Creates results with a record of N = 12 and these comparisons.
fn results(comparisons: &[Value]) -> Results {
    let results = Results::of(&[record(12, "cross", 1)]);
    for (index, compared) in comparisons.iter().enumerate() {
        results.put(&format!("rivals/{index}.json"), std::slice::from_ref(compared));
    }
    results
}

#[test]
fn each_ratio_is_the_quotient_of_the_times_in_its_row() {
    let results = results(&[comparison("Slow", 40.0), comparison("Near", 5.0)]);
    let once = results.readme();
    let says = "On one core, it counts N = 15 in 3 s. The fastest other program measured there, \
                [Near](https://example.org/rival), takes 15 s on the same core: `queens` is 5.0× as fast \
                (one run of each).\n";
    let rows = [says, "| 14 | [Near](https://example.org/rival) 1.0 | 10 s | 2.0.0 | 2 s | 5.0× |"];
    contains(&once, &rows);
    // A comparison's rows contain no figures from other measurements.
    for absent in ["| 2 ms | 2.0.0 |", "Slow", "old"] {
        assert!(!once.contains(absent), "{absent}: {once}");
    }
    let slow = "| 14 | Slow 1.0 | [1 min 20 s](rivals/0.json) | 2.0.0 | 2 s | 40× | 3 | one core of Test CPU, 2 cores |";
    contains(&results.text("README.md"), &[slow]);
    contains(&results.text("time.svg"), &[">Slow, one core</text>", ">queens, one core</text>"]);
    assert_eq!(results.readme(), once);
}

#[test]
fn says_how_often_the_programs_ran() {
    let all = comparison("Near", 5.0)["boards"].clone();
    for (boards, says) in [
        (json!([all[0], all[1], all[2]]), "the shortest of 1 to 3 alternating runs of each"),
        (json!([all[1]]), "the shortest of 3 alternating runs of each"),
        (json!([all[0], all[2]]), "one run of each"),
    ] {
        let results = results(&[changed(&comparison("Near", 5.0), "/boards", boards)]);
        contains(&results.readme(), &[&format!("itself), {says}")]);
    }
}

#[test]
fn a_row_has_the_times_and_versions_of_one_record() {
    let of = |factor, version: &str, started: &str| {
        let changes = [("/queens/version", json!(version)), ("/started", json!(started))];
        with(&comparison("Near", factor), &changes)
    };
    let old = |boards: Value| changed(&of(5.0, "1.0.0", "2025-12-30T00:00:00Z"), "/boards", boards);
    let mut boards = comparison("Near", 5.0)["boards"].clone();
    // The newer release was not measured on this board.
    (boards[0]["n"], boards[0]["solutions"]) = (json!(13), json!("73712"));
    let all = old(boards);
    let large = json!([{ "n": 16, "solutions": "14772512", "seconds": [15.0], "queens_seconds": [3.0] }]);
    let earlier = of(7.0, "2.0.0", "2025-12-31T00:00:00Z");
    let earlier = changed(&earlier, "/boards", json!([large[0], earlier["boards"][1]]));
    let later = changed(&of(6.0, "2.0.1", "2026-01-02T00:00:00Z"), "/version", json!("1.1"));
    let elsewhere = changed(&old(large), "/host/cpu", json!("another processor"));
    let together = changed(&of(3.0, "2.0.1", "2026-01-02T00:00:00Z"), "/threads", json!(2));
    let results = results(&[later, all, earlier, elsewhere, together]);
    let rows = [
        // This board was not measured again, so the row keeps both old versions.
        "| 16 | [Near](https://example.org/rival) 1.0 | 15 s | 2.0.0 | 3 s | 5.0× |",
        "| 14 | [Near](https://example.org/rival) 1.1 | 12 s | 2.0.1 | 2 s | 6.0× |",
    ];
    contains(&results.readme(), &rows);
    let document = results.text("README.md");
    let rows = [
        "| 14 | Near 1.1 | [12 s](rivals/0.json) | 2.0.1 | 2 s | 6.0× | 3 | one core of Test CPU, 2 cores |",
        "| 14 | Near 1.0 | [6 s](rivals/4.json) | 2.0.1 | 2 s | 3.0× | 3 | 2 cores of Test CPU, 2 cores |",
        "| 16 | Near 1.0 | [15 s](rivals/2.json) | 2.0.0 | 3 s | 5.0× | 1 | one core of Test CPU, 2 cores |",
        "| 16 | Near 1.0 | [15 s](rivals/3.json) | 1.0.0 | 3 s | 5.0× | 1 | one core of another processor, 2 cores |",
    ];
    contains(&document, &rows);
    // A newer release replaces an older one on the same computer.
    assert!(!document.contains("rivals/1.json"), "{document}");
}

/// If two times for the same board differ by more than a tenth, the README explains the difference.
#[test]
fn says_that_the_machine_was_faster_or_slower() {
    let measured = |wall_s| changed(&record(12, "cross", 1), "/result/wall_s", json!(wall_s));
    for (wall_s, says) in [
        (3.7, ":\n\n| N | fastest other program |"),
        (
            3.6,
            ". The machine was slower at that time: `queens` takes 11% more time for N = 12 than in the table above:\n",
        ),
        (4.6, ". The machine was faster at that time: `queens` takes 13% less time for N = 12"),
    ] {
        let results = Results::of(&[measured(wall_s)]);
        results.put("rivals/0.json", &[comparison("Near", 5.0)]);
        contains(&results.readme(), &[&format!("alternating runs of each{says}")]);
    }
}
