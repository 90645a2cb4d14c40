//! Handles signals: the first Ctrl-C or SIGTERM requests an orderly stop, the second ends the
//! process at once, and SIGUSR1 requests a status. SIGHUP, SIGUSR2 and SIGXCPU request an orderly
//! stop, however often they come. A signal that was ignored when the process started stays ignored.
//! SIGXFSZ does not end the process. A time limit requests an orderly stop like a signal. A command
//! without an orderly stop ends at once, also as process 1.

use std::fs;
use std::io;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ};
use signal_hook::flag;

/// The exit code after a second signal.
const LEFT_AT_ONCE: i32 = 130;

/// Whether the first signal ends process 1: until a command stops in order.
static ENDS_PROCESS_1: AtomicBool = AtomicBool::new(true);

/// Lets signals end every command as process 1, which a container starts: for this process alone the
/// system has no default action. The exit code is what a shell shows after such an end.
pub fn obey_as_process_1() -> io::Result<()> {
    if process::id() != 1 {
        return Ok(());
    }
    let ignored = Ignored::at_start();
    for signal in [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|&signal| !ignored.has(signal)) {
        flag::register_conditional_shutdown(signal, 128 + signal, &ENDS_PROCESS_1)?;
    }
    Ok(())
}

/// Makes a write beyond the limit on the size of files an error, which is reported. Without this
/// the system ends the process with SIGXFSZ and no message.
pub fn let_large_writes_fail() -> io::Result<()> {
    flag::register(SIGXFSZ, Arc::default()).map(drop)
}

/// The requests made by signals.
#[derive(Clone, Debug, Default)]
pub struct Signals {
    stop: Arc<AtomicBool>,
    status: Arc<AtomicBool>,
}

impl Signals {
    /// Installs the signal handlers of the process.
    pub fn install() -> io::Result<Self> {
        let signals = Self::default();
        let asked = Arc::new(AtomicBool::new(false));
        let ignored = Ignored::at_start();
        // The background jobs of a script are started to ignore Ctrl-C.
        for signal in [SIGINT, SIGTERM].into_iter().filter(|&signal| !ignored.has(signal)) {
            // Actions run in this order. The flag comes first, so that no signal is lost, even in
            // the middle of this; the second signal sees the flag that the first has set.
            flag::register(signal, Arc::clone(&signals.stop))?;
            flag::register_conditional_shutdown(signal, LEFT_AT_ONCE, Arc::clone(&asked))?;
            flag::register(signal, Arc::clone(&asked))?;
        }
        // A closed terminal sends SIGHUP twice: the kernel to what ran in the foreground, the shell
        // to all its jobs. The kernel repeats SIGXCPU every second after the soft limit on CPU time.
        // Grid Engine announces the end of a job's time with SIGUSR2.
        for signal in [SIGHUP, SIGUSR2, SIGXCPU].into_iter().filter(|&signal| !ignored.has(signal)) {
            flag::register(signal, Arc::clone(&signals.stop))?;
        }
        flag::register(SIGUSR1, Arc::clone(&signals.status))?;
        ENDS_PROCESS_1.store(false, Ordering::SeqCst);
        Ok(signals)
    }

    /// Requests an orderly stop after `time`, if given.
    pub fn stop_after(&self, time: Option<Duration>) -> io::Result<()> {
        let Some(time) = time else { return Ok(()) };
        let stop = Arc::clone(&self.stop);
        let wait = move || {
            thread::sleep(time);
            stop.store(true, Ordering::Relaxed);
        };
        thread::Builder::new().name("time-limit".to_owned()).spawn(wait).map(drop)
    }

    /// The flag set by the first signal that requests a stop, or by the time limit.
    pub fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    /// Whether a status was requested since the last call.
    pub fn take_status_request(&self) -> bool {
        self.status.swap(false, Ordering::Relaxed)
    }
}

/// The signals that this process was started to ignore, as SIGHUP by nohup.
struct Ignored {
    /// Bit `signal - 1` of each; `None` where the system does not tell.
    mask: Option<u64>,
}

impl Ignored {
    fn at_start() -> Self {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        Self { mask: mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()) }
    }

    /// Whether `signal` is one of them. Where the system does not tell, SIGHUP is taken to be one: a
    /// count that ends with its terminal has saved its finished units anyway.
    fn has(&self, signal: i32) -> bool {
        self.mask.map_or(signal == SIGHUP, |mask| mask >> (signal - 1) & 1 == 1)
    }
}
