//! Replaces only files that this program made.
//!
//! Every page, chart, table and manual page starts with a mark. If one of the files to be replaced
//! lacks it, nothing is written.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use queens::run::atomic;

/// The mark of charts and manual pages, in a comment.
pub const MARK: &str = "made by queens";

/// The marks: a file of this program has one of them within its first [`BEGINNING`] bytes.
const MARKS: &[&str] = &[
    MARK,
    "<meta name=\"generator\" content=\"queens\">",
    "`queens publish` makes this file",
    // The table: readers of CSV know no comments.
    ",resumed,cpu_seconds,nodes,peak_memory_bytes,",
    // What 0.1 and the first commits of 0.2 wrote.
    "<title>queens: results</title>",
    "<title>Queens: place them by hand</title>",
    "Made by `queens publish`",
    "aria-label=\"Time to count all solutions\"",
    "aria-label=\"Lead over other programs\"",
    "aria-label=\"Scaling over threads\"",
    "aria-label=\"From brute force up",
    ".TH queens",
];

/// Length of the beginning that must contain a mark, in bytes.
const BEGINNING: u64 = 4096;

/// Writes `files`, replacing existing ones.
///
/// # Errors
/// When an existing file was not made by this program; none is written then. When a file cannot be
/// read or written.
pub fn replace(files: &[(PathBuf, impl AsRef<[u8]>)]) -> anyhow::Result<()> {
    for (path, _) in files {
        let replaceable = is_replaceable(path).with_context(|| format!("cannot read {}", path.display()))?;
        ensure!(
            replaceable,
            "{} is not replaced, because this program did not make it; nothing is written: name another place with -o, or move \
             that file away",
            path.display()
        );
    }
    for (path, bytes) in files {
        atomic::replace(path, bytes.as_ref()).with_context(|| {
            format!("cannot write {}, name a place with -o that can be written", path.display())
        })?;
    }
    Ok(())
}

/// Whether `path` may be replaced: there is nothing, an empty file, or one that this program made.
fn is_replaceable(path: &Path) -> io::Result<bool> {
    match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(true),
        Err(error) => return Err(error),
        // Reading a pipe may block, and a device may not end.
        Ok(found) if !found.is_file() => return Ok(false),
        Ok(_) => {}
    }
    let mut beginning = Vec::new();
    File::open(path)?.take(BEGINNING).read_to_end(&mut beginning)?;
    let beginning = String::from_utf8_lossy(&beginning);
    Ok(beginning.is_empty() || MARKS.iter().any(|mark| beginning.contains(mark)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_earlier_versions_are_known_by_their_beginning() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let svg =
            |name| format!("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"{name}\">\n");
        let beginnings = [
            "# Results\n\nMade by `queens publish` from the files in [`records/`](records);".to_owned(),
            "# Results\n\n`queens publish` makes this file from the records in".to_owned(),
            "<!doctype html>\n<link rel=\"icon\" href=\"data:,\">\n<title>queens: results</title>\n"
                .to_owned(),
            "<!doctype html>\n<title>Queens: place them by hand</title>\n".to_owned(),
            "n,solutions,split,kernel,threads,seconds,resumed,cpu_seconds,nodes,peak_memory_bytes,cpu\n"
                .to_owned(),
            svg("Time to count all solutions"),
            svg("Lead over other programs"),
            svg("Scaling over threads"),
            svg("From brute force up, one idea at a time"),
            ".ie \\n(.g .ds Aq \\(aq\n.el .ds Aq '\n.TH queens-count 1  \"queens-count \" \n".to_owned(),
        ];
        for beginning in beginnings {
            fs::write(&path, &beginning).unwrap();
            assert!(is_replaceable(&path).unwrap(), "{beginning}");
        }
        let late = " ".repeat(BEGINNING as usize) + MARK;
        for foreign in ["# Results\n", "<svg xmlns=\"http://www.w3.org/2000/svg\">\n", "n,solutions\n", &late]
        {
            fs::write(&path, foreign).unwrap();
            assert!(!is_replaceable(&path).unwrap(), "{foreign}");
        }
    }
}
