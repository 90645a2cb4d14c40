//! Kernels and methods by name.

use std::fmt::Display;
use std::str::FromStr;

use super::{Kernel, Method, MethodError};

impl FromStr for Kernel {
    type Err = MethodError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        named("kernel", Self::ALL, name)
    }
}

impl FromStr for Method {
    type Err = MethodError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        named("method", Self::ALL, name)
    }
}

fn named<T: Display>(
    what: &'static str,
    all: impl IntoIterator<Item = T>,
    name: &str,
) -> Result<T, MethodError> {
    let found = all.into_iter().find(|one| one.to_string() == name);
    found.ok_or_else(|| MethodError::UnknownName { what, name: name.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_every_name() {
        for kernel in Kernel::ALL {
            assert_eq!(kernel.to_string().parse(), Ok(kernel));
            assert_eq!(serde_json::to_string(&kernel).unwrap(), format!("\"{kernel}\""));
            // As names in a ledger must be.
            let allowed = |byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_');
            assert!((1..=32).contains(&kernel.name().len()) && kernel.name().bytes().all(allowed));
        }
        for method in Method::ALL {
            assert_eq!(method.to_string().parse(), Ok(method));
            assert_eq!(serde_json::to_string(&method).unwrap(), format!("\"{method}\""));
            assert_ne!(method.checked_by(), method);
        }
        assert!(Kernel::ALL.is_sorted() && Method::ALL.is_sorted());
        let kernel = "AVX2".parse::<Kernel>().unwrap_err().to_string();
        let method = "diagonals".parse::<Method>().unwrap_err().to_string();
        assert_eq!((&*kernel, &*method), ("no kernel is called 'AVX2'", "no method is called 'diagonals'"));
    }
}
