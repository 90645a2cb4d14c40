//! The methods: ways to count that share only the addition of results.
//!
//! A method cuts a board into numbered units ([`Units`]) and makes counters that count them
//! ([`counter`]). To the rest of the program, a unit is a number with an expected cost.
//!
//! * [`Method`] names the methods and says what each is made of; [`kernel`] names their innermost
//!   loops.
//! * [`counter`] claims units, counts them, and reports them as finished. [`estimated`] is a quantity
//!   with its error.
//! * [`device`] describes processors other than the CPU.
//! * [`cpu`] decides which instructions kernels may use. [`walk`] spreads a sample over all units.
//! * [`search`] places the first queens and searches below them. [`halves`] fills both halves of
//!   the board and joins them.

pub mod counter;
pub mod cpu;
pub mod device;
pub mod estimated;
pub mod halves;
pub mod kernel;
pub mod method;
pub mod search;
pub mod units;
pub mod walk;

pub use kernel::Kernel;
pub use method::{Method, Unavailable, available_kernels};
pub use units::{DepthError, Units};
