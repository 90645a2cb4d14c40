//! One plan on many machines: shards are worked anywhere, in any order and as often as it happens,
//! and merged with proof.
//!
//! ```text
//! plan file ── shard 0 ── run directory DIR/shard-00000 ──┐
//!          ├── shard 1 ── run directory DIR/shard-00001 ──┼── merge: every unit exactly once
//!          └── …                                        ──┘
//! ```
//!
//! A scheduler such as Slurm or GNU parallel hands out shard numbers; nothing here knows about it,
//! and nothing it says is believed. What counts is what lies in the run directories: a shard that
//! is finished there is not worked again, and a merge adds up ledgers and proves that they cover
//! the plan.
//!
//! * [`PlanFile`][]: what is counted, and how it is dealt to shards; the one file that all machines
//!   share
//! * [`ShardList`][]: `3,7,10-20`
//! * [`Sites`][]: where the run directories of the shards lie, on one file system or gathered from
//!   several
//! * [`merge`](mod@merge): what they say together, and what they lack
//! * [`overview`]: how far each of them is, also while they are worked
//!
//! Shards are numbered from 0 everywhere.

use std::path::{Path, PathBuf};

mod error;
pub mod gather;
mod list;
pub mod merge;
pub mod overview;
mod plan_file;
mod sites;

pub use error::{Action, Error, ShardLimit};
pub use list::{ShardList, ShardListError};
pub use plan_file::{PLAN_FORMAT, PlanFile, Shares};
pub use sites::Sites;

/// The run directory of shard `number` in `directory`: `shard-00007`, with more digits from 100,000
/// on.
#[must_use]
pub fn shard_directory(directory: &Path, number: u64) -> PathBuf {
    directory.join(format!("shard-{number:05}"))
}

/// The number in a name that [`shard_directory`] gives; `None` for every other name.
fn shard_number(name: &str) -> Option<u64> {
    let number = name.strip_prefix("shard-")?.parse().ok()?;
    (format!("shard-{number:05}") == name).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shard_is_known_by_the_name_of_its_directory_and_by_no_other() {
        for number in [0, 7, 99_999, 100_000, u64::MAX] {
            let path = shard_directory(Path::new("d"), number);
            assert_eq!(shard_number(path.file_name().unwrap().to_str().unwrap()), Some(number));
        }
        for name in ["shard-7", "shard-000007", "shard-+0007", "shard-00007.old-1", "shard-", "queens-8.run"]
        {
            assert_eq!(shard_number(name), None, "{name}");
        }
    }
}
