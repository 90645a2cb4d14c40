//! Devices: processors other than the CPU, selected by name.
//!
//! A process counts on the CPU or on one device; several devices count several shards of a plan. A
//! name without a match is an error; there is no fallback. A method that has a kernel for devices
//! opens them ([`super::search::devices`]) and recognises its own ([`Device`]). That needs the
//! feature `gpu`; without it every name is rejected with the reason.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// An open device, made by [`Device::open`] and by nothing else. A clone is the same device.
#[derive(Clone, Debug)]
pub struct Device {
    pub(super) info: DeviceInfo,
    /// The method that opened it finds its own type again.
    #[cfg_attr(not(feature = "gpu"), allow(dead_code, reason = "nothing can be opened"))]
    pub(super) opened: Arc<dyn Any + Send + Sync>,
}

impl Device {
    /// The description of the device.
    #[must_use]
    pub fn info(&self) -> &DeviceInfo {
        &self.info
    }
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

/// Whether this is the device to open: the first GPU, as software devices are slower than the CPU and
/// are selected only by name, or the first whose name contains `part`, in any case.
#[cfg_attr(not(feature = "gpu"), allow(dead_code, reason = "nothing can be opened"))]
pub(crate) fn is_wanted(info: &DeviceInfo, part: Option<&str>) -> bool {
    match part {
        None => info.kind != DeviceKind::Software,
        Some(part) => info.name.to_lowercase().contains(&part.to_lowercase()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert!(is_wanted(&gpu, None) && !is_wanted(&software, None));
        assert!(is_wanted(&gpu, Some("h200")) && is_wanted(&software, Some("LLVMpipe")));
        assert!(!is_wanted(&gpu, Some("h100")));
    }
}
