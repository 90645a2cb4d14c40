//! Count all solutions of the N-queens problem: in parallel, interruptibly, verifiably.
//!
//! ```
//! assert_eq!(queens::count(8)?, 92);
//! # Ok::<(), queens::CountError>(())
//! ```
//!
//! This is the library behind the program `queens`. Its folders follow the way of the data, and imports point left only:
//!
//! ```text
//! board -> methods -> plan -> run -> count -> cluster, check, explore -> cli -> main
//! ```
//!
//! * [`board`]: sizes, squares, and the eight symmetries.
//! * [`methods`]: the ways to count. The search places queens row by row; halves joins half boards. Each has its units, its
//!   kernels and its counters.
//! * [`plan`]: all units of a count by number, shards of them, and the tally of those that are finished.
//! * [`run`]: the directory that saves a count.
//! * [`mod@count`]: the schedule that runs counters on threads, and the session that adds up what they find.
//! * [`cluster`]: one plan on many machines. [`check`]: what a count is measured by, before and after it.
//! * [`explore`]: solutions listed, one found on a large board, the ladder from brute force to the kernels.
//!
//! [`count()`] counts a board in one call. With a plan, an engine and a job, a session does the same and more:
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use queens::board::BoardSize;
//! use queens::count::choice::{Engine, KernelChoice};
//! use queens::plan::{Plan, Shard};
//! use queens::count::session::{self, Job, Keep, Unwatched};
//! use queens::methods::split::Split;
//! use queens::plan::tally::Tally;
//!
//! let plan = Plan::standard(BoardSize::new(12)?, Split::CROSS);
//! let engine = Engine::new(&plan, KernelChoice::Auto, 2)?;
//! let stop = AtomicBool::new(false);
//! let job = Job { plan: &plan, shard: Shard::WHOLE, stop: &stop, expected_s: None };
//! let outcome = session::count(&job, engine.counters()?, Tally::new(plan.units()), Keep::Nothing, &mut Unwatched)?;
//! assert_eq!(outcome.tally.solutions(), 14_200);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod board;
pub mod check;
pub mod cluster;
pub mod count;
pub mod explore;
pub mod methods;
pub mod plan;
pub mod run;

pub use count::one_call::{CountError, count};
