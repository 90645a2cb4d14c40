//! Explains in JSON why a command has no result.

use queens_format::grouped;
use queens_format::wire::natural::Natural;
use serde::Serialize;

use super::json::numbered_json_line;
use super::messages::resume_hint;
use super::streams::stdout::to_stdout;
use crate::exit::Exit;
use crate::failure::Failure;

/// What a stopped command prints (`count`, `work`, `merge --run`, or `verify` while it reads the ledger).
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct StoppedObject<'a> {
    stopped: Stopped<'a>,
    /// 3.
    exit_code: u8,
}

/// What was stopped.
#[derive(Serialize)]
#[serde(untagged)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(inline))]
enum Stopped<'a> {
    Count(&'a StoppedCount),
    /// No unit was being counted.
    Between {
        /// Null.
        resume_command: Option<String>,
    },
}

/// What a failed command prints.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ErrorObject<'a> {
    error: &'a Failure,
    /// 1, 2, 4 or 5.
    exit_code: u8,
}

/// An unfinished run.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(inline))]
pub struct StoppedCount {
    /// The shard's number; `work` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shard: Option<u64>,
    /// Finished units.
    pub units_done: u64,
    /// Units of the plan or shard.
    pub units: u64,
    /// Solutions of the finished units: only part of the total.
    pub solutions_so_far: Natural,
    /// Where the finished units are saved, or some of them if saving failed during the count; null if none is
    /// saved.
    pub directory: Option<String>,
    /// Set if a save failed: the directory then lacks the last of these units.
    #[serde(skip)]
    pub is_partly_saved: bool,
    /// True if the directory is no longer in its place.
    #[serde(skip)]
    pub is_moved: bool,
    /// Why they are not saved, and how to save them.
    #[serde(skip)]
    pub reason_unsaved: &'static str,
    /// Set if the command moves a run aside before it counts.
    #[serde(skip)]
    pub fresh: bool,
    /// The command that resumes the count; null if nothing is saved, and for `work`.
    pub resume_command: Option<String>,
}

impl StoppedCount {
    pub fn text(&self) -> String {
        let Self {
            shard,
            units_done,
            units,
            directory,
            is_partly_saved,
            is_moved,
            reason_unsaved,
            fresh,
            ..
        } = self;
        let place = shard.map_or_else(String::new, |number| format!("in shard {number} "));
        let [done, units] = [*units_done, *units].map(grouped);
        let stopped = format!("stopped {place}with {done} of {units} units finished");
        match directory {
            Some(directory) if *is_moved => {
                format!(
                    "{stopped}; {directory} was moved or removed; to resume, give its new path with --run"
                )
            }
            Some(directory) => {
                let saved =
                    if *is_partly_saved { "but saving failed, so only some were saved" } else { "saved" };
                format!("{stopped}, {saved} in {directory}; {}", resume_hint(*fresh))
            }
            None => format!("{stopped}; nothing was saved, {reason_unsaved}"),
        }
    }
}

/// Prints as JSON that the command was stopped, either during `count` or between units.
pub fn print_stopped(count: Option<&StoppedCount>) {
    let stopped = count.map_or(Stopped::Between { resume_command: None }, Stopped::Count);
    let object = StoppedObject { stopped, exit_code: Exit::Stopped.code() };
    to_stdout(|out| numbered_json_line(out, &object));
}

/// Prints the command's failure as JSON.
pub fn print_failed(error: &Failure) {
    to_stdout(|out| numbered_json_line(out, &ErrorObject { error, exit_code: error.exit.code() }));
}
