//! Counting on a device, as users of the library and of the program meet it. Runs on llvmpipe, a
//! software device, which scripts/check-gpu.sh installs. `src/methods/search/gpu/tests` has the
//! units and faults of devices.

mod program;
mod runs;

#[path = "../support/mod.rs"]
mod support;

/// The name of the device.
const NAME: &str = "llvmpipe";
