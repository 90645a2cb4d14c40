//! Reads regular files, and checks the objects in files that anybody may have written.

use std::cmp::Ordering;
use std::path::{self, Path, PathBuf};
use std::{fs, io};

use queens_format::shortened;
use serde_json::Value;

use super::rules::{Validate, broken_rule};

/// Longest file to read, in bytes: ten thousand records. JSON in memory may take 16 times as much.
pub const LONGEST: u64 = 16 << 20;

/// The text of a regular file.
pub fn read(path: &Path) -> Result<String, RecordError> {
    let bytes = queens::files::read(path, LONGEST).map_err(io_error("read", path))?;
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + valid.iter().filter(|&&byte| byte == b'\n').count();
        RecordError::wrong(&format!("{}:{line}", path.display()), "not UTF-8", "it is not a text file")
    })
}

/// The reason why a record cannot be used.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages explain the fields")]
pub enum RecordError {
    #[error("cannot {action} {}: {cause}", path.display())]
    Io { action: &'static str, path: PathBuf, cause: io::Error },
    /// There is nothing to publish.
    #[error("no records of N = {smallest} or more in {}: make one with `queens count 16 --record {}`", path.display(), path.display())]
    None { path: PathBuf, smallest: usize },
    /// Two records have different totals of one board.
    #[error("{} and {} have different totals of N = {n}: {} and {}; one of them is wrong", places[0], places[1], totals[0], totals[1])]
    Conflict {
        /// The board.
        n: usize,
        /// Their files and lines.
        places: [String; 2],
        totals: [u128; 2],
    },
    /// The record is of a development build.
    #[error(
        "{place} has format {format}: only development builds of queens read it; move the file out of the directory"
    )]
    Development {
        /// The file, with the number of the line where there are several.
        place: String,
        format: u64,
    },
    /// The record is of a newer version.
    #[error(
        "{place} was made by a newer version of queens{}: this one does not know format {format}; publish with that version",
        version.as_deref().map_or_else(String::new, |version| format!(", {version}"))
    )]
    Newer {
        /// The file, with the number of the line where there are several.
        place: String,
        /// The newer version, if the record names it.
        version: Option<String>,
        format: u64,
    },
    /// The record is invalid or contradicts itself.
    #[error("{place}: {field}: {reason}; restore it or remove it")]
    Wrong {
        /// The file, with the number of the line where there are several.
        place: String,
        /// The field's dotted path; if it is missing, that of its object.
        field: String,
        reason: String,
    },
}

impl RecordError {
    fn wrong(place: &str, field: &str, reason: &str) -> Self {
        let [place, field, reason] = [place, field, reason].map(str::to_owned);
        Self::Wrong { place, field, reason }
    }
}

/// The name of a file without its folder.
pub fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The path to `to` from the directory `from`. Neither needs to exist.
pub fn relative(from: &Path, to: &Path) -> String {
    let from = resolved(from);
    let to = resolved(to);
    let common = from.components().zip(to.components()).take_while(|(from, to)| from == to).count();
    let up = from.components().skip(common).map(|_| "..".into());
    let down = to.components().skip(common).map(|part| part.as_os_str().to_string_lossy());
    let parts: Vec<_> = up.chain(down).collect();
    if parts.is_empty() { ".".to_owned() } else { parts.join("/") }
}

/// The absolute path without `..`. A link in the last place stays what it is, as for a reader.
fn resolved(path: &Path) -> PathBuf {
    let path = path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut above = path.ancestors().skip(usize::from(path.file_name().is_some()));
    let found = above.find_map(|above| Some(above.canonicalize().ok()?.join(path.strip_prefix(above).ok()?)));
    found.unwrap_or(path)
}

/// Returns whether nothing has this name. A link to nothing has it, and so has a file that cannot
/// be examined.
fn is_missing(path: &Path) -> bool {
    fs::symlink_metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
}

/// The objects in those files of `folder` whose names are wanted, in the order of the names.
/// Without the folder, there are none.
pub fn read_folder<T: Validate>(
    folder: &Path,
    is_wanted: impl Fn(&str) -> bool,
) -> Result<Vec<(String, T)>, RecordError> {
    let list =
        || -> io::Result<Vec<PathBuf>> { fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect() };
    if is_missing(folder) {
        return Ok(Vec::new());
    }
    let mut paths = list().map_err(io_error("read the directory", folder))?;
    paths.retain(|path| is_wanted(&file_name(path)));
    paths.sort();
    let found: Result<Vec<_>, _> = paths.iter().map(|path| read_file(path)).collect();
    Ok(found?.into_iter().flatten().collect())
}

/// The objects in a file with their places: its name, and in a file of lines (`.jsonl`) the
/// line, as in `name.jsonl#L7`. There is one at least, and all are sound. Without the file,
/// there are none.
pub fn read_file<T: Validate>(path: &Path) -> Result<Vec<(String, T)>, RecordError> {
    if is_missing(path) {
        return Ok(Vec::new());
    }
    let text = read(path)?;
    let name = file_name(path);
    let shown = path.display();
    if !name.ends_with(".jsonl") {
        let found = read_json(&text, &shown.to_string())?.into_iter();
        return Ok(found.map(|object| (name.clone(), object)).collect());
    }
    let mut objects = Vec::new();
    for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.is_empty()) {
        let found = read_json(line, &format!("{shown}:{number}"))?.into_iter();
        objects.extend(found.map(|object| (format!("{name}#L{number}"), object)));
    }
    Ok(objects)
}

/// Parses the objects in `text`. An error names the field and `place`, the file and line.
fn read_json<T: Validate>(text: &str, place: &str) -> Result<Vec<T>, RecordError> {
    let wrong = |field: &str, reason: &str| RecordError::wrong(place, field, reason);
    let mut found = Vec::new();
    for value in serde_json::Deserializer::from_str(text).into_iter::<Value>() {
        let value = value.map_err(|error| wrong("not JSON", &error.to_string()))?;
        check_version::<T>(&value, place)?;
        let object: T = serde_path_to_error::deserialize(value).map_err(|error| {
            let [path, reason] =
                [error.path().to_string(), error.inner().to_string()].map(|text| shortened(&text));
            wrong(if path == "." { "the record" } else { &path }, &reason)
        })?;
        if let Some((field, reason, _)) = broken_rule(&object) {
            return Err(wrong(field, reason));
        }
        found.push(object);
    }
    if found.is_empty() {
        return Err(wrong("not JSON", "it is empty"));
    }
    Ok(found)
}

/// Checks that this version of the program knows the format of a record.
fn check_version<T: Validate>(value: &Value, place: &str) -> Result<(), RecordError> {
    let Some((expected, format)) = T::FORMAT.zip(value["format"].as_u64()) else { return Ok(()) };
    let place = place.to_owned();
    match format.cmp(&expected) {
        Ordering::Less => Err(RecordError::Development { place, format }),
        Ordering::Greater => {
            let version = value["result"]["version"].as_str().map(shortened);
            Err(RecordError::Newer { place, version, format })
        }
        Ordering::Equal => Ok(()),
    }
}

/// Returns a closure for `map_err`: the system could not do `action` with the file at `path`.
pub fn io_error(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> RecordError {
    let path = path.to_owned();
    move |cause| RecordError::Io { action, path, cause }
}
