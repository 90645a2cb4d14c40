//! The command that ends with an error: remedies name only options that it has.

use std::sync::OnceLock;

/// The options of a command, as in `--run` or `-o`.
#[derive(Debug)]
pub struct Command {
    options: Vec<String>,
}

static RUNNING: OnceLock<Command> = OnceLock::new();

/// The command before its name is read.
static UNKNOWN: Command = Command { options: Vec::new() };

impl Command {
    /// The command that has this definition.
    pub fn of(definition: &clap::Command) -> Self {
        let mut options = Vec::new();
        for argument in definition.get_arguments() {
            options.extend(argument.get_long().map(|long| format!("--{long}")));
            options.extend(argument.get_short().map(|short| format!("-{short}")));
        }
        Self { options }
    }

    /// Records which command this process runs, before anything can fail.
    pub fn start(definition: &clap::Command) {
        let _ = RUNNING.set(Self::of(definition));
    }

    /// The command that this process runs.
    pub fn running() -> &'static Self {
        RUNNING.get().unwrap_or(&UNKNOWN)
    }

    pub fn has(&self, option: &str) -> bool {
        self.options.iter().any(|known| known == option)
    }

    /// Returns `way`, unless it names an option that the command lacks. Other commands stand in backticks.
    pub fn way(&self, way: &str) -> Option<String> {
        let words = way.split('`').step_by(2).flat_map(str::split_whitespace);
        let mut options = words.filter(|word| word.starts_with('-'));
        options.all(|option| self.has(option)).then(|| way.to_owned())
    }

    /// Joins the ways to go on that the command has, of which the reader chooses one.
    pub fn any_of(&self, ways: &[&str]) -> Option<String> {
        join(ways.iter().map(|way| self.way(way)))
    }

    /// Returns ` with --option VALUE` if the command has that option, otherwise nothing.
    pub fn with(&self, option: &str) -> String {
        self.way(&format!(" with {option}")).unwrap_or_default()
    }
}

/// Joins ways to go on, of which the reader chooses one.
pub fn join(ways: impl IntoIterator<Item = Option<String>>) -> Option<String> {
    let ways: Vec<String> = ways.into_iter().flatten().collect();
    (!ways.is_empty()).then(|| ways.join(", or "))
}
