//! The wire types: objects that the program writes and `publish` reads, each with the rules that make it
//! believable. docs/json.schema.json describes them.
//!
//! * [`total`]: a total with its checks; [`record`], [`merge`]: totals recorded for publishing
//! * [`comparison`]: another program, alternating with this one; [`estimate`]: the cost of a count
//! * [`computer`], [`program`], [`release`]: what measured something
//! * [`rules`]: code shared by the rules
//!
//! The rules check again whatever they can, with the same functions as `count` and `merge`.

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
