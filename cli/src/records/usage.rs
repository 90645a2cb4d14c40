//! What a count takes: CPU time and memory.

use std::io;

use crate::os;

/// What the process used.
#[derive(Clone, Copy, Debug, Default)]
pub struct ResourceUsage {
    /// CPU time, user and system, in seconds.
    pub cpu_s: f64,
    /// Peak memory since the process started, in bytes.
    pub peak_memory_bytes: u64,
}

impl ResourceUsage {
    /// What it used since it started.
    pub fn so_far() -> io::Result<Self> {
        let (cpu_s, peak_memory_bytes) = os::used()?;
        Ok(Self { cpu_s, peak_memory_bytes })
    }

    pub fn since(self, before: Self) -> Self {
        Self { cpu_s: self.cpu_s - before.cpu_s, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excludes_what_was_used_before() {
        let before = ResourceUsage::so_far().unwrap();
        let usage = ResourceUsage::so_far().unwrap().since(before);
        let after = ResourceUsage::so_far().unwrap();
        assert!(
            before.cpu_s > 0.0 && usage.cpu_s < after.cpu_s - before.cpu_s + 1e-6,
            "{usage:?} of {after:?}"
        );
    }
}
