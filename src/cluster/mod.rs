//! Counts one plan on many machines: shards are counted anywhere, in any order and any number of times, then
//! merged with a proof that none is missing.
//!
//! ```text
//! plan file ── shard 0 ── run directory DIR/shard-00000 ──┐
//!          ├── shard 1 ── run directory DIR/shard-00001 ──┼── merge: every unit exactly once
//!          └── …                                        ──┘
//! ```
//!
//! A scheduler such as Slurm or GNU parallel assigns shard numbers, but is neither known nor trusted here.
//! Only the run directories matter: a shard finished there is not counted again, and a merge adds up ledgers
//! and proves that they cover the plan.
//!
//! * [`ShardedPlan`]: what is counted, and in how many shards; its file is the only one that all machines
//!   share
//! * [`ShardList`]: lists of shards such as `3,7,10-20`
//! * [`ShardDirectories`]: the shards' run directories, on one file system or collected from several
//! * [`Survey`]: these directories' contents, even during a count; [`MergedShards`]: their sum, which can be
//!   saved as a run
//!
//! Shards are numbered from 0 everywhere.

mod conflict;
mod error;
mod list;
mod merge;
mod shard_directories;
mod sharded_plan;
mod survey;

pub use error::ClusterError;
pub use list::ShardList;
pub use merge::MergedShards;
pub use shard_directories::ShardDirectories;
pub use sharded_plan::ShardedPlan;
pub use survey::{ShardState, Survey};

#[cfg(test)]
mod tests;
