//! The command `collide`: see `collide --help`. A program calls [`run`]; there is no other interface.
//!
//! The modules are layers. A module imports only from modules below it in this table, and commands do not import each
//! other.
//!
//! | module | content |
//! |---|---|
//! | `lib` | the command line |
//! | `fuzzing` | the entry point of the fuzz target, with the feature `fuzzing` |
//! | `commands` | a module for each command: its arguments, its help text and its `run` |
//! | `failure` | the errors of commands, with their exit codes |
//! | `output` | rows on standard output, files of shapes |
//! | `player` | a world that plays a recording |
//! | `input` | files of shapes, queries and recordings |
//! | `options` | options that several commands share |
//! | `messages` | messages on standard error; numbers and errors as text |
//! | `extent` | the extent and the density of shapes |
//! | `statistics` | quantiles |
//! | `progress` | progress bars |
//! | `shortage` | what too little memory does |
#![forbid(unsafe_code)]

mod commands;
mod extent;
mod failure;
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub mod fuzzing;
mod input;
mod messages;
mod options;
mod output;
mod player;
mod progress;
mod shortage;
mod statistics;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

pub use shortage::may_fail;

/// Find overlapping circles, rectangles, capsules and convex polygons: exact results in a documented order, fast
#[derive(Debug, Parser)]
#[command(name = "collide", version, after_help = EXIT_CODES)]
struct Arguments {
    #[command(subcommand)]
    command: commands::Command,
}

const EXIT_CODES: &str = "\
Exit codes: 0 done (also when the reader closes the pipe early), 1 the output could not be written, \
2 the input or the arguments are not valid or there is not enough memory, 3 strategies differ in their results (a bug in this program).";

/// Runs the command with the arguments of the process.
#[must_use]
pub fn run() -> ExitCode {
    match Arguments::parse().command.run(Arguments::command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
