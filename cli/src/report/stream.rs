//! The streams of the program, which never hold up a count: whoever reads them may have stopped reading.
//!
//! Stderr is written by a thread of its own, from a queue. A frame of the bar is dropped if several are still
//! waiting, a line only if the queue is full and nobody reads. Stdout has results, which wait for their
//! reader; but once a stop was requested, the program ends without it, since everything finished is saved.

use std::io::{self, ErrorKind, Write};
use std::process;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, bounded};

use crate::exit::Exit;
use crate::signals;

/// Lines that may wait for stderr.
const QUEUE: usize = 256;

/// Frames that may wait for stderr: enough for one that is being replaced, a line, and the next one.
const FRAMES: usize = 8;

/// Time that output may take once a stop was requested, and that lines may take when the program ends.
const PATIENCE: Duration = Duration::from_millis(500);

/// Time after which a stream that takes nothing at the moment is tried again.
const PAUSE: Duration = Duration::from_millis(20);

/// The queue of stderr: bytes, or a request to answer when all before it are written.
static STDERR: LazyLock<Sender<Message>> = LazyLock::new(|| {
    let (sender, receiver) = bounded(QUEUE);
    // Without the thread, nothing is shown: the count is what matters.
    let _ = thread::Builder::new().name("stderr".to_owned()).spawn(move || write_all_of(&receiver));
    sender
});

enum Message {
    Bytes(Vec<u8>),
    Written(Sender<()>),
}

fn write_all_of(messages: &Receiver<Message>) {
    for message in messages {
        match message {
            // A closed stderr must not stop a count.
            Message::Bytes(bytes) => drop(write_patiently(&mut io::stderr().lock(), &bytes)),
            Message::Written(answer) => drop(answer.send(())),
        }
    }
}

/// Writes all bytes. A stream that is set not to block, as another process may have done, takes them later.
fn write_patiently(stream: &mut dyn Write, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match stream.write(bytes) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(written) => bytes = &bytes[written..],
            Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(PAUSE),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Queues a line for stderr. If the queue is full, it waits, unless nobody read during the last wait.
pub fn line(bytes: Vec<u8>) {
    static IS_STUCK: AtomicBool = AtomicBool::new(false);
    let patience = if IS_STUCK.load(Ordering::Relaxed) { Duration::ZERO } else { PATIENCE };
    let queued = STDERR.send_timeout(Message::Bytes(bytes), patience);
    IS_STUCK.store(queued.is_err(), Ordering::Relaxed);
}

/// Queues a frame of the bar for stderr, unless nobody reads what is there.
pub fn frame(bytes: Vec<u8>) {
    if STDERR.len() < FRAMES {
        line(bytes);
    }
}

/// Waits until stderr has everything, at most for [`PATIENCE`].
pub fn flush() {
    let (sender, answer) = bounded(1);
    let end = Instant::now() + PATIENCE;
    if STDERR.send_deadline(Message::Written(sender), end).is_ok() {
        let _ = answer.recv_deadline(end);
    }
}

/// Stdout, after everything that stderr was given before.
pub fn stdout() -> impl Write {
    flush();
    Stdout
}

/// Writes by way of a thread, so that a stop ends the program while nobody reads.
struct Stdout;

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let (sender, written) = bounded(1);
        let copy = bytes.to_vec();
        let write = move || drop(sender.send(write_patiently(&mut io::stdout().lock(), &copy)));
        thread::Builder::new().name("stdout".to_owned()).spawn(write)?;
        let mut asked: Option<Instant> = None;
        loop {
            if let Ok(result) = written.recv_timeout(PAUSE) {
                return result.map(|()| bytes.len());
            }
            if signals::is_stop_requested() {
                let since = *asked.get_or_insert_with(Instant::now);
                if since.elapsed() > PATIENCE {
                    process::exit(Exit::Stopped.code().into());
                }
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
