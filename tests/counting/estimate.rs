//! `queens estimate`: estimates compared with known values.

use std::time::{Duration, Instant};

use crate::support::{Finished, run, start};
use queens::board::BoardSize;
use queens::check::estimate::{self, Estimated, Size, Work};
use queens::check::known;
use queens::count::choice::{Engine, KernelChoice};
use queens::count::memory;
use queens::methods::Method;
use queens::methods::kernel::Kernel;
use queens::plan::Plan;
use tempfile::tempdir;

/// The fastest kernel of this machine.
fn fastest() -> Kernel {
    Method::Cross.available()[0]
}

fn size(n: usize, method: Method, kernel: Kernel, threads: usize, seed: u64) -> Size {
    let plan = Plan::standard(BoardSize::new(n).unwrap(), method);
    let engine = Engine::new(&plan, KernelChoice::One(kernel), threads).unwrap();
    match estimate::work(&engine, seed).unwrap() {
        Work::Nodes(size) => size,
        Work::Shares => panic!("the search estimates its nodes"),
    }
}

/// The estimate's deviation in standard errors.
fn deviation(estimated: Estimated, n: usize) -> f64 {
    let known = known::solutions(BoardSize::new(n).unwrap()).unwrap() as f64;
    (estimated.mean - known) / estimated.standard_error
}

#[test]
fn small_boards_are_estimated_exactly() {
    for n in 1..=12 {
        for method in [Method::Cross, Method::Rows] {
            let Estimated { mean, standard_error } = size(n, method, Kernel::Scalar, 2, 1).solutions;
            let known = known::solutions(BoardSize::new(n).unwrap()).unwrap() as f64;
            assert!((mean - known).abs() <= 1e-9 * known, "N = {n}, {method}: {mean} ± {standard_error}");
            assert_eq!(standard_error, 0.0, "N = {n}, {method}");
        }
    }
}

#[test]
fn the_solutions_of_18_are_estimated_within_one_percent() {
    let solutions = size(18, Method::Cross, fastest(), 2, 1).solutions;
    assert!((solutions.mean / 666_090_624.0 - 1.0).abs() < 0.01, "{solutions:?}");
    assert!(solutions.standard_error / solutions.mean < 0.005, "{solutions:?}");
}

#[test]
fn large_boards_are_estimated_as_well_as_the_standard_error_says() {
    for (n, method) in [(20, Method::Cross), (22, Method::Rows), (27, Method::Cross)] {
        let solutions = size(n, method, fastest(), 2, 1).solutions;
        assert!(deviation(solutions, n).abs() < 4.0, "N = {n}, {method}: {solutions:?}");
        assert!(solutions.standard_error / solutions.mean < 0.01, "N = {n}, {method}: {solutions:?}");
    }
}

#[test]
fn the_standard_error_is_neither_too_small_nor_too_large() {
    // Eight estimates of one board: their deviations must scatter about as much as their standard
    // errors say.
    let deviations: Vec<f64> =
        (0..8).map(|seed| deviation(size(16, Method::Cross, fastest(), 2, seed).solutions, 16)).collect();
    let scatter = (deviations.iter().map(|deviation| deviation * deviation).sum::<f64>() / 8.0).sqrt();
    assert!((0.4..1.8).contains(&scatter), "{deviations:?}");
}

#[test]
fn an_estimate_depends_on_the_seed_and_not_on_threads_or_the_kernel() {
    let once = size(16, Method::Cross, fastest(), 1, 7);
    assert_eq!(once, size(16, Method::Cross, fastest(), 2, 7));
    assert_eq!(once.solutions, size(16, Method::Cross, Kernel::Scalar, 2, 7).solutions);
    assert_ne!(once.solutions, size(16, Method::Cross, fastest(), 2, 8).solutions);
}

#[test]
fn the_nodes_of_a_count_are_estimated_too() {
    let directory = tempdir().unwrap();
    let counted = run(directory.path(), &["count", "16", "--method", "cross", "--json"]).json();
    let nodes: f64 = counted["nodes"].as_str().unwrap().parse().unwrap();
    let estimated = size(16, Method::Cross, fastest(), 2, 1).nodes;
    assert!((estimated.mean / nodes - 1.0).abs() < 0.02, "{estimated:?} of {nodes}");
}

#[test]
fn the_command_tells_size_time_and_ledger() {
    let directory = tempdir().unwrap();
    let arguments = ["estimate", "18", "--method", "halves", "--threads", "2", "--time", "0.2", "--json"];
    let estimated = run(directory.path(), &arguments).json();
    assert!((estimated["solutions"].as_f64().unwrap() / 666_090_624.0 - 1.0).abs() < 0.02);
    assert_eq!(
        (&estimated["n"], &estimated["threads"], &estimated["seed"]),
        (&18.into(), &2.into(), &1.into())
    );
    for field in ["wall_s", "wall_standard_error_s", "cpu_s", "solutions_standard_error", "stop_loses_s"] {
        assert!(estimated[field].as_f64().unwrap() > 0.0, "{field}");
    }
    let wall = estimated["wall_s"].as_f64().unwrap();
    assert!((estimated["cpu_s"].as_f64().unwrap() / wall - 2.0).abs() < 1e-9);
    let plan = Plan::standard(BoardSize::new(18).unwrap(), Method::Halves);
    assert_eq!(estimated["units"], plan.units());
    // Two threads count two units at a time.
    let lost = estimated["stop_loses_s"].as_f64().unwrap();
    assert!((lost * plan.units() as f64 / (4.0 * wall) - 1.0).abs() < 1e-9);
    assert!((80..140).contains(&(estimated["ledger_bytes"].as_u64().unwrap() / plan.units())));

    let text = run(directory.path(), &["estimate", "18", "--method", "halves", "--time", "0.1"]).stdout();
    let words = [
        "N = 18, halves method",
        "assuming free cores",
        "solutions",
        "±",
        "wall time",
        "CPU time",
        "units",
        "a stop",
        "memory",
    ];
    for word in words {
        assert!(text.contains(word), "'{word}' is not in: {text}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn threads_beyond_the_cores_are_taken_to_be_as_fast_and_are_never_started() {
    let directory = tempdir().unwrap();
    let arguments =
        |threads| ["estimate", "18", "--method", "halves", "--threads", threads, "--time", "0.3", "--json"];
    let lost = |estimated: &serde_json::Value| estimated["stop_loses_s"].as_f64().unwrap();
    let one = run(directory.path(), &arguments("1")).json();
    let child = start(directory.path(), &arguments("1000"));
    let (path, mut most) = (format!("/proc/{}/status", child.id()), 0);
    while let Ok(status) = std::fs::read_to_string(&path) {
        let Some(threads) = status.lines().find_map(|line| line.strip_prefix("Threads:")) else { break };
        if status.contains("State:\tZ") {
            break;
        }
        most = most.max(threads.trim().parse::<usize>().unwrap());
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let cores = std::thread::available_parallelism().unwrap().get();
    assert!((2..cores + 5).contains(&most), "{most} threads on {cores} cores");
    // A unit for every thread, as far as there are units: 400.
    let many = Finished::of(child).json();
    assert!((0.2..5.0).contains(&(lost(&many) / lost(&one) / 400.0)), "{one} {many}");
}

#[test]
fn nodes_are_told_of_the_search_only() {
    let directory = tempdir().unwrap();
    let estimate = |method: &str, json: bool| {
        let arguments = ["estimate", "15", "--method", method, "--time", "0.1", "--json"];
        run(directory.path(), &arguments[..arguments.len() - usize::from(!json)])
    };
    for field in ["nodes", "nodes_standard_error", "nodes_per_s"] {
        assert!(estimate("cross", true).json()[field].as_f64().unwrap() > 0.0, "{field}");
        assert!(estimate("halves", true).json()[field].is_null(), "{field}");
    }
    assert!(estimate("cross", false).stdout().contains("nodes/s here"));
    assert!(!estimate("halves", false).stdout().contains("nodes"));
}

#[test]
fn several_boards_are_a_table_with_a_line_each() {
    let directory = tempdir().unwrap();
    let table = run(directory.path(), &["estimate", "6", "14..16", "--time", "0.1"]).stdout();
    let lines: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines.len(), 5, "{table}");
    assert!(table.starts_with(" N  method") && table.contains("a stop loses"), "{table}");
    let boards: Vec<&str> = lines[1..].iter().map(|line| line[0]).collect();
    assert_eq!(boards, ["6", "14", "15", "16"]);
    assert!(lines[1].contains(&"4") && lines[4].contains(&"±"), "{table}");

    let objects = run(directory.path(), &["estimate", "5..7", "--time", "0.1", "--json"]).stdout();
    let boards: Vec<u64> = (objects.lines())
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["n"].as_u64().unwrap())
        .collect();
    assert_eq!(boards, [5, 6, 7]);
    run(directory.path(), &["estimate", "9..7"]).fails(2, &["runs backwards"]);
    run(directory.path(), &["estimate", "30..33"]).fails(2, &["from 1 to 32, not 33"]);
}

#[test]
fn the_memory_of_a_count_is_that_of_its_plan_and_of_every_thread() {
    let directory = tempdir().unwrap();
    let memory = |threads: &str, kernel: &str| {
        let arguments = [
            "estimate",
            "14",
            "--method",
            "cross",
            "--threads",
            threads,
            "--kernel",
            kernel,
            "--time",
            "0.1",
            "--json",
        ];
        run(directory.path(), &arguments).json()["memory_bytes"].as_u64().unwrap()
    };
    let [plan, one, three] =
        [("1", "scalar"), ("1", "portable"), ("3", "portable")].map(|(t, k)| memory(t, k));
    // 849 prefixes of 32 bytes and more, and 15 buffers of 17 KiB and more a thread.
    assert!(plan > 849 * 32 && one - plan > 15 * 17 * 1024, "{plan}, {one}");
    assert_eq!(three - plan, 3 * (one - plan));
}

/// A few pieces each: one more row multiplies the time by eight or nine, far more than they are
/// off.
#[test]
fn halves_of_large_boards_are_estimated_soon_and_to_take_longer_the_larger_they_are() {
    let directory = tempdir().unwrap();
    let fastest = Method::Halves.available()[0].to_string();
    let arguments = ["estimate", "26", "29", "32", "--method", "halves", "--threads", "1", "--time", "0.1"];
    let began = Instant::now();
    let estimated =
        run(directory.path(), &[&arguments[..], &["--kernel", &fastest, "--json"]].concat()).stdout();
    assert!(began.elapsed() < Duration::from_secs(100), "{:?}", began.elapsed());
    let lost = |line: &str| {
        let estimated: serde_json::Value = serde_json::from_str(line).unwrap();
        // The processor time of a unit, for one thread.
        estimated["stop_loses_s"].as_f64().unwrap() * estimated["units"].as_f64().unwrap()
    };
    let times: Vec<f64> = estimated.lines().map(lost).collect();
    // Some 500 to 3,000 times as long for three more rows; the time of one piece may be far off.
    assert!(times.is_sorted_by(|less, more| (5.0..1e6).contains(&(more / less))), "{times:?}");
}

#[test]
fn the_smallest_and_the_largest_boards_are_no_trouble() {
    let directory = tempdir().unwrap();
    for (n, seconds) in
        [("1", 0.0..0.1), ("2", 0.0..0.1), ("3", 0.0..0.1), ("4", 0.0..0.1), ("32", 1e9..1e18)]
    {
        let estimated = run(directory.path(), &["estimate", n, "--time", "0.1", "--json"]).json();
        assert!(seconds.contains(&estimated["wall_s"].as_f64().unwrap()), "{estimated}");
    }
    let largest = run(directory.path(), &["estimate", "32", "--time", "0.1", "--threads", "1024"]);
    assert!(largest.stdout().contains("years"));
    // It needs 450 GB.
    if memory::available().is_some_and(|bytes| bytes < 400_000_000_000) {
        assert!(largest.stderr().contains("N = 32: --threads 1024 needs "), "{}", largest.stderr());
    }
    run(directory.path(), &["estimate", "33"]).fails(2, &["from 1 to 32, not 33"]);
    run(directory.path(), &["estimate", "8", "--time", "0"]).fails(2, &["from 0.1 to 86400"]);
    run(directory.path(), &["estimate", "8", "--kernel", "mmx"]).fails(2, &["no kernel is called 'mmx'"]);
}
