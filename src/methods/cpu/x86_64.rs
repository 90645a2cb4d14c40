//! The x86-64 vector extensions.
#![allow(unsafe_code)]

use super::{Features, Step};

/// Proves that the CPU has AVX2, BMI1, BMI2 and POPCNT.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

impl Avx2 {
    /// Returns `Some` if this CPU has the features.
    pub fn new() -> Option<Self> {
        let has = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt");
        has.then_some(Self(()))
    }
}

impl Features for Avx2 {
    fn enter<S: Step<Self>>(self, step: S) -> S::Output {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
        fn entry<S: Step<Avx2>>(v: Avx2, step: S) -> S::Output {
            step.run(v)
        }
        // SAFETY: `self` proves the features.
        unsafe { entry(self, step) }
    }
}

/// Proves that the CPU has AVX-512 F, BMI2 and POPCNT. The search needs no other features.
#[derive(Clone, Copy, Debug)]
pub struct Avx512F(());

impl Avx512F {
    /// Returns `Some` if this CPU has the features.
    pub fn new() -> Option<Self> {
        let has = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt");
        has.then_some(Self(()))
    }
}

impl Features for Avx512F {
    fn enter<S: Step<Self>>(self, step: S) -> S::Output {
        #[target_feature(enable = "avx512f,bmi2,popcnt")]
        fn entry<S: Step<Avx512F>>(v: Avx512F, step: S) -> S::Output {
            step.run(v)
        }
        // SAFETY: `self` proves the features.
        unsafe { entry(self, step) }
    }
}

/// Proves that the CPU has AVX-512 F, BW, VL, VBMI, VBMI2, VPOPCNTDQ, GFNI, BMI2 and POPCNT. Byte vectors
/// need all of these features. Ice Lake and Zen 4 have them.
#[derive(Clone, Copy, Debug)]
pub struct Avx512(());

impl Avx512 {
    /// Returns `Some` if this CPU has the features.
    pub fn new() -> Option<Self> {
        Avx512F::new()?;
        let has = is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("avx512vpopcntdq")
            && is_x86_feature_detected!("gfni");
        has.then_some(Self(()))
    }
}

impl Features for Avx512 {
    fn enter<S: Step<Self>>(self, step: S) -> S::Output {
        #[target_feature(
            enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx512vpopcntdq,gfni,bmi2,popcnt"
        )]
        fn entry<S: Step<Avx512>>(v: Avx512, step: S) -> S::Output {
            step.run(v)
        }
        // SAFETY: `self` proves the features.
        unsafe { entry(self, step) }
    }
}
