//! Tests the program on a terminal, including the bar, colours and line lengths.

use crate::support::terminal::shown;
use crate::support::{PROGRAM, command, known, queens, run};

/// A count that takes a second or more. The bar appears after 0.3 s.
const COUNT_WITH_BAR: &str = "count 16 --kernel scalar --threads 1 --no-checkpoint";

const GREEN: &str = "\u{1b}[32m";

#[test]
fn option_decides_about_colour_before_the_environment() {
    for (option, variable, value, is_green) in [
        ("auto", "NO_COLOR", "", true),
        ("auto", "NO_COLOR", "1", false),
        ("always", "NO_COLOR", "1", true),
        ("never", "CLICOLOR_FORCE", "1", false),
    ] {
        let mut count = queens(".", &format!("{COUNT_WITH_BAR} --max-time 0.7 --color {option}"));
        let text = shown(count.env(variable, value), 80);
        assert!(text.contains("--"), "{text:?}");
        assert_eq!(text.contains(GREEN), is_green, "--color {option}, {variable}={value}: {text:?}");
    }
}

#[test]
fn help_has_colour_where_the_option_and_the_environment_allow_it() {
    for (words, variable, has_colour) in [
        ("count --help --color never", "CLICOLOR_FORCE", false),
        ("count --help", "NO_COLOR", false),
        ("count --help", "UNRELATED", true),
        ("count x", "CLICOLOR_FORCE", false),
    ] {
        let text = shown(queens(".", words).env(variable, "1"), 80);
        assert_eq!(text.contains('\u{1b}'), has_colour, "{words}, {variable}: {text:?}");
    }
    assert!(run(".", "count --help --color always").stdout().contains('\u{1b}'));
}

#[test]
fn bar_becomes_plain_lines_in_a_file() {
    let told =
        run(".", &format!("{COUNT_WITH_BAR} --progress bar --interval 0.1")).says(&["% done, "]).stderr();
    assert!(!told.contains(['\u{1b}', '\r', '>']), "{told}");
}

/// With job control, the shell owns the terminal while the count runs in the background.
#[test]
#[cfg(target_os = "linux")]
fn background_count_draws_no_bar() {
    let session = |line: &str| {
        let mut bash = command("setsid");
        bash.args(["--ctty", "bash", "-c", &format!("set -m; {PROGRAM} {COUNT_WITH_BAR} {line}")]);
        shown(&mut bash, 80)
    };
    let background = session("& wait");
    assert!(background.contains(&known(16)) && !background.contains(['\u{1b}', '\r', '>']), "{background:?}");
    let later = session("& sleep 0.3; echo now; fg");
    let (before, after) = later.split_once("now\n").unwrap();
    assert!(before.is_empty() && after.contains('>') && after.contains(&known(16)), "{later:?}");
}

/// A display may end right after drawing a frame, and the next display starts at once.
#[test]
fn bar_leaves_nothing_in_a_table() {
    for words in
        ["estimate 12 13 14 --threads 1", "count 12..14 16 --kernel scalar --threads 1 --no-checkpoint"]
    {
        let text = shown(&mut queens(".", words), 80);
        assert!(text.contains("\u{1b}[2K"), "no bar was drawn: {text:?}");
        for line in text.lines() {
            let left = line.rsplit("\u{1b}[2K").next().unwrap();
            assert!(!left.contains(['\u{1b}', '>']), "{words}: {left:?} of {text:?}");
        }
    }
}

#[test]
fn table_of_estimates_is_not_interrupted() {
    // At N = 27, no unit finishes in 0.1 s.
    let unknown = "N = 27: cannot estimate the time: no unit was finished in ";
    for (boards, expected) in [
        ("10 11 --time 6", &["wall time with", " N  method", "10  ", "11  "][..]),
        ("10 27 --time 0.1", &["wall time with", " N  method", "10  ", "27  ", unknown]),
    ] {
        let estimate = format!("estimate {boards} --threads 1 --kernel scalar --progress none");
        let text = shown(&mut queens(".", &estimate), 80);
        // On a busy machine, an extra line below the figures explains the upper bound.
        let lines: Vec<_> = text.lines().filter(|line| !line.contains("on an idle machine")).collect();
        assert_eq!(lines.len(), expected.len(), "{text}");
        assert!(lines.iter().zip(expected).all(|(line, begin)| line.starts_with(begin)), "{text}");
    }
}
