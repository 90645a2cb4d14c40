//! The operating system: everything the program needs from it that the standard library does not do
//! in the same way everywhere. `unix` and `windows` have the same functions. No other file depends
//! on the system.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub use unix::*;
#[cfg(windows)]
pub use windows::*;

/// The exit code after a second Ctrl-C.
const EXIT_AFTER_SECOND_CTRL_C: i32 = 130;

/// The CPU time and memory that the process used.
#[derive(Clone, Copy, Debug)]
pub struct ResourceUsage {
    /// CPU time, user and system, in seconds.
    pub cpu_s: f64,
    /// Peak memory since the process started, in bytes.
    pub peak_memory_bytes: u64,
}

impl ResourceUsage {
    /// Returns the usage since `before` was measured. The peak memory is still that since the
    /// start.
    pub fn since(self, before: Self) -> Self {
        Self { cpu_s: self.cpu_s - before.cpu_s, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::used;

    #[test]
    fn excludes_what_was_used_before() {
        let before = used().unwrap();
        let usage = used().unwrap().since(before);
        let after = used().unwrap();
        assert!(before.cpu_s > 0.0, "{before:?}");
        assert!(usage.cpu_s < after.cpu_s - before.cpu_s + 1e-6, "{usage:?} of {after:?}");
    }
}
