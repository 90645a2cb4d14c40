//! Count all solutions of the N-queens problem: in parallel, interruptibly, verifiably.
//!
//! ```
//! assert_eq!(queens::count(8)?, 92);
//! # Ok::<(), queens::CountError>(())
//! ```
//!
//! This is the engine of the `queens` program. The program uses only the items documented here and the hidden
//! modules `files` and `text`. The program, its files and its JSON are stable throughout 2.x, but this Rust
//! API may change in any minor version.
//!
//! ```toml
//! [dependencies]
//! queens = { path = "../queens" } # a copy of the repository
//!
//! [profile.dev.package.queens]
//! opt-level = 3
//! ```
//!
//! Build with `--release`. Counting N = 15 takes 0.013 s of CPU time in a release build, but 3 s in a debug
//! build. With the profile above, a debug build takes 1.4 to 2.9 times as long as a release build. Compiling
//! it for the first time takes minutes.
//!
//! # Progress and stopping
//!
//! Set the options on a [`Count`], resolve them with [`Count::prepare`], and count with
//! [`PreparedCount::run`]. An [`Observer`] receives the progress. Any thread can stop the count within a
//! second by setting a flag.
//!
//! ```
//! use std::sync::Arc;
//! use std::sync::atomic::{AtomicBool, Ordering};
//!
//! use queens::{Count, Observer, Progress};
//!
//! /// Stops the count when half of it is done.
//! struct Half<'a>(&'a AtomicBool);
//!
//! impl Observer for Half<'_> {
//!     fn progress(&mut self, progress: &Progress) {
//!         let left_s = progress.remaining_s.map(|left| left.mean);
//!         eprintln!("{:.0}% done, {left_s:?} s left", 100.0 * progress.share_done);
//!         self.0.fetch_or(progress.share_done > 0.5, Ordering::Relaxed);
//!     }
//! }
//!
//! let stop = Arc::new(AtomicBool::new(false));
//! let outcome = Count::new(12)?.threads(2).stop_flag(&stop).prepare()?.run(&mut Half(&stop))?;
//! // A stopped count has no total.
//! assert!(outcome.total.is_none_or(|total| total.solutions == 14_200));
//! # Ok::<(), queens::CountError>(())
//! ```
//!
//! # Saving and resuming
//!
//! The board is divided into units of work. Every finished unit is written to the run directory within half a
//! second. To resume a stopped or killed count, make the same call again. If the count is already finished,
//! this returns the saved result. Use [`Count::counted_by`] to record the name of your program in the result.
//!
//! ```
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("queens-13.run");
//! use queens::{Count, run::SavedRun};
//!
//! let outcome = Count::new(13)?.saved_in(&path).prepare()?.run(&mut ())?;
//! assert_eq!(outcome.total.map(|total| total.solutions), Some(73_712));
//!
//! let again = Count::new(13)?.saved_in(&path).prepare()?;
//! assert_eq!(again.total().map(|total| total.solutions), Some(73_712));
//!
//! // Another process may inspect the run at any time, even during the count.
//! let inspection = SavedRun::at(&path).inspect()?;
//! assert_eq!(inspection.sums().units, inspection.manifest.unit_count());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Splitting a count into shards
//!
//! Machines that share nothing but a plan file can count its shards in any order. A merge adds up the shards
//! and proves that the total includes every unit exactly once.
//!
//! ```
//! # let folder = tempfile::tempdir()?;
//! # let place = folder.path();
//! use queens::cluster::{MergedShards, ShardDirectories, ShardedPlan};
//! use queens::{Count, Method, Plan, board::BoardSize};
//!
//! let plan = Plan::standard(BoardSize::new(12)?, Method::Cross);
//! ShardedPlan::new(&plan, 3)?.write(&place.join("plan.json"))?;
//!
//! // On each machine:
//! let path = place.join("plan.json");
//! let sharded = ShardedPlan::read(&path)?;
//! let plan = sharded.plan(&path)?;
//! for number in 0..sharded.shards() {
//!     let shard = Count::of_shard(&plan, sharded.shard(number)?);
//!     shard.saved_in(ShardDirectories::shard_directory(place, number)).prepare()?.run(&mut ())?;
//! }
//!
//! let sites = ShardDirectories::scan(&sharded, &[place.to_owned()])?;
//! let merged = MergedShards::of(&sharded, &sites)?;
//! assert!(merged.is_complete());
//! assert_eq!(merged.survey.sums.solutions, 14_200);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! See `examples/` for programs that show a count's progress and check its total.
//!
//! # Modules
//!
//! The modules follow the flow of data, `text -> board -> os -> files -> methods -> plan -> run -> count ->
//! cluster -> check`. Each module imports only from earlier ones. The only exception is `stop`, which every
//! module may use to poll the stop flag. The last module, [`check`], contains known values and verifies saved
//! units.
#![cfg_attr(test, allow(clippy::disallowed_methods, reason = "tests open files as other programs do"))]

pub mod board;
pub mod check;
pub mod cluster;
pub mod count;
/// Used only by the `queens` program. Not part of the public API.
#[doc(hidden)]
pub mod files;
pub mod methods;
mod os;
pub mod plan;
pub mod run;
mod stop;
/// Used only by this workspace's packages. Not part of the public API.
#[doc(hidden)]
pub mod text;

pub use board::ErrorKind;
pub use count::{Count, CountError, Observer, Outcome, PreparedCount, Progress, count};
pub use methods::{Kernel, Method};
pub use plan::{Plan, Shard};

/// Tests the examples in README.md.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Documents;
