//! A file of records: a line of JSON each. A record appends a line, and no line is ever changed.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use jiff::Timestamp;
use queens_publish::records::files::{RecordError, io_error};
use queens_publish::records::rules::{Sound, broken_rule};
use serde::Serialize;

use crate::report::clock::timestamp;

/// The start of a count that is to be recorded.
pub struct Recorder {
    folder: PathBuf,
    pub started: Timestamp,
}

impl Recorder {
    /// Notes the time and creates `folder`, so that an unusable one fails before the count.
    pub fn start(folder: &Path) -> Result<Self, RecordError> {
        fs::create_dir_all(folder).map_err(io_error("create the directory", folder))?;
        Ok(Self { folder: folder.to_owned(), started: timestamp(SystemTime::now()) })
    }

    /// Appends `record` to the file `name` and returns its path. On failure the file is unchanged.
    ///
    /// # Errors
    /// If the record cannot be written, or would not be read: a clock that stands still gives a
    /// time of 0.
    pub fn append(&self, name: &str, record: &(impl Serialize + Sound)) -> Result<PathBuf, RecordError> {
        let path = self.folder.join(name);
        let append = || -> io::Result<()> {
            if let Some((field, reason, _)) = broken_rule(record) {
                return Err(io::Error::other(format!("its {field} is wrong: {reason}")));
            }
            let mut file = File::options().create(true).read(true).append(true).open(&path)?;
            // Several counts may end at the same time. Where the file system has no locks, a record
            // is worth more than the order of two.
            let _ = file.lock();
            let end = file.seek(SeekFrom::End(0))?;
            let line = after_line_break(&mut file, end)? + &serde_json::to_string(record)? + "\n";
            let written = file.write_all(line.as_bytes()).and_then(|()| file.sync_all());
            written.or_else(|error| file.set_len(end).and(Err(error)))
        };
        append().map_err(io_error("write the record", &path))?;
        Ok(path)
    }
}

/// The prefix of a new line at the `end` of a file: a line break if the last line was truncated.
fn after_line_break(file: &mut File, end: u64) -> io::Result<String> {
    let mut last = [b'\n'];
    if end > 0 {
        file.seek(SeekFrom::Start(end - 1))?;
        file.read_exact(&mut last)?;
    }
    Ok(if last == [b'\n'] { String::new() } else { "\n".to_owned() })
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

    impl Sound for Timed {
        fn rules(&self) -> Vec<Rule> {
            vec![("wall_s", NO_TIME, !is_time(self.wall_s))]
        }
    }

    #[test]
    fn writes_no_unreadable_record() {
        let folder = tempfile::tempdir().unwrap();
        let recorder = Recorder::start(folder.path()).unwrap();
        let refused = recorder.append("a.jsonl", &Timed { wall_s: 0.0 }).unwrap_err().to_string();
        assert!(refused.ends_with("its wall_s is wrong: not a time from 1 us to 1,000 years"), "{refused}");
        let path = recorder.append("a.jsonl", &Timed { wall_s: 1.0 }).unwrap();
        assert_eq!(Reader::default().file::<Timed>(&path).unwrap().len(), 1);
    }
}
