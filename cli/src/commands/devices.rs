//! `queens devices`: lists the devices that `--device` can use.

use queens::methods::Device;

use super::{Exit, Failure};
use crate::output::Output;
use crate::report;
use crate::report::devices::DevicesReport;

pub fn run(output: &Output) -> Result<Exit, Failure> {
    let found = Device::list().unwrap_or_else(|error| {
        report::say(output, &Failure::from(error).text());
        Vec::new()
    });
    report::print(&DevicesReport::new(found), output)?;
    Ok(Exit::Done)
}
