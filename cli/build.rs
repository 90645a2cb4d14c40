//! Passes the commit and the compiler to the program, because a published count names both.
//!
//! Cargo runs it in the folder of this package, one below the top of the repository.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The sources of the program: its own, and those of the packages that it is made of.
const SOURCES: [&str; 9] = [
    "build.rs",
    "src",
    "Cargo.toml",
    "../src",
    "../publish/src",
    "../explore/src",
    "../format/src",
    "../Cargo.toml",
    "../Cargo.lock",
];

/// The file in which `cargo package` notes the commit of an archive.
const PACKAGE_COMMIT_FILE: &str = ".cargo_vcs_info.json";

/// The commit that `git archive` writes here.
const ARCHIVE_COMMIT: &str = "$Format:%H$";

fn main() {
    let commit = packaged_commit().or_else(archived_commit).or_else(git_commit).unwrap_or_else(|| {
        println!(
            "cargo::warning=records of counts will say that their commit is unknown: git does not tell it"
        );
        "unknown".to_owned()
    });
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let compiler = output(&rustc, &["--version"]).unwrap_or_else(|| "unknown".to_owned());
    println!("cargo::rustc-env=QUEENS_COMMIT={commit}");
    println!("cargo::rustc-env=QUEENS_COMPILER={compiler}");
    // Sources are named too, or `-modified` would outlive the modification.
    let watched = SOURCES.iter().chain(&[PACKAGE_COMMIT_FILE]).map(PathBuf::from).chain(where_commits_move());
    for path in watched.filter(|path| path.exists()) {
        println!("cargo::rerun-if-changed={}", path.display());
    }
}

/// The files and folders that git changes when it commits or switches branches. If there is no log of HEAD,
/// they are the files of all branches.
fn where_commits_move() -> impl Iterator<Item = PathBuf> {
    let path = |name: &&str| output("git", &["rev-parse", "--git-path", name]).map(PathBuf::from);
    let has_log = path(&"logs/HEAD").is_some_and(|log| log.exists());
    let names: &[&str] =
        if has_log { &["HEAD", "logs/HEAD"] } else { &["HEAD", "refs/heads", "packed-refs", "reftable"] };
    names.iter().filter_map(path)
}

/// The commit that an archive of this package was made from, as `cargo package` notes it.
fn packaged_commit() -> Option<String> {
    #[allow(clippy::disallowed_methods, reason = "a file of this package")]
    let note = fs::read_to_string(PACKAGE_COMMIT_FILE).ok()?;
    let commit = note.split_once("\"sha1\": \"")?.1.get(..12)?;
    Some(marked(commit, note.contains("\"dirty\": true")))
}

/// The commit that an archive of the repository was made from.
fn archived_commit() -> Option<String> {
    (!ARCHIVE_COMMIT.starts_with('$')).then(|| ARCHIVE_COMMIT[..12].to_owned())
}

/// The commit of this repository, from git. Git must not answer for a repository around an unpacked archive.
fn git_commit() -> Option<String> {
    let top = output("git", &["rev-parse", "--show-toplevel"])?;
    if Path::new(&top).canonicalize().ok() != Path::new("..").canonicalize().ok() {
        return None;
    }
    // Only the sources of the program count: new results do not make a different program.
    let changed = output("git", &[&["status", "--porcelain", "--"], &SOURCES[..]].concat())?;
    Some(marked(&output("git", &["rev-parse", "--short=12", "HEAD"])?, !changed.is_empty()))
}

fn marked(commit: &str, changed: bool) -> String {
    if changed { format!("{commit}-modified") } else { commit.to_owned() }
}

/// The first line that a command prints, unless it fails.
fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output =
        Command::new(program).args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).lines().next().unwrap_or_default().trim().to_owned())
}
