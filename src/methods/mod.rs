//! The methods for counting a board. `cross` and `rows` share the search below their first queens. `colours`
//! shares only the schedule and the sums with them.
//!
//! A method cuts a board into numbered units (`Units`) and creates counters for them (`counter`).
//!
//! * [`Method`] lists the methods, and connects each method to its units and kernels. [`SavedMethod`]
//!   includes former methods. [`Kernel`] lists the innermost loops. A method checks that this CPU can run a
//!   kernel before it counts with the kernel.
//! * `counter` defines counters, which count one unit at a time. `estimated_value` is a quantity with its
//!   error.
//! * `error` explains why a board cannot be counted as requested.
//! * `cpu` detects the instructions that kernels may use. `compaction` contains tables that replace a
//!   compress instruction. `walk` spreads a sample over all units.
//! * `search` places the first queens and searches below them. `colours` places white and black queens
//!   separately, and multiplies the numbers of placements.

pub(crate) mod colours;
pub(crate) mod compaction;
pub(crate) mod counter;
pub(crate) mod cpu;
mod error;
pub(crate) mod estimated_value;
pub(crate) mod kernel;
pub(crate) mod method;
mod saved_method;
pub(crate) mod search;
pub(crate) mod units;
pub(crate) mod walk;

pub use counter::FinishedUnit;
pub use error::MethodError;
pub use estimated_value::EstimatedValue;
pub use kernel::Kernel;
pub use method::Method;
pub use saved_method::SavedMethod;
pub(crate) use units::Units;
