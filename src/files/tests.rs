//! Tests that new names are durable, and that unsuitable files are refused.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::PathBuf;

use tempfile::{TempDir, tempdir};

use super::durable::DurableWriter;
use super::*;

/// Returns every path below `folder`.
fn names(folder: &Path) -> BTreeSet<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let below = |path: PathBuf| if path.is_dir() { names(&path) } else { BTreeSet::new() };
    entries.flat_map(|path| below(path.clone()).into_iter().chain([path])).collect()
}

type SyncDirectory = fn(&Path) -> io::Result<()>;

thread_local! {
    /// The directories that this thread has synced, with the names that each contained at that time.
    static SYNCED_NAMES: RefCell<BTreeMap<PathBuf, BTreeSet<PathBuf>>> = RefCell::default();
    /// Called before each sync. If this returns an error, the sync fails.
    static SYNC_FAILURE: Cell<Option<SyncDirectory>> = const { Cell::new(None) };
}

/// Records the names that each sync makes durable. Tests can make a sync fail.
const RECORDER: DurableWriter = DurableWriter {
    sync_names: |directory| {
        let listed =
            fs::read_dir(directory).into_iter().flatten().map(|entry| entry.unwrap().path()).collect();
        SYNCED_NAMES.with_borrow_mut(|synced| synced.insert(directory.to_owned(), listed));
        SYNC_FAILURE.get().map_or(Ok(()), |fails| fails(directory))?;
        sync_names(directory)
    },
};

/// Asserts that `act` syncs every name that it creates. Otherwise, a power cut would lose the name.
#[track_caller]
fn leaves_no_name_pending(folder: &TempDir, act: impl Fn() -> io::Result<()>) {
    let before = names(folder.path());
    SYNCED_NAMES.take();
    act().unwrap();
    let after = names(folder.path());
    let durable: BTreeSet<PathBuf> =
        SYNCED_NAMES.take().into_values().flatten().chain(before.clone()).collect();
    let pending: Vec<_> = after.difference(&durable).collect();
    assert!(after != before && pending.is_empty(), "pending: {pending:?}");
}

#[test]
fn nothing_is_done_before_every_new_name_is_durable() {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    leaves_no_name_pending(&folder, || RECORDER.create_directory(&path("a/b/c")));
    leaves_no_name_pending(&folder, || RECORDER.write_new(&path("a/new"), b"1"));
    leaves_no_name_pending(&folder, || RECORDER.replace(&path("a/b/replaced"), b"1"));
    leaves_no_name_pending(&folder, || RECORDER.append(&path("a/b/lines"), 9, |_| Ok(Some(b"1\n".to_vec()))));
}

/// The process that created a name may have been killed before syncing it.
#[test]
fn names_of_an_earlier_process_become_durable() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("lines");
    let synced = |act: &dyn Fn() -> io::Result<()>| {
        SYNCED_NAMES.take();
        act().unwrap();
        SYNCED_NAMES.take().into_keys().collect::<Vec<_>>()
    };
    assert_eq!(synced(&|| RECORDER.create_directory(folder.path())), [parent(folder.path())]);
    fs::write(&path, "").unwrap();
    for line in [Some(b"1\n".to_vec()), None] {
        assert_eq!(synced(&|| RECORDER.append(&path, 9, |_| Ok(line.clone()))), [folder.path()]);
    }
}

/// Windows cannot replace an open file.
#[cfg(unix)]
#[test]
fn appended_line_is_in_the_final_file() {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("lines"), "1\n").unwrap();
    fs::write(path("new"), "2\n").unwrap();
    append(&path("lines"), 9, |_| {
        let _ = fs::rename(path("new"), path("lines"));
        Ok(Some(b"3\n".to_vec()))
    })
    .unwrap();
    assert_eq!(fs::read(path("lines")).unwrap(), b"2\n3\n");
    // If a sync fails, another process's line is not lost either.
    SYNC_FAILURE.set(Some(|folder| {
        File::options().append(true).open(folder.join("lines")).unwrap().write_all(b"4\n").unwrap();
        Err(io::Error::other("no sync"))
    }));
    let failed = RECORDER.append(&path("lines"), 9, |_| Ok(Some(b"5\n".to_vec())));
    SYNC_FAILURE.set(None);
    assert!(failed.is_err() && fs::read(path("lines")).unwrap().ends_with(b"4\n"));
}

/// Without locks, another process may write after we read the file and before we append to it.
#[test]
fn writers_without_locks_neither_repeat_nor_cut_a_line() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("lines");
    let another = |text: &str| {
        File::options().append(true).open(folder.path().join("lines")).unwrap().write_all(text.as_bytes())
    };
    fs::write(&path, "1\n").unwrap();
    append(&path, 99, |_| another("2\n").map(|()| Some(b"3\n".to_vec()))).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"1\n2\n3\n");
    // Appending the same line again adds a second copy.
    append(&path, 99, |_| Ok(Some(b"3\n".to_vec()))).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"1\n2\n3\n3\n");
    // Our line does not reach the disk, but another process has written an equally long line.
    SYNC_FAILURE.set(Some(|folder| {
        fs::write(folder.join("lines"), "1\n2\n3\n3\n4\n")?;
        Err(io::Error::other("no sync"))
    }));
    let failed = RECORDER.append(&path, 99, |_| Ok(Some(b"5\n".to_vec())));
    SYNC_FAILURE.set(None);
    assert!(failed.is_err());
    assert_eq!(fs::read(&path).unwrap(), b"1\n2\n3\n3\n4\n");
}

#[test]
fn failed_sync_is_passed_on() {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("lines"), "1\n").unwrap();
    SYNC_FAILURE.set(Some(|_| Err(io::Error::other("no sync"))));
    let outcomes = [
        RECORDER.create_directory(&path("directory")),
        RECORDER.write_new(&path("new"), b"1"),
        RECORDER.replace(&path("replaced"), b"1"),
        RECORDER.append(&path("lines"), 9, |_| Ok(Some(b"2\n".to_vec()))),
    ];
    SYNC_FAILURE.set(None);
    for failed in outcomes {
        assert_eq!(failed.unwrap_err().to_string(), "no sync");
    }
    assert_eq!(fs::read(path("lines")).unwrap(), b"1\n");
}

#[test]
fn reads_and_appends_up_to_a_limit() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("lines");
    let append = |text: &'static str| append(&path, 6, |_| Ok(Some(text.into())));
    assert!(check_append(&path, 6).is_ok() && !path.exists());
    append("123\n").unwrap();
    assert!(append("56\n").unwrap_err().to_string().starts_with("it is larger than 6 bytes"));
    append("5\n").unwrap();
    assert_eq!(read(&path, 6).unwrap(), b"123\n5\n");
    assert_eq!(read_prefix(&path, 3).unwrap(), b"123");
    assert!(check_append(&path, 6).is_ok());
    for refused in [read(&path, 5).map(drop), check_append(&path, 5)] {
        assert_eq!(refused.unwrap_err().to_string(), "it is larger than 5 bytes; move it away");
    }
    // A sparse 4 TiB file does not fit in memory.
    let hole = File::create(folder.path().join("hole")).unwrap();
    if hole.set_len(1 << 42).is_ok() {
        assert!(read(&folder.path().join("hole"), 1 << 10).is_err());
    }
}

#[cfg(unix)]
#[test]
fn appends_to_no_link_pipe_or_device() {
    use std::os::unix::fs::symlink;

    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("other"), "kept").unwrap();
    fs::create_dir(path("directory")).unwrap();
    fs::write(path("shared"), "kept").unwrap();
    fs::hard_link(path("shared"), path("hard")).unwrap();
    for (link, to) in [("link", path("other")), ("nowhere", path("new")), ("zero", "/dev/zero".into())] {
        symlink(to, path(link)).unwrap();
    }
    assert!(std::process::Command::new("mkfifo").arg(path("pipe")).status().unwrap().success());
    for (name, says) in [
        ("link", "it is a symbolic link"),
        ("nowhere", "it is a symbolic link"),
        ("zero", "it is a symbolic link"),
        ("pipe", "it is not a regular file"),
        ("directory", "it is a directory"),
        ("hard", "it has several hard links; replace it with a copy"),
    ] {
        let appended = append(&path(name), 9, |_| Ok(Some(b"!".to_vec())));
        for refused in [appended, check_append(&path(name), 9)] {
            assert_eq!(refused.unwrap_err().to_string(), says, "{name}");
        }
    }
    for name in ["other", "shared"] {
        assert_eq!(fs::read(path(name)).unwrap(), b"kept", "{name}");
    }
    assert!(!path("new").exists());
    // Reading works through a link, but not from a pipe or a device.
    assert_eq!(read(&path("link"), 9).unwrap(), b"kept");
    for name in ["pipe", "zero"] {
        assert_eq!(read(&path(name), 9).unwrap_err().to_string(), "it is not a regular file", "{name}");
    }
}

#[test]
fn finds_out_beforehand_what_cannot_be_written() {
    let folder = tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("file"), "").unwrap();
    // A missing directory can be created, but not below a file.
    for (name, is_writable) in [("file/x", false), ("file/missing/x", false), ("missing/more/x", true)] {
        let checks = [check_append(&path(name), 9), check_replace(&path(name)), check_create(&path(name))];
        assert!(checks.iter().all(|check| check.is_ok() == is_writable), "{name}: {checks:?}");
    }
    assert!(check_create(&path("file")).is_ok() && check_create(&path("new")).is_ok());
    assert!(check_replace(&path("file")).is_ok() && check_replace(&path("new")).is_ok());
    assert_eq!(names(folder.path()), BTreeSet::from([path("file")]), "nothing is left behind");
}

#[test]
fn new_file_replaces_nothing_and_cleans_up() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("file");
    write_new(&path, b"first").unwrap();
    assert_eq!(write_new(&path, b"second").unwrap_err().kind(), ErrorKind::AlreadyExists);
    assert_eq!(fs::read(&path).unwrap(), b"first");
    let other = folder.path().join("other");
    fs::write(&other, "").unwrap();
    let permissions = |path| fs::metadata(path).unwrap().permissions();
    assert_eq!(permissions(&path), permissions(&other), "as open as others");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    let reason = if cfg!(windows) { ErrorKind::NotFound } else { ErrorKind::NotADirectory };
    assert_eq!(write_new(&path.join("x"), b"").unwrap_err().kind(), reason);
}
