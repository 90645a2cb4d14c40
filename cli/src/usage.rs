//! Explains clap's parse errors in our own words, with advice from the module `advice`.

use std::ffi::OsString;

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::advice::words;
use super::failure::{Failure, shorten_words};

/// The environment variable that sets the default for `--threads`. Clap reads no other variable.
pub const THREADS_VARIABLE: &str = "QUEENS_THREADS";

/// Explains the `error` that clap found when it parsed `words` for `program`.
pub fn failure(error: &clap::Error, program: &mut Command, words: &[OsString]) -> Failure {
    program.build();
    let typed = typed_command(program, words);
    let command = typed.and_then(|name| program.find_subcommand(name)).unwrap_or(program);
    let context = |kind| error.get(kind).map(in_words).unwrap_or_default();
    // Write `<N>` even if the argument may be repeated (`<N>...`) or omitted (`[N]`).
    let argument = context(ContextKind::InvalidArg).replace("...", "").replace("[N]", "<N>");
    let value = context(ContextKind::InvalidValue);
    let values = context(ContextKind::ValidValue);
    let commands = || words::list_of("commands", "help");
    let (message, remedy) = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let word = context(ContextKind::InvalidSubcommand);
            let names = program.get_subcommands().map(Command::get_name);
            let meant = words::slip(&word, names).map(|name| format!("did you mean '{name}'?"));
            let remedy = words::of_word(None, &word).or(meant).unwrap_or_else(commands);
            (format!("there is no command '{word}'"), Some(remedy))
        }
        ErrorKind::MissingSubcommand => ("no command was given".to_owned(), Some(commands())),
        ErrorKind::UnknownArgument => {
            let options = command.get_arguments().filter_map(|argument| argument.get_long());
            let options: Vec<_> = options.map(|long| format!("--{long}")).collect();
            let meant = words::slip(&argument, options.iter().map(String::as_str));
            let meant = meant.map(|option| format!("did you mean {option}?"));
            let help = typed.map_or_else(|| "-h".to_owned(), |name| format!("{name} -h"));
            let list = || words::list_of("options", &help);
            let remedy = words::of_word(typed, &argument).or(meant).unwrap_or_else(list);
            (format!("unexpected argument '{argument}'"), Some(remedy))
        }
        ErrorKind::MissingRequiredArgument if argument.starts_with("--run ") => {
            ("--record and --fresh need --run DIR, the directory of the merged run".to_owned(), None)
        }
        ErrorKind::MissingRequiredArgument => {
            let example = first_example(command).map(|example| format!("for example, `{example}`"));
            (format!("missing: {argument}"), example)
        }
        ErrorKind::TooManyValues => (format!("{argument} takes no value"), None),
        ErrorKind::ArgumentConflict => match context(ContextKind::PriorArg) {
            other if other == argument => (format!("{argument} was given twice"), None),
            other => (format!("{argument} cannot be used with {other}"), None),
        },
        ErrorKind::InvalidUtf8 => (format!("{} is not UTF-8", not_utf8(words)), None),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation if value.is_empty() => {
            let remedy = Some(values).filter(|values| !values.is_empty());
            (format!("{argument} needs a value"), remedy.map(|values| format!("use one of {values}")))
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            let source = std::error::Error::source(error).map(ToString::to_string);
            let message = if argument.starts_with("--threads") && !are_threads_typed(command, words) {
                format!("the environment variable {THREADS_VARIABLE} is '{value}'")
            } else {
                format!("invalid value '{value}' for {argument}")
            };
            (message, Some(source.unwrap_or_else(|| format!("use one of {values}"))))
        }
        kind => (format!("{}: {argument}", kind.as_str().unwrap_or("wrong arguments")), None),
    };
    Failure { remedy: remedy.map(|text| shorten_words(&text)), ..Failure::usage(message) }
}

/// Returns the first example in the command's help.
fn first_example(command: &Command) -> Option<String> {
    let examples = command.get_after_help()?.to_string();
    Some(examples.lines().nth(1)?.trim().to_owned())
}

/// Returns the command in `words`, which is the first word that names a command and is not an option's value.
fn typed_command<'a>(program: &'a Command, words: &[OsString]) -> Option<&'a str> {
    const WITH_VALUE: [&str; 3] = ["--progress", "--color", "--interval"];
    words
        .windows(2)
        .filter(|pair| !WITH_VALUE.iter().any(|option| pair[0] == *option))
        .find_map(|pair| program.find_subcommand(&pair[1]))
        .map(Command::get_name)
}

/// Describes what is not UTF-8, which is either one of `words` (with its option) or the environment variable.
fn not_utf8(words: &[OsString]) -> String {
    let is_option = |word: &OsString| word.as_encoded_bytes().starts_with(b"-");
    match words.iter().position(|word| word.to_str().is_none()) {
        Some(place) if place > 0 && is_option(&words[place - 1]) => {
            format!("the value '{}' of {}", words[place].display(), words[place - 1].display())
        }
        Some(place) => format!("'{}'", words[place].display()),
        None => format!("the environment variable {THREADS_VARIABLE}"),
    }
}

/// Returns whether `words` set the number of threads for `command`. If not, the number comes from the
/// environment variable.
fn are_threads_typed(command: &Command, words: &[OsString]) -> bool {
    let threads = command.get_arguments().find(|argument| argument.get_long() == Some("threads"));
    let Some(threads) = threads else { return false };
    let long = threads.get_long().into_iter().chain(threads.get_all_aliases().unwrap_or_default());
    let short = threads.get_short().into_iter().chain(threads.get_all_short_aliases().unwrap_or_default());
    let names: Vec<String> =
        long.map(|name| format!("--{name}")).chain(short.map(|name| format!("-{name}"))).collect();
    let is_named = |word: &[u8]| names.iter().any(|name| word.starts_with(name.as_bytes()));
    words.iter().any(|word| is_named(word.as_encoded_bytes()))
}

fn in_words(value: &ContextValue) -> String {
    match value {
        ContextValue::String(text) => text.clone(),
        ContextValue::Strings(texts) => texts.join(", "),
        other => other.to_string(),
    }
}
