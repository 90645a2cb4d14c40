//! Asks the system how much memory is free, so that a count that needs more says so before it
//! starts.

use std::fs;

/// Bytes that programs can still take without others being moved out of memory; `None` where the
/// system does not say, as anywhere but on Linux.
#[must_use]
pub fn available() -> Option<u64> {
    available_in(&fs::read_to_string("/proc/meminfo").ok()?)
}

/// The line `MemAvailable:   123456 kB`.
fn available_in(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_available_memory_is_read() {
        let meminfo = "MemTotal:       8000000 kB\nMemFree:  1 kB\nMemAvailable:    1000 kB\nBuffers: 7 kB\n";
        assert_eq!(available_in(meminfo), Some(1_024_000));
        for damaged in
            ["", "MemAvailable: 1000", "MemAvailable: x kB", "MemAvailable: 99999999999999999999 kB"]
        {
            assert_eq!(available_in(damaged), None, "{damaged}");
        }
    }
}
