//! Names of kernels.
//!
//! A kernel is the innermost loop of a count, written for one instruction set or for a device.
//! Options, ledgers and records name it. A method defines its kernels and whether this machine can
//! run them ([`super::Method::kernels`], [`super::Method::available`]). Kernels of one name may
//! need different instructions in two methods.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use super::split::Split;

/// A kernel by its name, whether or not this machine can run it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kernel(&'static str);

/// A name that no kernel has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no kernel is called '{name}': there are {names}", names = list(&Kernel::all()))]
pub struct UnknownKernel {
    name: String,
}

impl Kernel {
    /// One placement at a time, in plain code; runs anywhere.
    pub const SCALAR: Self = Self("scalar");
    /// The algorithm of the vector kernels without vector instructions; runs anywhere.
    pub const PORTABLE: Self = Self("portable");
    /// Vectors of 128 bits, on ARM.
    pub const NEON: Self = Self("neon");
    /// Vectors of 256 bits.
    pub const AVX2: Self = Self("avx2");
    /// Vectors of 512 bits.
    pub const AVX512: Self = Self("avx512");

    /// The kernel of devices: selected by the device, never by `auto`.
    pub const GPU: Self = Self("gpu");

    /// The kernel that a method calls `name`: 1 to 32 of the characters a-z, 0-9, `-` and `_`,
    /// which are those that a ledger may contain.
    #[must_use]
    pub const fn named(name: &'static str) -> Self {
        Self(name)
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.0
    }

    /// Every kernel of every method, fastest first.
    #[must_use]
    pub fn all() -> Vec<Self> {
        merged(Split::all().iter().map(|split| split.kernels().to_vec()))
    }

    /// The kernels of any method that this machine can run, fastest first.
    #[must_use]
    pub fn available() -> Vec<Self> {
        merged(Split::all().iter().map(|split| split.available()))
    }
}

/// One list of several: each kernel once, keeping each list's order.
fn merged(lists: impl Iterator<Item = Vec<Kernel>>) -> Vec<Kernel> {
    let mut all: Vec<Kernel> = Vec::new();
    for list in lists {
        let mut next = 0;
        for kernel in list {
            match all.iter().position(|known| *known == kernel) {
                Some(place) => next = place + 1,
                None => {
                    all.insert(next, kernel);
                    next += 1;
                }
            }
        }
    }
    all
}

/// The names of kernels, as in `avx2, scalar`.
#[must_use]
pub fn list(kernels: &[Kernel]) -> String {
    kernels.iter().map(|kernel| kernel.name()).collect::<Vec<_>>().join(", ")
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Kernel {
    type Err = UnknownKernel;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Self::all().into_iter().find(|kernel| kernel.name() == name);
        found.ok_or_else(|| UnknownKernel { name: name.to_owned() })
    }
}

impl Serialize for Kernel {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_go_by_their_names() {
        for kernel in Kernel::all() {
            assert_eq!(kernel.to_string().parse(), Ok(kernel));
            assert_eq!(serde_json::to_string(&kernel).unwrap(), format!("\"{kernel}\""));
        }
        let error = "AVX2".parse::<Kernel>().unwrap_err().to_string();
        assert_eq!(error, "no kernel is called 'AVX2': there are avx512, avx2, neon, portable, scalar, gpu");
    }

    #[test]
    fn the_lists_of_methods_are_merged_in_the_order_of_speed() {
        let neon = Kernel::named("neon");
        let lists =
            [vec![Kernel::AVX2, Kernel::SCALAR], vec![Kernel::AVX512, Kernel::AVX2, neon, Kernel::SCALAR]];
        let expected = [Kernel::AVX512, Kernel::AVX2, neon, Kernel::SCALAR];
        assert_eq!(merged(lists.into_iter()), expected);
        assert_eq!(merged([vec![], vec![neon]].into_iter()), [neon]);
    }
}
