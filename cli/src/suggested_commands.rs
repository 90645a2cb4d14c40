//! Commands that messages suggest.

use std::env;
use std::fmt::Display;
use std::path::{Path, PathBuf};

use queens::cluster::ShardList;

/// Longer shard lists are shortened in messages and left out of commands.
pub const MAX_LIST_CHARS: usize = 200;

/// Suggests resuming the count of `n` in `directory`. The method and depth are stored there.
pub fn resume_run(directory: &Path, n: impl Display) -> String {
    command(&format!("count {n} --run {}", path(directory)))
}

/// Suggests recording a count in `directory`.
pub fn record_in(directory: &Path) -> String {
    command(&format!("count 16 --record {}", path(directory)))
}

/// Suggests recounting all units in `directory` with these `options` and dropping the wrong ones.
pub fn verify_and_drop(directory: &Path, options: &str) -> String {
    command(&format!("verify {} --drop --sample 100%{options}", path(directory)))
}

/// Suggests `queens work` with `options` on `shard`, whose run directory is `directory`.
pub fn work_on_shard(plan: Option<&Path>, shard: u64, directory: &Path, options: &str) -> String {
    let above = directory.parent().filter(|above| !above.as_os_str().is_empty());
    on_plan("work", plan, &[above.unwrap_or(Path::new("."))], &format!(" --shards {shard}{options}"))
}

/// Suggests counting the `missing` shards in `dirs[0]`. These are the shards not finished in any of
/// `dirs`. If there are too many to name in a command, suggests listing them instead.
pub fn count_the_rest(plan: Option<&Path>, dirs: &[&Path], missing: &ShardList) -> String {
    let work = |list: &str| on_plan("work", plan, &dirs[..1], &format!(" --shards {list}"));
    let list = missing.to_string();
    match dirs {
        [_] => format!("{} counts the rest", work("missing")),
        // Name the shards, because other directories may contain some that the first lacks.
        _ if list.len() <= MAX_LIST_CHARS => format!("{} counts the rest", work(&list)),
        _ => format!("{} lists the rest", on_plan("status", plan, dirs, " --missing")),
    }
}

/// Suggests merging the shards in `dirs`.
pub fn merge(plan: Option<&Path>, dirs: &[&Path]) -> String {
    on_plan("merge", plan, dirs, "")
}

/// Returns a command on a plan's shards, in backticks if the user can run it as is.
fn on_plan(name: &str, plan: Option<&Path>, dirs: &[&Path], options: &str) -> String {
    let mark = if plan.is_some() { "`" } else { "" };
    let plan = plan.map_or_else(|| "PLAN".to_owned(), path);
    let dirs: Vec<_> = dirs.iter().map(|dir| format!(" --dir {}", path(dir))).collect();
    format!("{mark}{}{mark}", command(&format!("{name} {plan}{options}{}", dirs.concat())))
}

/// Returns the name by which the user called this program, followed by `words`.
pub fn command(words: &str) -> String {
    format!("{} {words}", program())
}

/// Returns the path by which the user called this program, or just its name if the shell found it.
fn program() -> String {
    path(&env::args_os().next().map_or_else(|| "queens".into(), PathBuf::from))
}

/// Quotes a path if a shell would otherwise change it.
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
        let rest = |dirs: &[&Path], list: &str| count_the_rest(Some(plan), dirs, &list.parse().unwrap());
        let said = |words, does| format!("`{}` {does} the rest", command(words));
        assert_eq!(rest(&[a], "3"), said("work p --shards missing --dir a", "counts"));
        assert_eq!(rest(&[a, b], "3,5-7"), said("work p --shards 3,5-7 --dir a", "counts"));
        let long = (0..200).step_by(2).collect::<ShardList>().to_string();
        assert_eq!(rest(&[a, b], &long), said("status p --missing --dir a --dir b", "lists"));
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
