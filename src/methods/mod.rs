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

/// A way to cut a board into units and to count them. A method with several ways to cut, such as
/// the search, implements this once for each.
pub trait Method: Sync {
    /// The name of the split, as options, run directories, plans and records have it. Names never
    /// change.
    fn name(&self) -> &'static str;

    /// The number that stands for the split in the hash of a plan. A number is given once and never
    /// changed: saved runs are known by their hash.
    fn number(&self) -> u64;

    /// The format of the plan files that name the split: the first that knows it, so that older
    /// versions of the program report that a plan is too new for them.
    fn first_plan_format(&self) -> u32;

    /// The split that checks a count by this one: one of another method.
    fn checked_by(&self) -> Split;

    /// The names of its kernels, fastest first.
    fn kernels(&self) -> &'static [Kernel];

    /// The kernels that the CPU of this machine can run, fastest first. At least one runs anywhere.
    fn available(&self) -> Vec<Kernel>;

    /// The kernel with which it counts on a device; `None` when it counts on the CPU only.
    fn device_kernel(&self) -> Option<Kernel> {
        None
    }

    /// The smallest board that `auto` counts by this split when it counts with `kernel`: from there
    /// on it is measured to be the fastest. `None`: never chosen by `auto`.
    fn auto_from(&self, kernel: Kernel) -> Option<usize>;

    /// The depth at which a board is cut when none is asked for.
    fn standard_depth(&self, size: BoardSize) -> usize;

    /// The units of a board, cut at `depth`, which is at least 1. The same on every machine.
    ///
    /// # Errors
    /// If the depth cuts the board into more than the method can deal with. The standard depth
    /// never does.
    fn units(&self, size: BoardSize, depth: usize) -> Result<Arc<dyn Units>, DepthError>;
}

/// All units of a board at a depth, described: they are numbered from 0 to [`Units::count`].
///
/// Methods that take a unit panic when its number is not below [`Units::count`].
pub trait Units: Debug + Send + Sync {
    /// How many there are, at least 1.
    fn count(&self) -> u64;

    /// The expected cost of `unit`, as a share of all units from 0 to 1.
    fn cost(&self, unit: u64) -> f64;

    /// Consecutive units that cost the same, and what each of them costs, from the first unit to
    /// the last. Sums over a plan of hundreds of millions of units are made of these.
    fn costs(&self) -> Box<dyn Iterator<Item = (Range<u64>, f64)> + '_>;

    /// Writes down all that decides what a unit is. The hash of the plan is made of these words:
    /// their order is for ever.
    fn describe(&self, write: &mut dyn FnMut(u64));

    /// What counts the units with `kernel`, each on a thread of its own: a counter for each of
    /// `threads` threads, or one for each device that the kernel drives.
    ///
    /// # Errors
    /// If this machine cannot run `kernel`, the method does not have it, or a device does not
    /// open.
    fn counters(&self, kernel: Kernel, threads: usize) -> Result<Vec<Box<dyn Counter + '_>>, CounterError>;

    /// What counts the units on `device`.
    ///
    /// # Errors
    /// If the method counts on the CPU only, or if the device has no room.
    fn device_counter(&self, _: &Arc<Device>) -> Result<Box<dyn Counter + '_>, CounterError> {
        Err(CounterError::unavailable(Kernel::GPU))
    }

    /// The kernel that counts `unit` again to verify it, in another way than `counted_by`, which
    /// spent `cpu` time on it.
    fn checking_kernel(&self, unit: u64, counted_by: &str, cpu: Duration) -> Kernel;

    /// The work in all units. Estimates use `seed` and `kernel`, or the fastest kernel if that is
    /// unavailable. Runs on the current rayon pool.
    fn work(&self, kernel: Kernel, seed: u64) -> Work;

    /// What measures how fast the units are counted with `kernel`, one for each of
    /// [`Units::counters`].
    ///
    /// # Errors
    /// As [`Units::counters`].
    fn timings(&self, kernel: Kernel, threads: usize) -> Result<Vec<Box<dyn Timing + '_>>, CounterError>;

    /// Bytes of memory that a count takes on `threads` threads, beside the program itself and the
    /// set of finished units.
    fn memory(&self, kernel: Kernel, threads: usize) -> u64;
}
