//! Count all solutions of the N-queens problem: in parallel, interruptibly, verifiably.
//!
//! ```
//! assert_eq!(queens::count(8)?, 92);
//! # Ok::<(), queens::CountError>(())
//! ```
//!
//! This is the library behind the program `queens`. The modules are the way of the data, and imports point back along
//! it only:
//!
//! ```text
//! board -> symmetry -> split, kernel, counter -> search, halves -> plan -> engine, auto, schedule -> tally -> run
//!       -> session -> (report -> cli -> main)
//! ```
//!
//! * [`board`] has the words: rows, columns, diagonals, antidiagonals, and which of them queens occupy.
//! * [`split`] names the ways to cut a board, [`kernel`] the innermost loops; [`cpu`] says what these may use,
//!   [`memory`] how much of it is free.
//! * [`counter`] says what it is to count: units are taken, and handed over when they are counted.
//! * [`search`] is a method: it turns a board into *prefixes*, its first queens, with the help of [`symmetry`], deals what
//!   lies below them into numbered *units*, and counts these.
//! * [`halves`] is another method: it fills both halves of the board by themselves and joins them. Its units are sets of columns.
//!   It is the faster one of large boards, and shares nothing with the search, so the two check each other.
//! * [`plan`] has all units of a count, whatever their method; they depend on nothing but (N, split, depth).
//! * [`engine`] chooses the kernel and the threads, [`auto`] the method when none is asked for. [`schedule`] runs counters on threads; [`tally`] sums what comes back,
//!   each unit exactly once; [`run`] is the directory that keeps it; [`session`] ties the three together.
//! * [`known`] and [`mod@reference`] are what every count is measured by: published values, and the definition itself.
//! * [`estimate`] says beforehand how much there is to count. [`plausibility`] says afterwards whether a total can be right,
//!   with the symmetric solutions from [`rotations`]. [`verify`] counts a sample of a run again.
//!
//! Four modules stand beside the engine: [`solutions`] lists them, [`find`] finds one on a large board, [`ladder`] is the
//! road from brute force to the kernels, and [`board_page`] a board to play on.
//!
//! [`count`] counts a board in one call. With a plan, an engine and a job, a session does the same and more:
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use queens::board::BoardSize;
//! use queens::engine::{Engine, KernelChoice};
//! use queens::plan::{Plan, Shard};
//! use queens::session::{self, Job, Keep, Unwatched};
//! use queens::split::Split;
//! use queens::tally::Tally;
//!
//! let plan = Plan::standard(BoardSize::new(12)?, Split::Cross);
//! let engine = Engine::new(&plan, KernelChoice::Auto, 2)?;
//! let stop = AtomicBool::new(false);
//! let job = Job { plan: &plan, shard: Shard::WHOLE, stop: &stop, expected_s: None };
//! let outcome = session::count(&job, engine.counters(), Tally::new(plan.units()), Keep::Nothing, &mut Unwatched)?;
//! assert_eq!(outcome.tally.solutions(), 14_200);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod auto;
pub mod board;
pub mod board_page;
pub mod cluster;
pub mod counter;
pub mod cpu;
pub mod engine;
pub mod estimate;
pub mod find;
pub mod halves;
pub mod kernel;
pub mod known;
pub mod ladder;
pub mod memory;
pub mod plan;
pub mod plausibility;
pub mod reference;
pub mod rotations;
pub mod run;
pub mod schedule;
pub mod search;
pub mod session;
pub mod signals;
pub mod solutions;
pub mod split;
pub mod symmetry;
pub mod tally;
pub mod verify;

mod one_call;

pub use one_call::{CountError, count};
