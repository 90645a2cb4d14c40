//! The program `queens`; everything is in the library's module `cli`.

use std::process::ExitCode;

fn main() -> ExitCode {
    queens::main()
}
