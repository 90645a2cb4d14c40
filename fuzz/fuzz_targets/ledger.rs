//! Any bytes as a ledger: looking and opening agree, and after a repair every line is one that we
//! would write.
//!
//! A line that begins with `#` is given a right checksum first, which no fuzzer would guess.
#![no_main]

use std::fs;

use libfuzzer_sys::fuzz_target;
use queens::board::BoardSize;
use queens::run::{Entry, ErrorKind, Manifest, Options, RunDirectory, inspect, manifest::FORMAT};
use queens::methods::Method;

const PLAN_HASH: &str = "plan";

fn seal(line: &[u8]) -> Vec<u8> {
    match line.strip_prefix(b"#").and_then(|line| line.strip_suffix(b"\n")) {
        Some(body) => {
            let crc = crc32fast::hash(&[PLAN_HASH.as_bytes(), body].concat());
            [body, format!(",\"crc\":\"{crc:08x}\"}}\n").as_bytes()].concat()
        }
        None => line.to_vec(),
    }
}

fuzz_target!(|bytes: &[u8]| {
    let directory = tempfile::tempdir().unwrap();
    let manifest = Manifest {
        format: FORMAT,
        n: BoardSize::new(8).unwrap(),
        method: Method::Cross,
        depth: 1,
        units: 100,
        plan_hash: PLAN_HASH.to_owned(),
        program_version: "0".to_owned(),
        started: "now".to_owned(),
        shard: None,
    };
    let open = |repair| RunDirectory::open(directory.path(), &manifest, Options { fresh: false, repair });
    drop(open(false).unwrap());
    let ledger = directory.path().join("ledger.jsonl");
    let lines = bytes.split_inclusive(|&byte| byte == b'\n');
    fs::write(&ledger, lines.flat_map(seal).collect::<Vec<u8>>()).unwrap();

    let seen = inspect(directory.path(), |_| ());
    let opened = open(false).map(|(_, saved)| saved);
    match (seen, opened) {
        (Ok(seen), Ok(opened)) => assert_eq!(seen.saved.tally, opened.tally),
        (Err(seen), Err(opened)) => assert_eq!((seen.kind(), opened.kind()), (ErrorKind::Wrong, ErrorKind::Wrong)),
        (seen, opened) => panic!("{seen:?} but {opened:?}"),
    }
    let saved = open(true).map(|(_, saved)| saved).unwrap();
    let text = fs::read_to_string(&ledger).unwrap();
    let form = manifest.form();
    let entries: Vec<Entry> = text.lines().map(|line| Entry::parse(line.as_bytes(), form).unwrap()).collect();
    assert!(entries.len() as u64 >= saved.tally.finished().len());
    assert_eq!(entries.iter().map(|entry| entry.to_line(form)).collect::<String>(), text);
});
