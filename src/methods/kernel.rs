//! A kernel is a count's innermost loop, written for one instruction set.
//!
//! [`super::Method::available`] lists which of a method's kernels this machine can run. The same kernel may
//! need different instructions in different methods.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicU8, Ordering};

use serde::Serialize;

use super::MethodError;

/// A kernel, whether or not this machine can run it. The fastest comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Kernel {
    /// Vectors of 512 bits, on x86-64.
    Avx512,
    /// Vectors of 256 bits, on x86-64.
    Avx2,
    /// Vectors of 128 bits, on ARM; only for `colours`.
    Neon,
    /// The algorithm of the vector kernels without vector instructions; runs anywhere.
    Portable,
    /// The plain algorithm, one placement at a time; runs anywhere.
    Scalar,
}

impl Kernel {
    /// All kernels, the fastest first.
    pub const ALL: &'static [Self] = &[Self::Avx512, Self::Avx2, Self::Neon, Self::Portable, Self::Scalar];

    /// Returns the name of the kernel in ledgers and results.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Avx512 => "avx512",
            Self::Avx2 => "avx2",
            Self::Neon => "neon",
            Self::Portable => "portable",
            Self::Scalar => "scalar",
        }
    }
}

/// The fastest kernel that is not hidden, as an index into [`Kernel::ALL`].
static LIMIT: AtomicU8 = AtomicU8::new(0);

impl Kernel {
    /// Hides all kernels faster than `fastest` from this process, as if its CPU were older. Replaces any
    /// earlier limit. A count that has already chosen its kernel is not affected.
    pub fn limit_to(fastest: Self) {
        LIMIT.store(fastest as u8, Ordering::Relaxed);
    }

    /// Returns whether the kernel is hidden.
    pub(super) fn is_hidden(self) -> bool {
        (self as u8) < LIMIT.load(Ordering::Relaxed)
    }
}

/// Returns the names of the kernels, for example `avx2, scalar`.
pub fn list(kernels: &[Kernel]) -> String {
    kernels.iter().map(|kernel| kernel.name()).collect::<Vec<_>>().join(", ")
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Kernel {
    type Err = MethodError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let kernel = Self::ALL.iter().copied().find(|kernel| kernel.name() == name);
        kernel.ok_or_else(|| MethodError::UnknownName { what: "kernel", name: name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_every_name() {
        for &kernel in Kernel::ALL {
            assert_eq!(kernel.to_string().parse(), Ok(kernel));
            assert_eq!(serde_json::to_string(&kernel).unwrap(), format!("\"{kernel}\""));
            // Ledgers accept only names like these.
            let allowed = |byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_');
            assert!((1..=32).contains(&kernel.name().len()) && kernel.name().bytes().all(allowed));
        }
        assert!(Kernel::ALL.is_sorted());
        let unknown = "AVX2".parse::<Kernel>().unwrap_err().to_string();
        assert_eq!(unknown, "no kernel is called 'AVX2'");
    }
}
