//! How much memory a count needs and how much is free, so that the user can be warned before it
//! starts. The crate `sysinfo` would read the same figures, and much else.

use std::fs;
use std::process::Command;

use crate::methods::kernel::Kernel;
use crate::plan::Plan;

/// Bytes that the program takes to count a small board.
const PROGRAM: u64 = 7_000_000;

/// Sets of finished units, a bit each: that of the session, and at the end another one, when the
/// ledger is read again.
const SETS: u64 = 2;

/// Bytes that a count of `plan` with `kernel` needs with this many threads.
pub fn needed(plan: &Plan, kernel: Kernel, threads: usize) -> u64 {
    PROGRAM + SETS * plan.units().div_ceil(8) + plan.method_units().memory(kernel, threads)
}

/// Bytes that programs can still take without others being moved out of memory; `None` where the
/// system does not say, as anywhere but on Linux and macOS.
pub fn available() -> Option<u64> {
    if cfg!(target_os = "macos") {
        let report = Command::new("vm_stat").output().ok()?;
        available_in_pages(&String::from_utf8(report.stdout).ok()?)
    } else {
        available_in(&fs::read_to_string("/proc/meminfo").ok()?)
    }
}

/// The line `MemAvailable:   123456 kB`.
fn available_in(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

/// What `vm_stat` of macOS prints: in its first line `(page size of 16384 bytes)`, then lines like
/// `Pages free:    123456.`, where what is inactive or speculative can be taken as well.
///
/// Never run on macOS, only compiled and linted for it; the text is that of Apple's manual.
fn available_in_pages(vm_stat: &str) -> Option<u64> {
    let page = vm_stat.split_once("page size of ")?.1.split(' ').next()?.parse::<u64>().ok()?;
    let pages = |name: &str| {
        let line = vm_stat.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
        line.trim().strip_suffix('.')?.parse::<u64>().ok()
    };
    let free = ["Pages free", "Pages inactive", "Pages speculative"].map(pages);
    let sum = free.into_iter().try_fold(0_u64, |sum, pages| sum.checked_add(pages?))?;
    sum.checked_mul(page)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_available_memory() {
        let meminfo = "MemTotal:       8000000 kB\nMemFree:  1 kB\nMemAvailable:    1000 kB\nBuffers: 7 kB\n";
        assert_eq!(available_in(meminfo), Some(1_024_000));
        for damaged in
            ["", "MemAvailable: 1000", "MemAvailable: x kB", "MemAvailable: 99999999999999999999 kB"]
        {
            assert_eq!(available_in(damaged), None, "{damaged}");
        }
    }

    #[test]
    fn adds_up_free_pages() {
        let head = "Mach Virtual Memory Statistics: (page size of 16384 bytes)\n";
        let pages = "Pages free:          10.\nPages active:        7000.\nPages inactive:      200.\n";
        let all = format!("{head}{pages}Pages speculative:   3000.\nPages purgeable:     5.\n");
        assert_eq!(available_in_pages(&all), Some(3_210 * 16_384));
        for damaged in [
            "",
            head,
            &format!("{head}{pages}"),
            &all.replace("16384", "many"),
            &all.replace("10.", "10"),
            &all.replace("3000.", "18446744073709551615."),
        ] {
            assert_eq!(available_in_pages(damaged), None, "{damaged}");
        }
    }

    #[test]
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    fn finds_available_memory_on_this_system() {
        assert!(available().is_some_and(|bytes| bytes > 1 << 20));
    }
}
