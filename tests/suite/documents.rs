//! Checks that links in the documentation lead to existing files and headings.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the Markdown files in the root and in `docs/`.
fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["", "docs", "docs/internals", "docs/lab"].map(|folder| root.join(folder));
    let paths = folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    let paths = paths.map(|entry| entry.unwrap().path());
    paths.filter(|path| path.extension().is_some_and(|end| end == "md")).collect()
}

/// Returns the anchor that GitHub generates for a heading.
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
