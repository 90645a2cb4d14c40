//! The plan file.

use super::*;

#[test]
fn prints_the_plan_as_text_and_json() {
    let place = Workplace::new(13, 5);
    let again = "plan 13 --shards 5 -o plan.json";
    place.run(again).shows(&["5, numbered 0 to 4\n"]);
    let json = place.run(&format!("{again} --json")).json();
    has(&json, json!({ "shards": 5, "n": 13 }));
}

#[test]
fn never_overwrites_another_file() {
    let place = Workplace::new(12, 4);
    fs::write(place.path("notes"), "mine").unwrap();
    for (plan, file) in [("12 --shards 5", "plan.json"), ("12 --shards 4", "notes")] {
        let before = fs::read(place.path(file)).unwrap();
        let says = [&format!("{file} already exists")[..], "-o"];
        place.run(&format!("plan {plan} -o {file}")).fails(1, &says);
        assert_eq!(fs::read(place.path(file)).unwrap(), before);
    }
}

#[test]
fn rejects_plans_that_cannot_be() {
    let folder = tempdir().unwrap();
    for shards in ["0", "1000001", "1e3"] {
        let range = "give a whole number from 1 to 1,000,000";
        run(&folder, &format!("plan 8 --shards {shards} -o plan")).fails(2, &[range]);
    }
    let many = "plan 8 --method cross --shards 1000 -o plan";
    run(&folder, many).fails(2, &["cannot be split into 1,000 shards"]);
    assert_eq!(entries(&folder), 0);
}
