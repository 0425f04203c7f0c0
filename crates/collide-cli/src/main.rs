//! The program `collide`.

mod allocator;

use std::process::ExitCode;

use allocator::Allocator;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

fn main() -> ExitCode {
    allocator::catch_panics();
    collide_cli::run()
}
