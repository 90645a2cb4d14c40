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
}

/// What bash offers for the last of `words`, in a directory with a file and a directory.
fn offered_by_bash(words: &[&str]) -> Vec<String> {
    let folder = tempfile::TempDir::new().unwrap();
    std::fs::write(folder.path().join("script"), stdout(&["completions", "bash"])).unwrap();
    std::fs::create_dir(folder.path().join("place")).unwrap();
    // Without a terminal there is no compopt; nothing at all in the list lets bash offer files.
    let ask = "compopt() { [ $2 = plusdirs ] && compgen -d -- \"$cur\"; true; }; . ./script; \
               COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); cur=${!#}; previous=${@: -2:1}; \
               _queens_places queens \"$cur\" \"$previous\"; \
               [ ${#COMPREPLY[@]} -gt 0 ] && printf '%s\\n' \"${COMPREPLY[@]}\" || compgen -f -- \"$cur\"";
    let arguments = ["-c", ask, "bash"].into_iter().chain(words.iter().copied());
    let told = crate::support::command("bash").args(arguments).current_dir(folder.path()).output().unwrap();
    let told = String::from_utf8(told.stdout).unwrap();
    told.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

#[test]
fn bash_offers_files_only_where_a_file_is_meant() {
    for words in [
        &["queens", "count", ""][..],
        &["queens", "count", "8", "--threads", ""],
        &["queens", "count", "8", "--max-time", ""],
        &["queens", "count", "8", "p"],
        &["queens", "plan", "8", "--shards", "s"],
        &["queens", "verify", "run", "--seed", ""],
    ] {
        let offered = offered_by_bash(words);
        let is_file = |word: &String| ["script", "place"].contains(&word.as_str());
        assert!(!offered.iter().any(is_file), "{words:?}: {offered:?}");
    }
    for words in [
        &["queens", "count", "8", "--run", ""][..],
        &["queens", "status", ""],
        &["queens", "merge", ""],
        &["queens", "merge", "plan", "--dir", "d", "-r", ""],
    ] {
        let offered = offered_by_bash(words);
        assert!(offered.contains(&"place".to_owned()), "{words:?}: {offered:?}");
    }
    assert!(offered_by_bash(&["queens", "merge", "s"]).contains(&"script".to_owned()));
    assert_eq!(offered_by_bash(&["queens", "count", "8", "--method", "c"]), ["cross"]);
    assert!(offered_by_bash(&["queens", "count", "8", "--fresh", "--"]).contains(&"--run".to_owned()));
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
    assert_eq!(stdout(&["-V"]), format!("queens {}\n", env!("CARGO_PKG_VERSION")));
}
