//! `queens publish`: turns records into a document with charts, as Markdown and as a web page.

use super::{Exit, Failure};
use crate::cli::options::PublishSettings;
use crate::cli::publish::{Given, Publication};
use crate::cli::records::files;
use crate::cli::settings::Output;
use crate::cli::text::counted;
use crate::cli::{generated, report};
use crate::run::atomic;

pub fn run(settings: &PublishSettings, output: &Output) -> Result<Exit, Failure> {
    let given = Given::read(settings)?;
    let publication = Publication::of(&given)?;
    // Read before anything is written.
    let mut readme = None;
    if let Some(path) = &settings.readme {
        let text = files::read(path).map_err(Failure::of(|| {
            format!("cannot read {} (name a Markdown file with --readme)", path.display())
        }))?;
        readme = Some((path, publication.fill(&text)));
    }
    generated::fill(&settings.folder, &publication.files, settings.force)?;
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
    let folder = settings.folder.display();
    report::say(output, &format!("published {records} in {folder}"));
    Ok(Exit::Done)
}
