//! Reads regular files and checks the objects in them. All files are untrusted.

use std::path::{self, Path, PathBuf};
use std::{fs, io};

use queens_format::wire::rules::{BrokenRule, WireObject};
use queens_format::{MAX_NAME_CHARS, shortened};
use serde_json::Value;

use crate::unique_keys::UniqueKeys;

/// A file's size limit, enough for ten thousand records. Parsed JSON may take 16 times as much memory.
pub const MAX_FILE_BYTES: u64 = 16 << 20;

/// Reads a regular file as UTF-8.
pub fn read(path: &Path) -> Result<String, RecordError> {
    let bytes = queens::files::read(path, MAX_FILE_BYTES).map_err(io_error("read", path))?;
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + valid.iter().filter(|&&byte| byte == b'\n').count();
        RecordError::NotUtf8 { path: path.to_owned(), line }
    })
}

/// An error from reading records.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages explain the fields")]
pub enum RecordError {
    #[error("cannot {action} {}: {cause}", path.display())]
    Io { action: &'static str, path: PathBuf, cause: io::Error },
    /// There is no record to publish.
    #[error("no records of N = {smallest} or more in {}", path.display())]
    None { path: PathBuf, smallest: usize },
    /// Two records contain different totals for the same board.
    #[error(
        "{} and {} have different totals for N = {n}: {} and {}; one of them is wrong",
        places[0], places[1], totals[0], totals[1]
    )]
    Conflict {
        n: usize,
        /// Each record's file, with a line number if it is a `.jsonl` file.
        places: [String; 2],
        totals: [u128; 2],
    },
    /// The record was written by a development build.
    #[error("{place} has format {format}, which only development builds of queens read")]
    Development {
        /// The file, with a line number if it is a `.jsonl` file.
        place: String,
        format: u64,
    },
    /// The record was written by a newer version.
    #[error(
        "{place} was made by a newer version of queens{}: this one does not know format {format}",
        version.as_deref().map_or_else(String::new, |version| format!(", {version}"))
    )]
    Newer {
        /// The file, with a line number if it is a `.jsonl` file.
        place: String,
        /// The newer version, if the record names it.
        version: Option<String>,
        format: u64,
    },
    /// The file is not UTF-8.
    #[error("{}:{line} is not UTF-8", path.display())]
    NotUtf8 { path: PathBuf, line: usize },
    /// The record is invalid or contradicts itself.
    #[error("{place}: {reason}")]
    Wrong {
        /// The file, with a line number if it is a `.jsonl` file.
        place: String,
        /// What is wrong, usually after a dotted path. The path names the field, or the object around it if
        /// the field is missing.
        reason: String,
    },
}

/// Returns the file name of `path`, without its folder.
pub fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Returns the path of `to` relative to the directory `from`. Neither needs to exist.
pub fn relative(from: &Path, to: &Path) -> String {
    let from = resolved(from);
    let to = resolved(to);
    let common = from.components().zip(to.components()).take_while(|(from, to)| from == to).count();
    let up = from.components().skip(common).map(|_| "..".into());
    let down = to.components().skip(common).map(|part| part.as_os_str().to_string_lossy());
    let parts: Vec<_> = up.chain(down).collect();
    if parts.is_empty() { ".".to_owned() } else { parts.join("/") }
}

/// Returns the absolute path, with `..` and links resolved. If the path itself is a link, it is not followed,
/// because readers of the document see its name.
fn resolved(path: &Path) -> PathBuf {
    let path = path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut above = path.ancestors().skip(usize::from(path.file_name().is_some()));
    let found = above.find_map(|above| Some(above.canonicalize().ok()?.join(path.strip_prefix(above).ok()?)));
    found.unwrap_or(path)
}

/// Returns true if nothing exists at `path`. A broken link counts as existing, and so does a file that cannot
/// be examined.
fn is_missing(path: &Path) -> bool {
    fs::symlink_metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
}

/// An object and the place where it was read.
pub struct Placed<T> {
    /// The file's name, followed by the line number in a `.jsonl` file, as in `name.jsonl#L7`.
    pub place: String,
    /// The object, which has passed its check.
    pub object: T,
}

/// Reads all objects from the files in `folder` whose names `is_wanted` accepts. The files are sorted by
/// name. If the folder does not exist, returns an empty list.
///
/// Skips hidden files such as `._a.jsonl`, because systems and editors create them next to visible files.
pub fn read_folder<T: WireObject>(
    folder: &Path,
    is_wanted: impl Fn(&str) -> bool,
) -> Result<Vec<Placed<T>>, RecordError> {
    let list =
        || -> io::Result<Vec<PathBuf>> { fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect() };
    if is_missing(folder) {
        return Ok(Vec::new());
    }
    let mut paths = list().map_err(io_error("read the directory", folder))?;
    paths.retain(|path| !file_name(path).starts_with('.') && is_wanted(&file_name(path)));
    paths.sort();
    let found: Result<Vec<_>, _> = paths.iter().map(|path| read_file(path)).collect();
    Ok(found?.into_iter().flatten().collect())
}

/// Reads and checks all objects in a file. If the file does not exist, returns an empty list.
pub fn read_file<T: WireObject>(path: &Path) -> Result<Vec<Placed<T>>, RecordError> {
    if is_missing(path) {
        return Ok(Vec::new());
    }
    let text = read(path)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let name = file_name(path);
    let shown = path.display();
    if !name.ends_with(".jsonl") {
        let found = read_json(text, &shown.to_string())?.into_iter();
        return Ok(found.map(|object| Placed { place: name.clone(), object }).collect());
    }
    let mut objects = Vec::new();
    for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.is_empty()) {
        let found = read_json(line, &format!("{shown}:{number}"))?.into_iter();
        objects.extend(found.map(|object| Placed { place: format!("{name}#L{number}"), object }));
    }
    Ok(objects)
}

/// Parses and checks the objects in `text`, which must contain at least one. `place` is the file and line to
/// show in errors.
fn read_json<T: WireObject>(text: &str, place: &str) -> Result<Vec<T>, RecordError> {
    let wrong = |reason: String| RecordError::Wrong { place: place.to_owned(), reason };
    let mut found = Vec::new();
    for value in serde_json::Deserializer::from_str(text).into_iter::<UniqueKeys>() {
        let UniqueKeys(value) = value.map_err(|error| {
            wrong(if error.is_data() { error.to_string() } else { format!("{}: {error}", damage(text)) })
        })?;
        check_version::<T>(&value, place)?;
        let object: T = serde_path_to_error::deserialize(value).map_err(|error| {
            let [path, reason] = [error.path().to_string(), error.inner().to_string()]
                .map(|text| shortened(&text, MAX_NAME_CHARS));
            wrong(if path == "." { reason } else { format!("{path}: {reason}") })
        })?;
        object.check().map_err(|BrokenRule { field, reason }| wrong(format!("{field}: {reason}")))?;
        found.push(object);
    }
    if found.is_empty() {
        return Err(wrong("it is empty".to_owned()));
    }
    Ok(found)
}

/// Guesses what a file contains instead of JSON.
fn damage(text: &str) -> &'static str {
    let starts = |start: &str| text.starts_with(start);
    if ["<<<<<<<", "=======", ">>>>>>>"].into_iter().any(starts) {
        "a Git conflict marker"
    } else if starts("version https://git-lfs") {
        "a Git LFS pointer; `git lfs pull` fetches the file itself"
    } else if text.contains('\0') {
        "NUL bytes, probably from a power cut"
    } else {
        "not JSON"
    }
}

/// Checks that this version can read the object's format.
fn check_version<T: WireObject>(value: &Value, place: &str) -> Result<(), RecordError> {
    let wrong = |reason: &str| RecordError::Wrong { place: place.to_owned(), reason: reason.to_owned() };
    let fields = value.as_object().ok_or_else(|| wrong("not a JSON object"))?;
    let format = fields.get("format").ok_or_else(|| wrong("format: missing"))?;
    let format = format.as_u64().ok_or_else(|| wrong("format: not a whole number"))?;
    let place = place.to_owned();
    if format < *T::FORMATS.start() {
        return Err(RecordError::Development { place, format });
    }
    if format > *T::FORMATS.end() {
        let version = value["result"]["version"].as_str().map(|version| shortened(version, MAX_NAME_CHARS));
        return Err(RecordError::Newer { place, version, format });
    }
    Ok(())
}

/// Returns a closure for `map_err` that adds the failed action and the path to an I/O error.
fn io_error(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> RecordError {
    let path = path.to_owned();
    move |cause| RecordError::Io { action, path, cause }
}
