//! Records of other programs: what is compared, what comes from the authors,
//! and what is refused.

use serde_json::{Value, json};

use crate::support::{Results, changed, contains, record, rival};

/// A record of N = 12 and these of other programs.
fn beside(rivals: &[Value]) -> Results {
    let results = Results::of(&[record(12, "cross", 1)]);
    for (index, rival) in rivals.iter().enumerate() {
        results.put(&format!("rivals/{index}.json"), std::slice::from_ref(rival));
    }
    results
}

#[test]
fn publishes_how_much_longer_rivals_take() {
    let results = beside(&[rival("Slow", 40.0), rival("Near", 5.0)]);
    let once = results.readme();
    let says = "The fastest other CPU program measured, [Near](https://example.org/rival), takes 15 s for N = 15 on one core, \
                and `queens` 0.1.0 takes 3 s on the same core: 5.0× as fast (one run of each).\nN = 12 takes 2 ms on one core, measured.\n";
    contains(&once, &[says, " | 20 s | 5.0× |", "| 15 | 2,279,184 |  | 3 s | 15 s |"]);
    let row = once.lines().find(|line| line.starts_with("| 14 | 365,596 | ")).unwrap();
    assert!(row.ends_with(" | 10 s | 5.0× |"), "{once}");
    // Our time comes from the record; the factor compares the runs in turn.
    for absent in ["| 12 | 14,200 | cross | 4 s |", "Slow", "old"] {
        assert!(!once.contains(absent), "{absent}: {once}");
    }
    contains(&results.text("README.md"), &["[1 min 20 s](rivals/0.json) | 2 s |"]);
    contains(&results.text("time.svg"), &[">Slow</text>"]);
    // Twice is like once.
    assert_eq!(results.readme(), once);
}

#[test]
fn compares_the_latest_record_of_each_rival() {
    let mut older = changed(&rival("Near", 5.0), "/started", json!("2025-12-31T00:00:00Z"));
    // A board that the latest record leaves out is taken from the one before.
    (older["boards"][2]["n"], older["boards"][2]["solutions"]) = (json!(16), json!("14772512"));
    let elsewhere = changed(&rival("Near", 2.0), "/host/cpu", json!("another processor"));
    let together = changed(&rival("Near", 3.0), "/threads", json!(2));
    let results = beside(&[rival("Near", 6.0), older, elsewhere, together]);
    let rows = ["| 14 | 365,596 | ", " | 12 s | 6.0× |", " | 15 s | 5.0× |"];
    contains(&results.readme(), &rows);
    let rows = [
        "| 14 | Near | [12 s](rivals/0.json) | 2 s | 6.0× | 3 |",
        "| 16 | Near | [15 s](rivals/1.json) | 3 s | 5.0× | 1 |",
        "| 14 | Near, 2 threads | [6 s](rivals/3.json) | 2 s | 3.0× | 3 |",
    ];
    contains(&results.text("README.md"), &rows);
}
