//! Windows. The functions are documented in `unix`.

use std::io;
use std::process;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Instant;

use windows_sys::Win32::System::Console::{CTRL_BREAK_EVENT, CTRL_C_EVENT, SetConsoleCtrlHandler};
use windows_sys::core::BOOL;

use super::{EXIT_AFTER_SECOND_CTRL_C, MIN_TIME_TO_SECOND_CTRL_C};

pub fn start() -> io::Result<()> {
    Ok(())
}

/// The function that requests an orderly stop.
static STOP: OnceLock<Box<dyn Fn() + Send + Sync>> = OnceLock::new();

/// Calls `stop` on every event that requests an orderly stop. Windows has no event for requesting a status.
#[allow(unsafe_code)]
pub fn listen(stop: impl Fn() + Send + Sync + 'static, _status: &Arc<AtomicBool>) -> io::Result<()> {
    if STOP.set(Box::new(stop)).is_err() {
        return Ok(());
    }
    // SAFETY: the handler lives as long as the program and matches the type that the system calls. It runs on
    // its own thread, so it may do what any thread may.
    match unsafe { SetConsoleCtrlHandler(Some(on_event), 1) } {
        0 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

/// Always succeeds. On Windows, the first write to an unwritable stdout reports the error.
pub fn check_stdout() -> io::Result<()> {
    Ok(())
}

/// Requests an orderly stop. A Ctrl-C or Ctrl-Break at least a second after the first one ends the process at
/// once.
extern "system" fn on_event(event: u32) -> BOOL {
    static FIRST_CTRL_C: OnceLock<Instant> = OnceLock::new();
    if let Some(stop) = STOP.get() {
        stop();
    }
    if event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT {
        if FIRST_CTRL_C.get_or_init(Instant::now).elapsed() >= MIN_TIME_TO_SECOND_CTRL_C {
            process::exit(EXIT_AFTER_SECOND_CTRL_C);
        }
        return 1;
    }
    // The console is closing, the user is logging off, or the machine is shutting down. The system ends the
    // process once this function returns, or after five seconds.
    loop {
        thread::park();
    }
}

/// Always returns `None`, because this is not implemented for Windows.
pub fn available_memory() -> Option<u64> {
    None
}

/// Always returns true, because Windows shells do not pass the terminal from one job to another.
pub fn has_terminal() -> bool {
    true
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;
    use std::time::Duration;

    use windows_sys::Win32::System::Console::{CTRL_CLOSE_EVENT, CTRL_LOGOFF_EVENT, CTRL_SHUTDOWN_EVENT};

    use super::*;

    #[test]
    fn every_event_requests_a_stop() {
        let stop = Arc::new(AtomicBool::new(false));
        let asked = Arc::clone(&stop);
        listen(move || asked.store(true, Ordering::Relaxed), &Arc::default()).unwrap();
        for event in [CTRL_CLOSE_EVENT, CTRL_LOGOFF_EVENT, CTRL_SHUTDOWN_EVENT] {
            let handler = thread::spawn(move || on_event(event));
            while !stop.swap(false, Ordering::Relaxed) {
                thread::yield_now();
            }
            // If the handler returned, the system would end the process before it could save.
            thread::sleep(Duration::from_millis(10));
            assert!(!handler.is_finished(), "event {event}");
        }
        // These come too soon after the first to have been typed.
        assert_eq!([CTRL_BREAK_EVENT; 2].map(|event| on_event(event)), [1, 1]);
        assert!(stop.load(Ordering::Relaxed));
    }
}
