//! `queens devices`: lists the devices that `--device` can use.

use crate::methods::device;

use super::{Exit, Failure};
use crate::cli::options::Output;
use crate::cli::report;
use crate::cli::report::devices::DevicesReport;

pub fn run(output: &Output) -> Result<Exit, Failure> {
    let devices = device::list();
    if let Err(error) = &devices {
        report::say(output, &Failure::from(error.clone()).message());
    }
    DevicesReport::new(devices.unwrap_or_default()).print(output)?;
    Ok(Exit::Done)
}
