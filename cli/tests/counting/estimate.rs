//! Tests `queens estimate`, which counts random units.

use serde_json::Value;

use crate::support::{Finished, read_stderr, run, signal, start};

fn estimate(words: &str) -> Finished {
    run(".", &format!("estimate {words}"))
}

fn number(value: &Value, field: &str) -> f64 {
    value[field].as_f64().unwrap_or_else(|| panic!("{field} in {value}"))
}

#[test]
fn assumes_extra_threads_are_as_fast() {
    let of =
        |threads| estimate(&format!("16 --method colours --error 100% --threads {threads} --json")).json();
    let one = of(1);
    let many = of(1000);
    assert_eq!(many["threads"], 1000);
    // All 191 units would run at once.
    assert!((number(&many, "cpu_s") / number(&many, "wall_s") - 191.0).abs() < 1e-6, "{many}");
    assert!((0.2..5.0).contains(&(number(&many, "cpu_s") / number(&one, "cpu_s"))), "{one} {many}");
    assert!(number(&many, "memory_bytes") > 100.0 * 300_000.0, "{many}");
}

#[test]
fn estimated_solutions_depend_on_the_seed() {
    let solutions = |seed| {
        let some_units = "17 --kernel scalar --method cross --error 100% --time 0.1 --json --seed";
        let found = estimate(&format!("{some_units} {seed}")).json();
        assert_eq!(found["complete"], false);
        number(&found, "solutions")
    };
    assert_ne!(solutions("7"), solutions("8"));
}

#[test]
fn stop_prints_a_partial_estimate() {
    let mut child = start(".", "estimate 22 --error 0.01% --time 3600 --interval 0.1 --json");
    read_stderr(&mut child, |text| {
        text.lines().any(|line| line.contains(" units counted") && !line.starts_with("0 "))
    });
    signal(&child, "INT");
    let found = Finished::of(child).ends(3, &[]).json();
    assert!(found["complete"] == false && number(&found, "solutions") > 1e11, "{found}");
}

#[test]
fn memory_includes_the_plan_and_every_thread() {
    let memory = |threads, kernel| {
        let words = format!("14 --method cross --threads {threads} --kernel {kernel} --json");
        number(&estimate(&words).json(), "memory_bytes") as u64
    };
    let [plan, one, three] =
        [(1, "scalar"), (1, "portable"), (3, "portable")].map(|(threads, kernel)| memory(threads, kernel));
    // The plan contains 849 prefixes of at least 32 bytes. Each thread has 15 buffers of at least 17 KiB.
    assert!(plan > 849 * 32 && one - plan > 15 * 17 * 1024, "{plan}, {one}");
    assert_eq!(three - plan, 3 * (one - plan));
}
