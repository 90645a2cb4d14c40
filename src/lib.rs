//! Count all solutions of the N-queens problem: in parallel, interruptibly, verifiably.
//!
//! ```
//! assert_eq!(queens::count(8)?, 92);
//! # Ok::<(), queens::CountError>(())
//! ```
//!
//! This is the library behind the program `queens`. Its folders follow the flow of data, and each
//! imports only from earlier ones:
//!
//! ```text
//! board -> methods -> plan -> run -> count -> cluster -> check -> explore
//! ```
//!
//! * [`board`]: sizes, squares, and the eight symmetries.
//! * [`methods`]: the ways to count. The search places queens row by row; halves joins half boards.
//!   Each has its own units, kernels and counters. A program may [register](methods::register)
//!   another.
//! * [`plan`]: all units of a count by number, shards of them, and the tally of finished ones.
//! * [`run`]: the directory in which a count is saved.
//! * [`mod@count`]: the choice of method and kernel, the schedule that runs counters on threads, and
//!   the session that adds up the results.
//! * [`cluster`]: one plan on many machines.
//! * [`check`]: checks before and after a count.
//! * [`explore`]: lists solutions, finds one on a large board, and has the ladder from brute force
//!   to the kernels.
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
//! For shards, or counters of another kind, use a [session](count::session).

pub mod board;
pub mod check;
#[cfg(feature = "cli")]
mod cli;
pub mod cluster;
pub mod count;
mod explore;
pub mod methods;
pub mod plan;
pub mod run;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub use cli::main;
pub use count::{Count, CountError, Observer, Outcome, Progress, Ready, Silent, count};
pub use explore::solutions;
pub use methods::{Kernel, Method};
pub use plan::{Plan, Shard};
