//! Shell completions and manual pages, made from the definition of the command line.

use std::path::Path;

fn stdout(arguments: &[&str]) -> String {
    let finished = crate::support::run(Path::new("."), arguments);
    assert_eq!(finished.code(), 0, "{arguments:?}");
    finished.stdout()
}

#[test]
fn completions_of_every_shell_know_all_commands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = stdout(&["completions", shell]);
        assert!(script.contains("selftest") && script.contains("no-checkpoint"), "{shell}");
    }
    // Bash completes files wherever it has no hint, and zsh offers no option behind the rest of a line.
    assert!(
        stdout(&["completions", "bash"]).contains("--threads)\n                    COMPREPLY=(\"${cur}\")")
    );
    assert!(stdout(&["completions", "zsh"]).contains("'*:boards --"));
}

#[test]
fn manual_has_a_page_per_command() {
    let folder = tempfile::TempDir::new().unwrap();
    stdout(&["man", "--output", folder.path().to_str().unwrap()]);
    let page = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert!(page("queens-count.1").contains("EXIT STATUS"));
    assert!(page("queens.1").contains("count") && !page("queens.1").contains("kernels:"));
    assert!(stdout(&["man"]).starts_with(".\\\" made by queens\n.ie"));
}

#[test]
fn long_version_names_commit_and_kernels() {
    let long = stdout(&["--version"]);
    assert!(
        long.starts_with("queens ")
            && long.contains("(commit ")
            && long.contains("kernels: ")
            && long.contains("scalar"),
        "{long}"
    );
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(stdout(&["-V"]), format!("queens {version}\n"));
    assert!(stdout(&["count", "4", "--json"]).contains(&format!(r#""version":"{version}""#)));
}
