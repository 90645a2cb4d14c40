//! Which vector extensions kernels may use.
//!
//! A kernel checks whether the CPU has the instructions it needs. Two environment variables
//! override the CPU. `QUEENS_CPU` limits kernels to the extensions of an older CPU: `scalar`
//! hides every vector extension; on x86-64 `avx2` hides AVX-512 and `avx512` hides nothing, on
//! AArch64 `neon` hides nothing. Tests use it to cover kernels of other machines. `QUEENS_AVX512`
//! selects how the `avx512` kernel of the search keeps its lanes busy. Empty or invalid values have
//! no effect here; `check_environment` rejects invalid ones.

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
            LazyLock::new(|| CPU.read().ok().flatten().unwrap_or(Extensions::All));
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

/// How `QUEENS_AVX512` keeps the lanes of the search busy: `true` refills them one by one
/// (`refill`), `false` all together (`rounds`); `None` if it is unset or invalid.
#[cfg(target_arch = "x86_64")]
pub fn avx512_refills() -> Option<bool> {
    AVX512.read().ok().flatten()
}

/// Checks the environment variables of this module.
///
/// # Errors
/// If one has an invalid value.
pub fn check_environment() -> Result<(), MethodError> {
    CPU.read()?;
    AVX512.read()?;
    Ok(())
}

const CPU: Variable<Extensions> = Variable {
    name: "QUEENS_CPU",
    values: &[
        ("scalar", Extensions::Scalar),
        #[cfg(target_arch = "aarch64")]
        ("neon", Extensions::Neon),
        #[cfg(target_arch = "x86_64")]
        ("avx2", Extensions::Avx2),
        #[cfg(target_arch = "x86_64")]
        ("avx512", Extensions::All),
    ],
};

const AVX512: Variable<bool> =
    Variable { name: "QUEENS_AVX512", values: &[("rounds", false), ("refill", true)] };

/// An environment variable and the meaning of each of its values.
struct Variable<T: 'static> {
    name: &'static str,
    values: &'static [(&'static str, T)],
}

impl<T: Copy> Variable<T> {
    fn read(&self) -> Result<Option<T>, MethodError> {
        self.meaning(&std::env::var_os(self.name).unwrap_or_default().to_string_lossy())
    }

    fn meaning(&self, value: &str) -> Result<Option<T>, MethodError> {
        match self.values.iter().find(|(known, _)| *known == value) {
            Some((_, meaning)) => Ok(Some(*meaning)),
            None if value.is_empty() => Ok(None),
            None => {
                let known: Vec<_> = self.values.iter().map(|(known, _)| *known).collect();
                Err(MethodError::Variable {
                    name: self.name,
                    value: value.to_owned(),
                    good: known.join(", "),
                })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_extension_includes_earlier_ones() {
        assert!(CPU.values.iter().is_sorted_by(|(_, less), (_, more)| less < more));
        for &(name, extensions) in CPU.values {
            assert_eq!(CPU.meaning(name), Ok(Some(extensions)));
            assert!(extensions <= Extensions::All);
        }
        assert_eq!(CPU.meaning("scalar"), Ok(Some(Extensions::Scalar)));
        assert_eq!(CPU.meaning(""), Ok(None));
    }

    #[test]
    fn older_extensions_leave_fewer_kernels() {
        let hidden_by = |extensions: Extensions| {
            Kernel::ALL.into_iter().filter(|&kernel| !extensions.suffice_for(kernel)).collect::<Vec<_>>()
        };
        let hidden = CPU.values.iter().map(|&(_, extensions)| hidden_by(extensions)).collect::<Vec<_>>();
        let (none, avx512) = (Vec::new(), vec![Kernel::Avx512]);
        match cfg!(target_arch = "x86_64") {
            true => assert_eq!(hidden, [vec![Kernel::Avx512, Kernel::Avx2], avx512, none]),
            false => assert_eq!(hidden.last(), Some(&none)),
        }
    }

    #[test]
    fn error_lists_valid_values() {
        let known: Vec<_> = CPU.values.iter().map(|(name, _)| *name).collect();
        let expected = format!(
            "the environment variable QUEENS_CPU is 'avx9': set it to one of {}, or unset it",
            known.join(", ")
        );
        assert_eq!(CPU.meaning("avx9").unwrap_err().to_string(), expected);
        assert!(AVX512.meaning("banana").unwrap_err().to_string().contains("one of rounds, refill"));
    }
}
