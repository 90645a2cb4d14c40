//! Says which vector extensions kernels may use.
//!
//! A kernel asks the CPU for the instructions it needs. The environment variable `QUEENS_CPU` plays an older CPU:
//! `QUEENS_CPU=avx2` hides AVX-512, `QUEENS_CPU=scalar` hides every vector extension. Tests use it to cover what runs
//! elsewhere. Any other value hides nothing.

use std::sync::LazyLock;

/// Vector extensions, each with those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Extensions {
    /// None.
    Scalar,
    /// Up to AVX2.
    Avx2,
    /// Whatever the CPU has.
    All,
}

impl Extensions {
    /// What `QUEENS_CPU` leaves; read once.
    #[must_use]
    pub fn allowed() -> Self {
        static ALLOWED: LazyLock<Extensions> =
            LazyLock::new(|| Extensions::named(&std::env::var("QUEENS_CPU").unwrap_or_default()));
        *ALLOWED
    }

    fn named(name: &str) -> Self {
        match name {
            "scalar" => Self::Scalar,
            "avx2" => Self::Avx2,
            _ => Self::All,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_older_cpu_is_played_by_name() {
        assert_eq!(
            ["scalar", "avx2", ""].map(Extensions::named),
            [Extensions::Scalar, Extensions::Avx2, Extensions::All]
        );
        assert!(Extensions::Scalar < Extensions::Avx2 && Extensions::Avx2 < Extensions::All);
    }
}
