//! Comparisons with another program, measured by `scripts/measure.py rival`. The two programs run
//! alternately.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use queens::board::BoardSize;
use queens::check::known;
use queens::run::Host;
use serde::{Deserialize, Serialize};

use super::computer::Computer;
use super::release::Release;
use super::rules::{BrokenRule, INVALID_TIME, WireObject, is_thread_count, is_time, is_utc, must};

/// Another program and one version of this one, measured by `scripts/measure.py rival` on the same computer
/// with the same number of threads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "comparison"))]
pub struct Comparison {
    /// The format: 1.
    #[cfg_attr(feature = "schema", schemars(extend("const" = 1)))]
    pub format: u32,
    /// The other program's name.
    pub program: String,
    /// Its version, or the commit it was built from.
    pub version: String,
    /// Its web address, if any.
    pub source: Option<String>,
    /// How it counts, in a few words.
    pub method: String,
    /// The compiler that built it, with options.
    pub compiler: String,
    /// Its command line; `{n}` stands for the board.
    pub command: String,
    /// Threads of each program.
    pub threads: usize,
    /// The machine.
    #[cfg_attr(feature = "schema", schemars(with = "super::schema::HostFields"))]
    pub host: Host,
    /// Its cores.
    pub cores: usize,
    /// When it was measured (RFC 3339, UTC).
    pub started: String,
    /// The `queens` that alternated with it.
    pub queens: QueensBuild,
    /// The boards that both programs counted.
    pub boards: Vec<ComparedBoard>,
}

/// The build of `queens` used in a comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct QueensBuild {
    /// Its version.
    pub version: String,
    /// The commit it was built from.
    pub commit: String,
    /// Its command line; `{n}` stands for the board.
    pub command: String,
}

/// A board that both programs counted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
pub struct ComparedBoard {
    /// Rows of the board.
    #[cfg_attr(feature = "schema", schemars(with = "super::schema::BoardRows"))]
    pub n: BoardSize,
    /// The number of solutions found by both, in decimal.
    #[cfg_attr(feature = "schema", schemars(with = "super::natural::Natural"))]
    pub solutions: String,
    /// The other program's time in each run, in seconds.
    pub seconds: Vec<f64>,
    /// The time of `queens` in each run, alternating with the other program's.
    pub queens_seconds: Vec<f64>,
}

impl Comparison {
    /// Returns the computer on which the programs ran.
    #[must_use]
    pub fn computer(&self) -> Computer<'_> {
        Computer { host: &self.host, cores: Some(self.cores) }
    }
}

impl WireObject for Comparison {
    const FORMATS: RangeInclusive<u64> = 1..=1;

    fn check(&self) -> Result<(), BrokenRule> {
        must(is_thread_count(self.cores), "cores", "not 1 to 8,192")?;
        must((1..=self.cores).contains(&self.threads), "threads", "not 1 to the number of cores")?;
        must(is_utc(&self.started), "started", "not a time in UTC (RFC 3339)")?;
        must(Release::of(&self.queens.version).is_some(), "queens.version", "not a version as in 2.0.0")?;
        must(!self.boards.is_empty(), "boards", "empty")?;
        let boards: BTreeSet<_> = self.boards.iter().map(|board| board.n.get()).collect();
        must(boards.len() == self.boards.len(), "boards.n", "a board twice")?;
        for ComparedBoard { n, solutions, seconds, queens_seconds } in &self.boards {
            let is_known = known::solutions(*n).is_some_and(|known| known.to_string() == *solutions);
            must(is_known, "boards.solutions", "not the known number")?;
            let are_times = |runs: &[f64]| runs.iter().copied().all(is_time);
            must(are_times(seconds), "boards.seconds", INVALID_TIME)?;
            must(are_times(queens_seconds), "boards.queens_seconds", INVALID_TIME)?;
            let is_paired = !seconds.is_empty() && seconds.len() == queens_seconds.len();
            must(is_paired, "boards.queens_seconds", "not the number of runs of the other program, or none")?;
        }
        Ok(())
    }
}
