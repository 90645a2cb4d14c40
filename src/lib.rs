//! Count all solutions of the N-queens problem: in parallel, interruptibly, verifiably.
//!
//! This is the library behind the program `queens`. The modules are the way of the data, and imports point back along
//! it only:
//!
//! ```text
//! board -> symmetry -> split -> kernel -> schedule -> tally -> run -> session -> (report -> cli -> main)
//! ```
//!
//! * [`board`] has the words: rows, columns, diagonals, antidiagonals, and which of them queens occupy.
//! * [`split`] turns a board into *prefixes*, its first queens, with the help of [`symmetry`], and deals them into
//!   numbered *units* that depend on nothing but (N, split, depth).
//! * [`kernel`] counts the completions of placements below a prefix. This is where the time goes.
//! * [`schedule`] has a pool of threads claim units; [`tally`] sums what comes back, each unit exactly once;
//!   [`run`] is the directory that keeps it; [`session`] ties the three together.
//! * [`known`] and [`mod@reference`] are what every count is measured by: published values, and the definition itself.
//! * [`estimate`] says beforehand how much there is to count, [`plausibility`] afterwards whether a total can be right, with the
//!   symmetric solutions from [`turns`]; [`verify`] counts a sample of a run again.
//!
//! Beside the engine stand the smaller rooms: [`solutions`] lists them, [`find`] finds one on a large board,
//! [`ladder`] is the road from brute force to the kernels, and [`board_page`] a board to play on.
//!
//! Counting a board takes a plan, a kernel and a loop over units:
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use queens::board::BoardSize;
//! use queens::kernel::Kernel;
//! use queens::kernel::unit::UnitCounter;
//! use queens::split::{Plan, Split};
//!
//! let plan = Plan::standard(BoardSize::new(12)?, Split::Cross);
//! let stop = AtomicBool::new(false);
//! let mut counter = UnitCounter::new(Kernel::fastest(), &stop);
//! let solutions: u128 = (0..plan.units()).filter_map(|unit| counter.count(&plan, unit)).map(|unit| unit.solutions).sum();
//! assert_eq!(solutions, 14_200);
//! # Ok::<(), queens::board::BoardSizeError>(())
//! ```

pub mod board;
pub mod board_page;
pub mod cluster;
pub mod estimate;
pub mod find;
pub mod kernel;
pub mod known;
pub mod ladder;
pub mod plausibility;
pub mod reference;
pub mod run;
pub mod schedule;
pub mod session;
pub mod signals;
pub mod solutions;
pub mod split;
pub mod symmetry;
pub mod tally;
pub mod turns;
pub mod verify;
