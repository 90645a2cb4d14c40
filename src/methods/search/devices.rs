//! Lists and opens the devices on which the search can count.

use std::sync::Arc;

use crate::methods::MethodError;
use crate::methods::device::{Device, DeviceInfo, Processor};
#[cfg(feature = "gpu")]
use crate::methods::search::gpu::{self, Gpu, Settings};

/// The devices of this machine, in the order in which [`open`] looks at them.
///
/// # Errors
/// If the crate was built without the feature `gpu`.
pub fn list() -> Result<Vec<DeviceInfo>, MethodError> {
    #[cfg(feature = "gpu")]
    return Ok(Gpu::adapters().into_iter().map(|(info, _)| info).collect());
    #[cfg(not(feature = "gpu"))]
    Err(MethodError::NoDevices)
}

/// Opens the device that `processor` selects; `None` for the CPU.
///
/// # Errors
/// If there is no such device, if it does not open, or if it counts wrongly.
pub fn open(processor: &Processor) -> Result<Option<Arc<dyn Device>>, MethodError> {
    match processor {
        Processor::Cpu => Ok(None),
        device => open_device(device).map(Some),
    }
}

#[cfg(not(feature = "gpu"))]
fn open_device(_: &Processor) -> Result<Arc<dyn Device>, MethodError> {
    Err(MethodError::NoDevices)
}

#[cfg(feature = "gpu")]
fn open_device(wanted: &Processor) -> Result<Arc<dyn Device>, MethodError> {
    let mut adapters = Gpu::adapters();
    let Some(place) = adapters.iter().position(|(info, _)| wanted.selects(info)) else {
        let found = adapters.iter().map(|(info, _)| format!("'{}' ({})", info.name, info.kind));
        let found = found.collect::<Vec<_>>();
        return Err(MethodError::NoSuchDevice {
            wanted: wanted.to_string(),
            found: if found.is_empty() { "none".to_owned() } else { found.join(", ") },
        });
    };
    let (info, adapter) = adapters.swap_remove(place);
    let settings = Settings::of(info.kind);
    Ok(gpu::open(info, &adapter, settings)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cpu_is_not_a_device() {
        assert!(open(&Processor::Cpu).unwrap().is_none());
    }

    #[test]
    #[cfg(not(feature = "gpu"))]
    fn rejects_devices_without_the_feature() {
        let error = open(&Processor::Gpu).unwrap_err();
        assert!(error == MethodError::NoDevices && error.to_string().contains("without the feature `gpu`"));
        assert_eq!(list(), Err(MethodError::NoDevices));
    }
}
