//! The program `collide`.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    collide_cli::run()
}
