//! Readable names for computers.

use std::ops::RangeInclusive;

use queens::run::Host;
use queens_format::counted;
use queens_format::wire::computer::Computer;

/// Returns the processor's name and the number of cores, if it is known.
pub fn computer_name(computer: Computer<'_>) -> String {
    let cores =
        computer.cores.map_or_else(String::new, |cores| format!(", {}", counted(cores as u64, "core")));
    processor_name(computer.host) + &cores
}

/// Returns the processor's familiar name, without trademark signs. If the generation's name is known, it
/// replaces the family and model numbers, and part numbers are dropped.
pub fn processor_name(host: &Host) -> String {
    let name = host.cpu.replace("(R)", "").replace("(TM)", "");
    // On a machine with two kinds of cores, the name lists both.
    name.split(" + ").map(known_name).collect::<Vec<_>>().join(" + ")
}

fn known_name(name: &str) -> String {
    match (generation(name), name.split_once(" (implementer ")) {
        (Some((name, generation)), _) => format!("{name} ({generation})"),
        (None, Some((core, _))) if core != "ARM" => core.to_owned(),
        _ => name.to_owned(),
    }
}

/// The maker, the family, the range of models, and the generation's name.
type Generation = (&'static str, u32, RangeInclusive<u32>, &'static str);

/// Processor generations by maker, family and model number, from the makers' manuals. Most are for servers,
/// because virtual machines hide the names of server processors.
///
/// Virtual machines on later processors may also report Rocket Lake's model. Some of them support AMX, which
/// Rocket Lake lacks.
const GENERATIONS: [Generation; 17] = [
    ("AMD", 23, 0..=47, "Zen"),
    ("AMD", 23, 48..=191, "Zen 2"),
    ("AMD", 25, 0..=15, "Zen 3"),
    ("AMD", 25, 16..=31, "Zen 4"),
    ("AMD", 25, 32..=95, "Zen 3"),
    ("AMD", 25, 96..=175, "Zen 4"),
    ("AMD", 26, 0..=127, "Zen 5"),
    ("Intel", 6, 63..=63, "Haswell"),
    ("Intel", 6, 79..=79, "Broadwell"),
    ("Intel", 6, 85..=85, "Skylake or Cascade Lake"),
    ("Intel", 6, 106..=108, "Ice Lake"),
    ("Intel", 6, 143..=143, "Sapphire Rapids"),
    ("Intel", 6, 151..=154, "Alder Lake"),
    ("Intel", 6, 167..=167, "Rocket Lake or later"),
    ("Intel", 6, 173..=174, "Granite Rapids"),
    ("Intel", 6, 175..=175, "Sierra Forest"),
    ("Intel", 6, 207..=207, "Emerald Rapids"),
];

/// Splits `(family F, model M)` off the name. Returns the rest of the name and the generation.
fn generation(name: &str) -> Option<(&str, &'static str)> {
    let (name, numbers) = name.strip_suffix(')')?.split_once(" (family ")?;
    let (family, model) = numbers.split_once(", model ")?;
    let family: u32 = family.parse().ok()?;
    let model: u32 = model.parse().ok()?;
    let is_it = |(maker, of, models, _): &&Generation| {
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
            ("Intel(R) Xeon(R) Processor (family 6, model 143)", "Intel Xeon Processor (Sapphire Rapids)"),
            ("Intel(R) Xeon(R) CPU @ 2.20GHz (family 6, model 79)", "Intel Xeon CPU @ 2.20GHz (Broadwell)"),
            ("Neoverse-N1 (implementer 0x41, part 0xd0c)", "Neoverse-N1"),
            (
                "Cortex-A55 (implementer 0x41, part 0xd05) + ARM (implementer 0x41, part 0xd99)",
                "Cortex-A55 + ARM (implementer 0x41, part 0xd99)",
            ),
            ("AMD EPYC (family 99, model 1)", "AMD EPYC (family 99, model 1)"),
            ("AMD EPYC 9B14", "AMD EPYC 9B14"),
        ] {
            let mut host = Host::this();
            host.cpu = cpu.to_owned();
            assert_eq!(processor_name(&host), name);
        }
    }
}
