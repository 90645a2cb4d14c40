//! The ladder as `queens ladder --json` prints it, read again.

use anyhow::{Context, ensure};
use serde::Deserialize;

use super::table::{Cell, Column, Table};
use crate::report::text::{duration, grouped, metric};

/// The rungs, from the bottom.
#[derive(Debug, Deserialize)]
pub struct Ladder {
    rungs: Vec<Rung>,
}

/// One rung.
#[derive(Debug, Deserialize)]
pub struct Rung {
    /// Its place, from 1 at the bottom.
    pub rung: usize,
    /// Its name.
    pub name: String,
    /// The idea that it adds.
    pub idea: String,
    /// Rows of the board it was measured on.
    pub n: usize,
    #[serde(flatten)]
    outcome: Outcome,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase", tag = "outcome")]
enum Outcome {
    Measured(Measured),
    Refused {},
}

/// What was measured.
#[derive(Debug, Deserialize)]
pub struct Measured {
    solutions: String,
    correct: Option<bool>,
    elapsed_s: f64,
    /// Its speed.
    pub solutions_per_s: f64,
    /// How many times as fast it is as the rung below.
    pub times_rung_below: Option<f64>,
}

impl Ladder {
    /// The ladder in the text of `ladder.json`.
    pub fn parse(text: &str) -> anyhow::Result<Self> {
        let ladder: Self = serde_json::from_str(text)
            .context("ladder.json is not what `queens ladder --json` prints: make it again or remove it")?;
        for (rung, measured) in ladder.measured() {
            let sound = |value: f64| value.is_finite() && value > 0.0;
            ensure!(measured.correct != Some(false), "ladder.json: a wrong count from '{}'", rung.name);
            ensure!(
                sound(measured.elapsed_s) && sound(measured.solutions_per_s),
                "ladder.json: no time for '{}'",
                rung.name
            );
        }
        Ok(ladder)
    }

    /// The rungs that were measured.
    pub fn measured(&self) -> impl Iterator<Item = (&Rung, &Measured)> {
        self.rungs.iter().filter_map(|rung| match &rung.outcome {
            Outcome::Measured(measured) => Some((rung, measured)),
            Outcome::Refused {} => None,
        })
    }

    /// The table.
    pub fn table(&self) -> Table {
        let row = |(rung, measured): (&Rung, &Measured)| {
            let solutions: u128 = measured.solutions.parse().unwrap_or(0);
            vec![
                Cell::number(rung.rung.to_string(), rung.rung as f64),
                Cell::words(&rung.name),
                Cell::words(&rung.idea),
                Cell::number(rung.n.to_string(), rung.n as f64),
                Cell::number(grouped(solutions), solutions as f64),
                Cell::number(duration(measured.elapsed_s), measured.elapsed_s),
                Cell::number(metric(measured.solutions_per_s).trim_end(), measured.solutions_per_s),
                Cell::number_if(measured.times_rung_below, |times| format!("{times:.1}×")),
            ]
        };
        Table {
            id: "ladder".to_owned(),
            caption: "The ladder: one idea more per rung, in one thread".to_owned(),
            columns: vec![
                Column::numbers("rung"),
                Column::words("name"),
                Column::prose("idea"),
                Column::numbers("N"),
                Column::numbers("solutions"),
                Column::numbers("time"),
                Column::numbers("solutions/s"),
                Column::numbers("times the rung below"),
            ],
            rows: self.measured().map(row).collect(),
        }
    }
}
