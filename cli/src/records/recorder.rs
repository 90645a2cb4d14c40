//! A file of records: one JSON object per line, append-only.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use queens::files;
use queens_publish::records::files::{Action, LONGEST, RecordError, io_error};
use queens_publish::records::rules::{Validate, broken_rule};
use serde::Serialize;

/// The start of a count that is to be recorded.
pub struct Recorder {
    folder: PathBuf,
    pub started: SystemTime,
}

impl Recorder {
    /// Notes the time, creates `folder`, and makes sure that the file `name` in it can be written, so that
    /// one that cannot fails before the count.
    pub fn start(folder: &Path, name: &str) -> Result<Self, RecordError> {
        files::create_directory(folder).map_err(io_error(Action::CreateDirectory, folder))?;
        let path = folder.join(name);
        files::check_append(&path, LONGEST).map_err(io_error(Action::WriteRecord, &path))?;
        Ok(Self { folder: folder.to_owned(), started: SystemTime::now() })
    }

    /// Appends `record` to the file `name`, unless a line there says the same. On failure the file
    /// is unchanged.
    ///
    /// # Errors
    /// If the record cannot be written, or would not be read: a clock that stands still gives a
    /// time of 0.
    pub fn append<T: Serialize + Validate>(&self, name: &str, record: &T) -> Result<Kept, RecordError> {
        let path = self.folder.join(name);
        let mut repeated = None;
        let append = |before: &[u8]| -> io::Result<Option<Vec<u8>>> {
            if let Some((field, reason, _)) = broken_rule(record) {
                return Err(io::Error::other(format!("its {field} is wrong: {reason}")));
            }
            // A line that is damaged or of a newer version is not the same.
            let is_same = |line: &[u8]| serde_json::from_slice(line).is_ok_and(|old| record.repeats(&old));
            // A record without a ledger does not even repeat itself.
            let mut lines = before.split(|&byte| byte == b'\n').take_while(|_| record.repeats(record));
            repeated = lines.position(is_same).map(|index| index + 1);
            if repeated.is_some() {
                return Ok(None);
            }
            // The last line may have been cut off.
            let start = if before.last().is_none_or(|&last| last == b'\n') { "" } else { "\n" };
            Ok(Some(format!("{start}{}\n", serde_json::to_string(record)?).into_bytes()))
        };
        files::append(&path, LONGEST, append).map_err(io_error(Action::WriteRecord, &path))?;
        Ok(Kept { path, repeated })
    }
}

/// The place where a record is kept.
#[derive(Debug)]
pub struct Kept {
    path: PathBuf,
    /// The number of the line that already says the same; `None` if the record is new.
    repeated: Option<usize>,
}

impl fmt::Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match self.repeated {
            None => write!(f, "recorded in {path}"),
            Some(line) => write!(f, "already recorded in {path}, line {line}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;
    use queens_publish::records::files::Reader;
    use queens_publish::records::rules::{NO_TIME, Rule, is_time};

    #[derive(Deserialize, Serialize)]
    struct Timed {
        wall_s: f64,
    }

    impl Validate for Timed {
        fn rules(&self) -> Vec<Rule> {
            vec![("wall_s", NO_TIME, !is_time(self.wall_s))]
        }
    }

    #[test]
    fn writes_no_unreadable_record() {
        let folder = tempfile::tempdir().unwrap();
        let recorder = Recorder::start(folder.path(), "a.jsonl").unwrap();
        let refused = recorder.append("a.jsonl", &Timed { wall_s: 0.0 }).unwrap_err().to_string();
        assert!(refused.ends_with("its wall_s is wrong: not a time from 1 us to 1,000 years"), "{refused}");
        let kept = recorder.append("a.jsonl", &Timed { wall_s: 1.0 }).unwrap();
        assert_eq!(Reader::default().file::<Timed>(&kept.path).unwrap().len(), 1);
    }
}
