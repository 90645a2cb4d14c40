//! The program replaces only files that it made.

use std::fs;

use tempfile::tempdir;

use crate::support::records::files;
use crate::support::{command, run};

/// The commands, each writing into `out`.
const WRITERS: [&str; 3] = ["publish -o out", "board -o out/board.html", "man -o out"];

#[test]
fn replaces_its_own_files_but_no_others() {
    // One is long, and ends with the mark that our files have at the beginning.
    let theses = ["# My thesis\n".to_owned(), "# My thesis\n".repeat(100_000) + "made by queens"];
    for writer in WRITERS {
        let folder = tempdir().unwrap();
        // Boards that take milliseconds: the chart omits shorter times.
        run(&folder, "count 12..14 --runs 1 --threads 1 --kernel scalar --record").printed();
        let out = folder.path().join("out");
        fs::create_dir(&out).unwrap();
        let write = || run(&folder, writer);
        write().prints("");
        let first = files(&out);
        assert!(first.contains_key(&out.join("time.svg")) || writer != WRITERS[0], "a chart is among them");
        for (path, text) in &first {
            // These stand for our files of another date.
            fs::write(path, format!("{text}\n")).unwrap();
        }
        write().prints("");
        assert!(files(&out) == first, "{writer} replaces what it made");

        for path in first.keys() {
            let name = path.file_name().unwrap().to_str().unwrap();
            first.keys().filter(|other| *other != path).for_each(|other| fs::remove_file(other).unwrap());
            for thesis in &theses {
                fs::write(path, thesis).unwrap();
                write().fails(1, &[name, "is not marked as made by queens", "with -o", "--force"]);
                assert_eq!(files(&out).len(), 1, "{name}: nothing is written");
                assert!(fs::read_to_string(path).unwrap() == *thesis, "{name} stays");
            }
            // An empty file has nothing to lose.
            fs::write(path, "").unwrap();
            write().prints("");
            assert!(files(&out) == first, "{name} is written");
            fs::write(path, "# My thesis\n").unwrap();
            run(&folder, &format!("{writer} --force")).prints("");
            assert!(files(&out) == first, "{name} is replaced with --force");
        }
    }
}

#[test]
fn rejects_a_pipe_or_folder_as_output() {
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join("folder")).unwrap();
    assert!(command("mkfifo").arg(folder.path().join("pipe")).status().unwrap().success());
    for place in ["folder", "pipe"] {
        run(&folder, &format!("board -o {place} --force"))
            .fails(1, &[place, "is not a regular file: name another path with -o; nothing is written"]);
    }
}
