//! `queens publish`: turns records into a document with a chart.

use std::path::Path;

use queens::files;
use queens_format::counted;
use queens_publish::files::read;
use queens_publish::{Publication, RecordSet, SMALLEST_BOARD};

use super::{Exit, Failure};
use crate::options::PublishSettings;
use crate::output::Output;
use crate::{generated, report};

pub fn run(settings: &PublishSettings, output: &Output) -> Result<Exit, Failure> {
    let PublishSettings { folder, records, rivals, .. } = settings;
    let set = RecordSet::read(folder, records, rivals)?;
    let publication = Publication::of(&set)?;
    // Before anything is written.
    let readme = settings.readme.as_ref().map(|path| Ok::<_, Failure>((path, filled(&publication, path)?)));
    let readme = readme.transpose()?;
    generated::fill(folder, &publication.files, settings.force)?;
    if let Some((path, filled)) = readme {
        files::replace(path, filled.text.as_bytes()).map_err(generated::unwritable(path, README_REMEDY))?;
        report::say(output, &format!("wrote the {} into {}", filled.found.join(" and the "), path.display()));
        for name in filled.missing {
            let path = path.display();
            report::say(output, &format!("{path} has no place for the {name}: {}", marks(name)));
        }
    }
    if set.too_small > 0 {
        let left_out = counted(set.too_small, "record");
        report::say(output, &format!("left out {left_out} of boards below N = {SMALLEST_BOARD}"));
    }
    if publication.left_out > 0 {
        let left_out = counted(publication.left_out, "time");
        report::say(output, &format!("left out {left_out} of older versions or on a part of the cores"));
    }
    for (name, why) in OF_OLDER_VERSIONS {
        if folder.join(name).exists() {
            report::say(output, &format!("{} {why}; remove it", folder.join(name).display()));
        }
    }
    let records = counted(set.counts.len() + set.merges.len(), "record");
    report::say(output, &format!("published {records} in {}", folder.display()));
    Ok(Exit::Done)
}

/// Files that versions up to 1.1 wrote or read beside the document.
const OF_OLDER_VERSIONS: [(&str, &str); 2] = [
    ("index.html", "is a page of an older version, which this one does not update"),
    ("ladder.json", "is read by older versions only: `queens ladder` prints the ladder"),
];

/// The README at `path` with its blocks.
fn filled(publication: &Publication, path: &Path) -> Result<queens_publish::Filled, Failure> {
    let cannot_read = || format!("cannot read {} (name {README_REMEDY})", path.display());
    let filled = publication.fill(&read(path).map_err(Failure::of(cannot_read))?);
    if filled.found.is_empty() {
        return Err(Failure::obstacle(format!(
            "{} has no marks for the figures: {}, or those of the summary; nothing is written",
            path.display(),
            marks("table")
        )));
    }
    files::check_replace(path).map_err(generated::unwritable(path, README_REMEDY))?;
    Ok(filled)
}

/// The marks of a block that is missing.
fn marks(name: &str) -> String {
    format!("add the lines <!-- {name}:begin --> and <!-- {name}:end -->")
}

/// The remedy for a README that cannot be read or written.
const README_REMEDY: &str = "a Markdown file with --readme";
