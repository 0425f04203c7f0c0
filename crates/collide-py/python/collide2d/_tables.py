"""Traces as tables: columns as numpy arrays, or data frames."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from ._errors import SettingsError
from ._frames import make_frame
from ._native import Events, Trace, World

if TYPE_CHECKING:
    import os

    Columns = dict[str, np.ndarray[Any, np.dtype[Any]]]
    Table = Literal["ticks", "entities", "pairs", "events"]


def _of_ticks(world: World) -> Columns:
    events = world.events()
    counts = np.bincount(events.kind, minlength=3)
    return {
        "entities": np.array([len(world)]),
        "pairs": np.array([len(world.pairs())]),
        "began": counts[:1],
        "ended": counts[2:],
        "fingerprint": np.array([world.fingerprint()], np.uint64),
    }


def _of_entities(world: World) -> Columns:
    return dict(world.entities().columns())


def _of_pairs(world: World) -> Columns:
    first, second = world.pairs().T
    return {"a": first, "b": second}


def _of_events(world: World) -> Columns:
    events = world.events()
    first, second = events.pairs.T
    return {"kind": np.array(Events.KINDS)[events.kind], "a": first, "b": second}


_TABLES = {"ticks": _of_ticks, "entities": _of_entities, "pairs": _of_pairs, "events": _of_events}


def trace_columns(source: str | os.PathLike[str] | bytes, table: Table = "ticks") -> Columns:
    """Replays a trace, and returns one of its tables as columns.

    The first column of each table is ``tick``. The tables and their other columns:

    - ``ticks``: the numbers of ``entities``, ``pairs``, pairs that ``began`` and pairs that ``ended``, and the
      ``fingerprint`` of the tick;
    - ``entities``: the columns of ``Entities.columns``, with a row for each entity at each tick;
    - ``pairs``: the handles ``a`` and ``b`` of each pair;
    - ``events``: ``kind`` (began, stayed or ended) and the handles ``a`` and ``b``. Empty if the trace was recorded
      without events.

    Raises ``DivergenceError`` if the replay gives other answers than the recorded ones, and ``TraceError`` for a trace
    that cannot be read.
    """
    if table not in _TABLES:
        raise SettingsError(f"table: must be one of {', '.join(_TABLES)}, is {table!r}")
    world, parts = World(), [{"tick": np.array([], np.uint64), **_TABLES[table](World())}]
    # The first part has no rows. It defines the columns and their types.
    parts[0] = {name: column[:0] for name, column in parts[0].items()}
    with Trace(source) as trace:
        for tick in trace:
            world.replay(tick)
            rows = _TABLES[table](world)
            count = len(next(iter(rows.values())))
            parts.append({"tick": np.full(count, tick.tick, np.uint64), **rows})
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def trace_frame(
    source: str | os.PathLike[str] | bytes,
    table: Table = "ticks",
    library: Literal["pandas", "polars"] = "pandas",
) -> Any:
    """The result of ``trace_columns`` as a data frame of pandas or polars, which must be installed."""
    return make_frame(trace_columns(source, table), library)
