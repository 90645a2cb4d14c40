//! The reason why a command with `--json` has no result.

use queens_format::grouped;
use serde::Serialize;

use super::json::numbered_json_line;
use super::messages::resume_hint;
use super::streams::stdout::to_stdout;
use crate::exit::Exit;
use crate::failure::Failure;

/// The reason why a command with `--json` has no result.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub enum NoResult<'a> {
    /// It was stopped before its end.
    Stopped(&'a StoppedCount),
    /// It was stopped between units.
    #[serde(rename = "stopped")]
    Between { resume_command: Option<&'a str> },
    /// It failed.
    Error(&'a Failure),
}

/// A run that was stopped before its end.
#[derive(Debug, Serialize)]
pub struct StoppedCount {
    /// The shard, if it was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shard: Option<u64>,
    pub units_done: u64,
    pub units: u64,
    /// Solutions of the finished units: a part of the total.
    pub solutions_so_far: String,
    /// The directory where the finished units are saved, if they are.
    pub directory: Option<String>,
    /// True if a save failed, so that the directory lacks the last of these units.
    #[serde(skip)]
    pub is_partly_saved: bool,
    /// The reason why they are not saved, and the way to save them.
    #[serde(skip)]
    pub reason_unsaved: &'static str,
    /// True if the command moves a run aside before it counts.
    #[serde(skip)]
    pub fresh: bool,
    /// The command that resumes the run.
    pub resume_command: Option<String>,
}

impl StoppedCount {
    pub fn text(&self) -> String {
        let Self { shard, units_done, units, directory, is_partly_saved, reason_unsaved, fresh, .. } = self;
        let place = shard.map_or_else(String::new, |number| format!("in shard {number} "));
        let [done, units] = [*units_done, *units].map(|units| grouped(units.into()));
        let stopped = format!("stopped {place}with {done} of {units} units finished");
        match directory {
            Some(directory) => {
                let saved =
                    if *is_partly_saved { "but saving failed, and only some are saved" } else { "saved" };
                format!("{stopped}, {saved} in {directory}; {}", resume_hint(*fresh))
            }
            None => format!("{stopped}; nothing was saved, {reason_unsaved}"),
        }
    }
}

/// Prints as JSON why there is no result, and the exit code.
pub fn print_no_result(reason: &NoResult<'_>, exit: Exit) {
    #[derive(Serialize)]
    struct Object<'a> {
        #[serde(flatten)]
        reason: &'a NoResult<'a>,
        exit_code: u8,
    }
    to_stdout(|out| numbered_json_line(out, &Object { reason, exit_code: exit.code() }));
}
