use std::io;
use std::process::ExitCode;

use collide2d::{BatchError, Divergence, OverBudget, PastError, ThreadsError, WorldError};
use thiserror::Error;

#[cfg(feature = "cluster")]
use crate::cluster::ClusterFailure;
use crate::input::InputError;
use crate::output::say;

/// Why a command ended early.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    #[error(transparent)]
    Input(#[from] InputError),
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    #[error(transparent)]
    Batch(#[from] BatchError),
    #[error(transparent)]
    World(#[from] WorldError),
    #[error(transparent)]
    Past(#[from] PastError),
    #[error("hits: more than the budget of {most}, {found} so far; --most N allows more")]
    TooManyHits { most: u64, found: u64 },
    #[error("{0}")]
    Usage(&'static str),
    #[error("{file}: must end in .csv, .jsonl, .ndjson or .ctrace{}", if cfg!(feature = "parquet") { " or .parquet" } else { "" })]
    Ending { file: String },
    #[error("--level: this processor does not have it")]
    Level,
    #[error("{file}: not as recorded: {divergence}")]
    Divergence { file: String, divergence: Divergence },
    #[error("{file}: cannot write: {error}")]
    Write { file: String, error: io::Error },
    #[error("{file}: has no shapes to compare strategies on")]
    NoShapes { file: String },
    #[error("{file}: tick {tick}: {over}")]
    TooManyPairs { file: String, tick: u64, over: OverBudget },
    #[error("{file}: tick {tick}: {strategies}, fingerprints {fingerprints}: answers differ, a fault of this program")]
    Unequal { file: String, tick: u64, strategies: String, fingerprints: String },
    #[cfg(feature = "serve")]
    #[error(transparent)]
    Serve(#[from] collide_viewer::ServeError),
    #[cfg(feature = "serve")]
    #[error("{file}: {error}")]
    Recording { file: String, error: collide_viewer::PlayError },
    #[cfg(feature = "cluster")]
    #[error(transparent)]
    Cluster(#[from] ClusterFailure),
    #[error("standard output: cannot write: {0}")]
    Output(#[from] io::Error),
}

impl Failure {
    /// Says it on standard error and gives the exit code. That a reader has seen enough is no failure.
    pub(crate) fn report(&self) -> ExitCode {
        if let Self::Output(error) = self
            && error.kind() == io::ErrorKind::BrokenPipe
        {
            return ExitCode::SUCCESS;
        }
        say(self);
        ExitCode::from(self.code())
    }

    fn code(&self) -> u8 {
        match self {
            Self::Output(_) | Self::Write { .. } => 1,
            Self::Divergence { .. } | Self::Unequal { .. } => 3,
            #[cfg(feature = "serve")]
            Self::Serve(error) if !matches!(error, collide_viewer::ServeError::Bind { .. }) => 1,
            #[cfg(feature = "cluster")]
            Self::Cluster(failure) => failure.code(),
            _ => 2,
        }
    }
}
