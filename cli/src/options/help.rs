//! The parts of the help besides the options: the commands in groups and examples, and for the
//! program exit codes and environment variables, all from `reference`.

use clap::error::{ContextKind, ContextValue};
use clap::{Arg, ArgAction, Command};

use super::boards::boards;
use super::reference::{ENVIRONMENT, EXIT_CODES, GROUPS, examples, names};
use super::shared::PRINTING;
use crate::wrap::wrapped;

/// The signals that a counting command obeys.
const SIGNALS: &str = "\
SIGINT (Ctrl-C), SIGTERM, SIGHUP, SIGUSR2 and SIGXCPU stop a count and save all finished units, with exit code 3; a second SIGINT \
or SIGTERM ends the program at once. A script continues after exit code 3, so Ctrl-C ends a loop only with `|| break`, as in \
`for n in 21 22; do queens count $n || break; done`. SIGUSR1 prints a line of progress. A signal that was ignored when the program \
started stays ignored, as SIGHUP is under nohup. On Windows, Ctrl-C, Ctrl-Break, a closed console, log-off and shutdown stop a count, and no signal \
prints a line of progress.";

/// A command with at least this many options shows them under headings.
const MANY: usize = 20;

/// Columns of a table, on every terminal: a wider one is no easier to read.
const COLUMNS: usize = 80;

/// The help of `help`, a command that clap adds only when it parses the command line.
const HELP: &str = "Explain a command and its options";

/// `program` with its commands in groups, exit codes and environment; each command with its examples.
pub fn complete(program: Command) -> Command {
    let header = program.get_styles().get_header();
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{}{header}Options:{header:#}\n{{options}}{{after-help}}",
        list(&program)
    );
    let more = format!("Signals: {SIGNALS}\n\n{}", tables());
    let program = with_headings(program.help_template(template).after_long_help(more));
    program.mut_subcommands(|mut command| {
        // Then a negative number gets the error of a wrong number.
        command = command.allow_negative_numbers(true);
        let examples = format!("Examples:\n  {}", examples(&command).join("\n  "));
        let explained = command.get_after_long_help().map(|text| format!("{text}\n\n")).unwrap_or_default();
        let long =
            format!("{examples}\n\n{explained}`queens help` lists exit codes and environment variables.");
        command.after_help(examples).after_long_help(long)
    })
}

/// `program` with headings only in commands of many options. There, `--help` gets a heading too,
/// because without one it would come before all of them.
pub fn with_headings(program: Command) -> Command {
    let help = || {
        let help = Arg::new("help").short('h').long("help").action(ArgAction::Help);
        help.help("Print help (see more with '--help')").long_help("Print help (see a summary with '-h')")
    };
    program.mut_subcommands(|command| {
        if command.get_arguments().count() < MANY {
            command.mut_args(|argument| argument.help_heading(None))
        } else {
            command.disable_help_flag(true).arg(help().help_heading(PRINTING))
        }
    })
}

/// Adds a tip to an `error` about an unknown command of `program`. `clap` finds no tip for some
/// words, and a wrong one for others.
pub fn with_tip(mut error: clap::Error, program: Command) -> clap::Error {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else { return error };
    let tip = match word.as_str() {
        "resume" | "continue" | "restart" => {
            "the command that began a run resumes it; `queens status` prints it".to_owned()
        }
        word if boards(word).is_ok() => format!("to count, write `queens count {word}`"),
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

/// Exit codes and environment variables, a table each.
fn tables() -> String {
    let codes = EXIT_CODES.iter().map(|(code, meaning)| (format!("{code:>3}"), *meaning));
    let variables = ENVIRONMENT.iter().map(|(name, meaning)| ((*name).to_owned(), *meaning));
    let [codes, variables] = [codes.collect::<Vec<_>>(), variables.collect()];
    format!("{}\n\n{}", table("Exit codes", &codes), table("Environment variables", &variables))
}

/// A heading, and under it terms with their meanings in a column.
fn table(heading: &str, rows: &[(String, &str)]) -> String {
    let width = rows.iter().map(|(term, _)| term.len()).max().unwrap_or_default();
    let rows = rows.iter().map(|(term, meaning)| {
        "\n".to_owned() + &wrapped(&format!("  {term:<width$}  {meaning}"), COLUMNS, width + 4)
    });
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
            let about = command.and_then(Command::get_about).map_or(HELP.to_owned(), ToString::to_string);
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
    fn help_comes_last_and_groups_in_the_order_of_use() {
        let mut program = program();
        for mut command in program.get_subcommands().cloned() {
            for help in [command.render_help(), command.render_long_help()] {
                let help = help.to_string();
                let options = help.split("\nExamples:\n").next().unwrap();
                let last = options.lines().rfind(|line| line.trim_start().starts_with('-'));
                assert!(last.is_none_or(|last| last.contains("-h, --help")), "{help}");
            }
        }
        let help = program.find_subcommand_mut("count").unwrap().render_help().to_string();
        let headings = help.lines().filter(|line| line.ends_with(':') && !line.starts_with(' '));
        let expected = [
            "Arguments:",
            "Counting:",
            "Saving:",
            "More counts and checks:",
            "Timing tables:",
            "Output:",
            "Examples:",
        ];
        assert_eq!(headings.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn codes_and_variables_stand_in_tables_of_the_program() {
        let mut program = program();
        let of_count = program.find_subcommand_mut("count").unwrap().render_long_help().to_string();
        assert!(
            !of_count.contains("130") && of_count.contains("`queens help` lists exit codes"),
            "{of_count}"
        );
        let help = program.render_long_help().to_string();
        for table in [
            "\nExit codes:\n    0  success\n    1  failure; ",
            "\n  130  ended at once by a second Ctrl-C\n",
            "\nEnvironment variables:\n  QUEENS_THREADS  the default of --threads\n",
            "\n  QUEENS_CPU      limits the program to these instructions: scalar, avx2 or\n                  \
             avx512, on ARM scalar or neon\n",
        ] {
            assert!(help.contains(table), "{table}\n{help}");
        }
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
                "count" => 52,
                "estimate" | "publish" | "status" | "verify" | "work" => 30,
                _ => 24,
            };
            assert!(short.lines().count() <= most, "{}: {}", command.get_name(), short.lines().count());
        }
    }
}
