//! A plan upside down: for recounts, and nothing else.

use super::{Plan, hash};

impl Plan {
    /// The same units, each counted as its image under the flip from top to bottom; `None` for methods
    /// other than [`Method::Colours`](crate::Method::Colours).
    ///
    /// Every unit has as many solutions as before, but they are found by another computation, from
    /// other lists. Recounting a saved unit this way therefore checks the code that all
    /// kernels share. The images have another hash, and nothing may save them, because no version could
    /// open their run directory or plan file again. So only a
    /// [`Verification`](crate::check::verify::Verification::upside_down) gets them.
    pub(crate) fn upside_down(&self) -> Option<Self> {
        let units = self.units.upside_down()?;
        let hash = hash(self.size, self.method, self.depth, &*units);
        Some(Self { units, hash, ..self.clone() })
    }
}

#[cfg(test)]
mod tests {
    use crate::board::BoardSize;
    use crate::methods::Method;
    use crate::plan::Plan;

    #[test]
    fn upside_down_a_plan_has_the_same_units_and_another_hash() {
        for n in [1, 2, 14, 26, 28] {
            let [search, upright] = [Method::Cross, Method::Colours]
                .map(|method| Plan::new(BoardSize::new(n).unwrap(), method, 1).unwrap());
            assert!(search.upside_down().is_none());
            let images = upright.upside_down().unwrap();
            assert!(images.units() == upright.units());
            // A ledger of one would not be a ledger of the other.
            let difference = images.identity().difference(&upright.identity()).unwrap();
            assert!(difference.starts_with("plan "), "{difference}");
            assert!(images.identity().plan().is_err());
        }
    }
}
