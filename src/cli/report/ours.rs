//! Replaces files that this program made, and no others, and marked blocks of other files.
//!
//! Every document, page, chart and manual page has [`MARK`] near its beginning. If a file to be
//! replaced lacks it, nothing at all is written, except with `--force`.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use crate::cli::failure::Failure;
use crate::run::atomic;

/// The comment that marks every file of this program.
pub const MARK: &str = "made by queens";

/// The mark must be within this many bytes.
const BEGINNING: u64 = 4096;

/// Writes `files`, replacing existing ones that this program made; with `force`, any.
///
/// # Errors
/// If an existing file has no mark: then none is written. Also if one cannot be read or written.
pub fn replace(files: &[(PathBuf, impl AsRef<[u8]>)], force: bool) -> Result<(), Failure> {
    for (path, _) in files {
        let refused = refused(path, force);
        if let Some(why) = refused.map_err(Failure::of(|| format!("cannot read {}", path.display())))? {
            let path = path.display();
            return Err(Failure::obstacle(format!("{path} {why}; nothing is written")));
        }
    }
    for (path, bytes) in files {
        atomic::replace(path, bytes.as_ref()).map_err(Failure::of(|| {
            format!("cannot write {} (name a writable path with -o)", path.display())
        }))?;
    }
    Ok(())
}

/// Writes files by name into `folder`, which it creates, as [`replace`] does.
///
/// # Errors
/// As for [`replace`], and if the directory cannot be created.
pub fn fill<N: AsRef<Path>, T: AsRef<[u8]>>(
    folder: &Path,
    files: impl IntoIterator<Item = (N, T)>,
    force: bool,
) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(Failure::of(|| {
        format!("cannot create the directory {} (name another one with -o)", folder.display())
    }))?;
    let files: Vec<_> = files.into_iter().map(|(name, text)| (folder.join(name), text)).collect();
    replace(&files, force)
}

/// Why the file at `path` may not be replaced, and what to do: it may if it is missing, empty or
/// ours, and with `force` any file may.
fn refused(path: &Path, force: bool) -> io::Result<Option<String>> {
    match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
        // Reading a pipe or a device may never end.
        Ok(found) if !found.is_file() => {
            return Ok(Some("is not a regular file: name another path with -o".to_owned()));
        }
        Ok(_) if force => return Ok(None),
        Ok(_) => {}
    }
    let mut beginning = Vec::new();
    File::open(path)?.take(BEGINNING).read_to_end(&mut beginning)?;
    let is_ours = beginning.is_empty() || String::from_utf8_lossy(&beginning).contains(MARK);
    let why = || format!("is not marked as {MARK}: name another path with -o, or replace it with --force");
    Ok((!is_ours).then(why))
}

/// `text` with each of `blocks`, which have names, between the two lines that mark its place, or
/// nothing where no block has a place.
pub fn with_blocks(text: &str, blocks: &[(&str, String)]) -> Option<String> {
    blocks.iter().fold(None, |found, (name, block)| {
        with_block(found.as_deref().unwrap_or(text), name, block).or(found)
    })
}

/// `text` with `block` between the lines `<!-- NAME:begin -->` and `<!-- NAME:end -->`, or nothing
/// where they are not. A mark that is part of a line is none.
fn with_block(text: &str, name: &str, block: &str) -> Option<String> {
    let lines: Vec<_> = text.split_inclusive('\n').collect();
    let find = |mark: &str| lines.iter().position(|line| line.trim() == format!("<!-- {name}:{mark} -->"));
    let (begin, end) = (find("begin")?, find("end")?);
    (begin < end).then(|| {
        let (before, after) = (lines[..=begin].concat(), lines[end..].concat());
        format!("{before}\n{}\n\n{after}", block.trim_end())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_goes_between_its_marks_and_twice_is_like_once() {
        let text = "a\n<!-- table:begin -->\nold\n<!-- table:end -->\nb\n";
        let once = with_block(text, "table", "| new |\n").unwrap();
        assert_eq!(once, "a\n<!-- table:begin -->\n\n| new |\n\n<!-- table:end -->\nb\n");
        assert_eq!(with_block(&once, "table", "| new |\n").unwrap(), once);
    }

    #[test]
    fn a_mark_is_a_line_of_its_own_and_both_are_needed_in_order() {
        assert_eq!(with_block("<!-- table:end -->\n<!-- table:begin -->\n", "table", ""), None);
        assert_eq!(with_block("<!-- table:begin -->\n<!-- table:end -->\n", "summary", ""), None);
        assert_eq!(with_block("see <!-- table:begin -->\n<!-- table:end -->\n", "table", ""), None);
        let text = "<!-- table:begin -->\nold <!-- table:end --> old\n<!-- table:end -->\n";
        let once = "<!-- table:begin -->\n\nnew\n\n<!-- table:end -->\n";
        assert_eq!(with_block(text, "table", "new").unwrap(), once);
    }
}
