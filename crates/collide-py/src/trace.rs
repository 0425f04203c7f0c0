//! Traces: recordings of worlds, and replays.

use std::fs::File;
use std::io::{self, BufReader, Cursor, Read};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard};

use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::errors::Refusal;
use crate::shared_world::World;

/// The source of a trace.
enum Source {
    File(BufReader<File>),
    Bytes(Cursor<Vec<u8>>),
}

impl Read for Source {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.read(to),
            Self::Bytes(bytes) => bytes.read(to),
        }
    }
}

/// An iterator over the ticks of a trace. The source is the path of a file, or bytes.
///
/// ```
/// world = collide2d.World()
/// for tick in collide2d.Trace("match.ctrace"):
///     world.replay(tick)
/// ```
///
/// The file is open until the trace is deleted. `with collide2d.Trace("match.ctrace") as trace:` closes it at the end
/// of the block.
///
/// Raises `TraceError` for a tick that cannot be read. Iteration ends after it.
#[pyclass(frozen, module = "collide2d")]
pub(crate) struct Trace {
    /// `None` after the trace was closed.
    inner: Mutex<Option<collide2d::Trace<Source>>>,
}

impl Trace {
    fn lock(&self) -> PyResult<MutexGuard<'_, Option<collide2d::Trace<Source>>>> {
        let broken = |_| PyRuntimeError::new_err("trace: unusable, because an earlier call panicked");
        self.inner.lock().map_err(broken)
    }
}

#[pymethods]
impl Trace {
    #[new]
    fn new(source: &Bound<'_, PyAny>) -> PyResult<Self> {
        let source = match source.cast::<PyBytes>() {
            Ok(bytes) => Source::Bytes(Cursor::new(bytes.as_bytes().to_vec())),
            Err(_) => {
                let path = source.extract::<PathBuf>()?;
                // Python finds the class of the error by its number, and adds the name of the file to its message.
                let refused = |error: io::Error| {
                    PyOSError::new_err((error.raw_os_error(), error.kind().to_string(), path.clone()))
                };
                Source::File(BufReader::new(File::open(&path).map_err(refused)?))
            }
        };
        Ok(Self { inner: Mutex::new(Some(collide2d::Trace::new(source))) })
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<TraceTick>> {
        let next = py.detach(|| {
            let closed = || PyValueError::new_err("trace: is closed");
            self.lock()?.as_mut().ok_or_else(closed)?.next().transpose().map_err(Refusal::raise)
        })?;
        Ok(next.map(|inner| TraceTick { inner }))
    }

    /// For `with`: the trace itself.
    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    /// For `with`: closes the file. Iteration then raises `ValueError`.
    #[pyo3(signature = (*_error))]
    fn __exit__(&self, py: Python<'_>, _error: &Bound<'_, PyTuple>) -> PyResult<()> {
        py.detach(|| self.lock().map(|mut trace| *trace = None))
    }
}

/// A tick of a trace: the changes and queries before a step, and the result of the step.
#[pyclass(frozen, module = "collide2d")]
pub(crate) struct TraceTick {
    pub(crate) inner: collide2d::TraceTick,
}

#[pymethods]
impl TraceTick {
    /// Whether the tick begins with a snapshot of the world, as the first tick of a recording does.
    #[getter]
    fn starts(&self) -> bool {
        self.inner.starts()
    }

    /// The tick number.
    #[getter]
    fn tick(&self) -> u64 {
        self.inner.tick()
    }

    /// The number of pairs that the step found.
    #[getter]
    fn pair_count(&self) -> u64 {
        self.inner.pair_count()
    }

    /// The fingerprint of the step: a hash of its tick and pairs.
    #[getter]
    fn fingerprint(&self) -> u64 {
        self.inner.fingerprint()
    }

    /// The number of batches of queries.
    #[getter]
    fn question_count(&self) -> usize {
        self.inner.question_count()
    }

    fn __repr__(&self) -> String {
        format!("TraceTick(tick={}, pair_count={})", self.inner.tick(), self.inner.pair_count())
    }
}

#[pymethods]
impl World {
    /// Starts a recording of all changes, queries, moves and steps. Fetch it with `recorded`.
    fn start_recording(&self, py: Python<'_>) -> PyResult<()> {
        self.write(py, |world| {
            world.start_recording();
            Ok(())
        })
    }

    /// Stops the recording. Ticks that were not fetched are lost.
    fn stop_recording(&self, py: Python<'_>) -> PyResult<()> {
        self.write(py, |world| {
            world.stop_recording();
            Ok(())
        })
    }

    /// Whether the world is recorded.
    #[getter]
    fn is_recording(&self, py: Python<'_>) -> PyResult<bool> {
        self.read(py, |world| Ok(world.is_recording()))
    }

    /// The ticks recorded since the last call, as bytes. Append them to a file.
    fn recorded<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.write(py, |world| {
            let mut bytes = Vec::new();
            world.write_recorded(&mut bytes)?;
            Ok(bytes)
        })?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Replays a tick of a trace: makes the same changes and queries, steps, and compares all answers with the recorded
    /// ones.
    ///
    /// Returns the number of batches of queries that were replayed, and of those that were skipped because they are
    /// about ticks before the recording. Raises `DivergenceError` for the first answer that differs; the world is then
    /// in the middle of that tick.
    fn replay(&self, py: Python<'_>, tick: &Bound<'_, TraceTick>) -> PyResult<(usize, usize)> {
        let tick = tick.get();
        self.write(py, |world| {
            let replayed = tick.inner.replay(world).map_err(Refusal::raise)?;
            Ok((replayed.answered, replayed.skipped))
        })
    }

    /// Applies the changes of a tick of a trace, without its queries and without a step. Raises `DivergenceError` for
    /// changes that do not fit the world; the world is then in the middle of that tick.
    fn follow(&self, py: Python<'_>, tick: &Bound<'_, TraceTick>) -> PyResult<()> {
        let tick = tick.get();
        self.write(py, |world| tick.inner.follow(world).map_err(Refusal::raise))
    }
}
