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
    /// Its processor without trademark signs, and with its generation instead of the family and
    /// model.
    pub fn cpu_name(&self) -> String {
        let name = self.cpu.replace("(R)", "").replace("(TM)", "");
        match generation(&name) {
            Some((name, generation)) => format!("{name} ({generation})"),
            None => name,
        }
    }

    /// This machine.
    pub fn this() -> Self {
        let (os, arch) = (std::env::consts::OS, std::env::consts::ARCH);
        Self { cpu: processor().unwrap_or_else(|| "unknown".to_owned()), os: format!("{os} {arch}") }
    }
}

/// Generations of processors by maker, family and models, as their makers' manuals give them: those
/// of servers, where a virtual machine hides the name. Intel's model 167, Rocket Lake, is not among
/// them: virtual machines with AMX, which no Rocket Lake has, give it too.
const GENERATIONS: [(&str, u32, std::ops::RangeInclusive<u32>, &str); 13] = [
    ("AMD", 23, 0..=47, "Zen"),
    ("AMD", 23, 48..=191, "Zen 2"),
    ("AMD", 25, 0..=15, "Zen 3"),
    ("AMD", 25, 16..=31, "Zen 4"),
    ("AMD", 25, 32..=95, "Zen 3"),
    ("AMD", 25, 96..=175, "Zen 4"),
    ("AMD", 26, 0..=127, "Zen 5"),
    ("Intel", 6, 79..=79, "Broadwell"),
    ("Intel", 6, 85..=85, "Skylake or Cascade Lake"),
    ("Intel", 6, 106..=108, "Ice Lake"),
    ("Intel", 6, 143..=143, "Sapphire Rapids"),
    ("Intel", 6, 173..=174, "Granite Rapids"),
    ("Intel", 6, 207..=207, "Emerald Rapids"),
];

/// The part of a name before `(family F, model M)`, and the generation with these numbers.
fn generation(name: &str) -> Option<(&str, &'static str)> {
    let (name, numbers) = name.strip_suffix(')')?.split_once(" (family ")?;
    let (family, model) = numbers.split_once(", model ")?;
    let (family, model): (u32, u32) = (family.parse().ok()?, model.parse().ok()?);
    let is_it = |(maker, of, models, _): &&(&str, u32, std::ops::RangeInclusive<u32>, &str)| {
        name.starts_with(maker) && *of == family && models.contains(&model)
    };
    GENERATIONS.iter().find(is_it).map(|(.., generation)| (name, *generation))
}

/// The first processor's name, from /proc/cpuinfo on Linux or sysctl on macOS.
fn processor() -> Option<String> {
    let name = match std::fs::read_to_string("/proc/cpuinfo") {
        Ok(list) => listed(&list)?,
        Err(_) => {
            // Compiled and linted for macOS, for lack of a machine.
            let name = Command::new("sysctl").args(["-n", "machdep.cpu.brand_string"]).output().ok()?;
            String::from_utf8(name.stdout).ok()?
        }
    };
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    (!name.is_empty()).then_some(name)
}

/// The processor's name in the text of `/proc/cpuinfo`.
fn listed(list: &str) -> Option<String> {
    fn all<'a>(list: &'a str, name: &str) -> impl Iterator<Item = &'a str> {
        list.lines()
            .filter_map(move |line| line.strip_prefix(name)?.trim_start().strip_prefix(':').map(str::trim))
    }
    let field = |name| all(list, name).next();
    let Some(name) = field("model name") else {
        // A machine with cores of two kinds has both.
        let mut cores: Vec<_> =
            all(list, "CPU implementer").zip(all(list, "CPU part")).map(arm_core).collect();
        cores.dedup();
        return (!cores.is_empty()).then(|| cores.join(" + "));
    };
    // Virtual machines often hide the model, as in `AMD EPYC`: then it has the numbers of family
    // and model as well, or generations of processors would be taken for one.
    match (field("cpu family"), field("model")) {
        (Some(family), Some(model)) if !name.contains(|c: char| c.is_ascii_digit()) => {
            Some(format!("{name} (family {family}, model {model})"))
        }
        _ => Some(name.to_owned()),
    }
}

/// ARM's cores go by numbers. Those of servers and small boards have the names that Linux gives
/// them in `arch/arm64/include/asm/cputype.h`.
fn arm_core((implementer, part): (&str, &str)) -> String {
    let name = match (implementer, part) {
        ("0x41", "0xd03") => "Cortex-A53",
        ("0x41", "0xd05") => "Cortex-A55",
        ("0x41", "0xd08") => "Cortex-A72",
        ("0x41", "0xd0b") => "Cortex-A76",
        ("0x41", "0xd0c") => "Neoverse-N1",
        ("0x41", "0xd40") => "Neoverse-V1",
        ("0x41", "0xd49") => "Neoverse-N2",
        ("0x41", "0xd4f") => "Neoverse-V2",
        ("0xc0", "0xac3") => "Ampere-1",
        _ => "ARM",
    };
    format!("{name} (implementer {implementer}, part {part})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_generation_takes_the_place_of_the_numbers_that_mean_it() {
        for (cpu, name) in [
            ("AMD EPYC (family 25, model 17)", "AMD EPYC (Zen 4)"),
            ("AMD EPYC (family 25, model 1)", "AMD EPYC (Zen 3)"),
            ("AMD EPYC (family 26, model 2)", "AMD EPYC (Zen 5)"),
            ("Intel(R) Xeon(R) Processor (family 6, model 143)", "Intel Xeon Processor (Sapphire Rapids)"),
            (
                "Intel(R) Xeon(R) Processor (family 6, model 167)",
                "Intel Xeon Processor (family 6, model 167)",
            ),
            ("AMD EPYC (family 99, model 1)", "AMD EPYC (family 99, model 1)"),
            ("AMD EPYC 9B14", "AMD EPYC 9B14"),
        ] {
            assert_eq!(Host { cpu: cpu.to_owned(), os: String::new() }.cpu_name(), name);
        }
    }

    #[test]
    fn a_name_that_hides_the_model_has_its_numbers() {
        let list =
            |name: &str| format!("processor\t: 0\ncpu family\t: 25\nmodel\t\t: 17\nmodel name\t: {name}\n");
        assert_eq!(listed(&list("AMD EPYC")).unwrap(), "AMD EPYC (family 25, model 17)");
        assert_eq!(listed(&list("AMD EPYC 9B14")).unwrap(), "AMD EPYC 9B14");
        assert_eq!(listed("processor: 0\n"), None);
    }

    #[test]
    fn an_arm_processor_has_the_names_of_its_cores() {
        let core = |part: &str| format!("processor : 0\nCPU implementer\t: 0x41\nCPU part\t: {part}\n\n");
        let one = [core("0xd4f"), core("0xd4f")].concat();
        assert_eq!(listed(&one).unwrap(), "Neoverse-V2 (implementer 0x41, part 0xd4f)");
        let two = [core("0xd05"), core("0xd05"), core("0xfff")].concat();
        assert_eq!(
            listed(&two).unwrap(),
            "Cortex-A55 (implementer 0x41, part 0xd05) + ARM (implementer 0x41, part 0xfff)"
        );
    }
}
