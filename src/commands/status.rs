//! `queens status`: how far a run is, seen from outside.

use queens::run;

use super::Exit;
use crate::cli::{Output, StatusArgs};
use crate::report::status::RunStatus;

pub fn run(args: &StatusArgs, output: &Output) -> anyhow::Result<Exit> {
    let inspection = run::inspect(&args.dir, |_| ())?;
    let status = RunStatus::new(&args.dir, &inspection);
    status.print(output)?;
    Ok(if status.failed_checks().next().is_none() { Exit::Done } else { Exit::Wrong })
}
