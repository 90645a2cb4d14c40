//! The command that the user typed, for records and for resuming after a stop.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use queens::board::BoardSize;
use queens::cluster::ShardList;
use queens_format::is_printable;

use crate::options::Cli;
use crate::os;

/// The command to type again if nothing has begun yet: as typed, without options that are not to be
/// repeated, and with those that the environment decided.
pub fn again() -> String {
    quoted(to_type_again(typed()))
}

/// The command that resumes this run: the same without `--fresh` and `--repair`. A second `--fresh`
/// would move aside what was just saved.
pub fn resume() -> String {
    quoted(to_type_again(typed()).filter(|argument| argument != "--fresh" && argument != "--repair"))
}

/// The arguments of this call, with the options that the environment decided after the name of the
/// command: another shell may not have the same variables. At the end of the line, an option with
/// an optional value, or `--`, could take them.
fn typed() -> impl Iterator<Item = OsString> {
    let mut arguments: Vec<OsString> = std::env::args_os().collect();
    let behind_command = arguments.len().min(2);
    arguments.splice(behind_command..behind_command, Cli::options_from_environment(std::env::args_os()));
    arguments.into_iter()
}

/// Leaves out the time limit, which would stop the command again, and the options about progress,
/// which change nothing that is counted, saved or printed as the result.
fn to_type_again(arguments: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    const WITH_VALUE: [&str; 4] = ["--max-time", "--progress", "--color", "--interval"];
    let mut is_value = false;
    arguments.filter(move |argument| {
        let text = argument.to_string_lossy();
        let name = text.split('=').next().unwrap_or_default();
        let is_left_out = std::mem::take(&mut is_value)
            || WITH_VALUE.contains(&name)
            || ["--quiet", "-q"].contains(&&*text);
        is_value = WITH_VALUE.contains(&&*text);
        !is_left_out
    })
}

/// The command that resumes the run of a board of `n` in `directory`. The run knows its method and
/// depth, and without QUEENS_RUN_DIR a count finds the directory that has the default name.
pub fn resume_run(directory: &Path, n: BoardSize) -> String {
    let n = n.to_string();
    let is_elsewhere = directory != Path::new(&format!("queens-{n}.run"));
    if is_elsewhere || std::env::var_os("QUEENS_RUN_DIR").is_some() {
        this_program(&[&"count", &n, &"--run", &directory])
    } else {
        this_program(&[&"count", &n])
    }
}

/// The command that recounts every unit of the run in `directory`.
pub fn verify_all(directory: &Path) -> String {
    this_program(&[&"verify", &directory, &"--sample", &"100%"])
}

/// The command that resumes `shards` of the plan in the file `plan`.
pub fn resume_shards(plan: &Path, shards: &ShardList, directory: &Path) -> String {
    this_program(&[&"work", &plan, &"--shards", &shards.to_string(), &"--dir", &directory])
}

/// The command that repairs `shards` of the plan in the file `plan`.
pub fn repair_shards(plan: &Path, shards: &ShardList, directory: &Path) -> String {
    format!("{} --repair", resume_shards(plan, shards, directory))
}

/// This program with these arguments.
fn this_program(arguments: &[&dyn AsRef<OsStr>]) -> String {
    let arguments = arguments.iter().map(|argument| argument.as_ref().to_owned());
    quoted(std::env::args_os().take(1).chain(arguments))
}

/// The command for a record, which may be published: as typed, but with only the last part of every
/// path.
pub fn for_record() -> String {
    let name = OsString::from("queens");
    quoted(
        std::iter::once(name).chain(std::env::args_os().skip(1).map(|argument| without_folders(&argument))),
    )
}

/// An argument, or the value in `--option=value`, without the folders that lead to it. A path of
/// folders alone, as `..`, has no last part to show.
fn without_folders(argument: &OsStr) -> OsString {
    let last = |path: &OsStr| match (Path::new(path).components().count(), Path::new(path).file_name()) {
        (2.., name) => name.unwrap_or(OsStr::new(".")).to_owned(),
        _ => path.to_owned(),
    };
    match argument.to_str().and_then(|text| text.split_once('=')) {
        Some((option, value)) if option.starts_with('-') => {
            let mut shown = OsString::from(format!("{option}="));
            shown.push(last(OsStr::new(value)));
            shown
        }
        _ => last(argument),
    }
}

fn quoted(arguments: impl Iterator<Item = OsString>) -> String {
    if os::POSIX_SHELL {
        return arguments.map(|argument| shell_quoted(&argument)).collect::<Vec<_>>().join(" ");
    }
    let quoted: Option<Vec<_>> = arguments.map(|argument| powershell_quoted(&argument)).collect();
    match quoted.map(|quoted| quoted.join(" ")) {
        // A quoted text is a value, not a command.
        Some(command) if command.starts_with('\'') => format!("& {command}"),
        Some(command) => command,
        None => "the same command, as PowerShell has no way to write one of its arguments".to_owned(),
    }
}

/// An argument as it is typed in bash, zsh and other shells that know `$'…'`. Only bytes that are
/// not printable text need that. The crate `shlex` would print them unchanged, and does not support
/// Windows.
fn shell_quoted(argument: &OsStr) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    match argument.to_str() {
        Some(text) if !text.is_empty() && text.chars().all(plain) => text.to_owned(),
        Some(text) if text.chars().all(is_printable) => format!("'{}'", text.replace('\'', r"'\''")),
        _ => {
            let escaped = argument.as_encoded_bytes().iter().map(|&byte| match byte {
                b'\'' | b'\\' => format!("\\{}", char::from(byte)),
                b' '..=b'~' => char::from(byte).to_string(),
                _ => format!("\\{byte:03o}"),
            });
            format!("$'{}'", escaped.collect::<String>())
        }
    }
}

/// An argument as it must be typed in PowerShell to reach the program unchanged, or `None` if no
/// quotes can do that. An argument without quotes means the same in cmd, for which nothing else is
/// safe: cmd replaces `%X%` within quotes, too. PowerShell takes typographic quotes for plain ones.
/// Before a quote, programs read two backslashes as one.
fn powershell_quoted(argument: &OsStr) -> Option<String> {
    const QUOTES: [char; 5] = ['\'', '\u{2018}', '\u{2019}', '\u{201a}', '\u{201b}'];
    let plain = |c: char| c.is_ascii_alphanumeric() || r"-_./\=:+%".contains(c);
    let text = argument.to_str()?;
    if !text.is_empty() && text.chars().all(plain) && text.matches('%').count() < 2 {
        return Some(text.to_owned());
    }
    // PowerShell before 7.3 passes a double quote on without a mark, and so ends an argument there.
    if !text.chars().all(|c| is_printable(c) && c != '"') {
        return None;
    }
    let folders = text.chars().rev().take_while(|&c| c == '\\').count();
    let inner = text.chars().map(|c| if QUOTES.contains(&c) { format!("{c}{c}") } else { c.to_string() });
    Some(format!("'{}{}'", inner.collect::<String>(), r"\".repeat(folders)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resuming_commands_repeat_neither_limits_nor_display() {
        for typed in [
            "count 20 --max-time 8h --json",
            "count --max-time=8h --progress=json 20 --json --quiet",
            "count 20 -q --progress plain --json --interval 1 --color never",
        ] {
            let kept: Vec<_> = to_type_again(typed.split(' ').map(OsString::from)).collect();
            assert_eq!(kept, ["count", "20", "--json"], "{typed}");
        }
    }

    #[test]
    fn records_name_no_folders() {
        for (typed, recorded) in [
            ("--run", "--run"),
            ("24", "24"),
            ("3,-,-", "3,-,-"),
            ("queens-24.run", "queens-24.run"),
            ("/home/x/r", "r"),
            ("../../x/r/", "r"),
            ("results/records", "records"),
            ("--run=/home/x/r", "--run=r"),
            ("--record=rec", "--record=rec"),
            ("/home/..", "."),
            ("-r/home/x/r", "r"),
        ] {
            assert_eq!(without_folders(OsStr::new(typed)), recorded, "{typed}");
        }
    }

    #[test]
    fn quotes_arguments_for_the_shell() {
        for (argument, quoted) in [
            ("--run=a/b-1.run", "--run=a/b-1.run"),
            ("", "''"),
            ("two words", "'two words'"),
            ("it's", r"'it'\''s'"),
            ("$HOME `x` \"y\" é", "'$HOME `x` \"y\" é'"),
            ("a\nb\\'c", r"$'a\012b\\\'c'"),
            ("run\u{202e}nur", r"$'run\342\200\256nur'"),
        ] {
            assert_eq!(shell_quoted(OsStr::new(argument)), quoted);
        }
        for (argument, quoted) in [
            (r"C:\queens.exe", r"C:\queens.exe"),
            ("100%", "100%"),
            ("%PATH%", "'%PATH%'"),
            ("", "''"),
            (r"C:\Program Files\queens.exe", r"'C:\Program Files\queens.exe'"),
            ("3,7", "'3,7'"),
            (r"my runs\", r"'my runs\\'"),
            ("$(calc) `x` é", "'$(calc) `x` é'"),
            ("it's ‘so’", "'it''s ‘‘so’’'"),
        ] {
            assert_eq!(powershell_quoted(OsStr::new(argument)).as_deref(), Some(quoted));
        }
        for argument in ["say \"x\"", "a\nb", "run\u{202e}nur"] {
            assert_eq!(powershell_quoted(OsStr::new(argument)), None, "{argument:?}");
        }
    }
}
