//! Any bytes as a ledger: looking and opening agree, and a repair leaves a run that both read.
//!
//! A line that begins with `#` is given a right checksum first, which no fuzzer would guess.
#![no_main]

use std::fs;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use queens::board::BoardSize;
use queens::run::{RunError, inspect};
use queens::{Count, CountError, Method, Plan};

static PLAN: LazyLock<Plan> =
    LazyLock::new(|| Plan::new(BoardSize::new(8).unwrap(), Method::Cross, 4).unwrap());

fn seal(line: &[u8]) -> Vec<u8> {
    match line.strip_prefix(b"#").and_then(|line| line.strip_suffix(b"\n")) {
        Some(body) => {
            let crc = crc32fast::hash(&[PLAN.hash().as_bytes(), body].concat());
            [body, format!(",\"crc\":\"{crc:08x}\"}}\n").as_bytes()].concat()
        }
        None => line.to_vec(),
    }
}

fuzz_target!(|bytes: &[u8]| {
    let directory = tempfile::tempdir().unwrap();
    let open = |repair| {
        let count = Count::new(8).unwrap().method(PLAN.method()).depth(PLAN.depth());
        let ready = count.saved_in(directory.path()).repair(repair).prepare()?;
        Ok::<_, CountError>(ready.saved().clone())
    };
    open(false).unwrap();
    let lines = bytes.split_inclusive(|&byte| byte == b'\n');
    fs::write(directory.path().join("ledger.jsonl"), lines.flat_map(seal).collect::<Vec<u8>>()).unwrap();

    match (inspect(directory.path(), |_| ()), open(false)) {
        (Ok(seen), Ok(opened)) => assert_eq!(seen.saved.tally, opened),
        (Err(RunError::Corrupt { .. }), Err(CountError::Run(RunError::Corrupt { .. }))) => {}
        (seen, opened) => panic!("{seen:?} but {opened:?}"),
    }
    let repaired = open(true).unwrap();
    assert_eq!(inspect(directory.path(), |_| ()).unwrap().saved.tally, repaired);
});
