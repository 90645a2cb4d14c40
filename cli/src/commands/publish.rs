//! `queens publish`: turns records into a document with charts, as Markdown and as a web page.

use queens_publish::records::files;
use queens_publish::text::counted;
use queens_publish::{Given, Publication};

use super::{Exit, Failure};
use crate::options::PublishSettings;
use crate::output::Output;
use crate::{generated, report};

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
        Some((path, Some(text))) => generated::write(path, text.as_bytes())
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
