//! The errors of commands, and their exit codes.

use std::io;
use std::path::Path;
use std::process::ExitCode;
#[cfg(feature = "cluster")]
use std::time::Duration;

#[cfg(feature = "cluster")]
use collide_cluster::{ClusterError, FolderError, HostsError, JoinError};
use collide2d::error::{BatchError, Divergence, OverBudget, PastError, ThreadsError, WorldError};
use thiserror::Error;

use crate::input::InputError;
use crate::messages::print_error;

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
    #[error("hits: more than the budget of {limit}, {found} so far; --max-hits N allows more")]
    TooManyHits { limit: u64, found: u64 },
    #[error("{0}")]
    Usage(&'static str),
    #[cfg(not(all(feature = "cluster", feature = "serve")))]
    #[error(
        "{command}: this build does not have the command; in a checkout, `cargo run --release --features {command} -- \
         {command}` builds and runs it; elsewhere, `cargo install collide-cli --features {command}` installs it"
    )]
    Absent { command: &'static str },
    #[error("{file}: must end in .csv, .jsonl, .ndjson or .ctrace{}", if cfg!(feature = "parquet") { " or .parquet" } else { "" })]
    Extension { file: String },
    #[error("{file}: not as recorded: {divergence}")]
    Divergence { file: String, divergence: Divergence },
    #[error("{file}: is also an input: it would be overwritten while it is read; choose another name")]
    InPlace { file: String },
    #[error("{file}: cannot write: {error}")]
    Write { file: String, error: io::Error },
    #[error("{file}: has no shapes to compare strategies on")]
    NoShapes { file: String },
    #[error("{file}: not enough memory for the pairs of {shape_count} shapes")]
    Memory { file: String, shape_count: usize },
    #[error("{file}: {over}; --max-pairs N allows more, and --count counts them without a limit")]
    OverBudget { file: String, over: OverBudget },
    #[error("{file}: tick {tick}: {over}")]
    TooManyPairs { file: String, tick: u64, over: OverBudget },
    #[error("{file}: tick {tick}: {strategies}, fingerprints {fingerprints}: answers differ, a fault of this program")]
    Unequal { file: String, tick: u64, strategies: String, fingerprints: String },
    #[cfg(feature = "serve")]
    #[error("{}{}", .0, listen_hint(.0))]
    Serve(#[from] collide_viewer::ServeError),
    #[cfg(feature = "serve")]
    #[error("{file}: {error}")]
    Recording { file: String, error: collide_viewer::PlayError },
    #[cfg(feature = "cluster")]
    #[error(transparent)]
    Cluster(#[from] ClusterFailure),
    /// A failure that is in the log of the command already.
    #[cfg(feature = "cluster")]
    #[error(transparent)]
    Logged(Box<Self>),
    #[error("standard output: cannot write: {0}")]
    Output(#[from] io::Error),
}

/// The advice for an address that is not available.
#[cfg(feature = "serve")]
fn listen_hint(error: &collide_viewer::ServeError) -> &'static str {
    match error {
        collide_viewer::ServeError::Bind { .. } => "; --listen 0 chooses a free port",
        _ => "",
    }
}

impl Failure {
    /// Checks that a file to write is not one of the `inputs`.
    pub(crate) fn check_not_input<'a>(out: &Path, mut inputs: impl Iterator<Item = &'a Path>) -> Result<(), Self> {
        let same =
            |input: &Path| out.canonicalize().is_ok_and(|out| input.canonicalize().is_ok_and(|input| input == out));
        if inputs.any(same) { Err(Self::InPlace { file: out.display().to_string() }) } else { Ok(()) }
    }

    /// Makes a failure from the error of writing to `path`.
    pub(crate) fn writing(path: &Path) -> impl Fn(io::Error) -> Self {
        move |error| Self::Write { file: path.display().to_string(), error }
    }

    /// Prints the failure on standard error and returns the exit code. A closed pipe is success: the reader needs no
    /// more output.
    pub(crate) fn report(&self) -> ExitCode {
        if let Self::Output(error) = self
            && error.kind() == io::ErrorKind::BrokenPipe
        {
            return ExitCode::SUCCESS;
        }
        if !self.is_logged() {
            print_error(self);
        }
        ExitCode::from(self.code())
    }

    /// Whether the failure is in the log of the command already.
    fn is_logged(&self) -> bool {
        #[cfg(feature = "cluster")]
        if matches!(self, Self::Logged(_)) {
            return true;
        }
        false
    }

    fn code(&self) -> u8 {
        match self {
            Self::Output(_) | Self::Write { .. } => 1,
            Self::Divergence { .. } | Self::Unequal { .. } => 3,
            #[cfg(feature = "serve")]
            Self::Serve(collide_viewer::ServeError::Run(_)) => 1,
            #[cfg(feature = "cluster")]
            Self::Cluster(failure) => failure.code(),
            #[cfg(feature = "cluster")]
            Self::Logged(failure) => failure.code(),
            _ => 2,
        }
    }
}

/// The advice for a place in the list of hosts that another process has, or that is not one of this machine.
#[cfg(feature = "cluster")]
fn join_hint(error: &JoinError) -> &'static str {
    match error {
        JoinError::Taken { .. } => "; each host needs its own --index",
        JoinError::Listen { error, .. } if error.kind() == io::ErrorKind::AddrNotAvailable => {
            "; it is not an address of this machine: --index chooses another line, --listen another address"
        }
        _ => "",
    }
}

/// Why a cluster ended early.
#[cfg(feature = "cluster")]
#[derive(Debug, Error)]
pub(crate) enum ClusterFailure {
    #[error("{file}: {error}")]
    Hosts { file: String, error: HostsError },
    #[error("--index: {file} has no host at {index}, counted from 0")]
    Index { file: String, index: usize },
    #[error(
        "--index: a host with the index {index} runs already with the folder {folder}; each host needs its own --index"
    )]
    Running { index: usize, folder: String },
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error("{}{}", .0, join_hint(.0))]
    Join(#[from] JoinError),
    #[error(transparent)]
    Tick(#[from] ClusterError),
    #[error("tick {tick}: a change of {handle} was refused, a fault of this program")]
    Refused { handle: collide2d::Handle, tick: u64 },
    #[error("process: cannot start: {error}")]
    Spawn { error: io::Error },
    #[error("--status: {address}: cannot listen: {error}")]
    Status { address: String, error: io::Error },
    #[error("temporary folder: cannot make: {error}")]
    Temporary { error: io::Error },
    #[error("stopped, but the last tick is not saved on this host; its last saved tick is {}", saved.map_or("none".to_owned(), |tick| tick.to_string()))]
    Unsaved { saved: Option<u64> },
    #[error("{text}")]
    Round { text: String },
    #[error(
        "a process was lost more than {restarts} times within {within:?}; \
         tick {complete} was the last known to be complete everywhere"
    )]
    Restarts { restarts: usize, within: Duration, complete: u64 },
    #[error("tick {tick}: reported after tick {last}, a fault of this program")]
    Order { tick: u64, last: u64 },
    #[error("tick {tick}: workers report {sum} of {pairs} pairs, a fault of this program")]
    Shares { tick: u64, sum: u64, pairs: u64 },
    #[error(
        "tick {tick}: {pairs} pairs, fingerprint {fingerprint:016x}; \
         a single world has {expected_pairs}, {expected:016x}: a fault of this program"
    )]
    NotAlone { tick: u64, pairs: u64, fingerprint: u64, expected_pairs: u64, expected: u64 },
}

#[cfg(feature = "cluster")]
impl ClusterFailure {
    fn code(&self) -> u8 {
        match self {
            Self::Hosts { .. } | Self::Index { .. } | Self::Status { .. } => 2,
            Self::Refused { .. } | Self::Order { .. } | Self::Shares { .. } | Self::NotAlone { .. } => 3,
            _ => 1,
        }
    }
}
