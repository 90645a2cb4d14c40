//! Requests made from outside: the first Ctrl-C or SIGTERM requests an orderly stop, the second ends the
//! process at once, and SIGUSR1 requests a status. SIGHUP, SIGUSR2 and SIGXCPU request an orderly
//! stop, however often they come, as do a closed console, a log-off and a shutdown of Windows. A signal
//! that was ignored when the process started stays ignored. A time limit requests an orderly stop like a
//! signal. A command without an orderly stop ends at once, also as process 1.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::os;

/// The requests made by signals.
#[derive(Clone, Debug, Default)]
pub struct Signals {
    stop: Arc<AtomicBool>,
    status: Arc<AtomicBool>,
}

impl Signals {
    /// Listens to the signals of the process.
    pub fn install() -> io::Result<Self> {
        let signals = Self::default();
        os::listen(&signals.stop, &signals.status)?;
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
    pub fn stop(&self) -> &Arc<AtomicBool> {
        &self.stop
    }

    /// Returns whether a status was requested since the last call.
    pub fn take_status_request(&self) -> bool {
        self.status.swap(false, Ordering::Relaxed)
    }
}
