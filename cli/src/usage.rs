//! Explains clap's parse errors in our own words, with advice from the table.

use std::ffi::OsString;

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::advice::words;
use super::failure::{Failure, shorten_words};

/// The default for `--threads`, and the only environment variable that clap reads.
pub const THREADS_VARIABLE: &str = "QUEENS_THREADS";

/// Explains the `error` with which `program` rejects `words`.
pub fn failure(error: &clap::Error, program: &mut Command, words: &[OsString]) -> Failure {
    program.build();
    let typed = typed_command(program, words).map(str::to_owned);
    let context = |kind| error.get(kind).map(in_words).unwrap_or_default();
    let argument = context(ContextKind::InvalidArg);
    let value = context(ContextKind::InvalidValue);
    let mut advised = None;
    let mut has_usage = true;
    let message = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let word = context(ContextKind::InvalidSubcommand);
            let names = program.get_subcommands().map(Command::get_name);
            let meant = words::slip(&word, names).map(|name| format!("did you mean '{name}'?"));
            advised = Some(
                words::of_word(None, &word).or(meant).unwrap_or_else(|| words::list_of("commands", "help")),
            );
            has_usage = false;
            format!("there is no command '{word}'")
        }
        ErrorKind::UnknownArgument => {
            let command = named(program, typed.as_deref());
            let options = command.get_arguments().filter_map(|argument| argument.get_long());
            let options: Vec<_> = options.map(|long| format!("--{long}")).collect();
            let meant = words::slip(&argument, options.iter().map(String::as_str));
            let meant = meant.map(|option| format!("did you mean {option}?"));
            advised = words::of_word(typed.as_deref(), &argument).or(meant);
            format!("unexpected argument '{argument}'")
        }
        ErrorKind::MissingRequiredArgument => {
            let command = named(program, typed.as_deref());
            let example = first_example(command).filter(|_| !argument.starts_with("--run "));
            advised = example.map(|example| format!("as in {example}"));
            has_usage = advised.is_none();
            format!("missing: {argument}")
        }
        ErrorKind::MissingSubcommand => "no command was given".to_owned(),
        ErrorKind::TooManyValues => format!("{argument} takes no value"),
        ErrorKind::ArgumentConflict => {
            let other = context(ContextKind::PriorArg);
            if other == argument {
                format!("{argument} was given twice")
            } else {
                format!("{argument} cannot be used with {other}")
            }
        }
        ErrorKind::InvalidUtf8 => {
            has_usage = false;
            format!("{} is not UTF-8", not_utf8(words))
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation if value.is_empty() => {
            has_usage = false;
            let values = context(ContextKind::ValidValue);
            format!(
                "{argument} needs a value{}",
                if values.is_empty() { values } else { format!(": {values}") }
            )
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            has_usage = false;
            let source = std::error::Error::source(error).map(ToString::to_string);
            let why = source.unwrap_or_else(|| format!("use one of {}", context(ContextKind::ValidValue)));
            let command = named(program, typed.as_deref());
            if argument.starts_with("--threads") && !are_threads_typed(command, words) {
                format!("the environment variable {THREADS_VARIABLE} is '{value}': {why}")
            } else {
                format!("invalid value '{value}' for {argument}: {why}")
            }
        }
        kind => format!("{}: {argument}", kind.as_str().unwrap_or("wrong arguments")),
    };
    let mut failure = Failure::usage(message);
    failure.remedy = advised.map(|text| shorten_words(&text));
    failure.usage = has_usage.then(|| usage(program, typed.as_deref()));
    failure
}

/// Returns the first example in the command's help.
fn first_example(command: &Command) -> Option<String> {
    let examples = command.get_after_help()?.to_string();
    Some(examples.lines().nth(1)?.trim().to_owned())
}

/// Returns a one-line usage summary.
fn usage(program: &mut Command, typed: Option<&str>) -> String {
    let name = program.get_name().to_owned();
    let command = program.find_subcommand_mut(typed.unwrap_or(&name));
    let shown = match command {
        Some(command) => command.render_usage(),
        None => program.render_usage(),
    };
    shown.to_string().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Finds the command in `words`: the first word that names one and is not an option's value.
fn typed_command<'a>(program: &'a Command, words: &[OsString]) -> Option<&'a str> {
    const WITH_VALUE: [&str; 3] = ["--progress", "--color", "--interval"];
    words
        .windows(2)
        .filter(|pair| !WITH_VALUE.iter().any(|option| pair[0] == *option))
        .find_map(|pair| program.find_subcommand(&pair[1]))
        .map(Command::get_name)
}

/// Names whatever is not UTF-8: a word (with its option), or else the variable.
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

/// Returns the `typed` command, or else the whole program.
fn named<'a>(program: &'a Command, typed: Option<&str>) -> &'a Command {
    typed.and_then(|name| program.find_subcommand(name)).unwrap_or(program)
}

/// Returns whether `words` set the number of `command`'s threads; otherwise it comes from the variable.
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
