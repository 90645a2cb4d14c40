//! Measures the CPU time and memory that a count takes.

use std::io;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

/// Measures what the process spends from now on.
pub struct Stopwatch {
    /// CPU time that the process had taken by then, in seconds.
    cpu_before_s: f64,
}

pub struct Spent {
    /// CPU time, user and system, in seconds.
    pub cpu_s: f64,
    /// Peak memory since the process started, in bytes.
    pub peak_memory_bytes: u64,
}

impl Stopwatch {
    pub fn start() -> Self {
        Self { cpu_before_s: usage().map_or(0.0, |(cpu_s, _)| cpu_s) }
    }

    pub fn spent(&self) -> io::Result<Spent> {
        let (cpu_s, peak_memory_bytes) = usage()?;
        Ok(Spent { cpu_s: cpu_s - self.cpu_before_s, peak_memory_bytes })
    }
}

/// CPU time of the process so far, in seconds, and its peak memory, in bytes.
fn usage() -> io::Result<(f64, u64)> {
    let usage = getrusage(UsageWho::RUSAGE_SELF)?;
    let cpu = usage.user_time() + usage.system_time();
    Ok((cpu.num_microseconds() as f64 / 1e6, usage.max_rss() as u64 * RSS_UNIT))
}

/// The unit in which the system reports peak memory, in bytes.
const RSS_UNIT: u64 = if cfg!(target_vendor = "apple") { 1 } else { 1024 };

/// The middle one of some values, or the mean of the two in the middle; there is one at least.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let half = sorted.len() / 2;
    if sorted.len() % 2 == 1 { sorted[half] } else { (sorted[half - 1] + sorted[half]) / 2.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn median_is_the_middle_value() {
        assert_eq!([median(&[9.0, 1.0, 2.0]), median(&[9.0, 1.0, 3.0, 2.0])], [2.0, 2.5]);
    }

    #[test]
    fn stopwatch_measures_time_since_its_start() {
        let (before_s, _) = usage().unwrap();
        let spent = Stopwatch::start().spent().unwrap();
        let (after_s, _) = usage().unwrap();
        assert!(before_s > 0.0 && spent.cpu_s < after_s - before_s + 1e-6, "{} of {after_s} s", spent.cpu_s);
    }
}
