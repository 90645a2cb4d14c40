//! Describes the machine on which a count was made.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::os;

/// Processor and operating system.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Host {
    /// The processor's name as its maker gives it; `unknown` where the system does not report it.
    pub cpu: String,
    /// Operating system and architecture, as in `linux x86_64`.
    pub os: String,
}

/// This machine: the system is asked once.
static THIS_MACHINE: LazyLock<Host> = LazyLock::new(Host::ask);

impl Host {
    /// The machine that this process runs on, as its system describes it.
    #[must_use]
    pub fn this() -> Self {
        THIS_MACHINE.clone()
    }

    /// The cores that this process may use: the default number of threads.
    #[must_use]
    pub fn cores() -> usize {
        os::cores()
    }

    fn ask() -> Self {
        let system = std::env::consts::OS;
        let arch = std::env::consts::ARCH;
        let name = os::processor().unwrap_or_default();
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        let cpu = if name.is_empty() { "unknown".to_owned() } else { name };
        Self { cpu, os: format!("{system} {arch}") }
    }
}
