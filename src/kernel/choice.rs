//! Which kernels there are, which of them this CPU can run, and which one is fastest.
//!
//! The CPU is asked once; what it lacks is `None`. The environment variable `QUEENS_CPU` plays an older CPU:
//! `QUEENS_CPU=avx2` hides AVX-512, `QUEENS_CPU=scalar` hides every vector extension. Tests use it to cover what
//! runs elsewhere; any other value leaves detection as it is. `QUEENS_AVX512=rounds` and `QUEENS_AVX512=refill` keep the
//! lanes of AVX-512 busy in that way instead of the one that suits the CPU's maker, to be measured beside it.

use std::fmt;
use std::str::FromStr;
#[cfg(target_arch = "x86_64")]
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::{Counts, Subproblem, Workspace, portable, scalar};
#[cfg(target_arch = "x86_64")]
use super::{avx2::Avx2, avx512::Avx512};

/// A way to count the completions of a subproblem, whether or not this CPU can run it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kernel {
    /// One placement at a time; runs anywhere.
    Scalar,
    /// The batched search without vector instructions of its own; runs anywhere.
    Portable,
    /// The batched search on 8 lanes.
    Avx2,
    /// The batched search on 16 lanes.
    Avx512,
}

/// A name that no kernel has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no kernel is called '{name}': choose scalar, portable, avx2 or avx512")]
pub struct UnknownKernel {
    name: String,
}

impl Kernel {
    /// Every kernel, fastest first.
    pub const ALL: [Self; 4] = [Self::Avx512, Self::Avx2, Self::Portable, Self::Scalar];

    /// The kernels that this CPU can run, fastest first. Never empty.
    #[must_use]
    pub fn available() -> Vec<Self> {
        Self::ALL.into_iter().filter(|kernel| kernel.is_available()).collect()
    }

    /// The fastest kernel that this CPU can run.
    #[must_use]
    pub fn fastest() -> Self {
        Self::ALL.into_iter().find(|kernel| kernel.is_available()).unwrap_or(Self::Scalar)
    }

    /// Whether this CPU can run it.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Self::Scalar | Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => CPU.avx2.is_some(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => CPU.avx512.is_some(),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx2 | Self::Avx512 => false,
        }
    }

    /// Counts the completions of `subproblem`. `workspace` carries nothing from call to call but its memory.
    ///
    /// A kernel that this CPU cannot run is replaced by [`Kernel::Portable`], which visits the same nodes.
    #[must_use]
    pub fn count(self, subproblem: &Subproblem, workspace: &mut Workspace) -> Counts {
        match self {
            Self::Scalar => return scalar::count(subproblem),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => {
                if let Some(lanes) = CPU.avx2 {
                    return lanes.count(subproblem, workspace);
                }
            }
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                if let Some(lanes) = CPU.avx512 {
                    return lanes.count(subproblem, workspace);
                }
            }
            _ => {}
        }
        portable::count(subproblem, workspace)
    }

    fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            Self::Portable => "portable",
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
        Self::ALL
            .into_iter()
            .find(|kernel| kernel.name() == name)
            .ok_or_else(|| UnknownKernel { name: name.to_owned() })
    }
}

/// What a user asks for: a kernel by name, or the fastest there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KernelChoice {
    /// The fastest kernel that this CPU can run.
    #[default]
    Auto,
    /// This one, which this CPU can run.
    One(Kernel),
}

/// A kernel that cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KernelChoiceError {
    /// There is no such kernel anywhere.
    #[error("no kernel is called '{name}': this machine has auto, {available}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// What there is.
        available: String,
    },
    /// There is one, but not for this CPU.
    #[error("this CPU cannot run the {kernel} kernel: this machine has auto, {available}")]
    Unavailable {
        /// What was asked for.
        kernel: Kernel,
        /// What there is.
        available: String,
    },
}

impl KernelChoice {
    /// The kernel that is meant.
    #[must_use]
    pub fn kernel(self) -> Kernel {
        match self {
            Self::Auto => Kernel::fastest(),
            Self::One(kernel) => kernel,
        }
    }
}

impl FromStr for KernelChoice {
    type Err = KernelChoiceError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let available = || Kernel::available().iter().map(Kernel::to_string).collect::<Vec<_>>().join(", ");
        match name.parse::<Kernel>() {
            _ if name == "auto" => Ok(Self::Auto),
            Ok(kernel) if kernel.is_available() => Ok(Self::One(kernel)),
            Ok(kernel) => Err(KernelChoiceError::Unavailable { kernel, available: available() }),
            Err(_) => Err(KernelChoiceError::Unknown { name: name.to_owned(), available: available() }),
        }
    }
}

/// What the CPU was found to have.
#[cfg(target_arch = "x86_64")]
struct Cpu {
    avx2: Option<Avx2>,
    avx512: Option<Avx512>,
}

#[cfg(target_arch = "x86_64")]
static CPU: LazyLock<Cpu> = LazyLock::new(|| {
    let variable = |name| std::env::var(name).unwrap_or_default();
    let Cpu { avx2, avx512 } = Cpu::up_to(&variable("QUEENS_CPU"));
    let avx512 = match variable("QUEENS_AVX512").as_str() {
        "refill" => avx512.map(|avx512| avx512.with_refill(true)),
        "rounds" => avx512.map(|avx512| avx512.with_refill(false)),
        _ => avx512,
    };
    Cpu { avx2, avx512 }
});

#[cfg(target_arch = "x86_64")]
impl Cpu {
    /// What this CPU has, without what one at the level of `cap` lacks.
    fn up_to(cap: &str) -> Self {
        Self {
            avx2: Avx2::new().filter(|_| cap != "scalar"),
            avx512: Avx512::new().filter(|_| !matches!(cap, "scalar" | "avx2")),
        }
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    #[test]
    fn an_older_cpu_can_be_played() {
        let has = |cap| (Cpu::up_to(cap).avx2.is_some(), Cpu::up_to(cap).avx512.is_some());
        assert_eq!(has("scalar"), (false, false));
        assert_eq!(has("avx2"), (Avx2::new().is_some(), false));
        assert_eq!(has(""), (Avx2::new().is_some(), Avx512::new().is_some()));
    }
}
