//! `queens publish`: from records to a document with charts, as Markdown and as a web page.

use std::fs;
use std::path::Path;

use anyhow::Context;
use queens::run::atomic;

use super::{Exit, Failure};
use crate::cli::options::{Output, PublishArgs};
use crate::cli::report;
use crate::cli::report::publish::{Publication, read_rivals};
use crate::cli::report::text::counted;
use crate::cli::report::{files, ours, record};

pub fn run(args: &PublishArgs, output: &Output) -> Result<Exit, Failure> {
    let records = record::read_all(&args.records)?;
    let [ladder, estimates] =
        ["ladder.json", "estimate.json"].map(|name| read_if_there(&args.folder.join(name)));
    let (ladder, estimates) = (ladder?, estimates?);
    let rivals = if args.without_others { None } else { Some(read_rivals(&args.rivals)?) };
    let publication = Publication::of(&records, rivals.as_deref(), ladder.as_deref(), estimates.as_deref())?;
    // Read before anything is written.
    let readme = match &args.readme {
        Some(path) => Some((
            path,
            files::read(path).with_context(|| {
                format!("cannot read {}, name a Markdown file with --readme", path.display())
            })?,
        )),
        None => None,
    };
    fs::create_dir_all(&args.folder).with_context(|| {
        format!("cannot make the folder {}, name another one with -o", args.folder.display())
    })?;
    let written: Vec<_> = publication.files().map(|(name, text)| (args.folder.join(name), text)).collect();
    ours::replace(&written, args.force)?;
    if let Some((path, text)) = readme {
        match publication.in_readme(&text) {
            Some(text) => atomic::replace(path, text.as_bytes())
                .with_context(|| format!("cannot write {}", path.display()))?,
            None => report::notice(&format!(
                "{} is left as it is: it has neither <!-- summary:begin --> with <!-- summary:end --> below nor <!-- table:begin --> \
                 with <!-- table:end --> below",
                path.display()
            )),
        }
    }
    if !output.quiet {
        let (records, folder) = (counted(records.len(), "record"), args.folder.display());
        report::notice(&format!("published {records} in {folder}"));
    }
    Ok(Exit::Done)
}

fn read_if_there(path: &Path) -> Result<Option<String>, Failure> {
    match files::read(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        text => Ok(Some(text.with_context(|| format!("cannot read {}", path.display()))?)),
    }
}
