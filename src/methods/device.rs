//! Devices: processors other than the CPU, selected by name.
//!
//! A process counts on the CPU or on one device; several devices count several shards of a plan. A
//! name without a match is an error; there is no fallback. A method that has a kernel for devices
//! opens them ([`super::search::devices`]) and recognises its own ([`Device`]). That needs the
//! feature `gpu`; without it names are still parsed, and rejected with the reason.

use std::any::Any;
use std::fmt::{self, Debug};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::MethodError;

/// A trait that no other crate can implement: what counts is opened here.
pub(crate) mod sealed {
    pub trait Sealed {}
}

/// An open device, made by [`devices::open`](super::devices::open) and by nothing else. The method
/// that opened it finds its own type again through [`Any`].
pub trait Device: sealed::Sealed + Any + Debug + Send + Sync {
    /// The description of the device.
    fn info(&self) -> &DeviceInfo;
}

/// The description of a device.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DeviceInfo {
    /// Its name, as reported by its driver.
    pub name: String,
    /// Whether it is a GPU, and of which kind, or only software.
    pub kind: DeviceKind,
    /// The interface to it: `vulkan` or `metal`.
    pub backend: String,
    /// Its driver, with the version.
    pub driver: String,
}

/// The kind of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum DeviceKind {
    /// A GPU with its own memory.
    Discrete,
    /// A GPU that shares the memory of the CPU.
    Integrated,
    /// A GPU provided by a virtual machine.
    Virtual,
    /// A GPU emulated on the CPU; slower than the CPU's own kernels.
    Software,
    /// Not reported by the driver.
    Other,
}

impl fmt::Display for DeviceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Discrete => "discrete",
            Self::Integrated => "integrated",
            Self::Virtual => "virtual",
            Self::Software => "software",
            Self::Other => "other",
        })
    }
}

/// The processor to count on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Processor {
    /// The cores of the CPU.
    #[default]
    Cpu,
    /// The first GPU. Software devices are slower than the CPU and are selected only by name.
    Gpu,
    /// The first device whose name contains this text, which is in lower case.
    Named(String),
}

impl Processor {
    /// Whether this selects the device.
    #[must_use]
    pub fn selects(&self, info: &DeviceInfo) -> bool {
        match self {
            Self::Cpu => false,
            Self::Gpu => info.kind != DeviceKind::Software,
            Self::Named(part) => info.name.to_lowercase().contains(part),
        }
    }
}

impl FromStr for Processor {
    type Err = MethodError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.trim().to_lowercase() {
            name if name.is_empty() => Err(MethodError::NoProcessor),
            name if name.contains(',') => Err(MethodError::SeveralProcessors),
            name if name == "cpu" => Ok(Self::Cpu),
            name if name == "gpu" => Ok(Self::Gpu),
            name => Ok(Self::Named(name)),
        }
    }
}

impl fmt::Display for Processor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Cpu => "cpu",
            Self::Gpu => "gpu",
            Self::Named(part) => part,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_processor_names() {
        assert_eq!(
            ["CPU", " Gpu", "H200"].map(|name| name.parse::<Processor>().unwrap()),
            [Processor::Cpu, Processor::Gpu, Processor::Named("h200".to_owned()),]
        );
        assert_eq!("".parse::<Processor>(), Err(MethodError::NoProcessor));
        assert_eq!("gpu,h200".parse::<Processor>(), Err(MethodError::SeveralProcessors));
    }

    #[test]
    fn selects_devices_by_name() {
        let of = |name: &str, kind| DeviceInfo {
            name: name.to_owned(),
            kind,
            backend: String::new(),
            driver: String::new(),
        };
        let software = of("llvmpipe (LLVM)", DeviceKind::Software);
        let gpu = of("NVIDIA H200", DeviceKind::Discrete);
        let named = |name: &str| Processor::Named(name.to_owned());
        assert!(
            Processor::Gpu.selects(&gpu)
                && !Processor::Gpu.selects(&software)
                && !Processor::Cpu.selects(&gpu)
        );
        assert!(
            named("h200").selects(&gpu)
                && named("llvmpipe").selects(&software)
                && !named("h100").selects(&gpu)
        );
    }
}
