//! The parts of the help other than the options: the commands in groups and examples, and for the program
//! exit codes and environment variables, all from `reference`.

use std::ffi::OsString;

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::boards::boards;
use super::reference::{ENVIRONMENT, EXIT_CODES, GROUPS, examples, names};

/// The signals that a counting command obeys.
const SIGNALS: &str = "\
SIGINT (Ctrl-C), SIGTERM, SIGHUP, SIGUSR2, SIGXCPU and SIGALRM stop a count and save its finished units, with exit code 3. A second \
SIGINT, at least a second later, ends the program at once. A shell script continues after exit code 3; to let Ctrl-C end a loop, add \
`|| break`, as in `for n in 21 22; do queens count $n || break; done`. SIGUSR1 prints a line of progress. Signals that were ignored \
when the program started stay ignored, for example SIGHUP under nohup. On Windows, Ctrl-C, Ctrl-Break, closing the console, logging \
off and shutting down stop a count, and no signal prints a line of progress.";

/// The help of `help`, a command that clap adds only when it parses the command line.
const ABOUT_HELP: &str = "Explain a command and its options";

/// `program` with its commands in groups, exit codes and environment; each command with its examples.
pub fn complete(program: Command) -> Command {
    let header = program.get_styles().get_header();
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{}{header}Options:{header:#}\n{{options}}{{after-help}}",
        list(&program)
    );
    let [codes, variables] = [table("Exit codes", EXIT_CODES), table("Environment variables", ENVIRONMENT)];
    let more = format!("Signals:\n{SIGNALS}\n\n{codes}\n\n{variables}");
    program.help_template(template).after_long_help(more).mut_subcommands(|mut command| {
        // So that a negative number is reported as an invalid number rather than as an unknown option.
        command = command.allow_negative_numbers(true);
        let examples = format!("Examples:\n  {}", examples(&command).join("\n  "));
        let explained = command.get_after_long_help().map(|text| format!("{text}\n\n")).unwrap_or_default();
        let long =
            format!("{examples}\n\n{explained}`queens help` lists exit codes and environment variables.");
        command.after_help(examples).after_long_help(long)
    })
}

/// Adds a tip to an `error` of a command line of these words, if clap's own tip is missing or would be wrong.
pub fn with_tip(mut error: clap::Error, words: &[OsString]) -> clap::Error {
    let tip = |error: &mut clap::Error, tip: String| {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    };
    if error.kind() == ErrorKind::UnknownArgument {
        // clap's tip tells how to pass the word as a value, which is hardly ever meant.
        error.remove(ContextKind::Suggested);
        return error;
    }
    if error.kind() == ErrorKind::MissingRequiredArgument {
        let taken = words
            .windows(2)
            .find(|pair| pair[0] == "--record" && !pair[1].as_encoded_bytes().starts_with(b"-"));
        if let Some(taken) = taken {
            let value = taken[1].to_string_lossy();
            tip(
                &mut error,
                format!("--record took '{value}' as its directory: write --record last, or --record=DIR"),
            );
        }
        if words.iter().any(|word| word == "find") {
            tip(
                &mut error,
                "add the number of rows, as in `queens find 8`, or a placement with --complete".to_owned(),
            );
        }
        return error;
    }
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else { return error };
    if boards(word).is_err() {
        return error;
    }
    let count = format!("to count, write `queens count {word}`");
    error.remove(ContextKind::SuggestedSubcommand);
    tip(&mut error, count);
    error
}

/// A heading, followed by terms with their meanings in a column.
fn table(heading: &str, rows: &[(&str, &str)]) -> String {
    let width = rows.iter().map(|(term, _)| term.len()).max().unwrap_or_default();
    let rows = rows.iter().map(|(term, meaning)| format!("\n  {term:<width$}  {meaning}"));
    format!("{heading}:{}", rows.collect::<String>())
}

/// The commands of `program`, a line each under the headings of their groups.
fn list(program: &Command) -> String {
    let styles = program.get_styles();
    let header = styles.get_header();
    let literal = styles.get_literal();
    let mut text = String::new();
    for (heading, examples) in GROUPS {
        text += &format!("{header}{heading}:{header:#}\n");
        for name in names(examples) {
            let command = program.find_subcommand(name);
            if command.is_some_and(Command::is_hide_set) {
                continue;
            }
            let about =
                command.and_then(Command::get_about).map_or(ABOUT_HELP.to_owned(), ToString::to_string);
            text += &format!("  {literal}{name:<11}{literal:#}  {about}\n");
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::options::Cli;

    /// The program with all of its help, on a terminal of 80 columns.
    fn program() -> Command {
        let mut program = complete(Cli::command().term_width(80));
        program.build();
        program
    }

    #[test]
    fn help_fits_an_80_column_terminal() {
        for mut command in program().get_subcommands().cloned() {
            let short = command.render_help().to_string();
            let long = command.render_long_help().to_string();
            for line in short.lines().chain(long.lines()) {
                assert!(line.chars().count() <= 80, "{}: {line}", command.get_name());
            }
            let most = match command.get_name() {
                "count" => 54,
                "estimate" | "publish" | "status" | "verify" | "work" => 36,
                _ => 28,
            };
            assert!(short.lines().count() <= most, "{}: {}", command.get_name(), short.lines().count());
        }
    }
}
