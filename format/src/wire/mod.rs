//! The wire types: the objects that the program writes and `publish` reads, each next to the rules that make
//! it believable. docs/json.schema.json describes them.
//!
//! * [`total`]: a total with its checks; [`record`], [`merge`]: totals kept for publishing
//! * [`comparison`]: another program, alternating with this one; [`estimate`]: the cost of a count
//! * [`computer`], [`program`], [`release`]: where and by what something was measured
//! * [`rules`]: code that the rules share
//!
//! The rules trust nothing that can be checked again, and call the checks that `count` and `merge` call.

pub mod comparison;
pub mod computer;
pub mod estimate;
pub mod merge;
pub mod natural;
pub mod program;
pub mod record;
pub mod release;
pub mod rules;
#[cfg(feature = "schema")]
pub mod schema;
pub mod total;
