//! The commands. Each module holds the arguments, the help text and the `run` of one of them.

#[cfg(feature = "cluster")]
mod cluster;
mod compare;
mod completions;
mod convert;
mod events;
mod generate;
mod info;
mod man;
mod pairs;
mod query;
mod replay;
#[cfg(feature = "serve")]
mod serve;

#[cfg(not(all(feature = "cluster", feature = "serve")))]
use std::ffi::OsString;

use clap::Subcommand;

use crate::failure::Failure;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Pairs(pairs::PairsArgs),
    Query(query::QueryArgs),
    Events(events::EventsArgs),
    Info(info::InfoArgs),
    Gen(generate::GenArgs),
    Convert(convert::ConvertArgs),
    Replay(replay::ReplayArgs),
    Compare(compare::CompareArgs),
    #[cfg(feature = "cluster")]
    Cluster(cluster::ClusterArgs),
    #[cfg(not(feature = "cluster"))]
    #[command(hide = true)]
    Cluster(Absent),
    #[cfg(feature = "serve")]
    Serve(serve::ServeArgs),
    #[cfg(not(feature = "serve"))]
    #[command(hide = true)]
    Serve(Absent),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

/// The arguments of a command that this build does not have. The help does not list it.
#[cfg(not(all(feature = "cluster", feature = "serve")))]
#[derive(Debug, clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Absent {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    _arguments: Vec<OsString>,
}

impl Command {
    /// Runs the command. `program` describes the whole command line, for the completions and the manual page.
    pub(crate) fn run(&self, program: fn() -> clap::Command) -> Result<(), Failure> {
        match self {
            Self::Pairs(args) => pairs::run(args),
            Self::Query(args) => query::run(args),
            Self::Events(args) => events::run(args),
            Self::Info(args) => info::run(args),
            Self::Gen(args) => generate::run(args),
            Self::Convert(args) => convert::run(args),
            Self::Replay(args) => replay::run(args),
            Self::Compare(args) => compare::run(args),
            #[cfg(feature = "cluster")]
            Self::Cluster(args) => cluster::run(args),
            #[cfg(not(feature = "cluster"))]
            Self::Cluster(_) => Err(Failure::Absent { command: "cluster" }),
            #[cfg(feature = "serve")]
            Self::Serve(args) => serve::run(args),
            #[cfg(not(feature = "serve"))]
            Self::Serve(_) => Err(Failure::Absent { command: "serve" }),
            Self::Completions(args) => completions::run(args, program()),
            Self::Man(args) => man::run(args, program()),
        }
    }
}
