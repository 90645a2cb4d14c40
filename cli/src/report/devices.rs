//! Prints the CPU and the devices of a machine.

use std::fmt;

use queens::methods::DeviceInfo;
use queens::run::Host;
use queens_format::printable;
use queens_publish::records::host::cpu_name;
use serde::Serialize;

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
