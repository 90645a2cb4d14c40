//! Says which vector extensions kernels may use.
//!
//! A kernel asks the CPU for the instructions it needs. Two environment variables stand above that. `QUEENS_CPU` plays an
//! older CPU: `avx2` hides AVX-512, `scalar` hides every vector extension, `avx512` hides nothing. Tests use it to cover what
//! runs elsewhere. `QUEENS_AVX512` chooses how the `avx512` kernel of the search keeps its lanes busy. A variable that is
//! empty counts as not set. So does one with any other value: the program asks [`check_environment`] for these, and refuses them.

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
            LazyLock::new(|| CPU.read().ok().flatten().unwrap_or(Extensions::All));
        *ALLOWED
    }
}

/// Whether `QUEENS_AVX512` asks for lanes that are refilled one by one (`refill`) or all together (`rounds`).
#[must_use]
pub fn avx512_refills() -> Option<bool> {
    AVX512.read().ok().flatten()
}

/// A value that an environment variable must not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the environment variable {name} is '{value}': set it to one of {good}, or unset it")]
pub struct VariableError {
    name: &'static str,
    value: String,
    /// The values that it may have.
    good: String,
}

/// Looks at the environment variables of this module.
///
/// # Errors
/// When one has a value that it must not have.
pub fn check_environment() -> Result<(), VariableError> {
    CPU.read()?;
    AVX512.read()?;
    Ok(())
}

const CPU: Variable<Extensions> = Variable {
    name: "QUEENS_CPU",
    values: &[("scalar", Extensions::Scalar), ("avx2", Extensions::Avx2), ("avx512", Extensions::All)],
};

const AVX512: Variable<bool> =
    Variable { name: "QUEENS_AVX512", values: &[("rounds", false), ("refill", true)] };

/// An environment variable and what each of its values stands for.
struct Variable<T: 'static> {
    name: &'static str,
    values: &'static [(&'static str, T)],
}

impl<T: Copy> Variable<T> {
    fn read(&self) -> Result<Option<T>, VariableError> {
        self.meaning(&std::env::var_os(self.name).unwrap_or_default().to_string_lossy())
    }

    fn meaning(&self, value: &str) -> Result<Option<T>, VariableError> {
        match self.values.iter().find(|(known, _)| *known == value) {
            Some((_, meaning)) => Ok(Some(*meaning)),
            None if value.is_empty() => Ok(None),
            None => {
                let known: Vec<_> = self.values.iter().map(|(known, _)| *known).collect();
                Err(VariableError { name: self.name, value: value.to_owned(), good: known.join(", ") })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_older_cpu_is_played_by_name() {
        assert_eq!(
            ["scalar", "avx2", "avx512", ""].map(|value| CPU.meaning(value).unwrap()),
            [Some(Extensions::Scalar), Some(Extensions::Avx2), Some(Extensions::All), None]
        );
        assert!(Extensions::Scalar < Extensions::Avx2 && Extensions::Avx2 < Extensions::All);
    }

    #[test]
    fn a_value_that_says_nothing_is_an_error_that_lists_the_good_ones() {
        let message = CPU.meaning("avx9").unwrap_err().to_string();
        assert_eq!(
            message,
            "the environment variable QUEENS_CPU is 'avx9': set it to one of scalar, avx2, avx512, or unset it"
        );
        assert!(AVX512.meaning("banana").unwrap_err().to_string().contains("one of rounds, refill"));
    }
}
