//! Errors of reading files.

use std::borrow::Cow;
use std::io;
use std::path::Path;

use collide2d::error::{Divergence, TraceError};
use thiserror::Error;

use super::time::Time;

/// Why a file is rejected.
#[derive(Debug, Error)]
pub(crate) enum InputError {
    #[error("{file}:{line}: {fault}")]
    Row { file: String, line: u64, fault: Fault },
    #[error("{file}: cannot {action}: {error}")]
    File { file: String, action: &'static str, error: io::Error },
    #[error("{file}: {problem}")]
    Encoding { file: String, problem: &'static str },
    #[error("{file}: {error}")]
    Trace { file: String, error: TraceError },
    #[error("{file}: {error}; the ticks before it are complete: --skip-invalid reads those")]
    TraceEnd { file: String, error: TraceError },
    #[error("{file}: {error}")]
    Changes { file: String, error: Divergence },
    #[error("{file}: has a tick after the last possible one, {}", u64::MAX)]
    LastTick { file: String },
    #[error(
        "{file}: has more rows up to tick {tick} than fit into memory; \
         info, pairs and query read one tick, replay reads tick by tick"
    )]
    TooMany { file: String, tick: u64 },
    #[error("{file}: not enough memory for its rows")]
    Memory { file: String },
    #[cfg(feature = "parquet")]
    #[error("{file}: {error}")]
    Parquet { file: String, error: parquet::errors::ParquetError },
    #[error("{file}: has {ticks}; choose one with {option}")]
    ManyTicks { file: String, ticks: String, option: &'static str },
    #[error("{file}: has no tick {tick}; it has {ticks}")]
    NoTick { file: String, tick: u64, ticks: String },
    #[error("{file}: has no shapes at tick {time}; it has {ticks}")]
    NoTime { file: String, time: Time, ticks: String },
}

impl InputError {
    /// Makes an error from the system's error for an `action` on `path`, such as "open".
    pub(crate) fn file(path: &Path, action: &'static str) -> impl Fn(io::Error) -> Self {
        move |error| Self::File { file: path.display().to_string(), action, error }
    }
}

/// The column of a row that is wrong, and what is wrong with it.
#[derive(Clone, Debug, Error)]
#[error("{column}: {problem}")]
pub(crate) struct Fault {
    /// Its name; for a point also the index and the axis.
    pub(crate) column: Cow<'static, str>,
    pub(crate) problem: String,
}

impl Fault {
    pub(crate) fn new(column: impl Into<Cow<'static, str>>, problem: impl Into<String>) -> Self {
        Self { column: column.into(), problem: problem.into() }
    }
}
