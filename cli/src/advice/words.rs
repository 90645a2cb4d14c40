//! Guesses what the user meant by an unknown word on the command line.

use crate::suggested_commands::command;

/// Returns what to type instead of a `word` that other programs use. Options include their dashes. `typed` is
/// the command, or `None` if `word` was typed in place of a command.
pub fn of_word(typed: Option<&str>, word: &str) -> Option<String> {
    let said = match (typed, word) {
        (None, "resume" | "continue") => "to resume a count, type the same queens count again".to_owned(),
        (None, "start" | "run" | "solve") => format!("to count, type {}", command("count N")),
        (None, "test" | "check" | "self-test") => format!("`{}` checks this machine", command("selftest")),
        (None, "bench" | "benchmark" | "time") => {
            format!("`{}` prints a timing table", command("count 8..12 --runs 3"))
        }
        (None, "missing") => format!("{} lists the unfinished shards", command("status PLAN DIR --missing")),
        (None, "shard" | "split") => format!("{} divides a count", command("plan N --shards K -o PLAN")),
        (None, "clean" | "delete" | "remove" | "rm") => "to remove a run, delete its directory".to_owned(),
        (None, "ls" | "progress" | "info" | "show" | "log") => {
            format!("`{}` shows the runs here", command("status"))
        }
        (None, "join" | "combine" | "sum") => format!("{} adds up shards", command("merge PLAN DIR")),
        (None, "print" | "draw" | "solutions") => format!("{} prints all solutions", command("list N")),
        (Some("count" | "work"), "--restart" | "--overwrite" | "--reset" | "--force") => {
            "--fresh moves the old run aside and starts over".to_owned()
        }
        (Some(_), "--resume" | "--continue") => {
            format!("to resume, type the same command again without {word}")
        }
        (Some("count"), "-o" | "--output") => {
            "save the run with --run DIR, or the number with > FILE".to_owned()
        }
        (Some("count"), "--checkpoint" | "--save" | "--dir" | "--directory") => {
            "--run DIR saves the run in DIR".to_owned()
        }
        (Some("count"), "--all") => format!("{} prints all solutions", command("list N")),
        (Some("plan"), "--force") => "delete the file first, or choose a different one with -o".to_owned(),
        (Some("merge"), "-o" | "--output") => "--run DIR saves the merged run in DIR".to_owned(),
        (Some("work"), "--run" | "-r" | "-o" | "--output") => "--dir DIR is where the shards go".to_owned(),
        (Some("count" | "work"), "--time" | "--timeout" | "--limit" | "--time-limit") => {
            "--max-time TIME stops a count".to_owned()
        }
        (Some("count"), "--repeat" | "--repetitions" | "--times") => {
            "--runs COUNT counts each board that often".to_owned()
        }
        (Some("verify"), "--all" | "--full") => "--sample 100% recounts every unit".to_owned(),
        (Some("verify"), "--fix" | "--repair") => "--drop removes wrong units from the run".to_owned(),
        (Some("merge"), "--shards") => "queens merge always adds up all shards of the plan".to_owned(),
        (Some("list"), "--limit") => "`| head` shortens the list".to_owned(),
        (Some("list" | "find"), "--board") => "--format board draws the board".to_owned(),
        (Some("list" | "find" | "estimate" | "completions"), "-o" | "--output") => {
            "save the output with > FILE".to_owned()
        }
        (Some(_), "-n" | "--n" | "--size" | "--rows") => "write N without an option".to_owned(),
        (Some(_), "--format" | "--csv") => "the only other format is --json".to_owned(),
        (_, "--no-color" | "--no-colour") => "`--color never` turns colour off".to_owned(),
        (_, "-v" | "--verbose") => "`--progress plain` prints progress line by line".to_owned(),
        _ => return None,
    };
    Some(said)
}

/// Returns the `known` word closest to `typed`. At most two letters may differ, or one if `typed` has
/// fewer than four. Options that discard work, prevent saving or replace files are never suggested.
pub fn slip<'a>(typed: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    const NEVER: [&str; 4] = ["--fresh", "--no-checkpoint", "--drop", "--force"];
    let letters = typed.trim_start_matches('-').chars().count();
    let most = if letters < 4 { 1 } else { 2 };
    let near =
        known.filter(|word| !NEVER.contains(word)).map(|word| (strsim::osa_distance(typed, word), word));
    near.filter(|(distance, _)| *distance <= most.min(letters.saturating_sub(1))).min().map(|(_, word)| word)
}

/// Returns a message that names the command for listing `what`.
pub fn list_of(what: &str, words: &str) -> String {
    format!("`{}` lists the {what}", command(words))
}
