//! Reads the output of `queens ladder --json` and `queens estimate 16..27 --json`. Times are
//! `wall_s`, in earlier versions `elapsed_s`.

use std::io::ErrorKind;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::cli::report::host::Host;
use crate::cli::report::record::{RecordError, read_file, read_json, wrong};

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
    #[serde(alias = "elapsed_s")]
    pub wall_s: Option<f64>,
    solutions_per_s: Option<f64>,
    times_rung_below: Option<f64>,
}

/// A board that was estimated.
#[derive(Deserialize, Serialize)]
pub struct Estimate {
    pub n: usize,
    pub split: String,
    pub kernel: String,
    pub threads: usize,
    solutions: f64,
    solutions_standard_error: f64,
    #[serde(alias = "elapsed_s")]
    wall_s: f64,
    #[serde(alias = "elapsed_standard_error_s", default)]
    wall_standard_error_s: f64,
    units: u64,
    memory_bytes: u64,
    pub host: Host,
}

impl Estimate {
    /// Time of one core, in seconds, and its standard error.
    pub fn one_core_s(&self) -> (f64, f64) {
        let threads = self.threads as f64;
        (self.wall_s * threads, self.wall_standard_error_s * threads)
    }
}

/// The `ladder.json` in `folder`, if there is one.
///
/// # Errors
/// When it cannot be read, and when it is not a correct ladder.
pub fn ladder(folder: &Path) -> Result<Option<Ladder>, RecordError> {
    let (place, text) = read(&folder.join("ladder.json"))?;
    let Some(text) = text else { return Ok(None) };
    let mut ladder: Ladder = read_json(&text, &place)?;
    ladder.rungs.retain(|rung| rung.wall_s.is_some());
    let is_wrong = |rung: &Rung| {
        rung.correct == Some(false)
            || [rung.wall_s, rung.solutions_per_s].iter().any(|value| *value <= Some(0.0))
    };
    match ladder.rungs.iter().any(is_wrong) {
        true => Err(wrong(&place, "rungs", "a wrong count, or no time")),
        false => Ok(Some(ladder)),
    }
}

/// The estimates in the `estimate.json` in `folder`, one JSON object after the other.
///
/// # Errors
/// When it cannot be read, and when it has something else.
pub fn estimates(folder: &Path) -> Result<Vec<Estimate>, RecordError> {
    let (place, text) = read(&folder.join("estimate.json"))?;
    let text = text.unwrap_or_default();
    let objects = serde_json::Deserializer::from_str(&text).into_iter::<serde_json::Value>();
    let estimate = |object: serde_json::Result<serde_json::Value>| {
        let object = object.map_err(|error| wrong(&place, "not JSON", &error.to_string()))?;
        let estimate: Estimate = read_json(&object.to_string(), &place)?;
        let is_time = estimate.wall_s >= 0.0 && estimate.wall_standard_error_s >= 0.0;
        if is_time { Ok(estimate) } else { Err(wrong(&place, "wall_s", "not a time")) }
    };
    objects.map(estimate).collect()
}

/// The path as text, and what the file says, if there is one.
fn read(path: &Path) -> Result<(String, Option<String>), RecordError> {
    let place = path.display().to_string();
    match read_file(path) {
        Err(RecordError::Io { cause, .. }) if cause.kind() == ErrorKind::NotFound => Ok((place, None)),
        text => Ok((place, Some(text?))),
    }
}
