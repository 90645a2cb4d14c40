//! AArch64's vector extension.

use std::arch::is_aarch64_feature_detected;

use super::{Features, Step};

/// Proves that the CPU has NEON.
#[derive(Clone, Copy, Debug)]
pub struct Neon(());

impl Neon {
    /// Returns `Some` if this CPU has NEON and is little-endian. The permutations require little-endian
    /// order.
    pub fn new() -> Option<Self> {
        let has = is_aarch64_feature_detected!("neon") && cfg!(target_endian = "little");
        has.then_some(Self(()))
    }
}

impl Features for Neon {
    /// Every AArch64 target with a standard library has NEON in its baseline, so there is no feature to
    /// enable.
    fn enter<S: Step<Self>>(self, step: S) -> S::Output {
        step.run(self)
    }
}
