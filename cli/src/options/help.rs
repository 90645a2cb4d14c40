//! What the help shows besides the options: the commands in groups, examples, exit codes and
//! environment variables, all from `reference`.

use clap::Command;
use clap::error::{ContextKind, ContextValue};

use super::boards::BoardRange;
use super::reference::{About, CommandGroup, GROUPS, about, environment, exit_codes};

/// The signals that a counting command obeys.
const SIGNALS: &str = "\
SIGINT (Ctrl-C), SIGTERM, SIGHUP, SIGUSR2 and SIGXCPU stop a count and save all finished units, with exit code 3; a second SIGINT \
or SIGTERM ends the program at once. SIGUSR1 prints a line of progress. A signal that the program was started to ignore stays \
ignored, as SIGHUP under nohup.";

/// A command with at least this many options shows them under headings.
const MANY: usize = 20;

/// The help of `help`, a command that clap adds only when it parses the command line.
const HELP: &str = "Explain a command and its options";

/// `program` with its commands in groups; each command with its examples, and in the long help with
/// exit codes and environment.
pub fn complete(program: Command) -> Command {
    let header = program.get_styles().get_header();
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{}{header}Options:{header:#}\n{{options}}{{after-help}}",
        list(&program)
    );
    let more = format!("Signals: {SIGNALS}\n\n{}", paragraphs(&program));
    program.help_template(template).after_long_help(more).mut_subcommands(|mut command| {
        if command.get_arguments().count() < MANY {
            command = command.mut_args(|argument| argument.help_heading(None));
        }
        // Then a negative number gets the error of a wrong number.
        command = command.allow_negative_numbers(true);
        let examples = format!("Examples:\n  {}", about(&command).examples.join("\n  "));
        let explained = command.get_after_long_help().map(|text| format!("{text}\n\n")).unwrap_or_default();
        let long = format!("{examples}\n\n{explained}{}", paragraphs(&command));
        command.after_help(examples).after_long_help(long)
    })
}

/// `error`, with a tip for an unknown command of `program`. `clap` finds none for some, and a wrong
/// one for others.
pub fn with_tip(mut error: clap::Error, program: Command) -> clap::Error {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else { return error };
    let tip = match word.as_str() {
        "resume" | "continue" | "restart" => {
            "the command that began a run resumes it; `queens status` prints it".to_owned()
        }
        boards if boards.parse::<BoardRange>().is_ok() => format!("to count, write `queens count {boards}`"),
        _ if error.get(ContextKind::SuggestedSubcommand).is_some() => return error,
        word => match similar(word, program) {
            Some(name) => format!("a similar command exists: '{name}'"),
            None => "`queens help` lists the commands, `queens help COMMAND` explains one".to_owned(),
        },
    };
    error.remove(ContextKind::SuggestedSubcommand);
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    error
}

/// The command that `clap` suggests for `word` where it looks for one: not after `help`.
fn similar(word: &str, program: Command) -> Option<String> {
    let error = program.try_get_matches_from(["queens", word]).err()?;
    match error.get(ContextKind::SuggestedSubcommand)? {
        ContextValue::Strings(names) => names.first().cloned(),
        ContextValue::String(name) => Some(name.clone()),
        _ => None,
    }
}

/// Exit codes and environment variables of `command`, a paragraph each.
fn paragraphs(command: &Command) -> String {
    let codes: Vec<_> =
        exit_codes(command).iter().map(|(code, meaning)| format!("{code} {meaning}")).collect();
    let variables: Vec<_> =
        environment(command).iter().map(|(name, meaning)| format!("{name}: {meaning}.")).collect();
    let environment = match variables.is_empty() {
        true => String::new(),
        false => format!("\n\nEnvironment: {}", variables.join(" ")),
    };
    format!("Exit codes: {}.{environment}", codes.join("; "))
}

/// The commands of `program`, a line each under the headings of their groups.
fn list(program: &Command) -> String {
    let styles = program.get_styles();
    let (header, literal) = (styles.get_header(), styles.get_literal());
    let mut text = String::new();
    for CommandGroup { heading, commands } in GROUPS {
        text += &format!("{header}{heading}:{header:#}\n");
        for About { name, .. } in *commands {
            let about = match program.find_subcommand(name).and_then(Command::get_about) {
                Some(about) => about.to_string(),
                None => HELP.to_owned(),
            };
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

    #[test]
    fn help_fits_an_80_column_terminal() {
        let mut program = complete(Cli::command().term_width(80));
        program.build();
        for mut command in program.get_subcommands().cloned() {
            let (short, long) = (command.render_help().to_string(), command.render_long_help().to_string());
            for line in short.lines().chain(long.lines()) {
                assert!(line.chars().count() <= 80, "{}: {line}", command.get_name());
            }
            let most = match command.get_name() {
                "count" => 52,
                "estimate" | "work" => 30,
                "publish" | "verify" => 26,
                _ => 24,
            };
            assert!(short.lines().count() <= most, "{}: {}", command.get_name(), short.lines().count());
        }
    }
}
