//! The methods: ways to count that share only the addition of results.
//!
//! A method cuts a board into numbered units ([`Method`], [`Units`]) and makes counters that count
//! them ([`counter`]). To the rest of the program, a unit is a number with an expected cost.
//!
//! * [`split`] names the methods and registers them; [`kernel`] names their innermost loops.
//! * [`counter`] claims units, counts them, and reports them as finished. [`work`] describes the
//!   amount of work in a count and its speed, for estimates.
//! * [`device`] names the devices other than the CPU.
//! * [`cpu`] decides which instructions kernels may use. [`walk`] spreads a sample over all units.
//! * [`search`] places the first queens and searches below them. [`halves`] fills both halves of
//!   the board and joins them.

use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use crate::board::BoardSize;
use counter::{Counter, CounterError};
use device::Device;
use kernel::Kernel;
use split::{DepthError, Split};
use work::{Timing, Work};

pub mod counter;
pub mod cpu;
pub mod device;
pub mod halves;
pub mod kernel;
pub mod search;
pub mod split;
pub mod walk;
pub mod work;

pub use split::register;

/// A way to cut a board into units and count them. A method with several ways to cut, such as the
/// search, implements this once for each.
pub trait Method: Sync {
    /// The name of the split in options, run directories, plans and records. Names never change.
    fn name(&self) -> &'static str;

    /// The number of the split in the hash of a plan. It never changes and is never reused, because
    /// the hash identifies saved runs.
    fn number(&self) -> u64;

    /// The format of plan files with this split: the first format that has the split, so that older
    /// versions of the program report that a plan is too new.
    fn first_plan_format(&self) -> u32;

    /// The split that double-checks a count with this one: one of another method.
    fn checked_by(&self) -> Split;

    /// The names of its kernels, fastest first.
    fn kernels(&self) -> &'static [Kernel];

    /// The kernels that this CPU can run, fastest first. At least one runs anywhere.
    fn available(&self) -> Vec<Kernel>;

    /// Its kernel for devices; `None` if it counts only on the CPU.
    fn device_kernel(&self) -> Option<Kernel> {
        None
    }

    /// The smallest board for which `auto` chooses this split with `kernel`, because measurements
    /// show it to be the fastest from there on. `None`: never chosen by `auto`.
    fn auto_from(&self, kernel: Kernel) -> Option<usize>;

    /// The default depth for a board.
    fn standard_depth(&self, size: BoardSize) -> usize;

    /// The units of a board, cut at `depth`, which is at least 1. The same on every machine.
    ///
    /// # Errors
    /// If the depth makes more pieces than the method can handle. The standard depth never does.
    fn units(&self, size: BoardSize, depth: usize) -> Result<Arc<dyn Units>, DepthError>;
}

/// All units of a board at a depth, numbered from 0 to [`Units::count`], exclusive.
///
/// Methods that take a unit panic if its number is not below [`Units::count`].
pub trait Units: Debug + Send + Sync {
    /// The number of units, at least 1.
    fn count(&self) -> u64;

    /// The expected cost of `unit`, as a share of all units from 0 to 1.
    fn cost(&self, unit: u64) -> f64;

    /// Ranges of consecutive units of equal cost, with the cost of each unit, from the first unit
    /// to the last. They make sums over hundreds of millions of units cheap.
    fn costs(&self) -> Box<dyn Iterator<Item = (Range<u64>, f64)> + '_>;

    /// Writes the words that define the units. The hash of the plan is computed from these words,
    /// so their order must never change.
    fn describe(&self, write: &mut dyn FnMut(u64));

    /// The counters for the units with `kernel`, each for its own thread: one for each of `threads`
    /// threads, or one for each device that the kernel drives.
    ///
    /// # Errors
    /// If this machine cannot run `kernel`, the method does not have it, or a device does not
    /// open.
    fn counters(&self, kernel: Kernel, threads: usize) -> Result<Vec<Box<dyn Counter + '_>>, CounterError>;

    /// The counter for the units on `device`.
    ///
    /// # Errors
    /// If the method counts only on the CPU, or if the device lacks memory.
    fn device_counter(&self, _: &Arc<Device>) -> Result<Box<dyn Counter + '_>, CounterError> {
        Err(CounterError::unavailable(Kernel::GPU))
    }

    /// The kernel that recounts `unit` to verify it: another one than `counted_by`, which spent
    /// `cpu` time on it.
    fn checking_kernel(&self, unit: u64, counted_by: &str, cpu: Duration) -> Kernel;

    /// The work in all units. Estimates use `seed` and `kernel`, or the fastest kernel if that is
    /// unavailable. Runs on the current rayon pool.
    fn work(&self, kernel: Kernel, seed: u64) -> Work;

    /// The timings that measure the speed of `kernel`, one for each of [`Units::counters`].
    ///
    /// # Errors
    /// As [`Units::counters`].
    fn timings(&self, kernel: Kernel, threads: usize) -> Result<Vec<Box<dyn Timing + '_>>, CounterError>;

    /// Bytes of memory for a count on `threads` threads, in addition to the program itself and the
    /// set of finished units.
    fn memory(&self, kernel: Kernel, threads: usize) -> u64;
}
