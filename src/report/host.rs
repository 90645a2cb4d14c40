//! Describes the machine on which a result was made.

use std::process::Command;

use serde::{Deserialize, Serialize};

/// Processor and operating system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Host {
    /// The processor in its maker's words, or `unknown` where the system does not tell.
    pub cpu: String,
    /// Operating system and architecture, as in `linux x86_64`.
    pub os: String,
}

impl Host {
    /// Its processor without the marks of trade.
    pub fn cpu_name(&self) -> String {
        self.cpu.replace("(R)", "").replace("(TM)", "")
    }

    /// This machine.
    pub fn this() -> Self {
        let (os, arch) = (std::env::consts::OS, std::env::consts::ARCH);
        Self { cpu: processor().unwrap_or_else(|| "unknown".to_owned()), os: format!("{os} {arch}") }
    }
}

/// The first processor's name: in Linux's list of them, or as macOS tells it.
fn processor() -> Option<String> {
    let name = match std::fs::read_to_string("/proc/cpuinfo") {
        Ok(list) => {
            list.lines().find_map(|line| Some(line.strip_prefix("model name")?.split_once(':')?.1.to_owned()))
        }
        Err(_) => {
            let told = Command::new("sysctl").args(["-n", "machdep.cpu.brand_string"]).output().ok()?;
            String::from_utf8(told.stdout).ok()
        }
    };
    let name = name?.split_whitespace().collect::<Vec<_>>().join(" ");
    (!name.is_empty()).then_some(name)
}
