//! Passes the commit and the compiler to the program, because a published count names both.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The sources of the program, of whose library this is the build script.
const SOURCES: [&str; 7] =
    ["build.rs", "src", "cli/src", "publish/src", "ladder/src", "Cargo.toml", "Cargo.lock"];

/// What `cargo package` puts into an archive.
const PACKAGED: &str = ".cargo_vcs_info.json";

fn main() {
    let commit = packaged_commit().or_else(git_commit).unwrap_or_else(|| "unknown".to_owned());
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let compiler = output(&rustc, &["--version"]).unwrap_or_else(|| "unknown".to_owned());
    println!("cargo::rustc-env=QUEENS_COMMIT={commit}");
    println!("cargo::rustc-env=QUEENS_COMPILER={compiler}");
    // Sources are named too, or `-modified` would outlive the modification.
    let mut watched: Vec<_> = SOURCES.iter().chain(&[PACKAGED]).map(|path| (*path).to_owned()).collect();
    watched.extend(
        ["HEAD", "logs/HEAD"].iter().filter_map(|name| output("git", &["rev-parse", "--git-path", name])),
    );
    for path in watched.iter().filter(|path| Path::new(path).exists()) {
        println!("cargo::rerun-if-changed={path}");
    }
}

/// The commit that an archive of this package was made from, as `cargo package` notes it.
fn packaged_commit() -> Option<String> {
    let note = fs::read_to_string(PACKAGED).ok()?;
    let commit = note.split_once("\"sha1\": \"")?.1.get(..12)?;
    Some(marked(commit, note.contains("\"dirty\": true")))
}

/// The commit of this repository. A repository around an unpacked archive knows nothing of it.
fn git_commit() -> Option<String> {
    let top = output("git", &["rev-parse", "--show-toplevel"])?;
    if Path::new(&top).canonicalize().ok()? != env::current_dir().ok()?.canonicalize().ok()? {
        return None;
    }
    // Of what the program is made of: new results do not make another program.
    let changed = output("git", &[&["status", "--porcelain", "--"], &SOURCES[..]].concat()).is_some();
    Some(marked(&output("git", &["rev-parse", "--short=12", "HEAD"])?, changed))
}

fn marked(commit: &str, changed: bool) -> String {
    if changed { format!("{commit}-modified") } else { commit.to_owned() }
}

/// The first line that a command prints, if it succeeds and prints one.
fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let line = text.lines().next()?.trim();
    (output.status.success() && !line.is_empty()).then(|| line.to_owned())
}
