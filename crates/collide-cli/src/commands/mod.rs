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
    #[cfg(feature = "serve")]
    Serve(serve::ServeArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
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
            #[cfg(feature = "serve")]
            Self::Serve(args) => serve::run(args),
            Self::Completions(args) => completions::run(args, program()),
            Self::Man(args) => man::run(args, program()),
        }
    }
}
