//! Which vector extensions kernels may use.
//!
//! A kernel checks whether the CPU has the instructions it needs. The environment variable
//! `QUEENS_CPU` limits kernels to the extensions of an older CPU: `scalar` hides every vector
//! extension; on x86-64 `avx2` hides AVX-512 and `avx512` hides nothing, on AArch64 `neon` hides
//! nothing. Tests use it to cover kernels of other machines. An empty or invalid value has no
//! effect here; `Kernel::check_environment` rejects an invalid one.

use std::sync::LazyLock;

use super::{Kernel, MethodError};

/// Vector extensions; each includes the earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Extensions {
    Scalar,
    #[cfg(target_arch = "aarch64")]
    Neon,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    All,
}

impl Extensions {
    /// The extensions that `QUEENS_CPU` permits; read once.
    pub fn allowed() -> Self {
        static ALLOWED: LazyLock<Extensions> =
            LazyLock::new(|| read().ok().flatten().unwrap_or(Extensions::All));
        *ALLOWED
    }

    /// Whether `kernel` needs no others.
    pub fn suffice_for(self, kernel: Kernel) -> bool {
        match kernel {
            #[cfg(target_arch = "aarch64")]
            Kernel::Neon => self >= Self::Neon,
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => self >= Self::Avx2,
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => self >= Self::All,
            _ => true,
        }
    }
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

/// The values of the variable, and what each permits.
const VALUES: &[(&str, Extensions)] = &[
    ("scalar", Extensions::Scalar),
    #[cfg(target_arch = "aarch64")]
    ("neon", Extensions::Neon),
    #[cfg(target_arch = "x86_64")]
    ("avx2", Extensions::Avx2),
    #[cfg(target_arch = "x86_64")]
    ("avx512", Extensions::All),
];

fn read() -> Result<Option<Extensions>, MethodError> {
    meaning(&std::env::var_os(VARIABLE).unwrap_or_default().to_string_lossy())
}

fn meaning(value: &str) -> Result<Option<Extensions>, MethodError> {
    if value.is_empty() {
        return Ok(None);
    }
    let known = VALUES.iter().find(|(known, _)| *known == value);
    known.map(|(_, extensions)| Some(*extensions)).ok_or_else(|| MethodError::Variable {
        name: VARIABLE,
        value: value.to_owned(),
        good: VALUES.iter().map(|(known, _)| *known).collect::<Vec<_>>().join(", "),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_extension_includes_earlier_ones() {
        assert!(VALUES.iter().is_sorted_by(|(_, less), (_, more)| less < more));
        for &(name, extensions) in VALUES {
            assert_eq!(meaning(name), Ok(Some(extensions)));
            assert!(extensions <= Extensions::All);
        }
        assert_eq!(meaning("scalar"), Ok(Some(Extensions::Scalar)));
        assert_eq!(meaning(""), Ok(None));
    }

    #[test]
    fn older_extensions_leave_fewer_kernels() {
        let hidden_by = |extensions: Extensions| {
            Kernel::ALL.iter().copied().filter(|&kernel| !extensions.suffice_for(kernel)).collect::<Vec<_>>()
        };
        let hidden = VALUES.iter().map(|&(_, extensions)| hidden_by(extensions)).collect::<Vec<_>>();
        if cfg!(target_arch = "x86_64") {
            assert_eq!(hidden, [vec![Kernel::Avx512, Kernel::Avx2], vec![Kernel::Avx512], vec![]]);
        } else {
            assert_eq!(hidden.last(), Some(&vec![]));
        }
    }

    #[test]
    fn error_lists_valid_values() {
        let known: Vec<_> = VALUES.iter().map(|(name, _)| *name).collect();
        let expected = format!(
            "the environment variable QUEENS_CPU is 'avx9': set it to one of {}, or unset it",
            known.join(", ")
        );
        assert_eq!(meaning("avx9").unwrap_err().to_string(), expected);
    }
}
