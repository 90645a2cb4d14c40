//! The help apart from options: grouped commands, examples and, for the program, signals, exit codes and
//! environment variables. Everything but the signals comes from `reference`.

use std::ffi::OsString;
use std::path::Path;

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use queens::run::SavedRun;

use super::boards::boards;
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

/// Returns whether `command` ignores or refuses the global `option`.
fn does_nothing(option: &str, command: &str) -> bool {
    match option {
        "json" => matches!(command, "board" | "publish" | "man" | "completions"),
        "progress" | "interval" | "color" => {
            !matches!(command, "count" | "verify" | "estimate" | "selftest" | "work")
        }
        _ => matches!(command, "man" | "completions"),
    }
}

/// Completes the help: groups the program's commands, appends exit codes and environment variables, and gives
/// each command its examples.
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
        // Reports a negative number as an invalid number rather than as an unknown option.
        command = command.allow_negative_numbers(true);
        let examples = format!("Examples:\n  {}", examples(&command).join("\n  "));
        let explained = command.get_after_long_help().map(|text| format!("{text}\n\n")).unwrap_or_default();
        let long =
            format!("{examples}\n\n{explained}`queens help` lists exit codes and environment variables.");
        command.after_help(examples).after_long_help(long)
    })
}

/// Corrects words that can only mean one thing. `queens 16`, `queens -n 16`, `queens --count 16`, `queens
/// count -n 16` and `queens --threads 2 count 16` are counts. `queens count --record 16` means the board, and
/// `queens count --run DIR` the saved run's board; `queens count 16 DIR` and `--resume DIR` mean that run.
/// `queens -v` asks for the version, `queens count help` for help, `queens work PLAN DIR --missing` for
/// shards, and `queens board board.html` names the file to write. Dashes that a web page made out of hyphens
/// become hyphens again.
pub fn as_meant(error: &clap::Error, words: &[OsString]) -> Option<Vec<OsString>> {
    const WITH_OUTPUT: [&str; 2] = ["plan", "board"];
    let named = |kind| match error.get(kind) {
        Some(ContextValue::String(word)) => words.iter().position(|typed| typed == word.as_str()),
        _ => None,
    };
    let is_board = |place: usize| words.get(place)?.to_str().filter(|word| boards(word).is_ok());
    let is_option = |word: &OsString| word.as_encoded_bytes().starts_with(b"-");
    let is_one_of = |word: &OsString, words: &[&str]| words.iter().any(|other| word == other);
    let is_run =
        |place: usize| words.get(place).is_some_and(|word| SavedRun::at(Path::new(word)).manifest().is_ok());
    let mut meant = words.to_vec();
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let place = named(ContextKind::InvalidSubcommand)?;
            match &words[place] {
                word if place > 2 || is_one_of(word, &["-h", "--help"]) => drop(meant.remove(place)),
                word if word == "version" => meant[place] = "--version".into(),
                word => {
                    let is_number = word.as_encoded_bytes().iter().all(u8::is_ascii_digit);
                    is_board(place).filter(|_| !is_number).or(is_number.then_some(""))?;
                    meant.insert(place, "count".into());
                }
            }
        }
        ErrorKind::UnknownArgument if words.len() == 2 && words[1] == "-v" => meant[1] = "-V".into(),
        ErrorKind::UnknownArgument => {
            let is_command =
                |word: &OsString| GROUPS.iter().any(|(_, examples)| is_one_of(word, &names(examples)));
            let command = words.iter().skip(1).position(is_command).map(|place| place + 1);
            if let Some(command) = command.filter(|&command| command > 1 && is_option(&words[1])) {
                meant[1..=command].rotate_right(1);
                return Some(meant);
            }
            let place = named(ContextKind::InvalidArg)?;
            if !is_option(&words[place]) {
                let command = &words[command.filter(|_| is_board(place).is_none())?];
                let option = match command {
                    _ if is_one_of(command, &WITH_OUTPUT) => "-o",
                    _ if command == "publish" && words[place].as_encoded_bytes().ends_with(b".md") => {
                        "--readme"
                    }
                    _ => return None,
                };
                meant.insert(place, option.into());
                return Some(meant);
            }
            if words[place] == "--resume" && is_run(place + 1) {
                meant[place] = "--run".into();
                return Some(meant);
            }
            if is_one_of(&words[place], &["--missing", "--all"])
                && command.is_some_and(|place| words[place] == "work")
            {
                let shards = words[place].to_str()?.trim_start_matches('-');
                meant[place] = format!("--shards={shards}").into();
                return Some(meant);
            }
            is_board(place + 1).filter(|_| is_one_of(&words[place], &["--count", "-n", "--n", "--size"]))?;
            match command {
                Some(_) => drop(meant.remove(place)),
                None => meant[place] = "count".into(),
            }
        }
        ErrorKind::ValueValidation => {
            let place = named(ContextKind::InvalidValue)?;
            match words[place].to_str()? {
                "help" if place == 2 => meant.swap(1, 2),
                text if text.starts_with(['–', '—']) => {
                    meant[place] = format!("--{}", text.trim_start_matches(['–', '—'])).into();
                }
                _ if words[1] == "count" && is_run(place) => meant.insert(place, "--run".into()),
                _ => return None,
            }
        }
        ErrorKind::MissingRequiredArgument => {
            let value = |option| Some(1 + words.iter().position(|word| word == option)?);
            if let Some(place) = value("--record").filter(|&place| is_board(place).is_some()) {
                meant.swap(place - 1, place);
            } else {
                let run = SavedRun::at(Path::new(words.get(value("--run").or_else(|| value("-r"))?)?));
                meant.push(run.manifest().ok()?.identity.n.to_string().into());
            }
        }
        _ => return None,
    }
    Some(meant)
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

    /// The program's definition, with complete help for an 80-column terminal.
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
