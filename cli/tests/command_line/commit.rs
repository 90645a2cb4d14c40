//! Tests how the build script finds the commit that `queens --version` and records show.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use tempfile::tempdir;

use crate::support::{Finished, command, repository};

/// Returns a command that runs in `folder` and ignores the user's Git and Cargo settings.
fn tool(program: &str, folder: &Path) -> Command {
    let mut tool = command(program);
    tool.current_dir(folder)
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_SYSTEM", "/dev/null");
    tool
}

/// Runs a command that must succeed, and returns its output.
fn printed(tool: &mut Command) -> String {
    Finished::by(tool).printed()
}

fn git(folder: &Path, arguments: &str) -> String {
    let settings = ["user.name=a", "user.email=a@example.org"];
    let mut git = tool("git", folder);
    git.args(settings.iter().flat_map(|setting| ["-c", setting]));
    printed(git.args(arguments.split(' ')))
}

/// Compiles the build script in `folder/cli`, and returns a command that runs it.
fn script(folder: &Path) -> Command {
    let built = folder.with_extension("script");
    let package = folder.join("cli");
    printed(tool("rustc", &package).args(["--edition", "2024", "build.rs", "-o"]).arg(&built));
    tool(built.to_str().unwrap(), &package)
}

/// Runs the build script, and returns the values of its `cargo::NAME=` lines.
fn passed_on(script: &mut Command, name: &str) -> Vec<String> {
    let printed = printed(script);
    printed
        .lines()
        .filter_map(|line| line.strip_prefix(&format!("cargo::{name}=")))
        .map(str::to_owned)
        .collect()
}

fn commit(script: &mut Command) -> String {
    passed_on(script, "rustc-env=QUEENS_COMMIT").concat()
}

/// Changing any of these files changes the program.
const SOURCES: [&str; 6] =
    ["src/lib.rs", "Cargo.toml", "Cargo.lock", "cli/Cargo.toml", "other/Cargo.toml", "other/src/page.html"];

/// Creates a Git repository in `folder`, with this project's build script and an uncommitted change.
fn changed_repository(folder: &Path, settings: &str) {
    for name in ["src", "cli", "other/src", "results"] {
        fs::create_dir_all(folder.join(name)).unwrap();
    }
    for name in SOURCES {
        fs::write(folder.join(name), "").unwrap();
    }
    for name in ["cli/build.rs", ".gitattributes"] {
        fs::copy(repository().join(name), folder.join(name)).unwrap();
    }
    git(folder, &format!("{settings} init --quiet"));
    git(folder, "add .");
    git(folder, "commit --quiet --message first");
    fs::write(folder.join("src/lib.rs"), "// changed").unwrap();
}

#[test]
fn names_the_commit_after_every_commit() {
    // Older versions of Git ignore the second setting, which then repeats the first case.
    for settings in ["--no-pager", "-c init.defaultRefFormat=reftable"] {
        check_commits(settings, |_| ());
    }
    check_commits("--no-pager", |place| {
        git(place, "config core.logAllRefUpdates false");
        fs::remove_dir_all(place.join(".git/logs")).unwrap();
    });
}

/// Checks that Cargo would rerun the script after a commit and on a new branch, and that the script then
/// names the new commit. `settings` are Git options for `init`. `prepare` may change the repository first.
fn check_commits(settings: &str, prepare: impl Fn(&Path)) {
    let folder = tempdir().unwrap();
    let place = folder.path().join("place");
    changed_repository(&place, settings);
    prepare(&place);
    let mut script = script(&place);
    assert!(commit(&mut script).ends_with("-modified"));
    for moves in ["commit --quiet --all --message again", "checkout --quiet -b a/new"] {
        let watched = passed_on(&mut script, "rerun-if-changed");
        fs::write(folder.path().join("ran"), "").unwrap();
        sleep(Duration::from_millis(20));
        git(&place, moves);
        let mut find = tool("find", &place.join("cli"));
        assert!(!printed(find.args(watched).args(["-newer", "../../ran"])).is_empty(), "{moves}");
        assert_eq!(commit(&mut script), git(&place, "rev-parse --short=12 HEAD"), "{moves}");
    }
}

#[test]
fn names_only_the_commit_of_its_own_sources() {
    let folder = tempdir().unwrap();
    let [place, archive] = ["place", "place/archive"].map(|name| folder.path().join(name));
    changed_repository(&place, "--no-pager");
    let head = git(&place, "rev-parse --short=12 HEAD");
    let mut own = script(&place);
    assert_eq!(commit(&mut own), format!("{head}-modified"));
    // Git does not trust another user's repository.
    assert_eq!(commit(own.env("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")), "unknown");
    own.env_remove("GIT_TEST_ASSUME_DIFFERENT_OWNER");
    // An unpacked archive contains its commit. The script reports that commit both inside another repository
    // and outside of any repository.
    git(&place, "archive --prefix=archive/ --output=a.tar HEAD");
    printed(tool("tar", &place).args(["-xf", "a.tar"]));
    let mut archived = script(&archive);
    assert_eq!(commit(&mut archived), head);
    assert_eq!(commit(archived.current_dir(folder.path())), head);
    for elsewhere in [&*archive.join("cli"), folder.path()] {
        assert_eq!(commit(own.current_dir(elsewhere)), "unknown");
    }
    assert_eq!(passed_on(&mut own, "warning").len(), 1);
}

#[test]
fn marks_a_program_that_is_not_exactly_of_its_commit() {
    let folder = tempdir().unwrap();
    let place = folder.path().join("place");
    changed_repository(&place, "--no-pager");
    git(&place, "checkout --quiet .");
    fs::write(place.join("results/new"), "").unwrap();
    let mut own = script(&place);
    let head = git(&place, "rev-parse --short=12 HEAD");
    let marked = format!("{head}-modified");
    assert_eq!(commit(&mut own), head);
    for name in SOURCES.into_iter().chain(["other/src/new.rs"]) {
        fs::write(place.join(name), "changed").unwrap();
        assert_eq!(commit(&mut own), marked, "{name}");
        git(&place, "stash --quiet --include-untracked");
    }
    // Remapped paths, lints and linker options, as in the release scripts, do not change the code. The other
    // flags do.
    for (flags, expected) in [
        ("--remap-path-prefix=/a=b\u{1f}-Dwarnings\u{1f}-C\u{1f}link-arg=-s", &head),
        ("-Dwarnings\u{1f}-C\u{1f}target-cpu=native", &marked),
        ("-Copt-level=1", &marked),
    ] {
        assert_eq!(&commit(own.env("CARGO_ENCODED_RUSTFLAGS", flags)), expected, "{flags}");
    }
}
