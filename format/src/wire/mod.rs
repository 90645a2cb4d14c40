//! The wire types: each object that is written for others to read and read again, once, next to the rules
//! that make it believable. The program writes them, `publish` reads them, and docs/json.schema.json
//! describes them.
//!
//! * [`total`]: a total with its checks; [`record`], [`merge`]: totals kept for publishing
//! * [`comparison`]: another program, alternating with this one; [`estimate`]: the cost of a count
//! * [`computer`], [`release`]: where and by which version something was measured
//! * [`rules`]: what the rules share
//!
//! The rules trust nothing that can be checked again, and call the checks that `count` and `merge` call.

pub mod comparison;
pub mod computer;
pub mod estimate;
pub mod merge;
pub mod record;
pub mod release;
pub mod rules;
pub mod total;
