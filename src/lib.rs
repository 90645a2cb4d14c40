//! Count all solutions of the N-queens problem: in parallel, interruptibly, verifiably.
//!
//! ```
//! assert_eq!(queens::count(8)?, 92);
//! # Ok::<(), queens::CountError>(())
//! ```
//!
//! This is the library behind the program `queens`. Its folders are ordered by data flow, and each
//! imports from earlier ones only:
//!
//! ```text
//! board -> methods -> plan -> run -> count -> cluster -> check -> explore
//! ```
//!
//! * [`board`]: sizes, squares, and the eight symmetries.
//! * [`methods`]: the ways to count. The search places queens row by row; halves joins half boards.
//!   Each has its units, its kernels and its counters. A program may [register](methods::register)
//!   another.
//! * [`plan`]: all units of a count by number, shards of them, and the tally of finished ones.
//! * [`run`]: the directory that saves a count.
//! * [`mod@count`]: the choice of split and kernel, the schedule that runs counters on threads, and
//!   the session that adds up what they find.
//! * [`cluster`]: one plan on many machines.
//! * [`check`]: what a count is measured by, before and after it.
//! * [`explore`]: solutions listed, one found on a large board, the ladder from brute force to the
//!   kernels.
//!
//! [`count()`] counts a board in one call. [`Count`] adds threads, progress, a flag that stops the
//! count, and a directory that saves it:
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! let stop = AtomicBool::new(false); // set it from another thread, or when a signal comes
//! let outcome = queens::Count::new(12)?
//!     .threads(2)
//!     .on_progress(|status| eprintln!("{:.0}%", 100.0 * status.done))
//!     .stop(&stop)
//!     .run()?;
//! assert_eq!(outcome.tally.solutions(), 14_200);
//! # Ok::<(), queens::CountError>(())
//! ```
//!
//! A shard, or counters of another kind, take a [session](count::session).

pub mod board;
pub mod check;
pub mod cluster;
pub mod count;
pub mod explore;
pub mod methods;
pub mod plan;
pub mod run;

pub use count::{Count, CountError, count};
