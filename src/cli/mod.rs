//! The program `queens`: options, reports, commands. Imports point left only: `options -> report -> commands`.

mod board_page;
pub mod commands;
pub mod options;
pub mod report;
mod signals;
