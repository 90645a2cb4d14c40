//! The program `queens`. Each module imports from earlier ones only:
//! `signals -> options -> report -> board_page -> commands`.

mod board_page;
pub mod commands;
pub mod options;
pub mod report;
mod signals;
