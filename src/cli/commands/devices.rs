//! `queens devices`: lists the devices that `--device` can use.

use super::{Exit, Failure};
use crate::cli::output::Output;
use crate::cli::report;
use crate::cli::report::devices::DevicesReport;
use crate::methods::search::devices;

pub fn run(output: &Output) -> Result<Exit, Failure> {
    let found = devices::list().unwrap_or_else(|error| {
        report::say(output, &Failure::from(error).text());
        Vec::new()
    });
    report::print(&DevicesReport::new(found), output)?;
    Ok(Exit::Done)
}
