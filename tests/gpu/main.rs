//! Counting on a device: the same units, the same counts, and what happens when it fails. Runs on
//! llvmpipe, a software device, which scripts/check-gpu.sh installs.

use std::sync::{Arc, LazyLock};

use queens::methods::device::{DeviceInfo, DeviceKind, DeviceList};
use queens::methods::search::gpu::{Adapter, Gpu, Settings};

mod faults;
mod lanes;
mod program;
mod runs;
mod units;

#[path = "../support/mod.rs"]
mod support;

/// The name of the device.
const NAME: &str = "llvmpipe";

/// The device as the program opens it.
static DEVICE: LazyLock<Arc<Gpu>> = LazyLock::new(|| {
    let list: DeviceList = NAME.parse().unwrap();
    list.open().unwrap().devices.remove(0)
});

/// The device with changed settings.
fn with(change: impl FnOnce(&mut Settings)) -> Arc<Gpu> {
    let (info, adapter, settings) = changed(change);
    Gpu::unchecked(info, &adapter, settings).unwrap()
}

/// The device, to be opened with these settings.
fn changed(change: impl FnOnce(&mut Settings)) -> (DeviceInfo, Adapter, Settings) {
    let wanted = |(info, _): &(DeviceInfo, _)| info.name.contains(NAME);
    let (info, adapter) = Gpu::adapters().into_iter().find(wanted).expect("llvmpipe is there");
    let mut settings = Settings::of(DeviceKind::Software);
    change(&mut settings);
    (info, adapter, settings)
}
