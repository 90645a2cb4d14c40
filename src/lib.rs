//! Count all solutions of the N-queens problem: in parallel, interruptibly, verifiably.
//!
//! ```
//! assert_eq!(queens::count(8)?, 92);
//! # Ok::<(), queens::CountError>(())
//! ```
//!
//! This is the library behind the program `queens`. Its folders follow the way of the data, and
//! each imports from earlier ones only:
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
//! [`count()`] counts a board in one call. With a plan, an engine and a job, a session does the
//! same and more:
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use queens::board::BoardSize;
//! use queens::count::choice::{Engine, KernelChoice};
//! use queens::count::session::{self, Job, Keep, Unwatched};
//! use queens::methods::split::Split;
//! use queens::plan::tally::Tally;
//! use queens::plan::{Plan, Shard};
//!
//! let plan = Plan::standard(BoardSize::new(12)?, Split::CROSS);
//! let counters = Engine::new(&plan, KernelChoice::Auto, 2)?.counters()?;
//! let (stop, tally) = (AtomicBool::new(false), Tally::new(plan.units()));
//! let job = Job { plan: &plan, shard: Shard::WHOLE, stop: &stop, expected_s: None };
//! let outcome = session::count(&job, counters, tally, Keep::Nothing, &mut Unwatched)?;
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

pub use count::{CountError, count};
