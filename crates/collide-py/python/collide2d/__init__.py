"""2D collision pairs and spatial queries for thousands to a million shapes.

Shapes are circles, rectangles, oriented rectangles, capsules and convex polygons. Exact, in a guaranteed order, in parallel, over numpy arrays::

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

from . import _errors, _native
from ._errors import *
from ._frames import from_frame, to_frame
from ._native import *
from ._tables import trace_columns, trace_frame

__all__ = ["NO_ENTITY", "from_frame", "generations", "slots", "to_frame", "trace_columns", "trace_frame"]
__all__ += _errors.__all__
__all__ += _native.__all__

__version__ = _version("collide2d")

# Shown once, unless the program has a filter of its own.
_warnings.filterwarnings("once", category=_errors.PrecisionWarning, append=True)

NO_ENTITY = 2**64 - 1
"""A handle that no entity has: for rows of ``ignore`` that exclude no entity."""


def slots(handles: _ArrayLike) -> _NDArray[_np.uint32]:
    """The slots of handles: positions in the store. Pairs and hits are sorted by slot. The slot of a removed entity is reused."""
    return (_np.asarray(handles, _np.uint64) & _np.uint64(0xFFFF_FFFF)).astype(_np.uint32)


def generations(handles: _ArrayLike) -> _NDArray[_np.uint32]:
    """The generations of handles: how often the slot had been freed before."""
    return (_np.asarray(handles, _np.uint64) >> _np.uint64(32)).astype(_np.uint32)
