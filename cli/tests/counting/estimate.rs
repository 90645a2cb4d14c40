//! `queens estimate`: random units counted.

use queens::methods::Method;
use serde_json::{Value, json};
use tempfile::tempdir;

use crate::support::{Finished, known, read_stderr, run, signal, start};

/// `queens estimate` with these arguments.
fn estimate(arguments: &[&str]) -> Finished {
    run(tempdir().unwrap().path(), &[&["estimate"], arguments].concat())
}

fn number(value: &Value, field: &str) -> f64 {
    value[field].as_f64().unwrap_or_else(|| panic!("{field} in {value}"))
}

#[test]
fn counts_a_small_board_exactly() {
    let whole = estimate(&["12", "--json"]).json();
    assert_eq!(number(&whole, "solutions"), 14_200.0);
    assert_eq!((&whole["complete"], &whole["units_counted"]), (&json!(true), &whole["units"]));
    for field in ["solutions_standard_error", "cpu_standard_error_s", "wall_standard_error_s"] {
        assert_eq!(number(&whole, field), 0.0, "{field}");
    }
    let text = estimate(&["8"]).stdout();
    assert!(text.contains("  solutions  92\n") && text.contains("all of them counted"), "{text}");
}

#[test]
fn estimates_a_large_board_with_errors() {
    let found = estimate(&["21", "--method", "halves", "--threads", "2", "--error", "40%", "--json"]).json();
    assert_eq!(found["complete"], false);
    assert!((10.0..1000.0).contains(&number(&found, "units_counted")), "{found}");
    let error = number(&found, "cpu_standard_error_s") / number(&found, "cpu_s");
    assert!((0.01..0.6).contains(&error), "{found}");
    assert!((number(&found, "cpu_s") / number(&found, "wall_s") - 2.0).abs() < 1e-9);
    let loses = number(&found, "cpu_s") / number(&found, "units") * 2.0;
    assert!((number(&found, "stop_loses_s") / loses - 1.0).abs() < 1e-9);
    let solutions = number(&found, "solutions");
    let known = known(21).parse::<f64>().unwrap();
    let off = (solutions - known) / number(&found, "solutions_standard_error");
    assert!(off.abs() < 4.0 && (solutions / known - 1.0).abs() < 0.05, "{found}");
    let line = number(&found, "ledger_bytes") / number(&found, "units");
    assert!((80.0..140.0).contains(&line), "{line} bytes a line");
}

#[test]
fn rounds_every_figure_to_its_error() {
    let text = estimate(&["20", "--method", "halves", "--error", "40%", "--threads", "2"]).stdout();
    let line = |name: &str| {
        let line = text.lines().find_map(|line| line.trim_start().strip_prefix(name));
        line.unwrap_or_else(|| panic!("{name} in {text}")).trim().to_owned()
    };
    for name in ["wall time", "CPU time", "solutions", "a stop"] {
        let is_bound = line(name).contains("up to ") && text.contains("\n  busy ");
        assert!(is_bound || line(name).contains(" ± ") && line(name).contains('%'), "{text}");
    }
    let time = line("CPU time").replace("up to ", "");
    let figures = time.chars().take_while(|&c| c != ' ').filter(char::is_ascii_digit).count();
    assert!((1..=3).contains(&figures), "{text}");
    assert!(line("memory").ends_with(" MB") && line("ledger").ends_with(" MB"), "{text}");
    // A slow machine counts units of a finer plan instead.
    let counted = [" of them counted", " smaller ones counted (depth 5)", " smaller ones counted (depth 6)"];
    let units = line("units");
    assert!(units.starts_with("4,000, ") && counted.iter().any(|words| units.ends_with(words)), "{text}");
}

#[test]
fn assumes_extra_threads_are_as_fast() {
    let of = |threads| {
        estimate(&["16", "--method", "halves", "--error", "100%", "--threads", threads, "--json"]).json()
    };
    let one = of("1");
    let many = of("1000");
    assert_eq!(many["threads"], 1000);
    // All 32 units at a time.
    assert!((number(&many, "cpu_s") / number(&many, "wall_s") - 32.0).abs() < 1e-6, "{many}");
    assert!((0.2..5.0).contains(&(number(&many, "cpu_s") / number(&one, "cpu_s"))), "{one} {many}");
    assert!(number(&many, "memory_bytes") > 100.0 * 300_000.0, "{many}");
}

#[test]
fn estimated_solutions_depend_on_the_seed() {
    let solutions = |seed| {
        let some_units = ["--kernel", "scalar", "--method", "cross", "--error", "100%", "--time", "0.1"];
        let found = estimate(&[&["17", "--seed", seed, "--json"], &some_units[..]].concat()).json();
        assert_eq!(found["complete"], false);
        number(&found, "solutions")
    };
    assert_ne!(solutions("7"), solutions("8"));
}

#[test]
fn prints_a_table_row_per_board() {
    let table = estimate(&["6", "11..13"]).stdout();
    let lines: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
    assert!(table.starts_with("wall time with ") && table.contains("CPU time"), "{table}");
    let boards: Vec<&str> = lines[2..].iter().map(|line| line[0]).collect();
    assert_eq!(boards, ["6", "11", "12", "13"]);
    assert!(lines[2].contains(&"4") && lines[5].contains(&"73,712"), "{table}");

    let objects = estimate(&["5..7", "--json"]).stdout();
    let boards: Vec<u64> = (objects.lines())
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["n"].as_u64().unwrap())
        .collect();
    assert_eq!(boards, [5, 6, 7]);
}

#[test]
fn stop_prints_a_partial_estimate() {
    let directory = tempdir().unwrap();
    let arguments = ["estimate", "22", "--error", "0.01%", "--time", "3600", "--json"];
    let mut child = start(directory.path(), &arguments);
    read_stderr(&mut child, |text| text.contains("counting random units"));
    signal(&child, "INT");
    let stopped = Finished::of(child);
    assert_eq!(stopped.code(), 3, "{}", stopped.stderr());
    let found = stopped.json();
    assert!(found["complete"] == false && number(&found, "solutions") > 1e11, "{found}");
}

#[test]
fn memory_includes_the_plan_and_every_thread() {
    let memory = |threads: &str, kernel: &str| {
        let arguments = ["14", "--method", "cross", "--threads", threads, "--kernel", kernel, "--json"];
        number(&estimate(&arguments).json(), "memory_bytes") as u64
    };
    let [plan, one, three] =
        [("1", "scalar"), ("1", "portable"), ("3", "portable")].map(|(t, k)| memory(t, k));
    // 849 prefixes of 32 bytes and more, and 15 buffers of 17 KiB and more a thread.
    assert!(plan > 849 * 32 && one - plan > 15 * 17 * 1024, "{plan}, {one}");
    assert_eq!(three - plan, 3 * (one - plan));
}

#[test]
fn names_bad_input() {
    for (arguments, says) in [
        (&["8,10..12"][..], "write these boards as 8 10..12"),
        (&["8", "--time", "0"], "give a time from 0.1 s to 30 years"),
        (&["8", "--error", "0%"], "give a percentage, as in 5%"),
        (&["8", "--error", "5"], "give a percentage, as in 5%"),
        (&["8", "--error", "101%"], "give a percentage, as in 5%"),
        (&["8", "--device", "gpu", "--kernel", "scalar"], "--kernel selects a kernel of the CPU"),
    ] {
        estimate(arguments).fails(2, &[says]);
    }
    let kernel = Method::Cross.available()[0].to_string();
    assert_eq!(estimate(&["8", "--method", "cross", "--kernel", &kernel]).code(), 0);
}
