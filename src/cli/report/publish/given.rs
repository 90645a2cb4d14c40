//! Reads the output of `queens ladder --json` and `queens estimate 16..27 --json`.

use std::path::Path;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use crate::cli::report::files::{RecordError, Rule, Sound, read_file};
use crate::run::Host;

/// The ladder: its rungs from the bottom, and the machine, which version 0.1 did not name.
#[derive(Deserialize)]
pub struct Ladder {
    pub host: Option<Host>,
    pub rungs: Vec<Rung>,
}

/// A rung; one that would take too long has no time.
#[derive(Deserialize, Serialize)]
pub struct Rung {
    rung: u32,
    name: String,
    idea: String,
    n: u32,
    correct: Option<bool>,
    wall_s: Option<f64>,
    solutions_per_s: Option<f64>,
    times_rung_below: Option<f64>,
}

/// A board that was estimated.
#[derive(Deserialize, Serialize)]
pub struct Estimate {
    pub n: usize,
    pub method: String,
    pub kernel: String,
    pub threads: usize,
    solutions: f64,
    solutions_standard_error: f64,
    #[serde(deserialize_with = "time")]
    pub wall_s: f64,
    #[serde(deserialize_with = "time")]
    pub wall_standard_error_s: f64,
    units: u64,
    memory_bytes: u64,
    pub host: Host,
}

/// A time in seconds that is not negative.
fn time<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let seconds = f64::deserialize(deserializer)?;
    match seconds >= 0.0 {
        true => Ok(seconds),
        false => Err(D::Error::custom(format!("{seconds} is not a time in seconds"))),
    }
}

impl Sound for Ladder {
    fn rules(&self) -> Vec<Rule> {
        let is_wrong = |rung: &Rung| {
            let figures = [rung.wall_s, rung.solutions_per_s];
            rung.correct == Some(false)
                || rung.wall_s.is_some() && figures.iter().any(|value| *value <= Some(0.0))
        };
        vec![("rungs", "a wrong count, or no time", self.rungs.iter().any(is_wrong))]
    }
}

impl Sound for Estimate {}

/// What the file `name` in `folder` says; nothing where there is no such file.
///
/// # Errors
/// When it cannot be read, and when it says something else.
pub fn read<T: Sound>(folder: &Path, name: &str) -> Result<Vec<T>, RecordError> {
    let path = folder.join(name);
    if path.exists() { read_file(&path) } else { Ok(Vec::new()) }
}
