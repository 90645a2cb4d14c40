//! Describes the machine on which a result was made.

use std::process::Command;

use serde::{Deserialize, Serialize};

/// Processor and operating system.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Host {
    /// The processor's name as its maker gives it; `unknown` where the system does not report it.
    pub cpu: String,
    /// Operating system and architecture, as in `linux x86_64`.
    pub os: String,
}

impl Host {
    /// Its processor without trademark signs.
    pub fn cpu_name(&self) -> String {
        self.cpu.replace("(R)", "").replace("(TM)", "")
    }

    /// This machine.
    pub fn this() -> Self {
        let (os, arch) = (std::env::consts::OS, std::env::consts::ARCH);
        Self { cpu: processor().unwrap_or_else(|| "unknown".to_owned()), os: format!("{os} {arch}") }
    }
}

/// The first processor's name, from /proc/cpuinfo on Linux or sysctl on macOS.
fn processor() -> Option<String> {
    let name = match std::fs::read_to_string("/proc/cpuinfo") {
        Ok(list) => listed(&list)?,
        Err(_) => {
            let told = Command::new("sysctl").args(["-n", "machdep.cpu.brand_string"]).output().ok()?;
            String::from_utf8(told.stdout).ok()?
        }
    };
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    (!name.is_empty()).then_some(name)
}

/// The first processor's name in the text of `/proc/cpuinfo`. Virtual machines often hide the
/// model, as in `AMD EPYC`; the numbers of family and model are then added to tell generations
/// apart.
fn listed(list: &str) -> Option<String> {
    let field = |name: &str| {
        let of =
            |line: &str| line.strip_prefix(name)?.trim_start().strip_prefix(':').map(|v| v.trim().to_owned());
        list.lines().find_map(of)
    };
    let name = field("model name")?;
    match (field("cpu family"), field("model")) {
        (Some(family), Some(model)) if !name.contains(|c: char| c.is_ascii_digit()) => {
            Some(format!("{name} (family {family}, model {model})"))
        }
        _ => Some(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_hides_the_model_has_its_numbers() {
        let list =
            |name: &str| format!("processor\t: 0\ncpu family\t: 25\nmodel\t\t: 17\nmodel name\t: {name}\n");
        assert_eq!(listed(&list("AMD EPYC")).unwrap(), "AMD EPYC (family 25, model 17)");
        assert_eq!(listed(&list("AMD EPYC 9B14")).unwrap(), "AMD EPYC 9B14");
        assert_eq!(listed("processor: 0\n"), None);
    }
}
