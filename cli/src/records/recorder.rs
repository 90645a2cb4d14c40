//! A file of records: one JSON object per line, append-only.

use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use queens::files;
use queens_publish::records::files::{LONGEST, RecordError, io_error};
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
        files::create_directory(folder).map_err(io_error("create the directory", folder))?;
        let path = folder.join(name);
        files::check_append(&path, LONGEST).map_err(io_error("write the record", &path))?;
        Ok(Self { folder: folder.to_owned(), started: SystemTime::now() })
    }

    /// Appends `record` to the file `name`, and returns its path. On failure the file is unchanged.
    ///
    /// # Errors
    /// If the record cannot be written, or would not be read: a clock that stands still gives a
    /// time of 0.
    pub fn append<T: Serialize + Validate>(&self, name: &str, record: &T) -> Result<PathBuf, RecordError> {
        let path = self.folder.join(name);
        let append = |before: &[u8]| -> io::Result<Option<Vec<u8>>> {
            if let Some((field, reason, _)) = broken_rule(record) {
                return Err(io::Error::other(format!("its {field} is wrong: {reason}")));
            }
            // The last line may have been cut off.
            let start = if before.last().is_none_or(|&last| last == b'\n') { "" } else { "\n" };
            Ok(Some(format!("{start}{}\n", serde_json::to_string(record)?).into_bytes()))
        };
        files::append(&path, LONGEST, append).map_err(io_error("write the record", &path))?;
        Ok(path)
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;
    use queens_publish::records::files::read_file;
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
        let path = recorder.append("a.jsonl", &Timed { wall_s: 1.0 }).unwrap();
        assert_eq!(read_file::<Timed>(&path).unwrap().len(), 1);
    }
}
