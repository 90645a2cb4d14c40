//! Devices: processors other than the CPU, chosen by name, and what a method needs to compute there.
//!
//! A name without a match is an error; there is no fallback. This layer knows no method: a method gives
//! a `Source`, fills a `Buffer` and runs a program on it (`Gpu`). `wgpu` does that through Vulkan
//! or Metal. Without the feature `gpu`, `none` takes its place: it has the same functions and a `Gpu`
//! that cannot be made, so that nobody above needs to ask for the feature.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

#[cfg(not(feature = "gpu"))]
mod none;
#[cfg(feature = "gpu")]
mod wgpu;

#[cfg(not(feature = "gpu"))]
pub(crate) use none::{Bindings, Buffer, Gpu};
#[cfg(feature = "gpu")]
pub(crate) use wgpu::{Bindings, Buffer, Gpu};

/// An open device, made by [`Device::open`] and by nothing else. A clone is the same device.
#[derive(Clone, Debug)]
pub struct Device {
    pub(crate) gpu: Arc<Gpu>,
    /// The checks that it has passed.
    passed: Arc<Mutex<Vec<&'static str>>>,
}

impl Device {
    /// The devices of this machine, in the order in which [`Device::open`] looks at them.
    ///
    /// # Errors
    /// If the crate was built without the feature `gpu`.
    pub fn list() -> Result<Vec<DeviceInfo>, DeviceError> {
        Ok(Gpu::adapters()?.into_iter().map(|adapter| adapter.info).collect())
    }

    /// Opens every device whose name contains one of `parts`, in any case, or every GPU if there are no
    /// parts: software devices are slower than the CPU and are selected only by name.
    ///
    /// # Errors
    /// If one of `parts` is in no name, if a device does not open, or if the crate was built without the
    /// feature `gpu`.
    pub fn open(parts: &[&str]) -> Result<Vec<Self>, DeviceError> {
        let adapters = Gpu::adapters()?;
        let infos: Vec<_> = adapters.iter().map(|adapter| &adapter.info).collect();
        let places = select(&infos, parts)?;
        let open = |place| Ok(Self { gpu: Gpu::open(&adapters[place])?, passed: Arc::default() });
        places.into_iter().map(open).collect()
    }

    /// The description of the device.
    #[must_use]
    pub fn info(&self) -> &DeviceInfo {
        self.gpu.info()
    }

    /// Makes the check of this name, unless the device has passed it before.
    pub(crate) fn check_once<E>(
        &self,
        name: &'static str,
        check: impl FnOnce() -> Result<(), E>,
    ) -> Result<(), E> {
        let mut passed = self.passed.lock().unwrap_or_else(PoisonError::into_inner);
        if !passed.contains(&name) {
            check()?;
            passed.push(name);
        }
        Ok(())
    }
}

/// The places of the devices that [`Device::open`] opens, each once.
fn select(devices: &[&DeviceInfo], parts: &[&str]) -> Result<Vec<usize>, DeviceError> {
    let is_wanted = |info: &DeviceInfo, part: Option<&str>| match part {
        None => info.kind != DeviceKind::Software,
        Some(part) => info.name.to_lowercase().contains(&part.to_lowercase()),
    };
    let wanted = if parts.is_empty() { vec![None] } else { parts.iter().copied().map(Some).collect() };
    if let Some(part) = wanted.iter().find(|&&part| !devices.iter().any(|info| is_wanted(info, part))) {
        let found = devices.iter().map(|info| format!("'{}' ({})", info.name, info.kind));
        let found = found.collect::<Vec<_>>();
        return Err(DeviceError::NoMatch {
            wanted: part.unwrap_or("gpu").to_owned(),
            found: if found.is_empty() { "none".to_owned() } else { found.join(", ") },
        });
    }
    let places = 0..devices.len();
    Ok(places.filter(|&place| wanted.iter().any(|&part| is_wanted(devices[place], part))).collect())
}

/// The description of a device.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DeviceInfo {
    /// Its name, as reported by its driver.
    pub name: String,
    /// Its kind: some type of GPU, or software.
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
    /// A device whose kind the driver does not report.
    Other,
}

impl fmt::Display for DeviceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// The reason why a device cannot be used, or cannot continue.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages explain the fields")]
pub enum DeviceError {
    /// The program was built without devices.
    #[error("this program can count only on the CPU: it was built without the feature `gpu`")]
    NotBuilt,
    /// No device fits the name.
    #[error("no device matches '{wanted}': this machine has {found}")]
    NoMatch { wanted: String, found: String },
    /// The device does not open.
    #[error("the device '{name}' cannot be used: {reason}")]
    Unusable { name: String, reason: String },
    /// The device was lost, does not answer, or does not do what it should. Its unfinished results are
    /// void.
    #[error("the device '{name}' {what}")]
    Failed { name: String, what: String },
}

/// A program for devices, with the constants that it is compiled for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Source {
    /// Its text.
    pub wgsl: &'static str,
    /// The function where it begins.
    pub entry: &'static str,
    pub constants: Vec<(&'static str, u32)>,
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The name of the device that tests count on: that of the variable, or Mesa's software device.
    #[cfg(feature = "gpu")]
    pub fn name() -> String {
        std::env::var("QUEENS_TEST_DEVICE").unwrap_or_else(|_| "llvmpipe".to_owned())
    }

    /// The device that tests count on, newly opened.
    #[cfg(feature = "gpu")]
    pub fn open() -> Device {
        Device::open(&[&name()]).unwrap().swap_remove(0)
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
        let [gpu, small] = ["NVIDIA H200", "Intel UHD"].map(|name| of(name, DeviceKind::Discrete));
        let devices = [&gpu, &software, &gpu, &small];
        let selected = |parts: &[&str]| select(&devices, parts);
        assert_eq!(selected(&[]), Ok(vec![0, 2, 3]));
        assert_eq!(selected(&["h200"]), Ok(vec![0, 2]));
        // Each once, in the order of the machine.
        assert_eq!(selected(&["uhd", "LLVMpipe", "Intel"]), Ok(vec![1, 3]));
        let no_match = |wanted: &str, found: &str| {
            Err(DeviceError::NoMatch { wanted: wanted.to_owned(), found: found.to_owned() })
        };
        let found = "'NVIDIA H200' (discrete), 'llvmpipe (LLVM)' (software), 'NVIDIA H200' (discrete), 'Intel \
                     UHD' (discrete)";
        assert_eq!(selected(&["h200", "h100"]), no_match("h100", found));
        assert_eq!(select(&[&software], &[]), no_match("gpu", "'llvmpipe (LLVM)' (software)"));
        assert_eq!(select(&[], &["x"]), no_match("x", "none"));
    }

    #[cfg(not(feature = "gpu"))]
    #[test]
    fn rejects_devices_without_the_feature() {
        let error = Device::open(&[]).unwrap_err();
        assert!(error == DeviceError::NotBuilt && error.to_string().contains("without the feature `gpu`"));
        assert_eq!(Device::list(), Err(DeviceError::NotBuilt));
    }
}
