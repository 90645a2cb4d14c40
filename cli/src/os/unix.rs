//! Linux, macOS and other Unix systems.
#![allow(clippy::disallowed_methods, reason = "this module opens and creates files itself")]

use std::fs;
use std::io;
use std::mem::MaybeUninit;
use std::path::{Path, PathBuf};
use std::process;
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;

use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::libc::{self, c_int};
use nix::sys::signal::{SigSet, Signal};
use nix::unistd::{getpgrp, tcgetpgrp};
use signal_hook::consts::{SIGALRM, SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ};
use signal_hook::flag;
use signal_hook::iterator::Signals;

use super::{EXIT_AFTER_SECOND_CTRL_C, MIN_TIME_TO_SECOND_CTRL_C};

/// Signals that request an orderly stop. The kernel sends SIGXCPU every second once the soft CPU time limit
/// is reached. Grid Engine announces the end of a job with SIGUSR2, and other schedulers use SIGALRM.
const STOPS: [c_int; 6] = [SIGINT, SIGTERM, SIGHUP, SIGUSR2, SIGXCPU, SIGALRM];

/// Prepares the process for signals.
///
/// SIGXFSZ gets an empty handler, so that a write beyond the file size limit returns an error. By default,
/// the system would end the process without a message. The signals that this program handles are unblocked,
/// because some runtimes start programs with signals blocked.
pub fn start() -> io::Result<()> {
    let obeyed =
        STOPS.into_iter().chain([SIGUSR1, SIGXFSZ]).filter_map(|signal| Signal::try_from(signal).ok());
    SigSet::from_iter(obeyed).thread_unblock()?;
    flag::register(SIGXFSZ, Arc::default()).map(drop)
}

/// Calls `stop` on every signal that requests an orderly stop, and sets `status` on SIGUSR1. A Ctrl-C at
/// least a second after the first one ends the process at once.
pub fn listen(stop: impl Fn() + Send + 'static, status: &Arc<AtomicBool>) -> io::Result<()> {
    // Leave ignored signals alone. For example, background jobs of a script start with Ctrl-C ignored.
    let stops = STOPS.into_iter().filter(|&signal| !is_ignored(signal));
    let mut signals = Signals::new(stops.chain([SIGUSR1]))?;
    let status = Arc::clone(status);
    let obey = move || {
        let mut asked: Option<Instant> = None;
        for signal in &mut signals {
            match signal {
                SIGUSR1 => status.store(true, Ordering::Relaxed),
                SIGINT if asked.is_some_and(|asked| asked.elapsed() >= MIN_TIME_TO_SECOND_CTRL_C) => {
                    process::exit(EXIT_AFTER_SECOND_CTRL_C);
                }
                signal => {
                    if signal == SIGINT {
                        asked.get_or_insert_with(Instant::now);
                    }
                    stop();
                }
            }
        }
    };
    thread::Builder::new().name("signals".to_owned()).spawn(obey).map(drop)
}

/// Returns whether the process ignores `signal`. For example, it ignores SIGHUP under nohup.
#[allow(unsafe_code)]
fn is_ignored(signal: c_int) -> bool {
    let mut action = MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: without a new action, the call only writes the current one to `action`, which is large enough
    // and for which zero is a valid value.
    let action = unsafe {
        libc::sigaction(signal, ptr::null(), action.as_mut_ptr());
        action.assume_init()
    };
    action.sa_sigaction == libc::SIG_IGN
}

/// Returns the available memory in bytes, or a control group's limit if that is lower. Returns `None` if the
/// system does not report it, as on macOS.
pub fn available_memory() -> Option<u64> {
    let text = |path: &Path| fs::read_to_string(path).ok();
    let meminfo = text(Path::new("/proc/meminfo"))?;
    let available = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let available = available.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024;
    let groups = text(Path::new("/proc/self/cgroup")).unwrap_or_default();
    let limits = groups.lines().flat_map(limit_files).filter_map(|file| text(&file));
    // Parsing skips "max", which means no limit.
    limits.filter_map(|limit| limit.trim().parse().ok()).chain([available]).min()
}

/// Returns the files that may limit the memory of a control group and its ancestors. `line` is the group's
/// entry in /proc/self/cgroup.
fn limit_files(line: &str) -> Vec<PathBuf> {
    let mut fields = line.splitn(3, ':').skip(1);
    let (root, file) = match fields.next() {
        Some("") => ("/sys/fs/cgroup", "memory.max"),
        Some("memory") => ("/sys/fs/cgroup/memory", "memory.limit_in_bytes"),
        _ => return Vec::new(),
    };
    let group = Path::new(fields.next().unwrap_or_default().trim_start_matches('/'));
    group.ancestors().map(|group| Path::new(root).join(group).join(file)).collect()
}

/// Checks that stdout can be written to. If stdout was opened read-only, as a directory always is, the
/// standard library treats a failed write as if stdout were closed and does not report it.
pub fn check_stdout() -> io::Result<()> {
    let flags = fcntl(io::stdout(), FcntlArg::F_GETFL).map(OFlag::from_bits_retain);
    if flags.is_ok_and(|flags| flags & OFlag::O_ACCMODE == OFlag::O_RDONLY) {
        return Err(io::Error::other("stdout was opened for reading only: redirect it with > to a file"));
    }
    Ok(())
}

/// Returns whether this process may draw on the terminal. While the process is in the background, a different
/// process group owns the terminal, and a bar would overwrite what the user types.
pub fn has_terminal() -> bool {
    // If stderr is not the controlling terminal of this session, it has no foreground group.
    tcgetpgrp(io::stderr()).map_or(true, |group| group == getpgrp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_limits_include_ancestor_cgroups() {
        let files =
            |line| limit_files(line).into_iter().map(|file| file.display().to_string()).collect::<Vec<_>>();
        assert_eq!(
            files("0::/job/step 1"),
            [
                "/sys/fs/cgroup/job/step 1/memory.max",
                "/sys/fs/cgroup/job/memory.max",
                "/sys/fs/cgroup/memory.max"
            ]
        );
        assert_eq!(files("0::/"), ["/sys/fs/cgroup/memory.max"]);
        assert_eq!(
            files("7:memory:/docker/a:b"),
            ["docker/a:b/", "docker/", ""]
                .map(|group| format!("/sys/fs/cgroup/memory/{group}memory.limit_in_bytes"))
        );
        assert!(files("3:cpu,cpuacct:/a").is_empty() && files("").is_empty());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn memory_is_available_and_less_than_a_petabyte() {
        assert!((1 << 20..1 << 50).contains(&available_memory().unwrap()));
    }
}
