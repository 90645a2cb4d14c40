//! Describes the machine that counts.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::os;

/// A machine's processor and operating system.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Host {
    /// The processor's name, as given by its maker; `unknown` where the system does not report it.
    pub cpu: String,
    /// Operating system and architecture, such as `linux x86_64`.
    pub os: String,
}

/// This machine. Cached, so that the system is asked only once.
static THIS_MACHINE: LazyLock<Host> = LazyLock::new(Host::ask);

impl Host {
    /// Returns a description of this machine.
    #[must_use]
    pub fn this() -> Self {
        THIS_MACHINE.clone()
    }

    /// Returns the number of cores that this process may use. This is the default number of threads.
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
