use std::io;
use std::time::Duration;

use collide_cluster::{ClusterError, FolderError, HostsError, JoinError};
use thiserror::Error;

use crate::failure::Failure;

/// Why a cluster ended early.
#[derive(Debug, Error)]
pub(crate) enum ClusterFailure {
    #[error("{file}: {error}")]
    Hosts { file: String, error: HostsError },
    #[error("--index: {file} has nobody at {index}, counted from 0")]
    Index { file: String, index: usize },
    #[error(transparent)]
    Folder(#[from] FolderError),
    #[error(transparent)]
    Join(#[from] JoinError),
    #[error(transparent)]
    Tick(#[from] ClusterError),
    #[error("tick {tick}: a change of {handle} was refused, a fault of this program")]
    Refused { handle: collide2d::Handle, tick: u64 },
    #[error("process: cannot start: {error}")]
    Spawn { error: io::Error },
    #[error("{text}")]
    Round { text: String },
    #[error(
        "a process was lost more than {restarts} times within {within:?}; tick {complete} was the last known to be complete everywhere"
    )]
    Restarts { restarts: usize, within: Duration, complete: u64 },
    #[error("tick {tick}: told after tick {told}, a fault of this program")]
    Order { tick: u64, told: u64 },
    #[error("tick {tick}: {told} pairs told of {pairs}, a fault of this program")]
    Shares { tick: u64, told: u64, pairs: u64 },
    #[error(
        "tick {tick}: {pairs} pairs, fingerprint {fingerprint:016x}; a single world has {expected_pairs}, {expected:016x}: a fault of this program"
    )]
    NotAlone { tick: u64, pairs: u64, fingerprint: u64, expected_pairs: u64, expected: u64 },
}

impl ClusterFailure {
    /// The exit code.
    pub(crate) fn code(&self) -> u8 {
        match self {
            Self::Hosts { .. } | Self::Index { .. } => 2,
            Self::Refused { .. } | Self::Order { .. } | Self::Shares { .. } | Self::NotAlone { .. } => 3,
            _ => 1,
        }
    }
}

impl From<FolderError> for Failure {
    fn from(error: FolderError) -> Self {
        Self::Cluster(error.into())
    }
}

impl From<JoinError> for Failure {
    fn from(error: JoinError) -> Self {
        Self::Cluster(error.into())
    }
}

impl From<ClusterError> for Failure {
    fn from(error: ClusterError) -> Self {
        Self::Cluster(error.into())
    }
}
