//! Records: results kept for publishing, with everything needed to judge them. Anybody may have
//! written the files.
//!
//! A directory of records has a file of lines for each machine, and one for merges.
//!
//! * [`record`]: a count; [`merge`]: the total of a plan; [`rival`]: another program beside this one
//! * [`files`]: reads files and checks their objects; [`rules`]: what their fields must be
//! * [`host`]: the machine in words

pub mod files;
pub mod host;
pub mod merge;
pub mod record;
pub mod rival;
pub mod rules;
