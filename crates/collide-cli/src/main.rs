//! The command `collide`: see `collide --help`.
#![forbid(unsafe_code)]

mod args;
#[cfg(feature = "cluster")]
mod cluster;
mod compare;
mod convert;
mod events;
mod extent;
mod failure;
mod generate;
mod info;
mod input;
mod manual;
mod output;
mod pairs;
mod player;
mod progress;
mod query;
mod replay;
#[cfg(feature = "serve")]
mod serve;
mod shapes;
mod statistics;

use std::process::ExitCode;

use clap::Parser;

use args::{Args, Command};

fn main() -> ExitCode {
    let done = match Args::parse().command {
        Command::Pairs(args) => pairs::run(&args),
        Command::Query(args) => query::run(&args),
        Command::Events(args) => events::run(&args),
        Command::Info(args) => info::run(&args),
        Command::Gen(args) => generate::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Compare(args) => compare::run(&args),
        #[cfg(feature = "cluster")]
        Command::Cluster(args) => cluster::run(&args),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::run(&args),
        Command::Completions { shell } => manual::completions(shell),
        Command::Man => manual::page(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
