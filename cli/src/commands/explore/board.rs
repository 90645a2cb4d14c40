//! `queens board`: writes the page for placing queens by hand.

use std::path::{Path, PathBuf};

use queens_explore::board;

use super::{Exit, Failure};
use crate::{generated_files, report};

/// Writes the page to `file`, where `-` means stdout. `force` overwrites any file.
pub fn run(file: PathBuf, force: bool) -> Result<Exit, Failure> {
    let page = board::page();
    if file == Path::new("-") {
        report::to_stdout(|out| out.write_all(page.as_bytes()));
    } else {
        generated_files::replace(&[(file, page)], force)?;
    }
    Ok(Exit::Done)
}
