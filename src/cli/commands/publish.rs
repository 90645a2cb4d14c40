//! `queens publish`: turns records into a document with charts, as Markdown and as a web page.

use crate::run::atomic;

use super::{Exit, Failure};
use crate::cli::options::PublishArgs;
use crate::cli::report::publish::{Given, Publication};
use crate::cli::report::text::counted;
use crate::cli::report::{self, files, ours};
use crate::cli::settings::Output;

pub fn run(args: &PublishArgs, output: &Output) -> Result<Exit, Failure> {
    let given = Given::read(args)?;
    let publication = Publication::of(&given)?;
    // Read before anything is written.
    let mut readme = None;
    if let Some(path) = &args.readme {
        let text = files::read(path).map_err(Failure::of(|| {
            format!("cannot read {} (name a Markdown file with --readme)", path.display())
        }))?;
        readme = Some((path, ours::with_blocks(&text, &publication.blocks)));
    }
    ours::fill(&args.folder, &publication.files, args.force)?;
    match readme {
        Some((path, Some(text))) => atomic::replace(path, text.as_bytes())
            .map_err(Failure::of(|| format!("cannot write {}", path.display())))?,
        Some((path, None)) => report::failure(&format!(
            "{} is unchanged: it lacks the lines <!-- table:begin --> and <!-- table:end -->, and those for the summary",
            path.display()
        )),
        None => {}
    }
    let records = counted(given.records.len() + given.merges.len(), "record");
    let folder = args.folder.display();
    report::say(output, &format!("published {records} in {folder}"));
    Ok(Exit::Done)
}
