//! `queens publish`: turns records into a document with charts, as Markdown and as a web page.

use super::{Exit, Failure};
use crate::cli::options::PublishSettings;
use crate::cli::output::Output;
use crate::cli::publish::{Given, Publication};
use crate::cli::records::files;
use crate::cli::text::counted;
use crate::cli::{generated, report};
use crate::run::atomic;

pub fn run(settings: &PublishSettings, output: &Output) -> Result<Exit, Failure> {
    let PublishSettings { folder, records, rivals, .. } = settings;
    let rivals = (!settings.without_rivals).then_some(rivals.as_path());
    let given = Given::read(folder, records, rivals, settings.readme.as_deref())?;
    let publication = Publication::of(&given)?;
    // Read before anything is written.
    let mut readme = None;
    if let Some(path) = &settings.readme {
        let text = files::read(path).map_err(Failure::of(|| {
            format!("cannot read {} (name a Markdown file with --readme)", path.display())
        }))?;
        readme = Some((path, publication.fill(&text)));
    }
    generated::fill(folder, &publication.files, settings.force)?;
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
    report::say(output, &format!("published {records} in {}", folder.display()));
    Ok(Exit::Done)
}
