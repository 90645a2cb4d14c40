//! The memory that a process may use, according to Linux or macOS. The crate `sysinfo` reads the
//! free memory, but neither the limits of parent groups nor the limit on the address space.

use std::fs;
use std::path::Path;

/// The bytes that are available on Linux, whose files `proc` and `sys` are below `root`.
pub fn available_below(root: &Path) -> Option<u64> {
    let read = |file: &str| fs::read_to_string(root.join(file)).unwrap_or_default();
    let free = kilobytes(&read("proc/meminfo"), "MemAvailable:");
    let taken = kilobytes(&read("proc/self/status"), "VmSize:");
    let limits = read("proc/self/limits");
    let address_space =
        limits.lines().find_map(|line| line.strip_prefix("Max address space")).and_then(first_number);
    let addresses = address_space.zip(taken).map(|(limit, taken)| limit.saturating_sub(taken));
    let groups = read("proc/self/cgroup");
    let in_groups = groups.lines().filter_map(|group| left_to_group(root, group));
    free.into_iter().chain(addresses).chain(in_groups).min()
}

/// The line `MemAvailable:   123456 kB`, in bytes.
fn kilobytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

/// The first word of `text`, if it is a number: a limit may be `max` or `unlimited`.
fn first_number(text: &str) -> Option<u64> {
    text.split_whitespace().next()?.parse().ok()
}

/// Bytes that a control group and the groups around it leave, for a line of `/proc/self/cgroup`:
/// `0::/job/step` in version 2, `4:memory:/job/step` in version 1. Inside a container the path may
/// be that of the host: then only the root is there, and is the container's.
fn left_to_group(root: &Path, line: &str) -> Option<u64> {
    let (controllers, path) = line.split_once(':')?.1.split_once(':')?;
    let (mount, limit, usage, cache) = match controllers {
        "" => ("sys/fs/cgroup", "memory.max", "memory.current", "inactive_file "),
        _ if controllers.split(',').any(|name| name == "memory") => {
            ("sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file ")
        }
        _ => return None,
    };
    let groups = Path::new(path.trim_start_matches('/')).ancestors();
    let left = |group: &Path| {
        let read = |file| fs::read_to_string(root.join(mount).join(group).join(file)).ok();
        let limit = first_number(&read(limit)?)?;
        let usage = first_number(&read(usage)?)?;
        // The system drops these pages for whoever needs memory.
        let stat = read("memory.stat").unwrap_or_default();
        let cached = stat.lines().find_map(|line| line.strip_prefix(cache)).and_then(first_number);
        Some(limit.saturating_sub(usage.saturating_sub(cached.unwrap_or(0))))
    };
    groups.filter_map(left).min()
}

/// The bytes that are available according to the output of the macOS command `vm_stat`. Its first
/// line has `(page size of 16384 bytes)`, and the others are like `Pages free:    123456.`;
/// inactive and speculative pages can be taken as well.
///
/// Never run on macOS, only compiled and linted for it; the text is that of Apple's manual.
pub fn available_in_pages(vm_stat: &str) -> Option<u64> {
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

    const FREE: (&str, &str) =
        ("proc/meminfo", "MemTotal: 8000000 kB\nMemFree:  1 kB\nMemAvailable:    1000 kB\nBuffers: 7 kB\n");

    /// The bytes that are available on a system with these files.
    fn with(files: &[(&str, &str)]) -> Option<u64> {
        let root = tempfile::tempdir().unwrap();
        for (file, text) in files {
            let path = root.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        available_below(root.path())
    }

    #[test]
    fn reads_the_free_memory() {
        assert_eq!(with(&[FREE]), Some(1_024_000));
        assert_eq!(with(&[]), None);
        for damaged in
            ["", "MemAvailable: 1000", "MemAvailable: x kB", "MemAvailable: 99999999999999999999 kB"]
        {
            assert_eq!(with(&[("proc/meminfo", damaged)]), None, "{damaged}");
        }
    }

    #[test]
    fn limit_of_the_address_space_leaves_what_is_not_taken() {
        let status = ("proc/self/status", "Name:\tqueens\nVmPeak:\t  9000 kB\nVmSize:\t     300 kB\n");
        let limits = |soft: &str| {
            format!("Limit   Soft Limit  Hard Limit  Units\nMax address space  {soft}   unlimited   bytes\n")
        };
        for (soft, left) in [("1000000", 692_800), ("200000", 0), ("unlimited", 1_024_000)] {
            let found = with(&[FREE, status, ("proc/self/limits", &limits(soft))]);
            assert_eq!(found, Some(left), "{soft}");
        }
    }

    #[test]
    fn groups_leave_their_limit_less_what_they_use() {
        let v2 = ("proc/self/cgroup", "0::/job_7/step_0\n");
        let step = "sys/fs/cgroup/job_7/step_0";
        let job = "sys/fs/cgroup/job_7";
        let file = |group: &str, file: &str| format!("{group}/{file}");
        let max = file(step, "memory.max");
        let current = file(step, "memory.current");
        let own = [FREE, v2, (&max, "500000\n"), (&current, "90000\n")];
        assert_eq!(with(&own), Some(410_000));
        // Some of the used memory only caches files.
        let stat = file(step, "memory.stat");
        let cached = [&own[..], &[(&stat, "anon 10000\ninactive_file 80000\nactive_file 5\n")]].concat();
        assert_eq!(with(&cached), Some(490_000));
        // A parent that leaves less, one without a limit, and one that is over its limit.
        let max = file(job, "memory.max");
        let current = file(job, "memory.current");
        for (limit, left) in [("200000\n", 50_000), ("max\n", 410_000), ("100000\n", 0)] {
            let files = [&own[..], &[(&max, limit), (&current, "150000\n")]].concat();
            assert_eq!(with(&files), Some(left), "{limit}");
        }
        // More than the machine has.
        let max = file(step, "memory.max");
        assert_eq!(with(&[FREE, v2, (&max, "9000000\n"), (&current, "0\n")]), Some(1_024_000));
    }

    #[test]
    fn groups_of_the_first_version_leave_as_much() {
        let v1 = ("proc/self/cgroup", "9:name=systemd:/job\n4:cpu,memory:/job\n0::/\n");
        let unlimited = "9223372036854771712\n";
        let own = [
            FREE,
            v1,
            ("sys/fs/cgroup/memory/job/memory.limit_in_bytes", "500000\n"),
            ("sys/fs/cgroup/memory/job/memory.usage_in_bytes", "90000\n"),
            ("sys/fs/cgroup/memory/job/memory.stat", "inactive_file 1\ntotal_inactive_file 20000\n"),
            ("sys/fs/cgroup/memory/memory.limit_in_bytes", unlimited),
            ("sys/fs/cgroup/memory/memory.usage_in_bytes", "7000000\n"),
        ];
        assert_eq!(with(&own), Some(430_000));
        // In a container that sees only its own group, under the path that the host knows.
        let inside = [
            FREE,
            ("proc/self/cgroup", "4:memory:/docker/0123\n"),
            ("sys/fs/cgroup/memory/memory.limit_in_bytes", "300000\n"),
            ("sys/fs/cgroup/memory/memory.usage_in_bytes", "100000\n"),
        ];
        assert_eq!(with(&inside), Some(200_000));
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
        assert!(super::super::available_memory().is_some_and(|bytes| bytes > 1 << 20));
    }
}
