//! Writes to stderr from an unbounded queue, in a separate thread.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use super::patiently;
use crate::signals::{self, OUTPUT_TIMEOUT, POLL_INTERVAL};

/// The kind of a queue entry. The kind decides whether a later entry replaces a waiting one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EntryKind {
    /// A notice or an error. Never replaced.
    Line,
    /// A progress line. Replaced by the next progress line.
    Progress,
    /// A bar frame. Replaced by the next frame unless a line comes between them. Each frame clears the
    /// previous one.
    Frame,
}

/// The entries that wait for the thread.
#[derive(Debug)]
struct Queue {
    /// Whether the thread was started. If not, lines are written directly.
    has_thread: bool,
    waiting: VecDeque<(EntryKind, Vec<u8>)>,
    /// When the thread began to write its current entry, if any.
    writing_since: Option<Instant>,
}

static QUEUE: Mutex<Queue> =
    Mutex::new(Queue { has_thread: false, waiting: VecDeque::new(), writing_since: None });

/// Wakes the thread when an entry arrives, and wakes all waiters when everything is written.
static QUEUE_CHANGE: Condvar = Condvar::new();

fn queue() -> MutexGuard<'static, Queue> {
    QUEUE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Queue {
    fn is_written(&self) -> bool {
        self.waiting.is_empty() && self.writing_since.is_none()
    }

    fn push(&mut self, kind: EntryKind, bytes: Vec<u8>) {
        match kind {
            EntryKind::Line => {}
            EntryKind::Progress => self.waiting.retain(|(kind, _)| *kind != EntryKind::Progress),
            EntryKind::Frame if self.waiting.back().is_some_and(|(last, _)| *last == EntryKind::Frame) => {
                self.waiting.pop_back();
            }
            EntryKind::Frame => {}
        }
        self.waiting.push_back((kind, bytes));
    }
}

/// Starts the thread. Call this before anything that can fail. Otherwise, a failure's cause, such as a limit
/// on threads, may also prevent this thread from starting.
pub fn start() {
    let started = thread::Builder::new().name("stderr".to_owned()).spawn(write_entries);
    queue().has_thread = started.is_ok();
}

fn write_entries() {
    let mut queue = self::queue();
    loop {
        let Some((_, bytes)) = queue.waiting.pop_front() else {
            QUEUE_CHANGE.notify_all();
            queue = QUEUE_CHANGE.wait(queue).unwrap_or_else(PoisonError::into_inner);
            continue;
        };
        queue.writing_since = Some(Instant::now());
        drop(queue);
        write(&bytes);
        queue = self::queue();
        queue.writing_since = None;
    }
}

/// Writes `bytes` and ignores errors, because a closed stderr, a full disk or a vanished terminal must not
/// stop a count.
fn write(bytes: &[u8]) {
    let mut stderr = io::stderr().lock();
    let mut rest = bytes;
    while !rest.is_empty() {
        match patiently(|| stderr.write(rest)) {
            Ok(0) | Err(_) => return,
            Ok(written) => rest = &rest[written..],
        }
    }
}

fn put(kind: EntryKind, bytes: Vec<u8>) {
    let mut queue = queue();
    if queue.has_thread {
        queue.push(kind, bytes);
        QUEUE_CHANGE.notify_all();
    } else if kind == EntryKind::Line {
        write(&bytes);
    }
}

/// Writes a notice or an error, which is never dropped.
pub fn line(bytes: Vec<u8>) {
    put(EntryKind::Line, bytes);
}

/// Writes a progress line, unless the next progress line arrives first.
pub fn progress(bytes: Vec<u8>) {
    put(EntryKind::Progress, bytes);
}

/// Writes a bar frame, unless the next frame arrives first.
pub fn frame(bytes: Vec<u8>) {
    put(EntryKind::Frame, bytes);
}

/// Waits until everything is written, so that a result appears after all earlier messages. Gives up if
/// writing one entry takes longer than [`OUTPUT_TIMEOUT`].
pub(super) fn settle() {
    wait_unless(|queue| queue.writing_since.is_some_and(|since| since.elapsed() > OUTPUT_TIMEOUT));
}

/// Waits at the end of the program until everything is written. Waits as long as the reader takes, but only
/// for [`OUTPUT_TIMEOUT`] once a stop is requested.
pub fn finish() {
    let mut stopped: Option<Instant> = None;
    wait_unless(|_| {
        signals::is_stop_requested() && stopped.get_or_insert_with(Instant::now).elapsed() > OUTPUT_TIMEOUT
    });
}

/// Waits until everything is written or `is_enough` returns true.
fn wait_unless(mut is_enough: impl FnMut(&Queue) -> bool) {
    let mut queue = queue();
    while queue.has_thread && !queue.is_written() && !is_enough(&queue) {
        let waited = QUEUE_CHANGE.wait_timeout(queue, POLL_INTERVAL);
        queue = waited.unwrap_or_else(PoisonError::into_inner).0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_progress_is_replaced_and_lines_keep_their_order() {
        let mut queue = Queue { has_thread: true, waiting: VecDeque::new(), writing_since: None };
        for (kind, text) in [
            (EntryKind::Frame, "10%"),
            (EntryKind::Frame, "clear"),
            (EntryKind::Line, "error"),
            (EntryKind::Progress, "10% done"),
            (EntryKind::Frame, "20%"),
            (EntryKind::Line, "error"),
            (EntryKind::Frame, "30%"),
            (EntryKind::Progress, "30% done"),
        ] {
            queue.push(kind, text.as_bytes().to_vec());
        }
        let left: Vec<_> = queue.waiting.iter().map(|(_, bytes)| str::from_utf8(bytes).unwrap()).collect();
        assert_eq!(left, ["clear", "error", "20%", "error", "30%", "30% done"]);
    }
}
