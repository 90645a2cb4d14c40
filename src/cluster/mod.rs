//! Counts one plan on many machines. Shards can be counted anywhere, in any order and any number of times.
//! Merging them proves that none is missing.
//!
//! ```text
//! plan file ── shard 0 ── run directory DIR/shard-00000 ──┐
//!          ├── shard 1 ── run directory DIR/shard-00001 ──┼── merge: every unit exactly once
//!          └── …                                        ──┘
//! ```
//!
//! A scheduler such as Slurm or GNU parallel assigns the shard numbers. The engine does not rely on the
//! scheduler, because only the run directories matter. A shard that is finished there is not counted again. A
//! merge adds up the ledgers and proves that they cover the plan.
//!
//! * [`ShardedPlan`]: a plan split into shards. Its file is the only one that all machines share
//! * [`ShardList`]: a list of shards such as `3,7,10-20`
//! * [`ShardDirectories`]: the shards' run directories, on one file system or collected from several
//! * [`Survey`]: these directories' contents, even during a count
//! * [`MergedShards`]: the sum of the shards, which can be saved as a run
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
