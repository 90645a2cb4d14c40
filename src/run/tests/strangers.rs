//! Tests that foreign files are not touched. There may be links, pipes or devices instead of files, other
//! programs' directories, or a directory replaced during a count. Most tests run on the real disk,
//! because the in-memory storage has none of these. Some are skipped on Windows, because it has no such
//! pipes, lets few users create links, and does not move directories in use.

use std::collections::BTreeMap;
use std::fs;
#[cfg(unix)]
use std::os::unix::fs::symlink;
use std::path::PathBuf;

use tempfile::{TempDir, tempdir};

use super::*;
use crate::run::storage::Storage;

fn error_on_disk(path: &Path, fresh: bool) -> RunError {
    on_disk(path, fresh).map(drop).expect_err("the directory must be refused")
}

/// Returns a run directory with units 0 to 2, and a foreign file next to it.
fn with_started_run() -> (TempDir, PathBuf, PathBuf) {
    let place = tempdir().unwrap();
    let run = place.path().join("run");
    let other = place.path().join("thesis.tex");
    let (mut directory, _) = on_disk(&run, RESUMED_RUN).unwrap();
    append(&mut directory, 0..3);
    fs::write(&other, "the only copy").unwrap();
    (place, run, other)
}

/// Returns all paths below `path`, and the files' contents.
fn contents(path: &Path) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
    let mut all = BTreeMap::new();
    for name in fs::read_dir(path).unwrap() {
        let path = name.unwrap().path();
        let is_directory = path.is_dir();
        if is_directory {
            all.append(&mut contents(&path));
        }
        all.insert(path.clone(), (!is_directory).then(|| fs::read(&path).unwrap()));
    }
    all
}

#[cfg(unix)]
#[test]
fn rejects_links_and_pipes_without_waiting() {
    let make_pipe = |path: &Path| std::process::Command::new("mkfifo").arg(path).status().map(drop);
    for name in ["ledger.jsonl", "manifest.json", "lock", "result.json"] {
        let (_place, run, other) = with_started_run();
        let path = run.join(name);
        let missing = run.with_file_name("new");
        let link_to = |target: &Path| symlink(target, &path);
        for (what, made) in [
            ("it is a symbolic link", &(|| link_to(&other)) as &dyn Fn() -> _),
            ("it is a symbolic link", &|| link_to(&missing)),
            ("it is not a regular file", &|| make_pipe(&path)),
        ] {
            let _ = fs::remove_file(&path);
            made().unwrap();
            let error = error_on_disk(&run, RESUMED_RUN).to_string();
            assert!(error.contains(name) && error.contains(what), "{error}");
            if name != "lock" {
                let error = SavedRun::at(&run).inspect().unwrap_err().to_string();
                assert!(error.contains(what), "{error}");
            }
        }
        assert_eq!(fs::read(&other).unwrap(), b"the only copy");
        assert!(!missing.exists());
    }
}

#[cfg(unix)]
#[test]
fn removes_a_link_named_like_a_temporary_file() {
    let (_place, run, other) = with_started_run();
    fs::remove_file(run.join("manifest.json")).unwrap();
    fs::write(run.join("ledger.jsonl"), "").unwrap();
    symlink(&other, run.join("manifest.json.tmp")).unwrap();
    let (mut directory, _) = on_disk(&run, RESUMED_RUN).unwrap();
    symlink(&other, run.join("result.json.tmp")).unwrap();
    append(&mut directory, 0..UNITS);
    directory.finish(&total()).unwrap();
    assert_eq!(fs::read(&other).unwrap(), b"the only copy");
    for name in ["result.json", "ledger.jsonl", "manifest.json"] {
        assert!(fs::symlink_metadata(run.join(name)).unwrap().is_file(), "{name}");
    }
}

#[test]
fn leaves_directories_of_other_programs_alone() {
    let manifest = "{\"manifest_version\": 3, \"name\": \"tabs\"}";
    for files in [
        &[("result.json", "{\n  \"score\": 7\n}\n")][..],
        &[("ledger.jsonl", "{\"debit\":12,\"credit\":0}\n")],
        &[("manifest.json", manifest), ("lock", "held by tabs")],
        &[("manifest.json", manifest), ("ledger.jsonl", "")],
        &[("manifest.json", manifest), ("ledger.jsonl", "{\"debit\":12}\n")],
        &[("manifest.json", manifest), ("icons.txt", "")],
        &[("ledger.jsonl", ""), ("thesis.tex", "the only copy")],
        &[("ledger.jsonl", "{\"unit\":0,\"amount\":\"12 apples\"}\n"), ("apples.txt", "")],
    ] {
        let place = tempdir().unwrap();
        let path = place.path().join("theirs");
        fs::create_dir(&path).unwrap();
        for (name, bytes) in files {
            fs::write(path.join(name), bytes).unwrap();
        }
        let before = contents(place.path());
        // A foreign directory is recognised by its file names or the contents of its manifest. With `fresh`,
        // nothing else is checked.
        let has_others = files.iter().any(|(name, _)| name.ends_with('x') || name.ends_with('t'))
            || files[0].0 == "manifest.json";
        for fresh in if has_others { &[RESUMED_RUN, FRESH_RUN][..] } else { &[RESUMED_RUN] } {
            let error = error_on_disk(&path, *fresh);
            assert!(matches!(error, RunError::NotARun { .. }) == has_others, "{files:?}: {error}");
            assert!(has_others || is_corrupt(&error), "{files:?}: {error}");
            assert_eq!(contents(place.path()), before, "{files:?}");
        }
    }
}

#[cfg(unix)]
#[test]
fn stops_when_its_directory_was_moved() {
    let (place, run, _) = with_started_run();
    let (mut directory, _) = on_disk(&run, RESUMED_RUN).unwrap();
    directory.append(&entry(3)).unwrap();
    directory.sync().unwrap();
    let moved = place.path().join("moved");
    fs::rename(&run, &moved).unwrap();
    directory.append(&entry(4)).unwrap();
    let error = directory.sync().unwrap_err();
    assert!(matches!(error, RunError::Changed { saved: 5, .. }), "{error}");
    assert!(directory.append(&entry(5)).is_err() && directory.finish(&total()).is_err());
    drop(directory);
    assert!(!run.exists());
    let (_, saved) = on_disk(&moved, RESUMED_RUN).unwrap();
    assert_eq!(finished(&saved), (0..5).collect());
}

#[test]
fn stops_when_its_ledger_was_changed() {
    let (_place, run, _) = with_started_run();
    let path = run.join("ledger.jsonl");
    let options = fs::File::options;
    let changes: [&dyn Fn(); 2] =
        [&|| options().write(true).open(&path).unwrap().set_len(0).unwrap(), &|| {
            fs::remove_file(&path).unwrap();
            fs::write(&path, "").unwrap();
        }];
    for (number, change) in changes.into_iter().enumerate() {
        let (mut directory, _) = on_disk(&run, RESUMED_RUN).unwrap();
        directory.append(&entry(3 + number as u64)).unwrap();
        directory.sync().unwrap();
        change();
        let error = directory.sync().unwrap_err();
        let names_it = matches!(&error, RunError::Changed { path: named, .. } if *named == path);
        assert!(names_it, "{error}");
        assert!(directory.append(&entry(6)).is_err() && directory.finish(&total()).is_err());
    }
}

/// Without working locks, two processes may count the same run. Also, a user may delete the manifest.
#[test]
fn continues_beside_lines_of_another_process_and_writes_a_removed_manifest_again() {
    let storage = with_units([]);
    let (mut directory, _) = open(&storage, RESUMED_RUN).unwrap();
    for unit in 0..UNITS {
        append(&mut directory, [unit]);
        let other = [lines([unit]), "torn".to_owned(), String::new(), "\n".to_owned()];
        let bytes = storage.bytes(LEDGER);
        storage.overwrite(LEDGER, &[&bytes[..], other[unit as usize % 4].as_bytes()].concat());
        storage.remove(Path::new(MANIFEST)).unwrap();
        directory.sync().unwrap();
        storage.done();
        assert_eq!(storage.bytes(MANIFEST), manifest().to_bytes().unwrap());
    }
    // A torn line of the other process has spoilt a line of this process.
    assert!(directory.finish(&total()).unwrap_err().to_string().contains("the ledger lacks units"));
    drop(directory);
    ends_well(&storage);
}

/// Some FUSE file systems behave like this.
#[test]
fn inode_numbers_may_change_while_files_are_open() {
    let storage = with_units([]);
    let (mut directory, _) = open(&storage, RESUMED_RUN).unwrap();
    storage.renumber();
    append(&mut directory, 0..3);
    directory.sync().unwrap();
    // Another process has started over there and counted the same units. It runs on a different machine, or
    // in a container with the same host name and process number.
    let lock = "/runs/queens-8.run/lock";
    let ours = String::from_utf8(storage.bytes(lock)).unwrap();
    let (line, token) = ours.split_once('\n').unwrap();
    let other_token = token.chars().rev().collect::<String>();
    assert!(token.len() == 16 && token != other_token);
    let its_twin = format!("{line}\n{other_token}\n");
    for other in ["process 1 on another machine\n", &its_twin, line] {
        storage.overwrite(lock, ours.as_bytes());
        directory.sync().unwrap();
        storage.overwrite(lock, other.as_bytes());
        assert!(matches!(directory.sync(), Err(RunError::Changed { saved: 3, .. })), "{other}");
        drop(directory);
        directory = open(&storage, RESUMED_RUN).unwrap().0;
    }
    drop(directory);
    let (mut directory, _) = open(&storage, RESUMED_RUN).unwrap();
    append(&mut directory, 3..5);
    storage.replace(LEDGER, lines(0..3).as_bytes());
    assert!(directory.sync().is_err());
}

/// An error while examining a directory is reported, not taken for something else.
#[cfg(unix)]
#[test]
fn passes_on_why_a_directory_cannot_be_looked_at() {
    let place = tempdir().unwrap();
    let path = place.path().join("run");
    symlink(&path, &path).unwrap();
    let cause = fs::metadata(&path).unwrap_err();
    for (action, error) in
        [("open", error_on_disk(&path, RESUMED_RUN)), ("read", SavedRun::at(&path).manifest().unwrap_err())]
    {
        assert_eq!(error.to_string(), format!("cannot {action} {}: {cause}", path.display()));
    }
    // A dangling link is not a directory.
    let dangling = place.path().join("dangling");
    symlink("nothing", &dangling).unwrap();
    assert!(matches!(error_on_disk(&dangling, RESUMED_RUN), RunError::NotARun { .. }));
}

#[test]
fn refuses_a_directory_in_the_place_of_the_next_result_before_counting() {
    let (_place, run, _) = with_started_run();
    let in_the_way = run.join("result.json.tmp");
    fs::create_dir(&in_the_way).unwrap();
    let error = error_on_disk(&run, RESUMED_RUN);
    let says = format!("cannot write {}: is a directory", in_the_way.display());
    assert_eq!(error.to_string(), says);
    fs::remove_dir(&in_the_way).unwrap();
    let (mut directory, _) = on_disk(&run, RESUMED_RUN).unwrap();
    append(&mut directory, 3..UNITS);
    directory.finish(&total()).unwrap();
}
