//! The methods: ways to count a board. `cross` and `rows` share the search below their first
//! queens; `colours` shares only the schedule and the sums with them.
//!
//! A method cuts a board into numbered units (`Units`) and makes counters that count them
//! (`counter`). To the rest of the program, a unit is a number with an expected cost.
//!
//! * [`Method`] names the methods and has what each is made of; [`SavedMethod`] may be a former one; [`Kernel`] names their innermost
//!   loops. A method proves that this CPU can run a kernel before it counts with it.
//! * `counter` claims units, counts them, and reports them as finished. `estimated` is a quantity
//!   with its error.
//! * `error` says why a board cannot be counted as asked.
//! * `cpu` proves which instructions kernels may use. `kept` has permutations that compress. `walk` spreads a
//!   sample over all units.
//! * `search` places the first queens and searches below them. `colours` multiplies placements of white and
//!   of black queens.

pub(crate) mod colours;
pub(crate) mod counter;
pub(crate) mod cpu;
mod error;
pub(crate) mod estimated;
pub(crate) mod kept;
pub(crate) mod kernel;
pub(crate) mod method;
mod saved_method;
pub(crate) mod search;
pub(crate) mod units;
pub(crate) mod walk;

pub use counter::Finished;
pub use error::MethodError;
pub use estimated::Estimated;
pub use kernel::Kernel;
pub use method::Method;
pub use saved_method::SavedMethod;
pub(crate) use units::Units;
