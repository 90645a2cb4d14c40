//! Tells the program which commit it was built from, and with which compiler: a published count names both.

use std::env;
use std::path::Path;
use std::process::Command;

/// What the program is made of.
const SOURCES: [&str; 4] = ["build.rs", "src", "Cargo.toml", "Cargo.lock"];

fn main() {
    let commit = output("git", &["rev-parse", "--short=12", "HEAD"]);
    // Of what the program is made of: new results do not make another program.
    let changed = output("git", &[&["status", "--porcelain", "--"], &SOURCES[..]].concat()).is_some();
    let commit = match (commit, changed) {
        (Some(commit), true) => format!("{commit}-modified"),
        (Some(commit), false) => commit,
        (None, _) => "unknown".to_owned(),
    };
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let compiler = output(&rustc, &["--version"]).unwrap_or_else(|| "unknown".to_owned());
    println!("cargo::rustc-env=QUEENS_COMMIT={commit}");
    println!("cargo::rustc-env=QUEENS_COMPILER={compiler}");
    // Sources are named too, or `-modified` would outlive the modification.
    for path in SOURCES.iter().chain(&[".git/HEAD", ".git/logs/HEAD"]) {
        if Path::new(path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
}

/// The first line that a command prints, if it succeeds and prints one.
fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let line = text.lines().next()?.trim();
    (output.status.success() && !line.is_empty()).then(|| line.to_owned())
}
