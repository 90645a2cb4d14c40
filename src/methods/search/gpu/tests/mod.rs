//! Counting on a device: the same units, the same counts, and its failures. Runs on
//! llvmpipe, a software device, which scripts/check-gpu.sh installs, or on the device that
//! QUEENS_TEST_DEVICE names.

mod faults;
mod units;

use std::sync::LazyLock;

use super::Settings;
use crate::board::BoardSize;
use crate::device::{Device, tests};
use crate::methods::search::{Prefixes, SearchUnits};

pub static DEVICE: LazyLock<Device> = LazyLock::new(tests::open);

/// Changed settings for the device.
pub fn with(change: impl FnOnce(&mut Settings)) -> Settings {
    let mut settings = Settings::of(DEVICE.info().kind);
    change(&mut settings);
    settings
}

/// The units of a board at the standard depth.
fn units(n: usize, kind: Prefixes) -> SearchUnits {
    let size = BoardSize::new(n).unwrap();
    SearchUnits::new(size, kind, kind.standard_depth(size)).unwrap()
}
