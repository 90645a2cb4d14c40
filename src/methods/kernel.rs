//! Names the kernels.
//!
//! A kernel is the innermost loop of a count, written for some of the instructions that a CPU may have. It is named in
//! options, ledgers and records. Whether this CPU can run it is known to the method that has it
//! ([`crate::plan::kernels`]): two methods may need different instructions under the same name.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A kernel by its name, whether or not this CPU can run it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kernel {
    /// One placement at a time; runs anywhere.
    Scalar,
    /// The algorithm of the vector kernels without vector instructions; runs anywhere.
    Portable,
    /// Vectors of 128 bits, on ARM.
    Neon,
    /// Vectors of 256 bits.
    Avx2,
    /// Vectors of 512 bits.
    Avx512,
}

/// A name that no kernel has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no kernel is called '{name}': there are {names}", names = Kernel::ALL.map(|kernel| kernel.to_string()).join(", "))]
pub struct UnknownKernel {
    name: String,
}

impl Kernel {
    /// Every kernel, fastest first.
    pub const ALL: [Self; 5] = [Self::Avx512, Self::Avx2, Self::Neon, Self::Portable, Self::Scalar];

    fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            Self::Portable => "portable",
            Self::Neon => "neon",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Kernel {
    type Err = UnknownKernel;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|kernel| kernel.name() == name);
        found.ok_or_else(|| UnknownKernel { name: name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_go_by_their_names() {
        for kernel in Kernel::ALL {
            assert_eq!(kernel.to_string().parse(), Ok(kernel));
            assert_eq!(serde_json::to_string(&kernel).unwrap(), format!("\"{kernel}\""));
        }
        assert!("AVX2".parse::<Kernel>().unwrap_err().to_string().contains("'AVX2'"));
    }
}
