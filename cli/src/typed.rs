//! Commands for a reader to type.

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

/// A path in quotes, if a shell would take it for anything but itself.
fn path(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:,+@%".contains(c);
    if text.chars().all(is_plain) { text } else { format!("'{}'", text.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_what_a_shell_would_change() {
        for (typed, shown) in [
            ("a/b-1.run", "a/b-1.run"),
            ("two words", "'two words'"),
            ("it's", r"'it'\''s'"),
            ("$HOME `x`", "'$HOME `x`'"),
            ("=x", "'=x'"),
            ("~", "'~'"),
        ] {
            assert_eq!(path(Path::new(typed)), shown);
        }
    }
}
