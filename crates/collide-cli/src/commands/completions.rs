//! `collide completions`: a script for a shell.

use std::io::{Write, stdout};

use clap_complete::{Shell, generate};

use crate::failure::Failure;

/// Print a script that completes commands and options in a shell
#[derive(Debug, clap::Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(args: &CompletionsArgs, mut program: clap::Command) -> Result<(), Failure> {
    // Into memory first: `generate` panics when the pipe is closed early.
    let mut script = Vec::new();
    generate(args.shell, &mut program, "collide", &mut script);
    Ok(stdout().write_all(&script)?)
}
