//! The program replaces only files that it made.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use tempfile::{TempDir, tempdir};

use crate::support::{command, run};

/// A folder with records, so that every command that writes files has something to write.
fn workplace() -> TempDir {
    let folder = tempdir().unwrap();
    // Boards that take milliseconds: the chart omits shorter times.
    for n in ["12", "13", "14"] {
        let record = ["count", n, "--threads", "1", "--kernel", "scalar", "--record"];
        assert_eq!(run(folder.path(), &record).code(), 0);
    }
    folder
}

/// The commands, each writing into `out`.
const WRITERS: [&[&str]; 3] =
    [&["publish", "-o", "out"], &["board", "-o", "out/board.html"], &["man", "-o", "out"]];

/// The files in `out`.
fn written(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = fs::read_dir(folder.join("out")).unwrap().map(|entry| entry.unwrap().path());
    entries.map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

#[test]
fn replaces_its_own_files_but_no_others() {
    // A long one, too, even if it ends like ours begin.
    let theses = ["# My thesis\n".to_owned(), "# My thesis\n".repeat(100_000) + "made by queens"];
    for writer in WRITERS {
        let folder = workplace();
        fs::create_dir(folder.path().join("out")).unwrap();
        let write = || run(folder.path(), writer);
        assert_eq!(write().code(), 0, "{}", write().stderr());
        let first = written(folder.path());
        let chart = folder.path().join("out/time.svg");
        assert!(first.contains_key(&chart) || writer[0] != "publish", "a chart is among them");
        for path in first.keys() {
            // Ours, but of another date.
            let text = fs::read_to_string(path).unwrap();
            fs::write(path, text + "\n").unwrap();
        }
        assert_eq!(write().code(), 0, "{}", write().stderr());
        assert!(written(folder.path()) == first, "{writer:?} replaces what it made");

        for path in first.keys() {
            let name = path.file_name().unwrap().to_str().unwrap();
            let others: Vec<_> = first.keys().filter(|other| *other != path).collect();
            others.iter().for_each(|other| fs::remove_file(other).unwrap());
            for thesis in &theses {
                fs::write(path, thesis).unwrap();
                write().fails(1, &[name, "is not marked as made by queens", "with -o", "--force"]);
                assert_eq!(written(folder.path()).len(), 1, "{name}: nothing is written");
                assert!(fs::read_to_string(path).unwrap() == *thesis, "{name} stays");
            }
            fs::write(path, "").unwrap();
            assert_eq!(write().code(), 0, "{name}: nothing is lost with an empty file");
            assert!(written(folder.path()) == first);
            fs::write(path, "# My thesis\n").unwrap();
            assert_eq!(run(folder.path(), &[writer, &["--force"]].concat()).code(), 0);
            assert!(written(folder.path()) == first, "{name} is replaced with --force");
        }
    }
}

#[test]
fn rejects_a_pipe_or_folder_as_output() {
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join("folder")).unwrap();
    let made = command("mkfifo").arg(folder.path().join("pipe")).status().unwrap();
    assert!(made.success());
    for place in ["folder", "pipe"] {
        run(folder.path(), &["board", "-o", place, "--force"])
            .fails(1, &[place, "is not a regular file: name another path with -o; nothing is written"]);
    }
}
