//! `queens publish`: turns records into a document with charts, as Markdown and as a web page.

use std::fs;

use anyhow::Context;
use queens::run::atomic;

use super::{Exit, Failure};
use crate::cli::options::{Output, PublishArgs};
use crate::cli::report;
use crate::cli::report::publish::{Given, Publication};
use crate::cli::report::text::counted;
use crate::cli::report::{files, ours};

pub fn run(args: &PublishArgs, output: &Output) -> Result<Exit, Failure> {
    let given = Given::read(args)?;
    let publication = Publication::of(&given)?;
    // Read before anything is written.
    let readme = match &args.readme {
        Some(path) => {
            let text = files::read(path).with_context(|| {
                format!("cannot read {} (name a Markdown file with --readme)", path.display())
            });
            Some((path, text?))
        }
        None => None,
    };
    fs::create_dir_all(&args.folder).with_context(|| {
        format!("cannot create the directory {} (name another one with -o)", args.folder.display())
    })?;
    let written: Vec<_> = publication.files().map(|(name, text)| (args.folder.join(name), text)).collect();
    ours::replace(&written, args.force)?;
    if let Some((path, text)) = readme {
        match publication.in_readme(&text) {
            Some(text) => atomic::replace(path, text.as_bytes())
                .with_context(|| format!("cannot write {}", path.display()))?,
            None => report::notice(&format!(
                "{} is unchanged: it lacks the lines <!-- table:begin --> and <!-- table:end -->, and those for the summary",
                path.display()
            )),
        }
    }
    if !output.quiet {
        let (records, folder) = (counted(given.records.len(), "record"), args.folder.display());
        report::notice(&format!("published {records} in {folder}"));
    }
    Ok(Exit::Done)
}
