//! Commands that messages suggest to the user.

use std::path::{Path, PathBuf};

use queens::board::BoardSize;

/// The command that resumes the run of a board of `n` rows in `directory`, which knows its method and depth.
pub fn resume_run(directory: &Path, n: BoardSize) -> String {
    format!("queens count {n} --run {}", path(directory))
}

/// The command that recounts every unit of the run in `directory`.
pub fn verify_all(directory: &Path) -> String {
    format!("queens verify {} --sample 100%", path(directory))
}

/// The command that drops what is found wrong in the run in `directory`, or contradicts itself.
pub fn verify_and_drop(directory: &Path) -> String {
    format!("queens verify {} --drop", path(directory))
}

/// The command that lists the unfinished shards of `plan` in `dirs`.
pub fn status_missing(plan: &Path, dirs: &[&Path]) -> String {
    let dirs: Vec<_> = dirs.iter().map(|dir| path(dir)).collect();
    format!("queens status {} --plan {} --missing", dirs.join(" "), path(plan))
}

/// The command that counts the shards of `plan` that `dirs` together lack, in the first of them.
pub fn work_on_missing(plan: &Path, dirs: &[&Path]) -> String {
    let shards = match dirs {
        [_] => "missing".to_owned(),
        // Another directory may have what the first lacks.
        several => format!("\"$({})\"", status_missing(plan, several)),
    };
    format!("queens work {} --shards {shards} --dir {}", path(plan), path(dirs[0]))
}

/// The command that merges the shards of `plan` in `dirs`.
pub fn merge(plan: &Path, dirs: &[&Path]) -> String {
    let dirs: Vec<_> = dirs.iter().map(|dir| format!(" --dir {}", path(dir))).collect();
    format!("queens merge {}{}", path(plan), dirs.concat())
}

/// The command that counts a shard of `plan` in `dir`.
pub fn work_on(plan: &Path, dir: &Path, shard: u64) -> String {
    format!("queens work {} --shards {shard} --dir {}", path(plan), path(dir))
}

/// The commands that make the manifest of the run in `directory` again and keep its units. The command
/// `resume` resumes that run.
pub fn manifest_again(directory: &Path, resume: &str) -> String {
    let with_suffix = |more: &str| {
        let mut name: PathBuf = directory.components().collect::<PathBuf>();
        let mut last = name.file_name().unwrap_or_default().to_owned();
        last.push(more);
        name.set_file_name(last);
        name
    };
    let aside = (1u64..).map(|number| with_suffix(&format!(".old-{number}"))).find(|aside| !aside.exists());
    let [from, to] =
        [aside.unwrap_or_default(), directory.to_owned()].map(|dir| path(&dir.join("ledger.jsonl")));
    format!(
        "make the manifest again and keep every unit: `{resume} --fresh --max-time 0.1`, then `cat {from} >> \
         {to}`, then `{resume}`"
    )
}

/// A path, quoted if a shell would change it.
fn path(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:,+@%".contains(c);
    if text.chars().all(is_plain) { text } else { format!("'{}'", text.replace('\'', r"'\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_what_all_directories_together_lack() {
        let [plan, a, b] = ["p", "a", "b"].map(Path::new);
        assert_eq!(work_on_missing(plan, &[a]), "queens work p --shards missing --dir a");
        let both = "queens work p --shards \"$(queens status a b --plan p --missing)\" --dir a";
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
        ] {
            assert_eq!(path(Path::new(typed)), shown);
        }
    }
}
