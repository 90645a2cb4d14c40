//! The vector extensions that kernels may use: a value of `Avx2`, `Avx512F`, `Avx512` or `Neon` proves
//! that the CPU has the instructions.
//!
//! The environment variable `QUEENS_CPU` limits kernels to the extensions of an older CPU: `scalar`
//! hides every vector extension; on x86-64 `avx2` hides AVX-512 and `avx512` hides nothing, on AArch64
//! `neon` hides nothing. Tests use it to cover kernels of other machines. An empty or invalid value has
//! no effect here; `Kernel::check_environment` rejects an invalid one.

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use std::sync::LazyLock;

use super::{Kernel, MethodError};

#[cfg(target_arch = "aarch64")]
mod aarch64;
#[cfg(target_arch = "x86_64")]
mod x86_64;

#[cfg(target_arch = "aarch64")]
pub use aarch64::Neon;
#[cfg(target_arch = "x86_64")]
pub use x86_64::{Avx2, Avx512, Avx512F};

/// Returns whether `QUEENS_CPU`, read once, does not hide a kernel.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
fn permits(kernel: Kernel) -> bool {
    static HIDDEN: LazyLock<&[Kernel]> = LazyLock::new(|| read().unwrap_or_default());
    !HIDDEN.contains(&kernel)
}

impl Kernel {
    /// Checks the environment variable `QUEENS_CPU`, which hides kernels of newer CPUs. A count ignores an
    /// invalid value, so a program calls this first: its user expects another kernel.
    ///
    /// # Errors
    /// If its value is invalid.
    pub fn check_environment() -> Result<(), MethodError> {
        read().map(drop)
    }
}

const VARIABLE: &str = "QUEENS_CPU";

/// The values of the variable, and the kernels that each hides.
const VALUES: &[(&str, &[Kernel])] = &[
    ("scalar", &[Kernel::Avx512, Kernel::Avx2, Kernel::Neon]),
    #[cfg(target_arch = "aarch64")]
    ("neon", &[]),
    #[cfg(target_arch = "x86_64")]
    ("avx2", &[Kernel::Avx512]),
    #[cfg(target_arch = "x86_64")]
    ("avx512", &[]),
];

fn read() -> Result<&'static [Kernel], MethodError> {
    hidden_by(&std::env::var_os(VARIABLE).unwrap_or_default().to_string_lossy())
}

fn hidden_by(value: &str) -> Result<&'static [Kernel], MethodError> {
    if value.is_empty() {
        return Ok(&[]);
    }
    let known = VALUES.iter().find(|(known, _)| *known == value);
    known.map(|(_, hidden)| *hidden).ok_or_else(|| MethodError::Variable {
        name: VARIABLE,
        value: value.to_owned(),
        good: VALUES.iter().map(|(known, _)| *known).collect::<Vec<_>>().join(", "),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn older_cpus_hide_kernels_of_newer_ones() {
        let hidden = ["scalar", "avx2", "avx512", ""].map(|value| hidden_by(value).unwrap_or_default());
        if cfg!(target_arch = "x86_64") {
            assert_eq!(
                hidden,
                [&[Kernel::Avx512, Kernel::Avx2, Kernel::Neon][..], &[Kernel::Avx512], &[], &[]]
            );
        }
        assert_eq!(hidden[3], []);
    }

    #[test]
    fn error_lists_valid_values() {
        let known: Vec<_> = VALUES.iter().map(|(name, _)| *name).collect();
        let expected = format!(
            "the environment variable QUEENS_CPU is 'avx9': set it to one of {}, or unset it",
            known.join(", ")
        );
        assert_eq!(hidden_by("avx9").unwrap_err().to_string(), expected);
    }
}
