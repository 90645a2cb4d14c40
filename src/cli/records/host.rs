//! Names the machine on which a result was made.

use crate::cli::text::counted;
use crate::run::Host;

/// Where something was measured: processor and system, and the cores that a program could use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Site<'a> {
    pub host: &'a Host,
    pub cores: usize,
}

impl Site<'_> {
    /// Processor and cores in words.
    pub fn name(self) -> String {
        format!("{}, {}", cpu_name(self.host), counted(self.cores, "core"))
    }
}

/// The processor of `host` without trademark signs, and with its generation instead of the family
/// and model.
pub fn cpu_name(host: &Host) -> String {
    let name = host.cpu.replace("(R)", "").replace("(TM)", "");
    match generation(&name) {
        Some((name, generation)) => format!("{name} ({generation})"),
        None => name,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_the_generation_instead_of_model_numbers() {
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
            assert_eq!(cpu_name(&Host { cpu: cpu.to_owned(), os: String::new() }), name);
        }
    }
}
