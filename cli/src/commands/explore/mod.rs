//! Subcommands not needed for counting.

use super::{Exit, Failure};
use crate::options::ExploreCommand;
use crate::output::Output;

mod board;
mod find;
mod ladder;
mod list;

pub fn run(command: ExploreCommand, output: &Output) -> Result<Exit, Failure> {
    match command {
        ExploreCommand::List(args) => list::run(&args, output),
        ExploreCommand::Find(args) => find::run(&args, output),
        ExploreCommand::Ladder(args) => ladder::run(args.n, output),
        ExploreCommand::Board(args) => board::run(args.file, args.force),
    }
}
