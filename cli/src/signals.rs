//! Handles requests from outside the process.
//!
//! Signals, Windows console events (`options::help` lists both) and the time limit request an orderly stop.
//! Repeated requests have no further effect, except that a second Ctrl-C ends the process at once if it comes
//! at least a second after the first. An earlier one is probably a repeat by a program that forwards signals.
//! SIGUSR1 requests a status. Commands without an orderly stop end at once.
//!
//! The thread `stop` waits for the time limit. After a stop request, the thread ends the program if the main
//! thread is still waiting for the reader of stdout. By then, all finished work is saved.

use std::io;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use crate::exit::Exit;
use crate::os;

/// How long output may stay unread after a stop request.
pub const OUTPUT_TIMEOUT: Duration = Duration::from_millis(500);

/// How often to poll for conditions that do not wake a thread.
pub const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Set by the first request for an orderly stop. It is global, because output anywhere in the process depends
/// on it.
static STOP: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// When the main thread began to wait for the reader of stdout, if it is waiting.
static WAIT_START: Mutex<Option<Instant>> = Mutex::new(None);

pub fn is_stop_requested() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// Calls `wait`, which may block until stdout is read. Once a stop is requested, the program ends if `wait`
/// takes longer than [`OUTPUT_TIMEOUT`].
pub fn while_waiting<T>(wait: impl FnOnce() -> T) -> T {
    *waiting_since() = Some(Instant::now());
    let result = wait();
    *waiting_since() = None;
    result
}

fn waiting_since() -> MutexGuard<'static, Option<Instant>> {
    WAIT_START.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Requests made by signals or by the time limit.
#[derive(Clone, Debug)]
pub struct Signals {
    status: Arc<AtomicBool>,
    deadline: Arc<OnceLock<Instant>>,
    /// The thread `stop`.
    watcher: Thread,
}

impl Signals {
    /// Starts listening for signals.
    pub fn install() -> io::Result<Self> {
        let deadline = Arc::new(OnceLock::new());
        let watch = {
            let deadline = Arc::clone(&deadline);
            move || self::watch(&deadline)
        };
        let listening =
            |cause: io::Error| io::Error::new(cause.kind(), format!("cannot listen for signals: {cause}"));
        let watcher = thread::Builder::new().name("stop".to_owned()).spawn(watch).map_err(listening)?;
        let signals = Self { status: Arc::default(), deadline, watcher: watcher.thread().clone() };
        let watcher = signals.watcher.clone();
        let stop = move || {
            STOP.store(true, Ordering::Relaxed);
            watcher.unpark();
        };
        os::listen(stop, &signals.status).map_err(listening)?;
        Ok(signals)
    }

    /// Requests an orderly stop after `time`, if given.
    pub fn stop_after(&self, time: Option<Duration>) {
        if let Some(deadline) = time.and_then(|time| Instant::now().checked_add(time)) {
            let _ = self.deadline.set(deadline);
            self.watcher.unpark();
        }
    }

    /// Returns the flag that is set by the first stop signal or by the time limit.
    pub fn stop(&self) -> &'static Arc<AtomicBool> {
        &STOP
    }

    /// Returns whether a status was requested since the last call.
    pub fn take_status_request(&self) -> bool {
        self.status.swap(false, Ordering::Relaxed)
    }
}

/// Requests a stop at the `deadline`, if one is set. After any stop request, ends the program once the main
/// thread has waited for the reader of stdout for longer than [`OUTPUT_TIMEOUT`].
fn watch(deadline: &OnceLock<Instant>) {
    while !is_stop_requested() {
        match deadline.get().map(|deadline| deadline.saturating_duration_since(Instant::now())) {
            None => thread::park(),
            Some(Duration::ZERO) => STOP.store(true, Ordering::Relaxed),
            Some(left) => thread::park_timeout(left),
        }
    }
    let stopped = Instant::now();
    loop {
        thread::sleep(POLL_INTERVAL);
        if waiting_since().is_some_and(|since| since.max(stopped).elapsed() > OUTPUT_TIMEOUT) {
            process::exit(Exit::Stopped.code().into());
        }
    }
}
