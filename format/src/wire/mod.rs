//! Types of the objects that the program writes and `publish` reads. Each type has rules that its objects
//! must obey. docs/json.schema.json describes all types.
//!
//! * [`total`]: a total and its checks
//! * [`record`] and [`merge`]: totals recorded for publishing
//! * [`comparison`]: times of `queens` and another program
//! * [`estimate`]: a count's estimated cost
//! * [`computer`], [`program`] and [`release`]: the computer and the program behind a result
//! * [`rules`]: code that the rules share
//!
//! The rules repeat as many checks as they can, with the same functions as `count` and `merge`.

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
