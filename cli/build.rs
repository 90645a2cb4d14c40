//! Passes the commit and the compiler version to the program, because published counts name both.
//!
//! Cargo runs this script in this package's directory, one level below the repository root.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The file in which `cargo package` records the package's commit.
const PACKAGE_COMMIT_FILE: &str = ".cargo_vcs_info.json";

/// The suffix that marks a program built from sources that differ from the commit.
const MODIFIED: &str = "-modified";

/// `git archive` replaces this text with the commit.
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
    let commit =
        if generates_other_code() && !commit.ends_with(MODIFIED) { commit + MODIFIED } else { commit };
    println!("cargo::rustc-env=QUEENS_COMMIT={commit}");
    println!("cargo::rustc-env=QUEENS_COMPILER={compiler}");
    // Watch the sources too. Otherwise, the mark would remain after a modification is undone.
    let watched = sources().into_iter().chain([PACKAGE_COMMIT_FILE.into()]).chain(where_commits_move());
    for path in watched.filter(|path| path.exists()) {
        println!("cargo::rerun-if-changed={}", path.display());
    }
}

/// Returns the sources, manifests and settings of every package in the workspace. If this package was
/// unpacked from an archive, there is no workspace.
fn sources() -> Vec<PathBuf> {
    let is_package = |folder: &PathBuf| folder.join("Cargo.toml").exists();
    let top = Path::new("..");
    let mut packages = vec![PathBuf::from(".")];
    let mut sources = Vec::new();
    if is_package(&top.into()) {
        let folders = fs::read_dir(top).into_iter().flatten().flatten().map(|entry| entry.path());
        packages = folders.filter(is_package).chain([top.into()]).collect();
        sources.extend([top.join("Cargo.lock"), top.join(".cargo/config.toml")]);
    }
    packages.sort();
    let files = ["Cargo.toml", "build.rs", "src"];
    sources.extend(packages.iter().flat_map(|package| files.map(|file| package.join(file))));
    sources
}

/// Returns whether the compiler flags may change the generated code. Flags for paths, lints or the linker do
/// not.
fn generates_other_code() -> bool {
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default().replace("-C\u{1f}", "-C");
    let harmless = ["--remap-path-prefix=", "-D", "-Clink-arg=", "-Clinker="];
    flags
        .split('\u{1f}')
        .any(|flag| !flag.is_empty() && !harmless.iter().any(|start| flag.starts_with(start)))
}

/// Returns the files and folders that git changes when it commits or switches branches. If HEAD has no log,
/// the refs of all branches are included.
fn where_commits_move() -> impl Iterator<Item = PathBuf> {
    let path = |name: &&str| output("git", &["rev-parse", "--git-path", name]).map(PathBuf::from);
    let has_log = path(&"logs/HEAD").is_some_and(|log| log.exists());
    let names: &[&str] =
        if has_log { &["HEAD", "logs/HEAD"] } else { &["HEAD", "refs/heads", "packed-refs", "reftable"] };
    names.iter().filter_map(path)
}

/// Returns the commit recorded by `cargo package`, if this package was unpacked from an archive.
fn packaged_commit() -> Option<String> {
    #[allow(clippy::disallowed_methods, reason = "a file of this package")]
    let note = fs::read_to_string(PACKAGE_COMMIT_FILE).ok()?;
    let commit = note.split_once("\"sha1\": \"")?.1.get(..12)?;
    Some(marked(commit, note.contains("\"dirty\": true")))
}

/// Returns the commit that `git archive` inserted, if the repository was unpacked from an archive.
fn archived_commit() -> Option<String> {
    (!ARCHIVE_COMMIT.starts_with('$')).then(|| ARCHIVE_COMMIT[..12].to_owned())
}

/// Asks git for this repository's commit. Returns `None` if git finds a different repository, which happens
/// if an archive was unpacked inside one.
fn git_commit() -> Option<String> {
    let top = output("git", &["rev-parse", "--show-toplevel"])?;
    if Path::new(&top).canonicalize().ok() != Path::new("..").canonicalize().ok() {
        return None;
    }
    // Look only at the sources. Other changes, such as new results, do not change the program.
    let mut status = vec!["status", "--porcelain", "--"];
    let sources = sources();
    status.extend(sources.iter().filter_map(|path| path.to_str()));
    let changed = output("git", &status)?;
    Some(marked(&output("git", &["rev-parse", "--short=12", "HEAD"])?, !changed.is_empty()))
}

fn marked(commit: &str, changed: bool) -> String {
    if changed { format!("{commit}{MODIFIED}") } else { commit.to_owned() }
}

/// Returns the first line that a command prints, or `None` if the command fails.
fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output =
        Command::new(program).args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).lines().next().unwrap_or_default().trim().to_owned())
}
