//! `queens devices`: lists the devices that `--device` can use.

use queens::device::Device;
use queens::run::Host;

use super::{Exit, Failure};
use crate::output::Output;
use crate::report;
use crate::report::devices::DevicesReport;

pub fn run(output: &Output) -> Result<Exit, Failure> {
    let devices = Device::list().unwrap_or_else(|error| {
        report::say(output, &Failure::from(error).text());
        Vec::new()
    });
    report::print(&DevicesReport { host: Host::this(), devices }, output)?;
    Ok(Exit::Done)
}
