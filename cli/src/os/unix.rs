//! Linux, macOS and other Unix systems.

use std::fs;
use std::io;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;

use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::unistd::{getpgrp, tcgetpgrp};
use signal_hook::consts::{SIGALRM, SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ};
use signal_hook::flag;
use signal_hook::iterator::Signals;

use super::{EXIT_AFTER_SECOND_CTRL_C, MIN_TIME_TO_SECOND_CTRL_C};

/// Changes what the system does with a process that runs a command: a write beyond the limit on the size of
/// files becomes an error, which is reported. Without this the system ends the process with SIGXFSZ and no
/// message.
pub fn start() -> io::Result<()> {
    flag::register(SIGXFSZ, Arc::default()).map(drop)
}

/// Sets the flag `stop` on every signal that requests an orderly stop, and `status` on SIGUSR1. Another
/// Ctrl-C, a second later or more, ends the process at once.
pub fn listen(stop: &Arc<AtomicBool>, status: &Arc<AtomicBool>) -> io::Result<()> {
    // The background jobs of a script start with Ctrl-C ignored. The kernel repeats SIGXCPU every second after
    // the soft limit on CPU time. Grid Engine announces the end of a job's time with SIGUSR2, others with
    // SIGALRM.
    let stops = not_ignored(&[SIGINT, SIGTERM, SIGHUP, SIGUSR2, SIGXCPU, SIGALRM]);
    let mut signals = Signals::new(stops.chain([SIGUSR1]))?;
    let (stop, status) = (Arc::clone(stop), Arc::clone(status));
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
                    stop.store(true, Ordering::Relaxed);
                }
            }
        }
    };
    thread::Builder::new().name("signals".to_owned()).spawn(obey).map(drop)
}

/// Returns the `signals` that were not ignored when this process started, as SIGHUP is under nohup: none of
/// them has a handler yet. If the system does not say, SIGHUP counts as ignored: a count that ends with its
/// terminal has saved its finished units anyway.
fn not_ignored(signals: &[i32]) -> impl Iterator<Item = i32> {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    let is_ignored = move |signal| mask.map_or(signal == SIGHUP, |mask| mask >> (signal - 1) & 1 == 1);
    signals.iter().copied().filter(move |&signal| !is_ignored(signal))
}

/// Checks that stdout can be written to. The standard library takes a failed write to a stdout that was opened for
/// reading, as a directory is, for one to a closed stdout, and reports nothing.
pub fn check_stdout() -> io::Result<()> {
    let flags = fcntl(io::stdout(), FcntlArg::F_GETFL).map(OFlag::from_bits_retain);
    if flags.is_ok_and(|flags| flags & OFlag::O_ACCMODE == OFlag::O_RDONLY) {
        return Err(io::Error::other("stdout was opened for reading only: redirect it with > to a file"));
    }
    Ok(())
}

/// Returns whether this process may draw on the terminal. While it is in the background, the shell
/// gives the terminal to another process group, and a bar would overwrite what is typed there.
pub fn has_terminal() -> bool {
    // A terminal that does not control this session has no such group.
    tcgetpgrp(io::stderr()).map_or(true, |group| group == getpgrp())
}
