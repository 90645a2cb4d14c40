//! Makes the plan of a run directory or plan file again.

use super::Plan;
use crate::board::BoardSize;
use crate::methods::split::{DepthError, Split};

/// Why this version does not make the same plan as the one that wrote it down.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OtherPlan {
    /// It has no plan of that depth.
    #[error(transparent)]
    Depth(#[from] DepthError),
    /// Its units differ.
    #[error("{0}")]
    Units(String),
}

impl Plan {
    /// The plan of this board, split and depth, provided that it has these units and this hash.
    ///
    /// # Errors
    /// If this version makes another plan.
    pub fn again(
        size: BoardSize,
        split: Split,
        depth: u32,
        units: u64,
        hash: &str,
    ) -> Result<Self, OtherPlan> {
        let plan = Self::new(size, split, depth as usize)?;
        let mut different = Vec::new();
        if plan.units() != units {
            different.push(format!("units is {units}, not {}", plan.units()));
        }
        if plan.hash() != hash {
            different.push(format!("plan_hash is {hash}, not {}", plan.hash()));
        }
        match different.is_empty() {
            true => Ok(plan),
            false => Err(OtherPlan::Units(different.join(", "))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_plan_is_made_again() {
        let size = BoardSize::new(8).unwrap();
        let plan = Plan::standard(size, Split::ROWS);
        let again = |depth, units, hash: &str| Plan::again(size, Split::ROWS, depth, units, hash).map(drop);
        assert_eq!(again(3, plan.units(), plan.hash()), Ok(()));
        let units = OtherPlan::Units(format!("units is 7, not {}", plan.units()));
        assert_eq!(again(3, 7, plan.hash()), Err(units));
        let error = again(3, plan.units(), "5eed").unwrap_err().to_string();
        assert_eq!(error, format!("plan_hash is 5eed, not {}", plan.hash()));
        assert!(matches!(again(0, plan.units(), plan.hash()), Err(OtherPlan::Depth(_))));
        assert!(matches!(again(4, plan.units(), plan.hash()), Err(OtherPlan::Units(_))));
    }
}
