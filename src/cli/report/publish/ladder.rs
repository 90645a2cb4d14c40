//! The ladder as `queens ladder --json` prints it, read again.

use anyhow::{Context, ensure};
use serde::Deserialize;

use super::table::{Cell, Table};
use crate::cli::report::host::Host;
use crate::cli::report::text::{metric, times};

/// What the file says.
#[derive(Deserialize)]
struct File {
    /// Earlier versions did not say it.
    host: Option<Host>,
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
    rung: usize,
    /// Its name.
    pub name: String,
    /// The idea that it adds.
    idea: String,
    /// Rows of the board it was measured on.
    pub n: usize,
    solutions: String,
    correct: Option<bool>,
    elapsed_s: f64,
    /// Its speed.
    pub solutions_per_s: f64,
    /// How many times as fast it is as the rung below.
    pub times_rung_below: Option<f64>,
}

/// The rungs that were measured, from the bottom, and the machine.
pub struct Ladder {
    host: Option<Host>,
    pub rungs: Vec<Rung>,
}

/// The ladder that the text of `ladder.json` describes.
pub fn parse(text: &str) -> anyhow::Result<Ladder> {
    let File { host, rungs } = serde_json::from_str(text)
        .context("ladder.json is not what `queens ladder --json` prints: make it again or remove it")?;
    let measured = |outcome| match outcome {
        Outcome::Measured(rung) => Some(rung),
        Outcome::Refused {} => None,
    };
    let rungs: Vec<_> = rungs.into_iter().filter_map(measured).collect();
    for Rung { name, correct, elapsed_s, solutions_per_s, .. } in &rungs {
        let sound = [elapsed_s, solutions_per_s].iter().all(|value| value.is_finite() && **value > 0.0);
        ensure!(*correct != Some(false), "ladder.json: a wrong count from '{name}'");
        ensure!(sound, "ladder.json: no time for '{name}'");
    }
    Ok(Ladder { host, rungs })
}

/// The table.
pub fn table(ladder: &Ladder) -> Table {
    let row = |rung: &Rung| {
        let factor = |factor| Cell::number(times(factor), factor);
        vec![
            Cell::count(rung.rung as u128),
            Cell::words(&rung.name),
            Cell::words(&rung.idea),
            Cell::count(rung.n as u128),
            rung.solutions.parse().map(Cell::count).unwrap_or_default(),
            Cell::time(rung.elapsed_s),
            Cell::number(metric(rung.solutions_per_s).trim_end(), rung.solutions_per_s),
            rung.times_rung_below.map(factor).unwrap_or_default(),
        ]
    };
    let heads = ["rung", "name", "idea", "N", "solutions", "time", "solutions/s", "times the rung below"];
    let place = ladder.host.as_ref().map_or_else(String::new, |host| format!(" of {}", host.cpu_name()));
    let title = format!("The ladder: one idea more per rung, in one thread{place}");
    Table::new(title, heads, ladder.rungs.iter().map(row))
}
