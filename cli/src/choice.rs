//! What a command line chooses of a count, and the program that counts.

use queens::methods::{Device, MethodError};
use queens::run::Program;
use queens::{Count, Kernel, Method};

/// This program, as it is named in all that it saves and prints.
pub const PROGRAM: Program =
    Program { name: "queens", version: env!("CARGO_PKG_VERSION"), commit: env!("QUEENS_COMMIT") };

/// The compiler that built it, in its own words.
pub const COMPILER: &str = env!("QUEENS_COMPILER");

/// The processor to count on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Processor {
    /// The cores of the CPU.
    Cpu,
    /// The first GPU.
    Gpu,
    /// The first device whose name contains this text, in lower case.
    Named(String),
}

impl Processor {
    /// The device, unless it is the CPU.
    pub fn open(&self) -> Result<Option<Device>, MethodError> {
        match self {
            Self::Cpu => Ok(None),
            Self::Gpu => Device::open(None).map(Some),
            Self::Named(part) => Device::open(Some(part)).map(Some),
        }
    }
}

/// What counts, and by which plan; `None` leaves the choice to the engine.
#[derive(Clone, Debug)]
pub struct How {
    pub threads: usize,
    pub kernel: Option<Kernel>,
    pub method: Option<Method>,
    pub depth: Option<usize>,
    /// The device that counts instead of the CPU.
    pub device: Option<Device>,
}

impl How {
    pub fn apply<'a>(&self, count: Count<'a>) -> Count<'a> {
        let Self { threads, kernel, method, depth, device } = self;
        count
            .by(PROGRAM)
            .threads(*threads)
            .kernel(*kernel)
            .method(*method)
            .depth(*depth)
            .device(device.clone())
    }
}

/// How many of the finished units to verify.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Amount {
    /// A share in percent, above 0 and up to 100.
    Percent(f64),
    /// A number of units, at least 1.
    Units(u64),
}

impl Amount {
    /// How many of `finished` units this is, rounded up: at least one if there is one.
    pub fn of(self, finished: u64) -> u64 {
        match self {
            Self::Percent(percent) => ((finished as f64 * percent / 100.0).ceil() as u64).min(finished),
            Self::Units(units) => units.min(finished),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_at_least_one_unit_and_at_most_all() {
        let amounts = [Amount::Percent(1.0), Amount::Percent(100.0), Amount::Units(30)];
        assert_eq!(amounts.map(|amount| amount.of(0)), [0, 0, 0]);
        assert_eq!(amounts.map(|amount| amount.of(7)), [1, 7, 7]);
        assert_eq!(amounts.map(|amount| amount.of(1000)), [10, 1000, 30]);
        assert_eq!(amounts.map(|amount| amount.of(100_000)), [1000, 100_000, 30]);
    }
}
