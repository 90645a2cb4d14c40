//! `queens publish`: what the records say, and the same bytes every time.

use std::fs;
use std::path::Path;

use crate::support::records::{README, files, read, recorded, succeeds};
use crate::support::run;
use serde_json::json;
use tempfile::TempDir;

#[test]
fn publishing_twice_gives_the_same_bytes() {
    let (folder, _) = recorded();
    // Boards that take milliseconds: the chart omits shorter times.
    for n in ["12", "13", "14"] {
        for threads in ["1", "2"] {
            succeeds(folder.path(), &["count", n, "--threads", threads, "--kernel", "scalar", "--record"]);
        }
    }
    let ladder = run(folder.path(), &["ladder", "4", "--json"]).json();
    fs::write(folder.path().join("results/ladder.json"), ladder.to_string()).unwrap();
    let estimates =
        run(folder.path(), &["estimate", "9..10", "--threads", "1", "--time", "0.1", "--json"]).stdout();
    fs::write(folder.path().join("results/estimate.json"), estimates).unwrap();
    succeeds(folder.path(), &["publish"]);
    let once = files(&folder.path().join("results"));
    succeeds(folder.path(), &["publish"]);
    assert_eq!(files(&folder.path().join("results")), once);
    let names: Vec<_> = once.keys().map(|path| path.file_name().unwrap().to_str().unwrap()).collect();
    let expected =
        ["README.md", "estimate.json", "index.html", "ladder.json", "ladder.svg", "records.csv", "time.svg"];
    assert_eq!(names, expected);
    let csv = &once[&folder.path().join("results/records.csv")];
    assert_eq!(csv.lines().count(), 1 + 7, "{csv}");
    let page = &once[&folder.path().join("results/index.html")];
    assert!(
        page.contains("Larger boards") && page.contains("<td class=\"number\" data-key=\"724\">724</td>"),
        "{page}"
    );
    let processor = ladder["host"]["cpu"].as_str().unwrap().replace("(R)", "").replace("(TM)", "");
    assert!(page.contains(&format!("in one thread of {processor}")), "{page}");
    let records = files(&folder.path().join("results/records"));
    let names = records.keys().map(|path| path.file_name().unwrap().to_str().unwrap());
    let led_to = names.filter(|name| page.contains(&format!("<a href=\"records/{name}\">"))).count();
    assert_eq!(led_to, 7, "every record is the best of its kind here: {page}");
    for svg in once.iter().filter(|(path, _)| path.extension().is_some_and(|extension| extension == "svg")) {
        assert!(svg.1.starts_with("<svg ") && svg.1.ends_with("</svg>\n"), "{:?}", svg.0);
    }
}

#[test]
fn a_ladder_of_an_earlier_version_is_published_without_its_machine() {
    let (folder, _) = recorded();
    let mut ladder = run(folder.path(), &["ladder", "4", "--json"]).json();
    let ladder = ladder.as_object_mut().unwrap();
    ladder.retain(|field, _| field == "rungs");
    fs::write(folder.path().join("results/ladder.json"), serde_json::to_string(ladder).unwrap()).unwrap();
    succeeds(folder.path(), &["publish"]);
    let page = fs::read_to_string(folder.path().join("results/index.html")).unwrap();
    assert!(page.contains("in one thread</"), "{page}");
}

#[test]
fn the_readme_is_about_the_machine_with_most_records() {
    let (folder, path) = recorded();
    let mut record = read(&path);
    for (cpu, file) in [
        ("Alpha", "N06-scalar-1t-a.json"),
        ("Beta 2", "N06-scalar-1t-b.json"),
        ("Beta 2", "N06-scalar-1t-c.json"),
    ] {
        record["result"]["host"]["cpu"] = json!(cpu);
        fs::write(path.with_file_name(file), record.to_string()).unwrap();
    }
    fs::remove_file(&path).unwrap();
    fs::write(folder.path().join("README.md"), README).unwrap();
    succeeds(folder.path(), &["publish", "--readme", "README.md"]);
    let text = fs::read_to_string(folder.path().join("README.md")).unwrap();
    assert!(text.contains("The machine: Beta 2, ") && !text.contains("Alpha"), "{text}");
    let page = fs::read_to_string(folder.path().join("results/README.md")).unwrap();
    let row = |name: &str| page.lines().find(|line| line.starts_with(&format!("| {name}"))).unwrap();
    assert!(row("Alpha").contains("the system hides the model") && row("Alpha").contains("| 1 |"), "{page}");
    assert!(
        !row("Beta 2").contains("hides")
            && row("Beta 2").contains("| 2 |")
            && row("Beta 2").ends_with("| charts, README |"),
        "{page}"
    );
}

#[test]
fn each_board_says_by_how_many_methods_and_by_which_kernels_it_was_counted() {
    let folder = TempDir::new().unwrap();
    for arguments in [
        "8 --split cross",
        "8 --split rows",
        "9 --split halves",
        "9 --split cross",
        "10 --split cross --double-check",
    ] {
        let arguments = format!("count {arguments} --threads 1 --kernel scalar --record");
        succeeds(folder.path(), &arguments.split(' ').collect::<Vec<_>>());
    }
    succeeds(folder.path(), &["publish"]);
    let page = fs::read_to_string(folder.path().join("results/index.html")).unwrap();
    assert!(page.contains("N = 10 and <span class=\"figures\">724</span> solutions"), "{page}");
    let page = fs::read_to_string(folder.path().join("results/README.md")).unwrap();
    for row in [
        "| N | counted by | kernels of halves | kernels of cross | kernels of rows |",
        "| 8 | one method |  | scalar | scalar |",
        "| 9 | two methods | scalar | scalar |  |",
        "| 10 | two methods | scalar | scalar |  |",
    ] {
        assert!(page.contains(row), "{row}: {page}");
    }
}

#[test]
fn times_below_a_millisecond_are_not_drawn() {
    let (folder, path) = recorded();
    let mut record = read(&path);
    for (seconds, drawn) in [(0.0009, false), (0.0011, true)] {
        record["wall_s"] = json!(seconds);
        fs::write(&path, record.to_string()).unwrap();
        succeeds(folder.path(), &["publish"]);
        assert_eq!(folder.path().join("results/time.svg").exists(), drawn, "{seconds} s");
    }
}

#[test]
fn a_count_of_several_sessions_is_marked_and_its_breaks_are_left_out() {
    let (folder, path) = recorded();
    let mut record = read(&path);
    record["result"]["resumed"] = json!(1);
    record["result"]["core_s"] = json!(3.0);
    fs::write(&path, record.to_string()).unwrap();
    succeeds(folder.path(), &["publish"]);
    let page = fs::read_to_string(folder.path().join("results/README.md")).unwrap();
    assert!(page.contains("| [3 s†](records/N06-"), "{page}");
}

#[test]
fn several_splits_of_a_board_are_told_apart_and_the_fastest_leads() {
    let folder = TempDir::new().unwrap();
    for n in ["9", "10", "11", "12", "13"] {
        for split in ["cross", "rows", "halves"] {
            succeeds(folder.path(), &["count", n, "--threads", "1", "--split", split, "--record"]);
        }
    }
    // `rows` is always slower, `halves` up to the last board, whatever else this machine does.
    for (path, _) in files(&folder.path().join("results/records")) {
        let mut record = read(&path);
        record["wall_s"] =
            match (record["result"]["split"].as_str().unwrap(), record["result"]["n"].as_u64().unwrap()) {
                ("rows", _) => json!(0.5),
                ("halves", 13) => json!(0.125),
                ("halves", _) => json!(0.75),
                _ => json!(0.25),
            };
        fs::write(path, record.to_string()).unwrap();
    }
    succeeds(folder.path(), &["publish"]);
    let results = files(&folder.path().join("results"));
    let text = |name: &str| &results[&folder.path().join("results").join(name)];
    for fastest in ["| [250 ms](records/N09-", "| [125 ms](records/N13-"] {
        assert!(text("README.md").contains(fastest), "{}", text("README.md"));
    }
    let chart = text("time.svg");
    assert!(
        chart.contains(">queens, one thread</text>") && chart.contains(">queens, rows split</text>"),
        "{chart}"
    );
    assert!(!chart.contains("cross split") && !chart.contains("halves split"), "{chart}");
}

#[test]
fn scaling_is_drawn_from_four_numbers_of_threads_on_and_by_medians() {
    let folder = TempDir::new().unwrap();
    let records = folder.path().join("results/records");
    for threads in ["1", "2", "3"] {
        succeeds(folder.path(), &["count", "8", "--threads", threads, "--kernel", "scalar", "--record"]);
    }
    succeeds(folder.path(), &["publish"]);
    assert!(!folder.path().join("results/threads.svg").exists());
    for threads in ["1", "1", "4", "4", "4"] {
        succeeds(folder.path(), &["count", "8", "--threads", threads, "--kernel", "scalar", "--record"]);
    }
    let (mut one, mut four) = ([1.0, 0.6, 3.0].into_iter(), [0.2, 0.9, 0.25].into_iter());
    for (path, _) in files(&records) {
        let mut record = read(&path);
        record["wall_s"] = match record["result"]["threads"].as_u64().unwrap() {
            1 => json!(one.next().unwrap()),
            4 => json!(four.next().unwrap()),
            threads => json!(1.0 / threads as f64),
        };
        fs::write(path, record.to_string()).unwrap();
    }
    succeeds(folder.path(), &["publish"]);
    let chart = fs::read_to_string(folder.path().join("results/threads.svg")).unwrap();
    // Four times as fast by the median, where four threads and four times as fast meet.
    let line = |class: &str| {
        let begin = format!("<path class=\"{class}\" d=\"");
        chart.lines().find(|line| line.starts_with(&begin)).unwrap().rsplit('L').next().unwrap().to_owned()
    };
    assert_eq!(line("main"), line("guide"), "{chart}");
}

#[test]
fn a_readme_without_a_place_for_the_figures_is_left_alone() {
    let (folder, _) = recorded();
    let readme = folder.path().join("README.md");
    fs::write(&readme, "# Title\n").unwrap();
    let finished = run(folder.path(), &["publish", "--readme", "README.md"]);
    assert!(finished.code() == 0 && finished.stderr().contains("left as it is"), "{}", finished.stderr());
    assert_eq!(fs::read_to_string(&readme).unwrap(), "# Title\n");
    // No other program was measured: the times are our own.
    fs::write(&readme, README).unwrap();
    succeeds(folder.path(), &["publish", "--readme", "README.md"]);
    let text = fs::read_to_string(&readme).unwrap();
    assert!(text.contains("| N | solutions | queens | threads |") && text.contains("| 6 | 4 | "), "{text}");
    assert!(text.starts_with("# Title\n") && text.ends_with("<!-- table:end -->\nend\n"), "{text}");
}

#[test]
fn the_figures_of_this_readme_are_those_of_the_records() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
    let results = repository.join("results");
    if !results.join("records").is_dir() {
        return;
    }
    let out = TempDir::new().unwrap();
    let readme = out.path().join("README.md");
    fs::copy(repository.join("README.md"), &readme).unwrap();
    let [records, rivals] = ["records", "rivals"].map(|name| results.join(name).display().to_string());
    let arguments =
        ["publish", "--records", &records, "--rivals", &rivals, "--output", "out", "--readme", "README.md"];
    succeeds(out.path(), &arguments);
    let [published, committed] =
        [&readme, &repository.join("README.md")].map(|path| fs::read_to_string(path).unwrap());
    for block in ["summary", "table"] {
        assert!(
            committed.contains(&format!("<!-- {block}:begin -->")),
            "README.md has no place for the {block}"
        );
    }
    assert_eq!(published, committed, "README.md: `queens publish --readme README.md` makes it anew");
}
