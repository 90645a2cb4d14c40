//! Tests the text that `queens publish` writes into a README.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};

use crate::support::records::{README, recorded};
use crate::support::{contains, run};

#[test]
fn writes_nothing_for_a_readme_without_marks() {
    let (folder, _) = recorded();
    let readme = folder.path().join("README.md");
    fs::write(&readme, "# Title\n").unwrap();
    let says = [
        "README.md has no markers for the table or the summary, so nothing was written",
        "; add the lines <!-- table:begin -->",
    ];
    run(&folder, "publish --readme README.md").fails(1, &says);
    assert_eq!(fs::read_to_string(&readme).unwrap(), "# Title\n");
    assert!(!folder.path().join("results/README.md").exists());
    // No other program was measured, so the table contains only our own times.
    let [before, behind] = ["before", "behind"]
        .map(|place| (0..3_000).map(|line| format!("line {line} {place} the marks\n")).collect::<String>());
    let long = README.replace("# Title\n", &format!("# Title\n{before}")) + &behind;
    fs::write(&readme, long).unwrap();
    run(&folder, "publish --readme README.md").ends(0, &["wrote the summary and the table into README.md"]);
    let text = fs::read_to_string(&readme).unwrap();
    contains(&text, &["| N | solutions | method | kernel | one core |", "| 12 | 14,200 | "]);
    assert!(text.starts_with(&format!("# Title\n{before}<!-- summary:begin -->\n")), "{text}");
    assert!(text.ends_with(&format!("<!-- table:end -->\nend\n{behind}")), "{text}");
}

#[test]
fn says_which_block_it_found_and_keeps_line_endings() {
    let (folder, _) = recorded();
    let readme = folder.path().join("README.md");
    fs::write(&readme, "# Title\r\n<!-- table:begin -->\r\n<!-- table:end -->\r\nend\r\n").unwrap();
    let missing = "README.md has no markers for the summary: add the lines <!-- summary:begin --> and <!-- summary:end -->";
    run(&folder, "publish --readme README.md").ends(0, &["wrote the table into README.md", missing]);
    let text = fs::read_to_string(&readme).unwrap();
    assert_eq!(text.matches('\n').count(), text.matches("\r\n").count(), "{text:?}");
    contains(&text, &["\r\n| 12 | 14,200 | "]);
}

#[test]
fn writes_through_links_and_keeps_permissions() {
    let (folder, _) = recorded();
    let place = |name: &str| folder.path().join(name);
    let mode = |name: &str| fs::metadata(place(name)).unwrap().permissions().mode() & 0o777;
    for (name, text) in [("real.md", README), ("chart.svg", "<svg>\n<!-- made by queens -->")] {
        fs::write(place(name), text).unwrap();
        fs::set_permissions(place(name), Permissions::from_mode(0o640)).unwrap();
    }
    symlink("real.md", place("README.md")).unwrap();
    symlink("../chart.svg", place("results/time.svg")).unwrap();
    run(&folder, "publish --readme README.md").prints("");
    for (link, name, text) in
        [("README.md", "real.md", "| 14,200 |"), ("results/time.svg", "chart.svg", "<svg ")]
    {
        assert!(place(link).is_symlink(), "{link}");
        contains(&fs::read_to_string(place(name)).unwrap(), &[text]);
        assert_eq!(mode(name), 0o640, "{name}");
    }
    fs::write(place("other"), "").unwrap();
    assert_eq!(mode("results/README.md"), mode("other"), "a new file is as open as others");
    // An empty file behind a link may belong to someone else.
    fs::write(place("chart.svg"), "").unwrap();
    run(&folder, "publish").fails(1, &["results/time.svg is not marked", "nothing was written"]);
    assert!(fs::read(place("chart.svg")).unwrap().is_empty());
    // A broken link may be a typo.
    fs::remove_file(place("chart.svg")).unwrap();
    run(&folder, "publish").fails(1, &["results/time.svg is a broken link", "nothing was written"]);
}
