//! `queens publish`: turns records into a document with a chart.

use queens::files;
use queens_format::counted;
use queens_publish::records::files::read;
use queens_publish::records::rules::SMALLEST;
use queens_publish::{Publication, Published};

use super::{Exit, Failure};
use crate::options::PublishSettings;
use crate::output::Output;
use crate::{generated, report};

pub fn run(settings: &PublishSettings, output: &Output) -> Result<Exit, Failure> {
    let PublishSettings { folder, records, rivals, .. } = settings;
    let published = Published::read(folder, records, rivals)?;
    let publication = Publication::of(&published)?;
    // Read before anything is written.
    let mut readme = None;
    if let Some(path) = &settings.readme {
        let text = read(path)
            .map_err(Failure::of(|| format!("cannot read {} (name {MARKDOWN})", path.display())))?;
        let filled = publication.fill(&text).ok_or_else(|| {
            Failure::obstacle(format!(
                "{} has no place for the figures: add the lines <!-- table:begin --> and <!-- table:end -->, or those for \
                 the summary; nothing is written",
                path.display()
            ))
        })?;
        files::check_replace(path).map_err(generated::unwritable(path, MARKDOWN))?;
        readme = Some((path, filled));
    }
    generated::fill(folder, &publication.files, settings.force)?;
    if let Some((path, text)) = readme {
        files::replace(path, text.as_bytes()).map_err(generated::unwritable(path, MARKDOWN))?;
    }
    if published.too_small > 0 {
        let left_out = counted(published.too_small, "record");
        report::say(output, &format!("left out {left_out} of boards below N = {SMALLEST}"));
    }
    let records = counted(published.records.len() + published.merges.len(), "record");
    report::say(output, &format!("published {records} in {}", folder.display()));
    Ok(Exit::Done)
}

/// The remedy for a README that cannot be read or written.
const MARKDOWN: &str = "a Markdown file with --readme";
