//! Commands for a reader to type.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::path::Path;

use queens::board::BoardSize;

/// The command that resumes the run of a board of `n` rows in `directory`, which knows its method and depth.
pub fn resume_run(directory: &Path, n: BoardSize) -> String {
    format!("queens count {n} --run {}", path(directory))
}

/// The command that recounts every unit of the run in `directory`.
pub fn verify_all(directory: &Path) -> String {
    format!("queens verify {} --sample 100%", path(directory))
}

/// A path that neither the program takes for an option, nor the shell for anything but itself.
fn path(path: &Path) -> String {
    let path = if path.as_os_str().as_encoded_bytes().starts_with(b"-") {
        Cow::Owned(Path::new(".").join(path))
    } else {
        Cow::Borrowed(path)
    };
    quoted(path.as_os_str())
}

/// An argument in quotes, if a shell would take it for anything but itself.
pub fn quoted(argument: &OsStr) -> String {
    let text = argument.to_string_lossy();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%~".contains(c);
    // zsh looks for a program after =, and every shell for a home directory after ~.
    if text.is_empty() || !text.chars().all(is_plain) || text.starts_with(['=', '~']) {
        format!("'{}'", text.replace('\'', r"'\''"))
    } else {
        text.into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_what_a_shell_would_change() {
        for (typed, shown) in [
            ("a/b-1.run", "a/b-1.run"),
            ("", "''"),
            ("two words", "'two words'"),
            ("it's", r"'it'\''s'"),
            ("$HOME `x`", "'$HOME `x`'"),
            ("=x", "'=x'"),
            ("~", "'~'"),
            ("-x", "./-x"),
        ] {
            assert_eq!(path(Path::new(typed)), shown);
        }
    }
}
