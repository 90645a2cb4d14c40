//! Corrects command lines that clap rejects but that can mean only one thing.

use std::ffi::OsString;
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use queens::run::SavedRun;

use super::boards::boards;
use super::reference::{GROUPS, names};

/// Returns the corrected `words`, or `None` if their `error` does not make the meaning clear.
pub fn as_meant(error: &clap::Error, words: &[OsString]) -> Option<Vec<OsString>> {
    use ErrorKind::{InvalidSubcommand, MissingRequiredArgument, UnknownArgument, ValueValidation};
    let text = |place: usize| words.get(place).and_then(|word| word.to_str()).unwrap_or_default();
    let is_board = |place| boards(text(place)).is_ok();
    let is_option = |place| text(place).starts_with('-');
    let run = |place: usize| SavedRun::at(Path::new(words.get(place)?)).manifest().ok();
    let is_run = |place| run(place).is_some();
    let is_command =
        |place: &usize| GROUPS.iter().any(|(_, examples)| names(examples).contains(&text(*place)));
    let command = (1..words.len()).find(is_command);
    let mut meant = words.to_vec();
    if error.kind() == UnknownArgument && is_option(1) && command > Some(1) {
        // `queens --threads 2 count 16`
        meant[1..=command?].rotate_right(1);
        return Some(meant);
    }
    let named = |kind| match error.get(kind) {
        Some(ContextValue::String(word)) => words.iter().position(|typed| typed == word.as_str()),
        _ => None,
    };
    let last = |options: &[&str]| words.iter().rposition(|word| options.iter().any(|option| word == option));
    let place = match error.kind() {
        InvalidSubcommand => named(ContextKind::InvalidSubcommand),
        UnknownArgument => named(ContextKind::InvalidArg),
        ValueValidation => named(ContextKind::InvalidValue),
        MissingRequiredArgument => last(&["--run", "-r"]),
        _ => None,
    }?;
    match (error.kind(), command.map(text), text(place)) {
        // `queens help list plan`, `queens help --help`
        (InvalidSubcommand, _, word) if place > 2 || ["-h", "--help"].contains(&word) => {
            drop(meant.remove(place));
        }
        (InvalidSubcommand, _, "version") => meant[place] = "--version".into(),
        // `queens 16`
        (InvalidSubcommand, _, word) if is_board(place) || word.bytes().all(|byte| byte.is_ascii_digit()) => {
            meant.insert(place, "count".into());
        }
        (UnknownArgument, _, "-v") if words.len() == 2 => meant[place] = "-V".into(),
        (UnknownArgument, Some("work"), "--missing") => meant[place] = "--shards=missing".into(),
        (UnknownArgument, Some("work"), "--all") => meant[place] = "--shards=all".into(),
        (UnknownArgument, _, "--resume") if is_run(place + 1) => meant[place] = "--run".into(),
        // `queens count -n 16`, `queens --count 16`
        (UnknownArgument, typed, "--count" | "-n" | "--n" | "--size") if is_board(place + 1) => {
            meant.splice(place..=place, typed.is_none().then(|| "count".into()));
        }
        // `queens board board.html`
        (UnknownArgument, Some("plan" | "board"), _) if !is_option(place) && !is_board(place) => {
            meant.insert(place, "-o".into());
        }
        (UnknownArgument, Some("publish"), file) if !is_option(place) && file.ends_with(".md") => {
            meant.insert(place, "--readme".into());
        }
        // `queens count help`
        (ValueValidation, _, "help") if place == 2 => meant.swap(1, 2),
        // A web page turned the hyphens into a dash.
        (ValueValidation, _, word) if word.starts_with(['–', '—']) => {
            meant[place] = format!("--{}", word.trim_start_matches(['–', '—'])).into();
        }
        // `queens count 16 DIR`
        (ValueValidation, Some("count"), _) if is_run(place) => meant.insert(place, "--run".into()),
        // `queens count --record 16`
        (ValueValidation, Some("count"), _) if text(place - 1) == "--record" && is_board(place) => {
            let option = meant.remove(place - 1);
            meant.push(option);
        }
        // `queens count --run DIR`
        (MissingRequiredArgument, _, _) => meant.push(run(place + 1)?.identity.n.to_string().into()),
        _ => return None,
    }
    Some(meant)
}
