//! Counting on a device: the same units, the same counts, and its failures. Runs on
//! llvmpipe, a software device, which scripts/check-gpu.sh installs.

mod faults;
mod units;

use std::sync::{Arc, LazyLock};

use wgpu::Adapter;

use super::{Gpu, Settings, open};
use crate::methods::device::{DeviceInfo, DeviceKind};

/// The device as the program opens it.
static DEVICE: LazyLock<Arc<Gpu>> = LazyLock::new(|| {
    let (info, adapter, settings) = changed(|_| ());
    open(info, &adapter, settings).unwrap()
});

/// The device with changed settings.
fn with(change: impl FnOnce(&mut Settings)) -> Arc<Gpu> {
    let (info, adapter, settings) = changed(change);
    Gpu::unchecked(info, &adapter, settings).unwrap()
}

/// The device, to be opened with these settings.
fn changed(change: impl FnOnce(&mut Settings)) -> (DeviceInfo, Adapter, Settings) {
    let wanted = |(info, _): &(DeviceInfo, _)| info.name.contains("llvmpipe");
    let (info, adapter) = Gpu::adapters().into_iter().find(wanted).expect("llvmpipe is there");
    let mut settings = Settings::of(DeviceKind::Software);
    change(&mut settings);
    (info, adapter, settings)
}
