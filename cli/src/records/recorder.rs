//! Appends records to a file with one JSON object per line.

use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use queens::files;
use queens_format::wire::rules::{BrokenRule, WireObject};
use queens_publish::files::MAX_FILE_BYTES;
use serde::Serialize;

use crate::advice;
use crate::failure::Failure;
use crate::generated_files::create_directory;

/// Where to record a result, and when its count started.
pub struct Recorder {
    folder: PathBuf,
    pub started: SystemTime,
}

/// What happened to a record.
pub enum Recorded {
    /// The record was appended to this file.
    In(PathBuf),
    /// This file already contained the record.
    Before(PathBuf),
}

impl Recorder {
    /// Notes the time, creates `folder`, and checks that the file `name` in it can be written. An error is
    /// thus reported before the count starts.
    pub fn start(folder: &Path, name: &str) -> Result<Self, Failure> {
        create_directory(folder).map_err(|failure| failure.advised(advice::OTHER_RECORDS))?;
        let path = folder.join(name);
        files::check_append(&path, MAX_FILE_BYTES).map_err(cannot_write(&path))?;
        Ok(Self { folder: folder.to_owned(), started: SystemTime::now() })
    }

    /// Appends `record` to the file `name`, unless `is_same` returns true for a record in that file. If this
    /// fails, the file does not change.
    ///
    /// # Errors
    /// Fails if the record cannot be written, or would be rejected when it is read. For example, a stopped
    /// clock gives a time of 0.
    pub fn append<T: Serialize + WireObject>(
        &self,
        name: &str,
        record: &T,
        is_same: impl Fn(&T) -> bool,
    ) -> Result<Recorded, Failure> {
        let path = self.folder.join(name);
        record.check().map_err(|BrokenRule { field, reason }| {
            cannot_write(&path)(io::Error::other(format!("its {field} is wrong: {reason}")))
        })?;
        let mut is_there = false;
        let append = |before: &[u8]| -> io::Result<Option<Vec<u8>>> {
            let lines = before.split(|&byte| byte == b'\n');
            let mut objects = lines.filter_map(|line| serde_json::from_slice(line).ok());
            is_there = objects.any(|object| is_same(&object));
            if is_there {
                return Ok(None);
            }
            // The last line may be incomplete.
            let start = if before.last().is_none_or(|&last| last == b'\n') { "" } else { "\n" };
            Ok(Some(format!("{start}{}\n", serde_json::to_string(record)?).into_bytes()))
        };
        files::append(&path, MAX_FILE_BYTES, append).map_err(cannot_write(&path))?;
        Ok(if is_there { Recorded::Before(path) } else { Recorded::In(path) })
    }
}

/// Returns a closure for `map_err` that reports that a record cannot be written.
fn cannot_write(path: &Path) -> impl FnOnce(io::Error) -> Failure {
    let text = format!("cannot write the record {}", path.display());
    Failure::with_cause(|| text)
}
