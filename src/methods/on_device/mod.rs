//! Code shared by the methods that count on devices.
//!
//! * [`units`]: the units that a device has in hand, many at a time
//! * [`check`]: compares a device's units of a small board with the kernel `scalar`

pub mod check;
pub mod units;
