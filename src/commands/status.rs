//! `queens status`: how far a run is, seen from outside.

use queens::run;

use super::Exit;
use crate::cli::{Output, StatusArgs};
use crate::report::status::RunStatus;

pub fn run(args: &StatusArgs, output: &Output) -> anyhow::Result<Exit> {
    let inspection = run::inspect(&args.dir, |_| ())?;
    RunStatus::new(&args.dir, &inspection).print(output)?;
    Ok(Exit::Done)
}
