//! Prints the result of a count: one number (two with `--fundamental`), or one JSON object, which
//! `result.json` keeps.

use std::io;

use queens::board::BoardSize;
use queens::check::known;
use queens::check::plausibility;
use queens::check::rotations::Unchanged;
use queens::count::choice::Engine;
use queens::count::session::Outcome;
use queens::methods::device::DeviceInfo;
use queens::methods::split::Split;
use queens::plan::Plan;
use queens::plan::tally::Tally;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::Program;
use super::clock::{self, seconds};
use super::host::Host;
use super::merged::Shards;
use crate::cli::options::Output;

/// How the total compares with the known value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Check {
    /// Equal to the value in the On-Line Encyclopedia of Integer Sequences.
    Oeis,
    /// Not equal to it.
    Mismatch,
    /// No value is known.
    None,
}

impl Check {
    /// Compares `solutions` with the known value of the board.
    fn of(size: BoardSize, solutions: u128) -> Self {
        match known::solutions(size) {
            Some(known) if known == solutions => Self::Oeis,
            Some(_) => Self::Mismatch,
            None => Self::None,
        }
    }

    /// The same as text.
    pub fn text(self) -> &'static str {
        match self {
            Self::Oeis => "matches A000170",
            Self::Mismatch => "is not A000170",
            Self::None => "no known value to compare with",
        }
    }
}

/// Who counted, and when.
pub struct Provenance {
    /// The kernels of this session, or of the shards of a merge, joined by `+`.
    pub kernel: String,
    /// Its threads; 0 for a merge, which counts nothing itself.
    pub threads: usize,
    /// The devices among what counted.
    pub devices: Vec<DeviceInfo>,
    /// Wall time of the session, in seconds; of `count`, with the splitting of the board.
    pub wall_s: f64,
}

impl Provenance {
    /// The processors of `engine`. A device occupies a thread, which drives it.
    pub fn of(engine: &Engine<'_>, wall_s: f64) -> Self {
        let devices: Vec<_> = engine.devices().iter().map(|device| device.info().clone()).collect();
        Self { kernel: engine.kernels(), threads: engine.threads() + devices.len(), devices, wall_s }
    }
}

/// The result object. Counts are strings: they exceed 2^53, where JSON readers lose digits.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountReport {
    /// `queens`.
    pub program: String,
    /// Its version.
    pub version: String,
    /// The commit it was built from.
    pub commit: String,
    /// Side of the board.
    pub n: BoardSize,
    /// All solutions (OEIS A000170).
    pub solutions: String,
    /// Solutions up to rotation and reflection (OEIS A002562), if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fundamental: Option<String>,
    /// Solutions unchanged by a half turn (OEIS A032522), counted for `fundamental`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub half_turn: Option<String>,
    /// Solutions unchanged by a quarter turn (OEIS A033148), counted for `fundamental`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quarter_turn: Option<String>,
    /// How the board was split.
    pub split: Split,
    /// Queens placed by the split.
    pub depth: usize,
    /// The kernel of the last session; of a merge, all that its shards were counted with, joined by
    /// `+`.
    pub kernel: String,
    /// Threads of the last session; 0 for a merge, which counts nothing itself. JSON has no such
    /// field then.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub threads: usize,
    /// Units of the plan.
    pub units: u64,
    /// Queens placed by the search, or pairs of half boards decided.
    pub nodes: String,
    /// Wall time of the last session, in seconds, the splitting of the board included.
    #[serde(alias = "elapsed_s")]
    pub wall_s: f64,
    /// CPU time spent in units by all threads of all sessions, in seconds; `None` where the ledger
    /// does not have it.
    #[serde(default)]
    pub cpu_s: Option<f64>,
    /// Wall time spent in units, added up over all threads of all sessions, in seconds; `None`
    /// where the ledger does not have it. Format 1 has one time, `core_s`: wall time in version
    /// 0.1, CPU time in the last builds before format 2.
    #[serde(default, alias = "core_s")]
    pub thread_wall_s: Option<f64>,
    /// Units counted by earlier sessions: 0 for a run in one session.
    pub resumed: u64,
    /// How the total compares with the known value.
    pub check: Check,
    /// Every check that was made.
    #[serde(default)]
    pub checks: Vec<plausibility::Check>,
    /// The second count, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub double_check: Option<DoubleCheck>,
    /// The machine of the last session.
    pub host: Host,
    /// The devices that counted in the last session, if there were any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub devices: Vec<DeviceInfo>,
    /// The shards of a merge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub merged: Option<Shards>,
}

/// The part of `result.json` that cannot be computed again. Any version may have written the file,
/// so other fields are ignored.
#[derive(Deserialize)]
pub struct Stored {
    pub program: String,
    pub version: String,
    pub commit: String,
    pub kernel: String,
    #[serde(default)]
    pub threads: usize,
    #[serde(alias = "elapsed_s", deserialize_with = "time")]
    pub wall_s: f64,
    pub resumed: u64,
    pub host: Host,
    #[serde(default)]
    pub devices: Vec<DeviceInfo>,
    #[serde(default)]
    pub merged: Option<Shards>,
}

/// A time in seconds that is not negative.
pub fn time<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let seconds = f64::deserialize(deserializer)?;
    match seconds >= 0.0 {
        true => Ok(seconds),
        false => Err(D::Error::custom(format!("{seconds} is not a time in seconds"))),
    }
}

impl Stored {
    /// What is to be stored of a count that ends now with this `outcome`.
    pub fn new(provenance: &Provenance, outcome: &Outcome) -> Self {
        let Program { program, version, commit } = Program::THIS;
        Self {
            program: program.to_owned(),
            version: version.to_owned(),
            commit: commit.to_owned(),
            kernel: provenance.kernel.clone(),
            threads: provenance.threads,
            wall_s: provenance.wall_s,
            resumed: outcome.resumed,
            host: Host::this(),
            devices: provenance.devices.clone(),
            merged: None,
        }
    }

    /// The `stored` part of the result of a run of `units` units.
    ///
    /// # Errors
    /// If something is missing in it, or is not what it should be.
    pub fn of(stored: &serde_json::Value, units: u64) -> serde_json::Result<Self> {
        let stored = Self::deserialize(stored)?;
        match stored.resumed <= units {
            true => Ok(stored),
            false => Err(serde_json::Error::custom(format!(
                "resumed is {}, but there are {units} units",
                stored.resumed
            ))),
        }
    }
}

fn is_zero(threads: &usize) -> bool {
    *threads == 0
}

/// A second count of the same board, by the other split.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DoubleCheck {
    /// How the board was split.
    pub split: Split,
    /// Queens placed by the split.
    pub depth: usize,
    /// The kernel of the last session.
    pub kernel: String,
    /// All solutions it found.
    pub solutions: String,
    /// Units of its plan.
    pub units: u64,
    /// Queens placed by the search, or pairs of half boards decided.
    pub nodes: String,
    /// See [`CountReport::cpu_s`].
    #[serde(default)]
    pub cpu_s: Option<f64>,
    /// See [`CountReport::thread_wall_s`].
    #[serde(default, alias = "core_s")]
    pub thread_wall_s: Option<f64>,
}

impl CountReport {
    /// The report of a complete count.
    pub fn new(plan: &Plan, provenance: &Provenance, outcome: &Outcome) -> Self {
        Self::of(plan, &outcome.tally, Stored::new(provenance, outcome))
    }

    /// The report of a complete merge of `shards`.
    pub fn merged(plan: &Plan, provenance: &Provenance, outcome: &Outcome, shards: &Shards) -> Self {
        let stored = Stored { merged: Some(shards.clone()), ..Stored::new(provenance, outcome) };
        Self::of(plan, &outcome.tally, stored)
    }

    /// The report of a run that finished before. Takes from what was `stored` then only what cannot
    /// be found out again: who counted where, and how long it took. The rest comes from the plan
    /// and from the ledger's `tally`.
    ///
    /// # Errors
    /// If something is missing in what was stored, or is not what it should be.
    pub fn repeated(stored: &serde_json::Value, plan: &Plan, tally: &Tally) -> serde_json::Result<Self> {
        Ok(Self::of(plan, tally, Stored::of(stored, plan.units())?))
    }

    fn of(plan: &Plan, tally: &Tally, counted: Stored) -> Self {
        let solutions = tally.solutions();
        // A merged ledger may have what a shard of format 2 gave as CPU time and may be wall time.
        let is_known = counted.merged.as_ref().is_none_or(|shards| shards.cpu_units.is_none());
        Self {
            program: counted.program,
            version: counted.version,
            commit: counted.commit,
            n: plan.size(),
            solutions: solutions.to_string(),
            fundamental: None,
            half_turn: None,
            quarter_turn: None,
            split: plan.split(),
            depth: plan.depth(),
            kernel: counted.kernel,
            threads: counted.threads,
            units: plan.units(),
            nodes: tally.nodes().to_string(),
            wall_s: counted.wall_s,
            cpu_s: seconds(tally.time().cpu_ms).filter(|_| is_known),
            thread_wall_s: seconds(tally.time().wall_ms),
            resumed: counted.resumed,
            check: Check::of(plan.size(), solutions),
            checks: plausibility::total(plan.size(), solutions),
            double_check: None,
            host: counted.host,
            devices: counted.devices,
            merged: counted.merged,
        }
    }

    /// All solutions, as a number.
    pub fn total(&self) -> u128 {
        self.solutions.parse().unwrap_or_default()
    }

    /// Whether other work took cores from the threads that counted.
    pub fn machine_was_busy(&self) -> bool {
        let times = self.thread_wall_s.zip(self.cpu_s);
        times.is_some_and(|(thread_wall_s, cpu_s)| clock::machine_was_busy(thread_wall_s, cpu_s))
    }

    /// The checks that were not passed.
    pub fn failed_checks(&self) -> impl Iterator<Item = &plausibility::Check> {
        self.checks.iter().filter(|check| !check.passed)
    }

    /// Adds a check, in place of an earlier one of the same name.
    pub fn add_check(&mut self, check: plausibility::Check) {
        self.checks.retain(|other| other.name != check.name);
        self.checks.push(check);
    }

    /// Adds the solutions up to rotation and reflection, and the checks that go with them.
    pub fn add_fundamental(&mut self, unchanged: Unchanged) {
        self.fundamental = unchanged.fundamental(self.n, self.total()).map(|count| count.to_string());
        self.half_turn = Some(unchanged.half_turn.to_string());
        self.quarter_turn = Some(unchanged.quarter_turn.to_string());
        for check in plausibility::fundamental(self.n, self.total(), unchanged) {
            self.add_check(check);
        }
    }

    /// Adds a second count of the same board.
    pub fn add_double_check(&mut self, second: &Self) {
        let (ours, theirs) = (&self.solutions, &second.solutions);
        let detail =
            format!("{ours} by the {} split against {theirs} by the {} split", self.split, second.split);
        self.add_check(plausibility::Check::new("double_check", ours == theirs, detail));
        self.double_check = Some(DoubleCheck {
            split: second.split,
            depth: second.depth,
            kernel: second.kernel.clone(),
            solutions: second.solutions.clone(),
            units: second.units,
            nodes: second.nodes.clone(),
            cpu_s: second.cpu_s,
            thread_wall_s: second.thread_wall_s,
        });
    }

    /// Prints the result on stdout. A number that failed a check is never printed alone, as if it
    /// were a result.
    pub fn print(&self, output: &Output) -> io::Result<()> {
        super::to_stdout(|out| {
            if output.json {
                return super::numbered_json_line(out, self);
            }
            if self.failed_checks().next().is_some() {
                return Ok(());
            }
            writeln!(out, "{}", self.solutions)?;
            self.fundamental.iter().try_for_each(|fundamental| writeln!(out, "{fundamental}"))
        })
    }
}
