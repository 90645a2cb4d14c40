//! What a count takes: CPU time and memory.

use std::io;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

/// What the process used.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spent {
    /// CPU time, user and system, in seconds.
    pub cpu_s: f64,
    /// Peak memory since the process started, in bytes.
    pub peak_memory_bytes: u64,
}

impl Spent {
    /// What it used since it started.
    pub fn so_far() -> io::Result<Self> {
        let usage = getrusage(UsageWho::RUSAGE_SELF)?;
        let cpu = usage.user_time() + usage.system_time();
        let cpu_s = cpu.num_microseconds() as f64 / 1e6;
        Ok(Self { cpu_s, peak_memory_bytes: usage.max_rss() as u64 * RSS_UNIT })
    }

    pub fn since(self, before: Self) -> Self {
        Self { cpu_s: self.cpu_s - before.cpu_s, ..self }
    }
}

/// The unit in which the system reports peak memory, in bytes.
const RSS_UNIT: u64 = if cfg!(target_vendor = "apple") { 1 } else { 1024 };

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excludes_what_was_used_before() {
        let before = Spent::so_far().unwrap();
        let spent = Spent::so_far().unwrap().since(before);
        let after = Spent::so_far().unwrap();
        assert!(
            before.cpu_s > 0.0 && spent.cpu_s < after.cpu_s - before.cpu_s + 1e-6,
            "{spent:?} of {after:?}"
        );
    }
}
