//! Reads the files of a run directory, and checks that they are intact and agree. Opening,
//! finishing and inspecting use the same checks.

use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use super::error::{Action, Damage, Error};
use super::ledger::{self, Contents};
use super::manifest::ParseError;
use super::storage::Storage;
use super::{Entry, LEDGER, MANIFEST, Manifest, sealed};

/// The notice about a torn line.
pub(super) fn torn_notice(ledger: &Path, contents: &Contents) -> String {
    let (file, torn) = (ledger.display(), contents.torn);
    format!("the last line of {file} is incomplete; dropped its {torn} bytes")
}

/// The notice about repeated lines, if there are any.
pub(super) fn repeated_notice(ledger: &Path, contents: &Contents) -> Option<String> {
    let (file, lines) = (ledger.display(), contents.repeated);
    (lines > 0).then(|| format!("ignored lines of {file} that repeat a unit with the same count: {lines}"))
}

/// The manifest of the run directory at `path` in `bytes`.
pub(super) fn parse_manifest(path: &Path, bytes: &[u8]) -> Result<Manifest, Error> {
    Manifest::parse(bytes).map_err(|error| match error {
        ParseError::Damaged(reason) => {
            Error::Corrupt { path: path.join(MANIFEST), line: None, reason, damage: Damage::Manifest }
        }
        ParseError::Newer { unknown, program_version } => {
            Error::Newer { path: path.to_owned(), unknown, program_version }
        }
    })
}

/// The contents of the ledger in the run directory at `path`, if no line is bad.
pub(super) fn read_ledger(
    storage: &dyn Storage,
    path: &Path,
    manifest: &Manifest,
    visit: &mut dyn FnMut(&Entry),
) -> Result<Contents, Error> {
    let ledger = path.join(LEDGER);
    let corrupt = |line, reason, damage| Error::Corrupt { path: ledger.clone(), line, reason, damage };
    match ledger::read(storage, &ledger, manifest, visit) {
        Ok(Contents { bad: Some((line, error)), bad_lines, .. }) => {
            let more = match bad_lines {
                1 => String::new(),
                _ => format!(" (bad lines: {bad_lines})"),
            };
            Err(corrupt(Some(line), format!("{error}{more}"), Damage::Ledger))
        }
        Ok(contents) => Ok(contents),
        Err(cause) if cause.kind() == ErrorKind::NotFound => {
            Err(corrupt(None, "it is missing".to_owned(), Damage::NoLedger))
        }
        Err(cause) => Err(Error::io(Action::Read, &ledger, cause)),
    }
}

/// The bytes of `result.json`, if there is one.
pub(super) fn read_result(storage: &dyn Storage, file: &Path) -> Result<Option<Vec<u8>>, Error> {
    match sealed::read(storage, file) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(cause) if cause.kind() == ErrorKind::NotFound => Ok(None),
        Err(cause) => Err(Error::io(Action::Read, file, cause)),
    }
}

/// The result in the bytes of a `result.json`, or why it is not the result of this ledger.
pub(super) fn check_result(
    bytes: &[u8],
    manifest: &Manifest,
    contents: &Contents,
) -> Result<serde_json::Value, String> {
    let body = sealed::unseal(bytes)?;
    let result: serde_json::Value = serde_json::from_slice(&body).map_err(|error| error.to_string())?;
    let (done, all) = (contents.tally.finished().len(), manifest.unit_count());
    if done != all {
        return Err(format!("only {done} of {all} units are in the ledger"));
    }
    let (stated, sum) = (&result["solutions"], contents.tally.solutions().to_string());
    if stated.as_str() != Some(&sum) {
        return Err(format!("its solutions are {stated}, but the ledger sums to {sum}"));
    }
    let of_this_run = serde_json::json!({
        "n": manifest.n, "split": manifest.split, "depth": manifest.depth, "units": all, "shard": manifest.shard(),
    });
    for (field, ours) in of_this_run.as_object().into_iter().flatten() {
        if let Some(stated) = result.get(field)
            && stated != ours
        {
            return Err(format!("its {field} is {stated}, but this run has {ours}"));
        }
    }
    Ok(result)
}

/// The holder as described in the lock file at `path`, fit for a message.
pub(super) fn holder(storage: &dyn Storage, path: &Path) -> String {
    let mut bytes = Vec::new();
    let readable = storage.read(path).and_then(|input| input.take(200).read_to_end(&mut bytes)).is_ok();
    let text: String = String::from_utf8_lossy(&bytes).chars().filter(|c| !c.is_control()).collect();
    if readable && !text.is_empty() { text } else { "another process".to_owned() }
}

pub(super) fn corrupt_result(path: PathBuf, reason: String) -> Error {
    Error::Corrupt { path, line: None, reason, damage: Damage::Result }
}
