//! One plan on many machines: shards are counted anywhere, in any order and any number of times,
//! and merged with a proof that none is missing.
//!
//! ```text
//! plan file ── shard 0 ── run directory DIR/shard-00000 ──┐
//!          ├── shard 1 ── run directory DIR/shard-00001 ──┼── merge: every unit exactly once
//!          └── …                                        ──┘
//! ```
//!
//! A scheduler such as Slurm or GNU parallel assigns shard numbers; nothing here knows or trusts
//! it. Only the run directories count: a shard that is finished there is not counted again, and a
//! merge adds up ledgers and proves that they cover the plan.
//!
//! * [`ShardedPlan`]: what is counted, and in how many shards; [`PlanFile`]: the only file that all
//!   machines share
//! * [`ShardList`]: lists of shards such as `3,7,10-20`
//! * [`Sites`]: the run directories of the shards, on one file system or collected from several
//! * [`Survey`]: what they hold, even while they are counted; [`Merged`]: their sum, which can be
//!   saved as a run
//! * [`Conflict`]: where two of them contradict each other
//!
//! Shards are numbered from 0 everywhere.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::run::storage::{DiskStorage, Storage};
use crate::run::{Action, RunError, atomic};

mod conflict;
mod error;
mod list;
mod merge;
mod plan_file;
mod sharded_plan;
mod sites;
mod survey;

pub use conflict::{Conflict, Place};
pub use error::ClusterError;
pub use list::ShardList;
pub use merge::Merged;
pub use plan_file::{PlanFile, Shares};
pub use sharded_plan::ShardedPlan;
pub use sites::Sites;
pub use survey::{ShardState, Survey};

/// Makes the directory of all shards in an existing one, durably. Other machines may do the same.
///
/// # Errors
/// If the file system refuses.
pub fn create_directory(path: &Path) -> Result<(), ClusterError> {
    let created = match fs::create_dir(path) {
        Err(cause) if cause.kind() == ErrorKind::AlreadyExists => return Ok(()),
        created => created.and_then(|()| DiskStorage.sync_directory(atomic::parent(path))),
    };
    let refused = |cause| RunError::Io { action: Action::Create, path: path.to_owned(), cause, saved: None };
    created.map_err(|cause| ClusterError::Run(refused(cause)))
}

/// The run directory of shard `number` in `directory`: `shard-00007`, with more digits from 100,000
/// on.
#[must_use]
pub fn shard_directory(directory: &Path, number: u64) -> PathBuf {
    directory.join(format!("shard-{number:05}"))
}

/// The number of the shard whose directory has this path or name, made by [`shard_directory`]; `None`
/// for any other.
#[must_use]
pub fn shard_number(directory: &Path) -> Option<u64> {
    let name = directory.file_name()?;
    let number = name.to_str()?.strip_prefix("shard-")?.parse().ok()?;
    (shard_directory(Path::new(""), number).as_os_str() == name).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    mod large;

    #[test]
    fn recognises_shards_by_directory_name() {
        for number in [0, 7, 99_999, 100_000, u64::MAX] {
            let path = shard_directory(Path::new("d"), number);
            assert_eq!(shard_number(&path), Some(number));
        }
        for name in ["shard-7", "shard-000007", "shard-+0007", "shard-00007.old-1", "shard-", "queens-8.run"]
        {
            assert_eq!(shard_number(Path::new(name)), None, "{name}");
        }
    }
}
