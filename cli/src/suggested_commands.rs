//! Commands that messages suggest.

use std::env;
use std::fmt::Display;
use std::path::{Path, PathBuf};

/// Suggests resuming `n` in `directory`, which knows the method and depth.
pub fn resume_run(directory: &Path, n: impl Display) -> String {
    command(&format!("count {n} --run {}", path(directory)))
}

/// Suggests recording a count in `directory`.
pub fn record_in(directory: &Path) -> String {
    command(&format!("count 16 --record {}", path(directory)))
}

/// Suggests recounting all units in `directory`, with these `options`, and dropping the wrong ones.
pub fn verify_and_drop(directory: &Path, options: &str) -> String {
    command(&format!("verify {} --drop --sample 100%{options}", path(directory)))
}

/// Suggests listing the shards unfinished in `dirs`.
pub fn status_missing(plan: &Path, dirs: &[&Path]) -> String {
    let dirs: Vec<_> = dirs.iter().map(|dir| path(dir)).collect();
    command(&format!("status {} --plan {} --missing", dirs.join(" "), path(plan)))
}

/// Suggests counting, in `dirs[0]`, the shards that all of `dirs` together lack.
pub fn work_on_missing(plan: &Path, dirs: &[&Path]) -> String {
    let shards = match dirs {
        [_] => "missing".to_owned(),
        // Another directory may contain what the first lacks.
        several => format!("\"$({})\"", status_missing(plan, several)),
    };
    command(&format!("work {} --shards {shards} --dir {}", path(plan), path(dirs[0])))
}

/// Suggests merging the shards in `dirs`.
pub fn merge(plan: &Path, dirs: &[&Path]) -> String {
    let dirs: Vec<_> = dirs.iter().map(|dir| format!(" --dir {}", path(dir))).collect();
    command(&format!("merge {}{}", path(plan), dirs.concat()))
}

/// This program as the user called it, followed by `words`.
pub fn command(words: &str) -> String {
    format!("{} {words}", program())
}

/// The program as the user called it: its path, or its name if the shell found it.
fn program() -> String {
    path(&env::args_os().next().map_or_else(|| "queens".into(), PathBuf::from))
}

/// Quotes a path if a shell would change it.
fn path(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:,+@%".contains(c);
    if text.chars().any(char::is_control) {
        let byte = |byte: u8| match byte {
            b'\'' | b'\\' | ..b' ' | 0x7f.. => format!("\\x{byte:02x}"),
            plain => char::from(plain).to_string(),
        };
        format!("$'{}'", text.bytes().map(byte).collect::<String>())
    } else if text.starts_with('-') {
        self::path(&Path::new(".").join(path))
    } else if text.chars().all(is_plain) {
        text
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_what_all_directories_together_lack() {
        let [plan, a, b] = ["p", "a", "b"].map(Path::new);
        assert_eq!(work_on_missing(plan, &[a]), command("work p --shards missing --dir a"));
        let missing = command("status a b --plan p --missing");
        let both = command(&format!("work p --shards \"$({missing})\" --dir a"));
        assert_eq!(work_on_missing(plan, &[a, b]), both);
    }

    #[test]
    fn quotes_what_a_shell_would_change() {
        for (typed, shown) in [
            ("a/b-1.run", "a/b-1.run"),
            ("two words", "'two words'"),
            ("it's", r"'it'\''s'"),
            ("$HOME `x`", "'$HOME `x`'"),
            ("=x", "'=x'"),
            ("~", "'~'"),
            ("-x y", "'./-x y'"),
            ("a\n'", r"$'a\x0a\x27'"),
        ] {
            assert_eq!(path(Path::new(typed)), shown);
        }
    }
}
