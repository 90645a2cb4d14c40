//! `queens board`: writes the page for placing queens by hand.

use super::{Exit, Failure};
use crate::cli::board;
use crate::cli::options::BoardArgs;
use crate::cli::{generated, report};

pub fn run(args: &BoardArgs) -> Result<Exit, Failure> {
    let page = board::page();
    match &args.file {
        Some(path) => generated::replace(&[(path.clone(), page)], args.force)?,
        None => report::to_stdout(|out| out.write_all(page.as_bytes()))?,
    }
    Ok(Exit::Done)
}
