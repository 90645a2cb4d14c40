//! Kernels: the innermost loops of a count, each written for one instruction set or for a device.
//!
//! A method lists its kernels that this machine can run ([`super::Method::available`]). A kernel
//! may need different instructions in two methods.

use std::fmt;

use serde::{Serialize, Serializer};

/// A kernel, whether or not this machine can run it: first the kernels of the CPU, from the fastest
/// on, then the kernel of devices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kernel {
    /// Vectors of 512 bits, on x86-64.
    Avx512,
    /// Vectors of 256 bits, on x86-64.
    Avx2,
    /// Vectors of 128 bits, on ARM.
    Neon,
    /// The algorithm of the vector kernels without vector instructions; runs anywhere.
    Portable,
    /// The plain algorithm, one placement at a time; runs anywhere.
    Scalar,
    /// The kernel of devices: chosen with a device, never as the fastest.
    Gpu,
}

impl Kernel {
    /// Every kernel: first those for the CPU, from the fastest on, then the one for devices.
    pub const ALL: [Self; 6] =
        [Self::Avx512, Self::Avx2, Self::Neon, Self::Portable, Self::Scalar, Self::Gpu];

    /// The name of the kernel in ledgers and results.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Avx512 => "avx512",
            Self::Avx2 => "avx2",
            Self::Neon => "neon",
            Self::Portable => "portable",
            Self::Scalar => "scalar",
            Self::Gpu => "gpu",
        }
    }
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

impl Serialize for Kernel {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
