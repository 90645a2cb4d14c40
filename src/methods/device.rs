//! Devices: processors other than the CPU, selected by name.
//!
//! A user lists the processors to count on ([`DeviceList`]). Opening the list gives [`Processors`],
//! which an engine uses. A name without a match is an error; there is no fallback. The devices
//! themselves need the feature `gpu`; without it their names are still parsed, and rejected with
//! the command that builds a program with the feature.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

#[cfg(feature = "gpu")]
use crate::methods::search::gpu::Settings;

#[cfg(feature = "gpu")]
pub use crate::methods::search::gpu::Gpu as Device;

/// An open device. Without the feature `gpu` no value exists.
#[cfg(not(feature = "gpu"))]
#[derive(Debug)]
pub enum Device {}

#[cfg(not(feature = "gpu"))]
impl Device {
    /// The description of the device.
    #[must_use]
    pub fn info(&self) -> &DeviceInfo {
        match *self {}
    }
}

/// The description of a device.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeviceInfo {
    /// Its name, as reported by its driver.
    pub name: String,
    /// Its kind.
    pub kind: DeviceKind,
    /// The interface to it: `vulkan` or `metal`.
    pub backend: String,
    /// Its driver, with the version.
    pub driver: String,
}

/// The kind of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
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

/// One requested processor.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Wanted {
    /// The cores of the CPU.
    Cpu,
    /// The first GPU not yet selected.
    Gpu,
    /// The first device not yet selected with this in its name, in lower case.
    Named(String),
}

impl Wanted {
    #[cfg(any(test, feature = "gpu"))]
    fn fits(&self, info: &DeviceInfo) -> bool {
        match self {
            Self::Cpu => false,
            // A software device only by name: it is slower than the CPU's own kernels.
            Self::Gpu => info.kind != DeviceKind::Software,
            Self::Named(part) => info.name.to_lowercase().contains(part),
        }
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Cpu => "cpu",
            Self::Gpu => "gpu",
            Self::Named(part) => part,
        })
    }
}

/// The processors to count on: `cpu`, `gpu` or a part of a device's name, or several of these
/// separated by commas. A name given twice selects two devices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceList(Vec<Wanted>);

impl Default for DeviceList {
    fn default() -> Self {
        Self(vec![Wanted::Cpu])
    }
}

/// The error for an invalid list of devices.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("give cpu, gpu, a part of a device's name, or several with commas, as in cpu,gpu")]
pub struct DeviceListError;

impl FromStr for DeviceList {
    type Err = DeviceListError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wanted = text.split(',').map(|name| match name.trim().to_lowercase() {
            name if name.is_empty() => Err(DeviceListError),
            name if name == "cpu" => Ok(Wanted::Cpu),
            name if name == "gpu" => Ok(Wanted::Gpu),
            name => Ok(Wanted::Named(name)),
        });
        let wanted = wanted.collect::<Result<Vec<_>, _>>()?;
        match wanted.iter().filter(|wanted| **wanted == Wanted::Cpu).count() {
            0 | 1 => Ok(Self(wanted)),
            _ => Err(DeviceListError),
        }
    }
}

impl DeviceList {
    /// Whether anything but the CPU is in it.
    #[must_use]
    pub fn has_devices(&self) -> bool {
        self.0.iter().any(|wanted| *wanted != Wanted::Cpu)
    }

    /// Whether the CPU is in it.
    #[must_use]
    pub fn has_cpu(&self) -> bool {
        self.0.contains(&Wanted::Cpu)
    }

    /// Opens every device in it.
    ///
    /// # Errors
    /// If there is no such device, if it does not open, or if it counts wrongly.
    pub fn open(&self) -> Result<Processors, DeviceError> {
        let devices = if self.has_devices() { self.open_devices()? } else { Vec::new() };
        Ok(Processors { cpu: self.has_cpu(), devices })
    }

    #[cfg(not(feature = "gpu"))]
    fn open_devices(&self) -> Result<Vec<Arc<Device>>, DeviceError> {
        Err(DeviceError::NotBuilt)
    }

    #[cfg(feature = "gpu")]
    fn open_devices(&self) -> Result<Vec<Arc<Device>>, DeviceError> {
        let (mut left, mut opened) = (Device::adapters(), Vec::new());
        let found = left.iter().map(|(info, _)| format!("'{}' ({})", info.name, info.kind));
        let found = found.collect::<Vec<_>>();
        for wanted in self.0.iter().filter(|wanted| **wanted != Wanted::Cpu) {
            let place = left.iter().position(|(info, _)| wanted.fits(info));
            let place = place.ok_or_else(|| DeviceError::NotThere {
                wanted: wanted.to_string(),
                found: if found.is_empty() { "none".to_owned() } else { found.join(", ") },
            })?;
            let (info, adapter) = left.remove(place);
            let settings = Settings::of(info.kind);
            opened.push(Device::open(info, &adapter, settings)?);
        }
        Ok(opened)
    }
}

/// The processors of a count: the cores of the CPU, open devices, or both.
#[derive(Clone, Debug)]
pub struct Processors {
    /// Whether the CPU counts.
    pub cpu: bool,
    /// The devices that count.
    pub devices: Vec<Arc<Device>>,
}

impl Default for Processors {
    fn default() -> Self {
        Self { cpu: true, devices: Vec::new() }
    }
}

impl Processors {
    /// The descriptions of its devices.
    #[must_use]
    pub fn infos(&self) -> Vec<DeviceInfo> {
        self.devices.iter().map(|device| device.info().clone()).collect()
    }
}

/// The devices of this machine, in the order in which `gpu` and names take them.
///
/// # Errors
/// If this program was built without them.
pub fn list() -> Result<Vec<DeviceInfo>, DeviceError> {
    #[cfg(feature = "gpu")]
    return Ok(Device::adapters().into_iter().map(|(info, _)| info).collect());
    #[cfg(not(feature = "gpu"))]
    Err(DeviceError::NotBuilt)
}

/// Why there is no device to count with.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DeviceError {
    /// The program knows the CPU only.
    #[error("this program can count only on the CPU: it was built without the feature `gpu`")]
    NotBuilt,
    /// None fits the name.
    #[error("no device matches '{wanted}': this machine has {found}")]
    NotThere {
        /// The requested device.
        wanted: String,
        /// What there is.
        found: String,
    },
    /// It does not open.
    #[error("the device '{name}' cannot be used: {reason}")]
    Unusable {
        /// The name of the device.
        name: String,
        /// What went wrong.
        reason: String,
    },
    /// It counts a small board wrongly.
    #[error(
        "the device '{name}' is rejected: it counts {found} solutions in unit {unit} of N = {n}, but the CPU counts {expected}"
    )]
    Differs {
        /// The name of the device.
        name: String,
        /// The board.
        n: usize,
        /// The unit.
        unit: u64,
        /// The count of the scalar kernel.
        expected: u128,
        /// The count of the device.
        found: u128,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_names_the_cpu_once_and_devices_in_any_case() {
        let list: DeviceList = "H200, cpu,GPU".parse().unwrap();
        assert_eq!(list.0, [Wanted::Named("h200".to_owned()), Wanted::Cpu, Wanted::Gpu]);
        assert!(list.has_cpu() && list.has_devices());
        let cpu: DeviceList = "cpu".parse().unwrap();
        assert!(cpu == DeviceList::default() && !cpu.has_devices());
        assert!(cpu.open().is_ok_and(|processors| processors.cpu && processors.devices.is_empty()));
        for wrong in ["", ",", "cpu,", "gpu,,cpu", "cpu,CPU"] {
            assert_eq!(wrong.parse::<DeviceList>(), Err(DeviceListError), "{wrong}");
        }
    }

    #[test]
    fn gpu_is_no_software_and_a_name_is_what_it_says() {
        let of = |name: &str, kind| DeviceInfo {
            name: name.to_owned(),
            kind,
            backend: String::new(),
            driver: String::new(),
        };
        let (software, gpu) =
            (of("llvmpipe (LLVM)", DeviceKind::Software), of("NVIDIA H200", DeviceKind::Discrete));
        let named = |name: &str| Wanted::Named(name.to_owned());
        assert!(Wanted::Gpu.fits(&gpu) && !Wanted::Gpu.fits(&software) && !Wanted::Cpu.fits(&gpu));
        assert!(named("h200").fits(&gpu) && named("llvmpipe").fits(&software) && !named("h100").fits(&gpu));
    }

    #[test]
    #[cfg(not(feature = "gpu"))]
    fn without_devices_a_list_of_them_is_refused() {
        let error = "cpu,gpu".parse::<DeviceList>().unwrap().open().unwrap_err();
        assert!(error == DeviceError::NotBuilt && error.to_string().contains("without the feature `gpu`"));
    }
}
