//! Reads the environment variable `QUEENS_CPU`, which makes this program behave as it would on an older CPU.
//! Tests use it to cover other machines' kernels.

use queens::Kernel;

use crate::advice;
use crate::failure::Failure;

const CPU_VARIABLE: &str = "QUEENS_CPU";

/// The variable's values, each with the fastest kernel that it allows.
const VALUES: &[(&str, Kernel)] = &[
    ("scalar", Kernel::Portable),
    #[cfg(target_arch = "aarch64")]
    ("neon", Kernel::Neon),
    #[cfg(target_arch = "x86_64")]
    ("avx2", Kernel::Avx2),
    #[cfg(target_arch = "x86_64")]
    ("avx512", Kernel::Avx512),
];

/// Limits this process to the instruction set named by the variable. Does nothing if the variable is unset or
/// empty.
pub fn limit() -> Result<(), Failure> {
    let value = std::env::var_os(CPU_VARIABLE).unwrap_or_default();
    if !value.is_empty() {
        Kernel::limit_to(fastest(&value.to_string_lossy())?);
    }
    Ok(())
}

/// Returns the variable and its value, as in `QUEENS_CPU=scalar`. Returns `None` if it is unset or empty.
pub fn limiting_variable() -> Option<String> {
    let value = std::env::var(CPU_VARIABLE).ok().filter(|value| !value.is_empty());
    value.map(|value| format!("{CPU_VARIABLE}={value}"))
}

fn fastest(value: &str) -> Result<Kernel, Failure> {
    let known = VALUES.iter().find(|(known, _)| known.eq_ignore_ascii_case(value));
    known.map(|(_, kernel)| *kernel).ok_or_else(|| {
        let known = VALUES.iter().map(|(known, _)| *known).collect::<Vec<_>>().join(", ");
        Failure::usage(format!("the environment variable {CPU_VARIABLE} is '{value}', not one of {known}"))
            .advised(advice::UNSET)
    })
}
