//! The threads that count. Each is started and waited for before the next: what a thread takes when it starts
//! is asked of the system before, because the standard library aborts the process where a new thread lacks
//! memory. It has taken all of it by the time the next question takes that memory for a moment.

use std::io::{self, ErrorKind};
use std::sync::{Arc, Barrier, Mutex, PoisonError};
use std::thread;

use rayon::{ThreadBuilder, ThreadPool, ThreadPoolBuildError};

use super::CountError;
use crate::methods::counter::allocation;

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
        None => {
            new(threads).map_err(|cause| CountError::Threads { threads, cause: io::Error::other(cause) })?
        }
    };
    let result = work(&pool);
    *idle() = Some(pool);
    Ok(result)
}

fn new(threads: usize) -> Result<ThreadPool, ThreadPoolBuildError> {
    let has_started = Arc::new(Barrier::new(2));
    let waiting = Arc::clone(&has_started);
    let when_started = move |_| {
        // The first look for work allocates.
        rayon::yield_now();
        has_started.wait();
    };
    let builder = rayon::ThreadPoolBuilder::new().num_threads(threads).start_handler(when_started);
    builder.spawn_handler(|thread| start(thread, &waiting)).build()
}

/// Starts a thread and waits until it `has_started`.
fn start(thread: ThreadBuilder, has_started: &Barrier) -> io::Result<()> {
    let _asking = allocation::lock();
    if !allocation::is_granted(THREAD_BYTES) {
        return Err(ErrorKind::OutOfMemory.into());
    }
    thread::Builder::new().name("queens".to_owned()).spawn(|| thread.run())?;
    has_started.wait();
    Ok(())
}
