//! Lists and opens the devices on which the search can count.

use crate::methods::MethodError;
use crate::methods::device::{Device, DeviceInfo};
#[cfg(feature = "gpu")]
use crate::methods::{
    device::is_wanted,
    search::gpu::{self, Gpu, Settings},
};

impl Device {
    /// The devices of this machine, in the order in which [`Device::open`] looks at them.
    ///
    /// # Errors
    /// If the crate was built without the feature `gpu`.
    pub fn list() -> Result<Vec<DeviceInfo>, MethodError> {
        #[cfg(feature = "gpu")]
        return Ok(Gpu::adapters().into_iter().map(|(info, _)| info).collect());
        #[cfg(not(feature = "gpu"))]
        Err(MethodError::NoDevices)
    }

    /// Opens the first device whose name contains this text, in any case, or the first GPU if `None`:
    /// software devices are slower than the CPU and are selected only by name.
    ///
    /// # Errors
    /// If there is no such device, if it does not open, if it counts wrongly, or if the crate was built
    /// without the feature `gpu`.
    pub fn open(name: Option<&str>) -> Result<Self, MethodError> {
        open_device(name)
    }
}

#[cfg(not(feature = "gpu"))]
fn open_device(_: Option<&str>) -> Result<Device, MethodError> {
    Err(MethodError::NoDevices)
}

#[cfg(feature = "gpu")]
fn open_device(name: Option<&str>) -> Result<Device, MethodError> {
    let mut adapters = Gpu::adapters();
    let Some(place) = adapters.iter().position(|(info, _)| is_wanted(info, name)) else {
        let found = adapters.iter().map(|(info, _)| format!("'{}' ({})", info.name, info.kind));
        let found = found.collect::<Vec<_>>();
        return Err(MethodError::NoSuchDevice {
            wanted: name.unwrap_or("gpu").to_owned(),
            found: if found.is_empty() { "none".to_owned() } else { found.join(", ") },
        });
    };
    let (info, adapter) = adapters.swap_remove(place);
    let settings = Settings::of(info.kind);
    let opened = gpu::open(info.clone(), &adapter, settings)?;
    Ok(Device { info, opened })
}

#[cfg(all(test, not(feature = "gpu")))]
mod tests {
    use super::*;

    #[test]
    fn rejects_devices_without_the_feature() {
        let error = Device::open(None).unwrap_err();
        assert!(error == MethodError::NoDevices && error.to_string().contains("without the feature `gpu`"));
        assert_eq!(Device::list(), Err(MethodError::NoDevices));
    }
}
