//! `queens board`: the page on which to place queens by hand.

use anyhow::Context;
use queens::board_page;

use super::Exit;
use crate::cli::BoardArgs;
use crate::report;

pub fn run(args: &BoardArgs) -> anyhow::Result<Exit> {
    let page = board_page::page();
    match &args.file {
        Some(path) => {
            let written = report::files::replace(path, page.as_bytes());
            written.with_context(|| format!("cannot write {}", path.display()))?;
        }
        None => report::to_stdout(|out| out.write_all(page.as_bytes()))?,
    }
    Ok(Exit::Done)
}
