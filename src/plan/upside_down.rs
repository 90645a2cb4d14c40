//! Plans that count a board upside down, for recounts only.

use super::{Plan, hash};

impl Plan {
    /// Returns a plan in which every unit is replaced by its image under the flip from top to bottom. Returns
    /// `None` for methods other than [`Method::Colours`](crate::Method::Colours).
    ///
    /// [`check::verify`](crate::check::verify) explains the purpose. The flipped plan has a different hash.
    /// It must never be saved, because no version of the program could open its run directory or plan file
    /// again. So only [`Verification::upside_down`](crate::check::verify::Verification::upside_down) makes
    /// such a plan.
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
    fn flipped_plan_has_the_same_units_but_a_different_hash() {
        for n in [1, 2, 14, 26, 28] {
            let [search, upright] = [Method::Cross, Method::Colours]
                .map(|method| Plan::new(BoardSize::new(n).unwrap(), method, 1).unwrap());
            assert!(search.upside_down().is_none());
            let images = upright.upside_down().unwrap();
            assert!(images.units() == upright.units());
            // Neither plan accepts the other's ledger.
            let difference = images.identity().difference(&upright.identity()).unwrap();
            assert!(difference.starts_with("plan "), "{difference}");
            assert!(images.identity().plan().is_err());
        }
    }
}
