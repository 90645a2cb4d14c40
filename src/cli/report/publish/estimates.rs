//! What larger boards would take: the output of `queens estimate FIRST..LAST --json`, read again.

use anyhow::{Context, ensure};
use serde::Deserialize;

use super::table::{Cell, Table};
use crate::cli::report::estimate::estimated;
use crate::cli::report::host::Host;
use crate::cli::report::text::bytes;

/// The cores of a machine that many readers have access to.
const MANY_CORES: f64 = 64.0;

/// A board that was estimated.
#[derive(Debug, Deserialize)]
pub struct Estimate {
    n: usize,
    split: String,
    kernel: String,
    threads: usize,
    solutions: f64,
    solutions_standard_error: f64,
    /// An earlier version named it otherwise.
    #[serde(alias = "wall_s")]
    elapsed_s: f64,
    units: u64,
    memory_bytes: u64,
    host: Host,
}

impl Estimate {
    /// The estimates in the text of `estimate.json`, a JSON object after the other.
    pub fn parse(text: &str) -> anyhow::Result<Vec<Self>> {
        let estimates: Vec<Self> = serde_json::Deserializer::from_str(text)
            .into_iter()
            .collect::<Result<_, _>>()
            .context("estimate.json is not what `queens estimate 24..27 --json` prints: make it again or remove it")?;
        for Self { n, solutions, elapsed_s, units, .. } in &estimates {
            let sound = [*solutions, *elapsed_s].iter().all(|value| value.is_finite() && *value >= 0.0);
            ensure!(sound && *units > 0, "estimate.json: N = {n} has no time or no units");
        }
        Ok(estimates)
    }

    fn row(&self) -> Vec<Cell> {
        let core_s = self.elapsed_s * self.threads as f64;
        vec![
            Cell::count(self.n as u128),
            Cell::number(estimated(self.solutions, self.solutions_standard_error), self.solutions),
            Cell::time(self.elapsed_s).note(format!("{} {}", self.split, self.kernel)),
            Cell::time(core_s / MANY_CORES),
            Cell::number(bytes(self.memory_bytes), self.memory_bytes as f64),
            Cell::count(self.units.into()),
            Cell::time(core_s / self.units as f64),
        ]
    }
}

/// The table, if anything was estimated.
pub fn table(estimates: &[Estimate]) -> Option<Table> {
    let Estimate { host, threads, .. } = estimates.first()?;
    let (here, many) = (super::study::threads(*threads), format!("{MANY_CORES} such cores"));
    let heads = ["N", "solutions", &format!("here\n{here}"), &many, "memory here", "units", "a unit takes"];
    let caption = format!("What boards would take, estimated on {}", host.cpu_name());
    Some(Table::new(caption, heads, estimates.iter().map(Estimate::row)))
}
