//! Tests shell completions and manual pages.

use std::fs;

use crate::support::{contains, run};

#[test]
fn completions_of_every_shell_know_all_commands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        run(".", &format!("completions {shell}")).shows(&["selftest", "no-checkpoint"]).printed();
    }
    // Without these fixes, bash would insert a dash, and zsh would offer no options after a board.
    run(".", "completions bash").shows(&["-X \"${cur:+#}-*\" -- "]);
    run(".", "completions zsh").shows(&["'*:boards --"]);
}

#[test]
fn manual_has_a_page_per_command() {
    let folder = tempfile::tempdir().unwrap();
    run(&folder, "man --output pages").printed();
    let page = |name: &str| fs::read_to_string(folder.path().join("pages").join(name)).unwrap();
    let version = concat!("\"queens ", env!("CARGO_PKG_VERSION"), "\"");
    contains(
        &page("queens-count.1"),
        &[
            "\\fBqueens count\\fR [OPTIONS] <N>...",
            ".SH EXAMPLES\n  queens count 16",
            ".SH NOTES\nA count ",
            version,
        ],
    );
    let program = page("queens.1");
    contains(
        &program,
        &[".SH SIGNALS\nSIGINT ", ".SH \"EXIT CODES\"\n  0    success\n", "QUEENS_THREADS  the default"],
    );
    assert!(
        !program.contains("kernels:") && !page("queens-count.1").contains("QUEENS_THREADS  "),
        "{program}"
    );
    assert!(run(&folder, "man").printed().starts_with(".\\\" made by queens\n.ie"));
}

#[test]
fn long_version_names_commit_and_kernels() {
    let version = env!("CARGO_PKG_VERSION");
    let long = run(".", "--version").printed();
    assert!(long.starts_with(&format!("queens {version} (commit ")), "{long}");
    contains(&long, &["kernels: ", "scalar"]);
    run(".", "-V").prints(&format!("queens {version}\n"));
    assert_eq!(run(".", "count 4 --json").json()["version"], version);
}
