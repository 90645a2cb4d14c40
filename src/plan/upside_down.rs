//! A plan upside down: for recounts, and nothing else.

use super::{Plan, hash};

/// The units of a plan, each counted as its image under the flip from top to bottom.
///
/// Every unit has as many solutions as before, but they are found by another computation, from other
/// norths and souths. Recounting a saved unit this way therefore checks the code that all kernels
/// share. Only a [`Verification`](crate::check::verify::Verification::of_images) accepts this plan.
/// Nothing can save its units, because no version could open their run directory or plan file again.
#[derive(Clone, Debug)]
pub struct UpsideDown(Plan);

impl UpsideDown {
    /// The images as units of a plan with another hash. It must never be saved.
    pub(crate) fn images(&self) -> &Plan {
        &self.0
    }
}

impl Plan {
    /// The same units, each counted as its image; `None` for methods other than
    /// [`Method::Halves`](crate::Method::Halves).
    #[must_use]
    pub fn upside_down(&self) -> Option<UpsideDown> {
        let units = self.units.upside_down()?;
        let hash = hash(self.size, self.method, self.depth, &*units);
        Some(UpsideDown(Self { units, hash, ..self.clone() }))
    }
}

#[cfg(test)]
mod tests {
    use crate::board::BoardSize;
    use crate::methods::Method;
    use crate::plan::Plan;

    #[test]
    fn upside_down_a_plan_has_the_same_units_and_another_hash() {
        for n in [1, 2, 14, 26, 32] {
            let [search, upright] = [Method::Cross, Method::Halves]
                .map(|method| Plan::new(BoardSize::new(n).unwrap(), method, 1).unwrap());
            assert!(search.upside_down().is_none());
            let upside_down = upright.upside_down().unwrap();
            let images = upside_down.images();
            assert!(images.units() == upright.units());
            // A ledger of one would not be a ledger of the other.
            let differences = images.identity().differences(&upright.identity());
            assert!(differences.len() == 1 && differences[0].starts_with("plan_hash"), "{differences:?}");
            assert!(images.identity().plan().is_err());
        }
    }
}
