//! Prints the CPU and the devices of a machine.

use std::fmt;

use queens::device::{Device, DeviceInfo};
use queens::run::Host;
use queens_format::{counted, printable};
use queens_publish::records::host::cpu_name;
use serde::Serialize;

/// The devices that count, in words.
pub fn named(devices: &[Device]) -> String {
    let names: Vec<_> = devices.iter().map(|device| &*device.info().name).collect();
    match *names {
        [name] => format!("device {name}"),
        _ => format!("{}: {}", counted(names.len(), "device"), names.join(", ")),
    }
}

#[derive(Serialize)]
pub struct DevicesReport {
    pub host: Host,
    pub devices: Vec<DeviceInfo>,
}

/// A line each, the name first.
impl fmt::Display for DevicesReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", printable(format!("cpu: {}", cpu_name(&self.host))))?;
        self.devices.iter().try_for_each(|DeviceInfo { name, kind, backend, driver, .. }| {
            writeln!(f, "{}", printable(format!("{name}: {kind}, {backend}, {driver}")))
        })
    }
}
