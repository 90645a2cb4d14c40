//! The program replaces only files that it made.

use std::fs;

use tempfile::tempdir;

use crate::support::records::files;
use crate::support::{command, run};

#[test]
fn replaces_its_own_files_but_no_others() {
    let folder = tempdir().unwrap();
    // Boards that take milliseconds: the chart omits shorter times.
    run(&folder, "count 12..14 --runs 1 --threads 1 --kernel scalar --record").printed();
    let out = folder.path().join("out");
    let chart = out.join("time.svg");
    let write = || run(&folder, "publish -o out");
    write().prints("");
    let first = files(&out);
    // One is long, and ends with the mark that our files have at the beginning.
    for thesis in ["# My thesis\n".to_owned(), "# My thesis\n".repeat(100_000) + "made by queens"] {
        fs::write(&chart, &thesis).unwrap();
        fs::remove_file(out.join("README.md")).unwrap();
        write().fails(1, &["time.svg", "is not marked as made by queens", "with -o", "--force"]);
        assert_eq!(files(&out), [(chart.clone(), thesis)].into(), "nothing is written");
        run(&folder, "publish -o out --force").prints("");
        assert!(files(&out) == first);
    }
    // Ours of another date, and an empty file, which has nothing to lose.
    for text in ["<!-- made by queens -->\nold", ""] {
        fs::write(&chart, text).unwrap();
        write().prints("");
        assert!(files(&out) == first, "{text}");
    }
}

#[test]
fn page_and_manual_are_marked() {
    let folder = tempdir().unwrap();
    for writer in ["board -o board.html", "man -o man"] {
        run(&folder, writer).prints("");
        run(&folder, writer).prints("");
    }
}

#[test]
fn rejects_a_pipe_or_folder_as_output() {
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join("folder")).unwrap();
    assert!(command("mkfifo").arg(folder.path().join("pipe")).status().unwrap().success());
    for place in ["folder", "pipe"] {
        run(&folder, &format!("board -o {place} --force"))
            .fails(1, &[place, "is not a regular file: name another path with -o; nothing was written"]);
    }
}
