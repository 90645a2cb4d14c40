//! Counts a board, shows the progress, and stops when you press Enter.
//!
//! Run it with `cargo run --release --example progress 19`.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program shows what it does")]

use std::error::Error;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use queens::{Count, Observer, Progress};

/// Shows the progress on a single line, overwriting it each time.
struct Line;

impl Observer for Line {
    fn progress(&mut self, progress: &Progress) {
        let left = progress.remaining_s.map_or("?".to_owned(), |left| format!("{:.0} s", left.mean));
        eprint!("\r{:3.0}% done, {left} left, Enter stops ", 100.0 * progress.share_done);
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let n = std::env::args().nth(1).map_or(Ok(16), |n| n.parse())?;
    let stop = Arc::new(AtomicBool::new(false));
    let count = Count::new(n)?.stop_flag(&stop);
    thread::spawn(move || {
        if io::stdin().read_line(&mut String::new()).is_ok_and(|bytes| bytes > 0) {
            stop.store(true, Ordering::Relaxed);
        }
    });
    let prepared = count.prepare()?;
    eprintln!("{} units by {} with {}", prepared.plan().units(), prepared.plan().method(), prepared.kernel());
    let outcome = prepared.run(&mut Line)?;
    match &outcome.total {
        Some(total) => println!("\nN = {n} has {} solutions", total.solutions),
        None => println!("\nstopped after {} of N = {n}'s solutions", outcome.sums().solutions),
    }
    Ok(())
}
