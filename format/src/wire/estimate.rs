//! A count's estimated cost, as `queens estimate --json` prints it.

use std::ops::RangeInclusive;

use queens::Method;
use queens::board::BoardSize;
use queens::check::known;
use queens::methods::EstimatedValue;
use queens::run::Host;
use serde::{Deserialize, Serialize};

use super::program::ProgramFields;
use super::release::Release;
use super::rules::{
    BrokenRule, INVALID_TIME, OTHER_UNITS, WireObject, has_kernel, has_units, is_thread_count, is_time,
    is_utc, must,
};

/// A board's estimate, on one line. Its figures are JSON numbers, not strings as in counts, because they are
/// inexact.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EstimateRecord {
    /// The program that made the estimate.
    #[serde(flatten)]
    pub program: ProgramFields,
    /// Rows of the board.
    #[cfg_attr(feature = "schema", schemars(with = "super::schema::BoardRows"))]
    pub n: BoardSize,
    /// The method.
    pub method: String,
    /// The plan's depth.
    pub depth: u32,
    /// The kernel.
    pub kernel: String,
    /// Threads that counted the sample.
    pub threads: usize,
    /// Cores available to the process; unknown up to version 1.1.
    pub cores: Option<usize>,
    /// The sample's seed.
    pub seed: u64,
    /// The number of solutions.
    pub solutions: f64,
    /// Its standard error.
    pub solutions_standard_error: f64,
    /// CPU time of all units, in seconds; null if too few units were finished.
    pub cpu_s: Option<f64>,
    /// Its standard error; 0 if all units were counted.
    pub cpu_standard_error_s: Option<f64>,
    /// Wall time in seconds with `threads` threads, each on its own core; null if too few units were
    /// finished.
    pub wall_s: Option<f64>,
    /// Its standard error.
    pub wall_standard_error_s: Option<f64>,
    /// Units of the plan.
    pub units: u64,
    /// Units counted for this estimate.
    pub units_counted: u64,
    /// True if all units were counted; times and solutions are then exact, as in a count.
    pub complete: bool,
    /// True if the CPU time of these units was less than 90% of their wall time. The times plus twice their
    /// errors are then upper bounds for an idle machine.
    pub machine_was_busy: bool,
    /// Memory for the program, the plan and the threads, in bytes.
    pub memory_bytes: u64,
    /// The machine.
    #[cfg_attr(feature = "schema", schemars(with = "super::schema::HostFields"))]
    pub host: Host,
    /// When the estimate was made (RFC 3339, UTC).
    pub started: String,
}

impl EstimateRecord {
    /// Returns the wall time in seconds, or `None` if too few units were finished.
    #[must_use]
    pub fn wall(&self) -> Option<EstimatedValue> {
        let times = self.wall_s.zip(self.wall_standard_error_s);
        times.map(|(mean, standard_error)| EstimatedValue { mean, standard_error })
    }
}

impl WireObject for EstimateRecord {
    // Versions up to 1.1 wrote format 4. Fields removed in format 5 are ignored.
    const FORMATS: RangeInclusive<u64> = 4..=5;

    fn check(&self) -> Result<(), BrokenRule> {
        let Self { n, method, depth, threads, cores, wall_s, cpu_s, wall_standard_error_s, units, .. } = self;
        let is_method = Method::FORMER_NAMES.contains(&&**method) || method.parse::<Method>().is_ok();
        must(is_method, "method", "not a method that this version knows")?;
        must(Release::of(&self.program.version).is_some(), "version", "not a version as in 2.0.0")?;
        must(has_units(*n, [method, &self.program.version], *depth, *units), "units", OTHER_UNITS)?;
        must(has_kernel(&self.host, &self.kernel), "kernel", "not one of this processor's")?;
        must(is_near(self.solutions, *n), "solutions", "not within a factor of two of what is expected")?;
        must(is_thread_count(*threads), "threads", "not 1 to 8,192")?;
        must(cores.is_none_or(is_thread_count), "cores", "not 1 to 8,192")?;
        must(is_utc(&self.started), "started", "not a time in UTC (RFC 3339)")?;
        must(wall_s.is_none_or(is_time), "wall_s", INVALID_TIME)?;
        let is_error = |error_s: f64| (0.0..=10.0 * wall_s.unwrap_or_default()).contains(&error_s);
        must(
            wall_standard_error_s.is_none_or(is_error),
            "wall_standard_error_s",
            "not the error of its time",
        )?;
        let error_s = self.cpu_standard_error_s.unwrap_or_default();
        let at_once = *units.min(&(*threads as u64)) as f64;
        let is_share = |(wall_s, cpu_s): (f64, f64)| (wall_s * at_once / cpu_s - 1.0).abs() < 1e-6;
        must(wall_s.zip(*cpu_s).is_none_or(is_share), "wall_s", "not the CPU time shared by the threads")?;
        let is_slow = |cpu_s: f64| cpu_s + 2.0 * error_s >= expected_solutions(*n) / most_per_second(*n);
        must(n.get() < 12 || cpu_s.is_none_or(is_slow), "cpu_s", "less than any core takes for this board")
    }
}

/// Returns true if `solutions` is within a factor of two of the expected number.
fn is_near(solutions: f64, n: BoardSize) -> bool {
    // Boards smaller than N = 4 may have no solution.
    (0.5..=2.0).contains(&(solutions / expected_solutions(n))) || n.get() < 4
}

/// Returns a board's known number of solutions, or an extrapolation if it is unknown. The number grows about
/// elevenfold per row.
fn expected_solutions(n: BoardSize) -> f64 {
    known::solutions(n).map_or_else(|| 2.349e17 * 11.4_f64.powi(n.get() as i32 - 27), |known| known as f64)
}

/// Returns an upper bound on the number of solutions that a core can count per second. The rate roughly
/// doubles with every row. A processor from 2023 counts 10 million per second at N = 12, and 4.3e10 at N =
/// 26.
fn most_per_second(n: BoardSize) -> f64 {
    1e9 * 2_f64.powi(n.get() as i32 - 12)
}
