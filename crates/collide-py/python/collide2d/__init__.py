"""2D collision pairs and spatial queries for thousands to a million circles, rectangles and oriented rectangles.

Exact, in a guaranteed order, in parallel, over numpy arrays::

    import collide2d

    shapes = collide2d.circles(x, y, 2.0)
    collide2d.pairs(shapes)  # indices of the shapes that overlap
    collide2d.query(shapes).nearest(collide2d.points(0, 0), count=3)

    world = collide2d.World(events=True)
    handles = world.insert(shapes)
    world.set_shapes(handles, shapes.translated(vx, vy))
    world.step()
    world.pairs(), world.events().began
"""

import warnings as _warnings
from importlib.metadata import version as _version

import numpy as _np
from numpy.typing import ArrayLike as _ArrayLike
from numpy.typing import NDArray as _NDArray

from ._errors import (
    CollideError,
    DivergenceError,
    InterestError,
    OverBudgetError,
    PastError,
    PrecisionWarning,
    SettingsError,
    ShapeError,
    SnapshotError,
    StaleError,
    TraceError,
)
from ._frames import from_frame, to_frame
from ._native import (
    Contacts,
    Entities,
    Events,
    Hits,
    Interest,
    InterestReport,
    NearestHits,
    Queries,
    RayHits,
    Report,
    Shapes,
    Slides,
    SweepHits,
    SweptPairs,
    Trace,
    TraceTick,
    Views,
    World,
    circles,
    closest_points,
    concat,
    contacts,
    contains,
    count_pairs,
    count_pairs_between,
    distance,
    oriented_rects,
    overlaps,
    pairs,
    pairs_between,
    points,
    query,
    rects,
)
from ._tables import trace_columns, trace_frame

__version__ = _version("collide2d")

# Shown once, unless the program has a filter of its own.
_warnings.filterwarnings("once", category=PrecisionWarning, append=True)

NO_ENTITY = 2**64 - 1
"""A handle that no entity has: for rows of ``ignore`` that exclude no entity."""


def slots(handles: _ArrayLike) -> _NDArray[_np.uint32]:
    """The slots of handles: positions in the store. Pairs and hits are sorted by slot. The slot of a removed entity is reused."""
    return (_np.asarray(handles, _np.uint64) & _np.uint64(0xFFFF_FFFF)).astype(_np.uint32)


def generations(handles: _ArrayLike) -> _NDArray[_np.uint32]:
    """The generations of handles: how often the slot had been freed before."""
    return (_np.asarray(handles, _np.uint64) >> _np.uint64(32)).astype(_np.uint32)


__all__ = [
    "NO_ENTITY",
    "CollideError",
    "Contacts",
    "DivergenceError",
    "Entities",
    "Events",
    "Hits",
    "Interest",
    "InterestError",
    "InterestReport",
    "NearestHits",
    "OverBudgetError",
    "PastError",
    "PrecisionWarning",
    "Queries",
    "RayHits",
    "Report",
    "SettingsError",
    "ShapeError",
    "Shapes",
    "Slides",
    "SnapshotError",
    "StaleError",
    "SweepHits",
    "SweptPairs",
    "Trace",
    "TraceError",
    "TraceTick",
    "Views",
    "World",
    "circles",
    "closest_points",
    "concat",
    "contacts",
    "contains",
    "count_pairs",
    "count_pairs_between",
    "distance",
    "from_frame",
    "generations",
    "oriented_rects",
    "overlaps",
    "pairs",
    "pairs_between",
    "points",
    "query",
    "rects",
    "slots",
    "to_frame",
    "trace_columns",
    "trace_frame",
]
