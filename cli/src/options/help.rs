//! The parts of the help other than options: grouped commands, examples and, for the program itself, signals,
//! exit codes and environment variables. Everything but the signals comes from `reference`.

use clap::Command;

use super::reference::{ENVIRONMENT, EXIT_CODES, GROUPS, examples, names};

/// The signals that counting commands obey.
const SIGNALS: &str = "\
SIGINT (Ctrl-C), SIGTERM, SIGHUP, SIGUSR2, SIGXCPU and SIGALRM stop a count and save its finished units, with exit code 3. A second \
SIGINT, at least a second later, ends the program at once. A shell script continues after exit code 3; to let Ctrl-C end a loop, add \
`|| break`, as in `for n in 21 22; do queens count $n || break; done`. SIGUSR1 prints a line of progress. Signals that were ignored \
when the program started stay ignored, for example SIGHUP under nohup. On Windows, Ctrl-C, Ctrl-Break, closing the console, logging \
off and shutting down stop a count, and no signal prints a line of progress.";

/// The help for `help`, which clap adds only while parsing the command line.
const ABOUT_HELP: &str = "Explain a command and its options";

/// Returns whether `command` ignores or rejects the global `option`.
fn does_nothing(option: &str, command: &str) -> bool {
    match option {
        "json" => matches!(command, "board" | "publish" | "man" | "completions"),
        "progress" | "interval" | "color" => {
            !matches!(command, "count" | "verify" | "estimate" | "selftest" | "work")
        }
        _ => matches!(command, "man" | "completions"),
    }
}

/// Completes the help. Groups the commands of the program, appends exit codes and environment variables, and
/// adds examples to each command.
pub fn complete(program: Command) -> Command {
    let header = program.get_styles().get_header();
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{}{header}Options:{header:#}\n{{options}}{{after-help}}",
        list(&program)
    );
    let [codes, variables] = [table("Exit codes", EXIT_CODES), table("Environment variables", ENVIRONMENT)];
    let more = format!("Signals:\n{SIGNALS}\n\n{codes}\n\n{variables}");
    let global: Vec<_> = program.get_arguments().filter(|option| option.is_global_set()).cloned().collect();
    program.help_template(template).after_long_help(more).mut_subcommands(|mut command| {
        let name = command.get_name().to_owned();
        for option in global.iter().filter(|option| does_nothing(option.get_id().as_str(), &name)) {
            command = command.arg(option.clone().hide(true));
        }
        // With this, clap reports a negative number as an invalid number, not as an unknown option.
        command = command.allow_negative_numbers(true);
        let examples = format!("Examples:\n  {}", examples(&command).join("\n  "));
        let explained = command.get_after_long_help().map(|text| format!("{text}\n\n")).unwrap_or_default();
        let long =
            format!("{examples}\n\n{explained}`queens help` lists exit codes and environment variables.");
        command.after_help(examples).after_long_help(long)
    })
}

/// Lists terms and their meanings in two columns under `heading`.
fn table(heading: &str, rows: &[(&str, &str)]) -> String {
    let width = rows.iter().map(|(term, _)| term.len()).max().unwrap_or_default();
    let rows = rows.iter().map(|(term, meaning)| format!("\n  {term:<width$}  {meaning}"));
    format!("{heading}:{}", rows.collect::<String>())
}

/// Lists the commands of `program`, one per line, under their group headings.
fn list(program: &Command) -> String {
    let styles = program.get_styles();
    let header = styles.get_header();
    let literal = styles.get_literal();
    let mut text = String::new();
    for (heading, examples) in GROUPS {
        text += &format!("{header}{heading}:{header:#}\n");
        for name in names(examples) {
            let command = program.find_subcommand(name);
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

    /// Returns the definition of the program, with complete help for an 80-column terminal.
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
