//! `queens publish`: turns records into a document with a chart.

use std::path::Path;

use queens::files;
use queens_format::counted;
use queens_publish::files::{RecordError, read};
use queens_publish::{Publication, RecordSet, SMALLEST_BOARD};

use super::{Exit, Failure};
use crate::options::PublishArgs;
use crate::output::Output;
use crate::{advice, generated_files, report};

pub fn run(args: &PublishArgs, output: &Output) -> Result<Exit, Failure> {
    let PublishArgs { folder, records, rivals, .. } = args;
    generated_files::check_directory(folder).map_err(|failure| failure.advised(advice::OTHER_PLACE))?;
    let set = RecordSet::read(folder, records, rivals)?;
    let publication = Publication::of(&set)?;
    // Fill in the README first, so that nothing is written if this fails.
    let readme = args.readme.as_ref().map(|path| Ok::<_, Failure>((path, filled(&publication, path)?)));
    let readme = readme.transpose()?;
    let made = generated_files::placed_in(folder, &publication.files)?;
    generated_files::check(&made, args.force)?;
    if let Some((path, filled)) = readme {
        files::replace(path, filled.text.as_bytes())
            .map_err(generated_files::cannot_write(path, advice::OTHER_README))?;
        report::say(output, &format!("wrote the {} into {}", filled.found.join(" and the "), path.display()));
        for name in filled.missing {
            let path = path.display();
            report::say(output, &format!("{path} has no markers for the {name}: add {}", marks(name)));
        }
    }
    generated_files::write(&made)?;
    if set.too_small > 0 {
        let left_out = counted(set.too_small as u64, "record");
        report::say(output, &format!("omitted {left_out} of boards below N = {SMALLEST_BOARD}"));
    }
    if publication.left_out > 0 {
        let left_out = counted(publication.left_out as u64, "time");
        report::say(
            output,
            &format!(
                "the tables omit {left_out}: they show only the newest version, on one core and on all cores; \
                 to show a board again, count it with --record"
            ),
        );
    }
    let records = counted((set.counts.len() + set.merges.len()) as u64, "record");
    report::say(output, &format!("published {records} in {}", folder.display()));
    Ok(Exit::Done)
}

/// Fills in the marked blocks of the README at `path`.
fn filled(publication: &Publication, path: &Path) -> Result<queens_publish::Filled, Failure> {
    let cannot_read = |error| match error {
        RecordError::Io { .. } => Failure::from(error).advised(advice::OTHER_README),
        // Exit code 4 is reserved for records.
        error => Failure { exit: Exit::Failed, ..error.into() },
    };
    let filled = publication.fill(&read(path).map_err(cannot_read)?).map_err(|misplaced| {
        Failure::failed(format!("{}, {misplaced}; nothing was written", path.display()))
    })?;
    if filled.found.is_empty() {
        return Err(Failure::failed(format!(
            "{} has no markers for the table or the summary, so nothing was written",
            path.display(),
        ))
        .advised(format!("add {}, or {}", marks("table"), marks("summary"))));
    }
    files::check_replace(path).map_err(generated_files::cannot_write(path, advice::OTHER_README))?;
    Ok(filled)
}

/// Describes a block's marker lines.
fn marks(name: &str) -> String {
    format!("the lines <!-- {name}:begin --> and <!-- {name}:end -->")
}
