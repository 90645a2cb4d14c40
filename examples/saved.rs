//! Counts a board in a run directory and resumes it where it was left:
//! `cargo run --release --example saved queens-19.run 19`
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program shows what it does")]

use std::error::Error;

use queens::count::Notice;
use queens::{Count, Observer};

/// Says what was found in the directory.
struct Notices;

impl Observer for Notices {
    fn notice(&mut self, notice: &Notice) {
        match notice {
            Notice::Resumed { units_done, units } => eprintln!("{units_done} of {units} units are saved"),
            Notice::AlreadyFinished => eprintln!("this run is finished"),
            Notice::Directory(state) => eprintln!("{state}"),
            other => eprintln!("{other:?}"),
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let directory = arguments.next().ok_or("name a run directory, as in queens-19.run")?;
    let n = arguments.next().map_or(Ok(16), |n| n.parse())?;
    let outcome = Count::new(n)?.saved_in(&directory).prepare()?.run(&mut Notices)?;
    println!("{} solutions of N = {n}, saved in {directory}", outcome.solutions());
    Ok(())
}
