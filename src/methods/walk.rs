//! A walk around a circle of places, in golden-ratio steps. It visits each place once.
//!
//! Any stretch of the walk samples all places fairly, because each step lands in one of the largest gaps
//! between the places already visited.

/// A walk around a circle of places.
#[derive(Clone, Copy, Debug)]
pub struct Walk {
    places: u64,
    stride: u64,
}

impl Walk {
    /// Creates a walk around `places` places, starting at 0.
    pub fn new(places: u64) -> Self {
        Self { places, stride: stride(places) }
    }

    /// Returns the place after `steps` steps, or `None` past the end.
    pub fn at(&self, steps: u64) -> Option<u64> {
        let at = |steps| u128::from(steps) * u128::from(self.stride) % u128::from(self.places);
        (steps < self.places).then(|| at(steps) as u64)
    }
}

/// Returns a step that is about 0.618 times `places` and coprime to `places`.
fn stride(places: u64) -> u64 {
    let golden = (places as f64 * 0.618_033_988_749_895) as u64;
    (golden.max(1)..).find(|&step| gcd(step, places) == 1).unwrap_or(1)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::units::MAX_UNITS;

    #[test]
    fn visits_every_place_once() {
        for places in [1, 2, 3, 10, 97, 1000] {
            let walk = Walk::new(places);
            let mut met: Vec<u64> = (0..places).map(|steps| walk.at(steps).unwrap()).collect();
            assert_eq!(walk.at(places), None);
            met.sort_unstable();
            assert!(met.into_iter().eq(0..places), "{places} places");
        }
        assert_eq!(Walk::new(0).at(0), None);
    }

    #[test]
    fn any_stretch_covers_all_places_evenly() {
        let walk = Walk::new(10_000);
        for start in [0, 1234, 9000] {
            let mean = (start..start + 500).map(|i| walk.at(i).unwrap() as f64).sum::<f64>() / 500.0;
            assert!((mean - 5000.0).abs() < 100.0, "{mean}");
        }
    }

    /// A walk visits each place once if steps are additive and the first step is coprime to the number of
    /// places.
    #[test]
    fn steps_add_up_on_the_largest_walks() {
        let mut rng = fastrand::Rng::with_seed(29);
        for places in [150_000, 500_000, 1_300_000, 4_000_000, 40_000_000, MAX_UNITS, u64::from(u32::MAX)] {
            let walk = Walk::new(places);
            let at = |steps: u64| walk.at(steps % places).unwrap();
            assert_eq!((at(0), gcd(at(1), places)), (0, 1), "{places} places");
            for _ in 0..1_000 {
                let some = rng.u64(..places);
                let more = rng.u64(..places);
                let sum = (at(some) + at(more)) % places;
                assert_eq!(at(some + more), sum, "{some} and {more} of {places} steps");
            }
        }
    }
}
