//! The command that ends with an error: remedies name only options that it has.

use std::sync::OnceLock;

use super::option::*;

/// A command whose errors have remedies with options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Count,
    Estimate,
    Merge,
    Missing,
    Plan,
    Publish,
    Status,
    Verify,
    Work,
    /// Any other command, which has none of these options.
    Other,
}

static RUNNING: OnceLock<Command> = OnceLock::new();

impl Command {
    /// The command with this name.
    pub fn named(name: &str) -> Self {
        match name {
            "count" => Self::Count,
            "estimate" => Self::Estimate,
            "merge" => Self::Merge,
            "missing" => Self::Missing,
            "plan" => Self::Plan,
            "publish" => Self::Publish,
            "status" => Self::Status,
            "verify" => Self::Verify,
            "work" => Self::Work,
            _ => Self::Other,
        }
    }

    /// Records which command this process runs, before anything can fail.
    pub fn start(name: &str) {
        let _ = RUNNING.set(Self::named(name));
    }

    /// The command that this process runs.
    pub fn running() -> Self {
        *RUNNING.get().unwrap_or(&Self::Other)
    }

    /// Returns whether the command has `option`, one of those that remedies name.
    pub fn has(self, option: &str) -> bool {
        let options: &[&str] = match self {
            Self::Count => &[DEPTH, DEVICE, FRESH, METHOD, NO_CHECKPOINT, RECORD, REPAIR, RUN, THREADS],
            Self::Estimate => &[DEPTH, DEVICE, METHOD, THREADS],
            Self::Merge => &[DIR, FRESH, RECORD, RUN],
            Self::Missing => &[DIR],
            Self::Plan => &[DEPTH, METHOD, OUTPUT],
            Self::Publish => &[OUTPUT, WITHOUT_NEWER],
            Self::Status | Self::Verify => &[THREADS],
            Self::Work => &[DEVICE, DIR, FRESH, REPAIR, THREADS],
            Self::Other => &[],
        };
        options.contains(&option)
    }

    /// Returns `text` followed by `option`, if the command has that option.
    pub fn way(self, text: &str, option: &str) -> Option<String> {
        self.has(option).then(|| format!("{text} {option}"))
    }

    /// Returns ` with --option VALUE` if the command has `option`, otherwise nothing.
    pub fn with(self, option: &str, value: &str) -> String {
        self.way(" with", option).map_or_else(String::new, |text| format!("{text} {value}"))
    }
}

/// Joins ways to go on, of which the reader chooses one.
pub fn any_of(ways: impl IntoIterator<Item = Option<String>>) -> Option<String> {
    let ways: Vec<String> = ways.into_iter().flatten().collect();
    (!ways.is_empty()).then(|| ways.join(", or "))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::super::tests::has_option;
    use super::*;
    use crate::options::Cli;

    #[test]
    fn commands_have_the_options_that_the_command_line_gives_them() {
        for command in Cli::command().get_subcommands() {
            let name = command.get_name();
            for option in ALL {
                let given = has_option(command, option);
                let known = Command::named(name);
                assert!(known == Command::Other || known.has(option) == given, "{name} {option}");
            }
        }
    }
}
