//! The threads that count. Each is started and waited for before the next: what a thread takes when it starts
//! is asked of the system before, because the standard library aborts the process where a new thread lacks
//! memory.

use std::io::{self, ErrorKind};
use std::sync::{Arc, Barrier, Mutex, PoisonError};
use std::thread;

use rayon::{ThreadBuilder, ThreadPool};

use super::CountError;
use crate::os;

/// Bytes that a thread may take when it starts: a stack of 2 MiB, a stack for signals, and its first small
/// allocations.
const THREAD_BYTES: usize = 3 << 20;

/// Runs `work` in a pool of `threads` threads. Reuses the pool of an earlier count if it has that many
/// threads and is idle; counts that run at the same time must not wait for each other's threads.
///
/// # Errors
/// If the system refuses to start them.
pub fn in_pool<T>(threads: usize, work: impl FnOnce(&ThreadPool) -> T) -> Result<T, CountError> {
    static IDLE_POOL: Mutex<Option<ThreadPool>> = Mutex::new(None);
    let idle = || IDLE_POOL.lock().unwrap_or_else(PoisonError::into_inner);
    let found = idle().take_if(|pool| pool.current_num_threads() == threads);
    let pool = match found {
        Some(pool) => pool,
        None => rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .spawn_handler(start)
            .build()
            .map_err(|cause| CountError::Threads { threads, cause: io::Error::other(cause) })?,
    };
    let result = work(&pool);
    *idle() = Some(pool);
    Ok(result)
}

/// Starts a thread and waits until it runs.
fn start(thread: ThreadBuilder) -> io::Result<()> {
    if !os::grants(THREAD_BYTES) {
        return Err(ErrorKind::OutOfMemory.into());
    }
    let runs = Arc::new(Barrier::new(2));
    let is_running = Arc::clone(&runs);
    let run = move || {
        is_running.wait();
        thread.run();
    };
    thread::Builder::new().name("queens".to_owned()).spawn(run)?;
    runs.wait();
    Ok(())
}
