//! Prints the CPU and the devices of a machine.

use std::io;

use serde::Serialize;

use crate::cli::records::host::cpu_name;
use crate::cli::settings::Output;
use crate::methods::device::DeviceInfo;
use crate::run::Host;

/// The CPU and the other devices.
#[derive(Serialize)]
pub struct DevicesReport {
    host: Host,
    devices: Vec<DeviceInfo>,
}

impl DevicesReport {
    /// The report of this machine.
    pub fn new(devices: Vec<DeviceInfo>) -> Self {
        Self { host: Host::this(), devices }
    }

    /// Prints it on stdout: a line each, the name first.
    pub fn print(&self, output: &Output) -> io::Result<()> {
        super::to_stdout(|out| {
            if output.json {
                return super::numbered_json_line(out, self);
            }
            writeln!(out, "cpu: {}", cpu_name(&self.host))?;
            let mut devices = self.devices.iter();
            devices.try_for_each(|DeviceInfo { name, kind, backend, driver }| {
                writeln!(out, "{name}: {kind}, {backend}, {driver}")
            })
        })
    }
}
