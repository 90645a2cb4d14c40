//! The output of `queens ladder --json` and `queens estimate 16..27 --json`, read again.

use anyhow::{Context, ensure};
use serde::Deserialize;

use crate::cli::report::host::Host;

/// The ladder: its rungs from the bottom, as far as they were measured, and the machine, which
/// version 0.1 did not name.
#[derive(Deserialize)]
pub struct Ladder {
    pub host: Option<Host>,
    rungs: Vec<Outcome>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase", tag = "outcome")]
enum Outcome {
    Measured(Rung),
    Refused {},
}

/// A rung that was measured.
#[derive(Deserialize)]
pub struct Rung {
    /// Its place, from 1 at the bottom.
    pub rung: u32,
    pub name: String,
    /// The idea that it adds.
    pub idea: String,
    /// Rows of the board it was measured on.
    pub n: u32,
    correct: Option<bool>,
    /// Format 1 named it otherwise.
    #[serde(alias = "wall_s")]
    pub elapsed_s: f64,
    pub solutions_per_s: f64,
    /// How many times as fast it is as the rung below.
    pub times_rung_below: Option<f64>,
}

impl Ladder {
    /// The ladder that the text of `ladder.json` describes.
    pub fn parse(text: &str) -> anyhow::Result<Self> {
        let ladder: Self = serde_json::from_str(text)
            .context("ladder.json is not what `queens ladder --json` prints: make it again or remove it")?;
        for Rung { name, correct, elapsed_s, solutions_per_s, .. } in ladder.rungs() {
            let sound = [elapsed_s, solutions_per_s].iter().all(|value| value.is_finite() && **value > 0.0);
            ensure!(*correct != Some(false), "ladder.json: a wrong count from '{name}'");
            ensure!(sound, "ladder.json: no time for '{name}'");
        }
        Ok(ladder)
    }

    /// The rungs that were measured, from the bottom.
    pub fn rungs(&self) -> impl Iterator<Item = &Rung> {
        self.rungs.iter().filter_map(|outcome| match outcome {
            Outcome::Measured(rung) => Some(rung),
            Outcome::Refused {} => None,
        })
    }
}

/// A board that was estimated.
#[derive(Deserialize)]
pub struct Estimate {
    pub n: u32,
    pub split: String,
    pub kernel: String,
    pub threads: usize,
    pub solutions: f64,
    pub solutions_standard_error: f64,
    /// Version 0.1 named it otherwise.
    #[serde(alias = "wall_s")]
    pub elapsed_s: f64,
    #[serde(alias = "wall_standard_error_s", default)]
    pub elapsed_standard_error_s: f64,
    pub units: u64,
    pub memory_bytes: u64,
    pub host: Host,
}

impl Estimate {
    /// The estimates in the text of `estimate.json`, one JSON object after the other.
    pub fn parse(text: &str) -> anyhow::Result<Vec<Self>> {
        let estimates: Vec<Self> = serde_json::Deserializer::from_str(text)
            .into_iter()
            .collect::<Result<_, _>>()
            .context("estimate.json is not what `queens estimate 16..27 --json` prints: make it again or remove it")?;
        for Self { n, solutions, elapsed_s, elapsed_standard_error_s, units, .. } in &estimates {
            let sound = [solutions, elapsed_s, elapsed_standard_error_s]
                .iter()
                .all(|value| value.is_finite() && **value >= 0.0);
            ensure!(sound && *units > 0, "estimate.json: N = {n} has no time or no units");
        }
        Ok(estimates)
    }

    /// Time of one core, in seconds, and its standard error.
    pub fn one_core_s(&self) -> (f64, f64) {
        let threads = self.threads as f64;
        (self.elapsed_s * threads, self.elapsed_standard_error_s * threads)
    }
}
