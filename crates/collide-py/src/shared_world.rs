//! A world that threads share.

use std::sync::RwLock;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// A world of entities with shapes. Each step finds the pairs of entities that overlap.
///
/// A handle identifies an entity. It is a 64-bit number: the slot in the lower half, the generation in the upper half.
/// Functions take a list or an array of handles. Threads may share a world: queries run at the same time, a change
/// waits for them, and the interpreter lock (GIL) is released meanwhile.
///
/// Settings, all by keyword:
///
/// - `strategy`: the broad phase: `auto` (the default), `brute`, `grid`, `levels`, `sweep` or `rtree`. All give the
///   same answers;
/// - `cell`: the cell size of `grid`, in world units; `None` (the default) lets the engine choose;
/// - `touching`: `closed` (the default): shapes that only touch are a pair; `open`: they are not;
/// - `static_pairs`: whether two static entities can be a pair, sensors too; no by default: then they cost nothing;
/// - `sensor_pairs`: whether two sensors can be a pair, also of `swept_pairs`; no by default. Two static sensors need
///   `static_pairs` too. Queries and movement do not depend on it;
/// - `change_ticks`: whether to keep the tick of the last change of each entity, for `changed_since`; no by default.
///   Switched on, all entities count as changed at that tick;
/// - `threads`: the number of threads; 1 for the calling thread only; `None` (the default) for a pool with a thread for
///   each core, shared by all worlds;
/// - `order`: the order of pairs: by `slot` (the default), or as `found`, which is faster;
/// - `events`: whether to report the pairs that began, stayed and ended; no by default;
/// - `history`: the number of past ticks to keep for queries with `at`; 0 by default;
/// - `teleport_distance`: an entity that moves farther than this in one tick counts as teleported and is not
///   interpolated between the two ticks; 1 world unit by default;
/// - `crowd`: the maximum number of dynamic entities of one place that take part in the pairs of a step; `None` (the
///   default) for no limit. The others of the place, the surplus, are in no pair of the step, and all entities of other
///   places have exactly the pairs of a world without the surplus. So a step ends in bounded time wherever entities go,
///   and does not fail. With `events`, a pair that loses an entity to the surplus has no event until both take part
///   again. Queries, movement and batches do not depend on it. A place is a square whose side is a power of two, at
///   least as long as the longer side of an entity's bound and less than twice as long: it holds five circles side by
///   side, so 32 is six layers of them;
/// - `crowd_first`: entities with one of these categories take part before the others of the place; 0 by default. Then
///   smaller slots come first.
///
/// Raises `SettingsError` for an invalid setting.
#[pyclass(frozen, module = "collide2d")]
pub(crate) struct World {
    inner: RwLock<collide2d::World>,
}

impl World {
    pub(crate) fn of(world: collide2d::World) -> Self {
        Self { inner: RwLock::new(world) }
    }

    /// Calls `look` with the world, with the interpreter lock (GIL) released.
    pub(crate) fn read<R: Send>(
        &self,
        py: Python<'_>,
        look: impl FnOnce(&collide2d::World) -> PyResult<R> + Send,
    ) -> PyResult<R> {
        py.detach(|| self.with_locked(look))
    }

    /// Like [`read`](Self::read), if the interpreter lock is already released.
    pub(crate) fn with_locked<R>(&self, look: impl FnOnce(&collide2d::World) -> PyResult<R>) -> PyResult<R> {
        look(&*self.inner.read().map_err(|_| broken())?)
    }

    pub(crate) fn write<R: Send>(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut collide2d::World) -> PyResult<R> + Send,
    ) -> PyResult<R> {
        py.detach(|| change(&mut *self.inner.write().map_err(|_| broken())?))
    }
}

fn broken() -> PyErr {
    PyRuntimeError::new_err("world: unusable, because an earlier call panicked")
}
