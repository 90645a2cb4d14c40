//! Requests made from outside: Ctrl-C, SIGTERM, SIGHUP, SIGUSR2, SIGXCPU and SIGALRM request an orderly stop,
//! however often they come, as do a closed console, a log-off and a shutdown of Windows. Another Ctrl-C,
//! a second later or more, ends the process at once: what comes sooner was sent by a program that passes
//! signals on. SIGUSR1 requests a status. A signal that was ignored when the process started stays ignored.
//! A time limit requests an orderly stop like a signal. A command without an orderly stop ends at once.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::Duration;

use crate::os;

/// The request for an orderly stop. It is a global because output anywhere in the process obeys it.
static STOP: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Returns whether an orderly stop was requested.
pub fn is_stop_requested() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// The requests made by signals.
#[derive(Clone, Debug, Default)]
pub struct Signals {
    stop: Arc<AtomicBool>,
    status: Arc<AtomicBool>,
}

impl Signals {
    /// Listens to the signals of the process.
    pub fn install() -> io::Result<Self> {
        let signals = Self { stop: Arc::clone(&STOP), status: Arc::default() };
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
