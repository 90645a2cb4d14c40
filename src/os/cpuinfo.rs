//! Parses Linux's `/proc/cpuinfo`.

/// Returns the processor's name, given the contents of `/proc/cpuinfo`.
pub fn listed(list: &str) -> Option<String> {
    fn all<'a>(list: &'a str, name: &str) -> impl Iterator<Item = &'a str> {
        list.lines()
            .filter_map(move |line| line.strip_prefix(name)?.trim_start().strip_prefix(':').map(str::trim))
    }
    let field = |name| all(list, name).next();
    let Some(name) = field("model name") else {
        // Some machines have two kinds of cores. Name both.
        let mut cores: Vec<_> =
            all(list, "CPU implementer").zip(all(list, "CPU part")).map(arm_core).collect();
        cores.dedup();
        return (!cores.is_empty()).then(|| cores.join(" + "));
    };
    // Virtual machines often report a generic name, such as `AMD EPYC` or `Intel(R) Xeon(R) CPU @ 2.20GHz`.
    // Add the family and model numbers to tell the generations apart.
    match (field("cpu family"), field("model")) {
        (Some(family), Some(model))
            if !name.split('@').next().is_some_and(|model| model.contains(|c: char| c.is_ascii_digit())) =>
        {
            Some(format!("{name} (family {family}, model {model})"))
        }
        _ => Some(name.to_owned()),
    }
}

/// Returns the name of an ARM core, given its implementer and part numbers. Cores of servers and single-board
/// computers get the names that Linux uses in `arch/arm64/include/asm/cputype.h`.
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
    fn adds_model_numbers_to_a_generic_name() {
        let list =
            |name: &str| format!("processor\t: 0\ncpu family\t: 25\nmodel\t\t: 17\nmodel name\t: {name}\n");
        assert_eq!(listed(&list("AMD EPYC")).unwrap(), "AMD EPYC (family 25, model 17)");
        assert_eq!(listed(&list("AMD EPYC 9B14")).unwrap(), "AMD EPYC 9B14");
        assert_eq!(listed("processor: 0\n"), None);
    }

    #[test]
    fn names_the_cores_of_an_arm_processor() {
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
