//! The computer on which something was measured.

use queens::run::Host;

/// A processor, a system, and the number of available cores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Computer<'a> {
    /// The processor and the system.
    pub host: &'a Host,
    /// The number of cores, if known.
    pub cores: Option<usize>,
}

impl Computer<'_> {
    /// Returns the computer's file name in a directory of records.
    #[must_use]
    pub fn file_name(self) -> String {
        let Host { cpu, os, .. } = self.host;
        let cores = self.cores.map_or_else(String::new, |cores| format!("{cores} cores "));
        let words = format!("{cpu} {cores}{os}");
        let words = words.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        words.collect::<Vec<_>>().join("-").to_lowercase() + ".jsonl"
    }
}
