//! Describes the machine on which a result was made.

use serde::{Deserialize, Serialize};

/// Processor and operating system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Host {
    /// The processor in its maker's words, or the architecture where the system does not tell.
    pub cpu: String,
    /// Operating system and architecture, as in `linux x86_64`.
    pub os: String,
}

impl Host {
    /// This machine.
    pub fn this() -> Self {
        let (os, arch) = (std::env::consts::OS, std::env::consts::ARCH);
        Self { cpu: processor().unwrap_or_else(|| arch.to_owned()), os: format!("{os} {arch}") }
    }
}

/// The first processor's name in Linux's list of them.
fn processor() -> Option<String> {
    let list = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = list.lines().find(|line| line.starts_with("model name"))?;
    let name = line.split_once(':')?.1;
    Some(name.split_whitespace().collect::<Vec<_>>().join(" "))
}
