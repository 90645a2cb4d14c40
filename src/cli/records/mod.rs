//! Records: results kept for publishing, with everything needed to judge them. Anybody may have
//! written the files.
//!
//! A directory of records has a file of lines for each machine, and one for merges.
//!
//! * `record`: a count; `merge`: the total of a plan; `rival`: another program beside this one
//! * `lines`: appends to a file of records and reads it; `files`: reads any file and checks its
//!   objects; `rules`: what their fields must be
//! * `host`: the machine in words; `stopwatch`: the time and memory of a count

pub mod files;
pub mod host;
pub mod lines;
pub mod merge;
pub mod record;
pub mod rival;
pub mod rules;
pub mod stopwatch;
