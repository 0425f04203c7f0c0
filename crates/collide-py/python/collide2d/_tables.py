"""Traces as tables: columns of numpy arrays, and data frames of these."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

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
    """Goes through a trace again, and returns a table of it as columns.

    Each row begins with its ``tick``. The tables:

    - ``ticks``: how many ``entities`` and ``pairs`` there are, how many ``began`` and ``ended``, and the ``fingerprint``;
    - ``entities``: what ``Entities.columns`` says of each entity at each tick;
    - ``pairs``: the handles ``a`` and ``b`` of each pair;
    - ``events``: ``kind``, one of began, stayed and ended, and the handles. Only of traces recorded with events on.

    A trace that finds something else now than when it was recorded is a ``DivergenceError``.
    """
    if table not in _TABLES:
        raise ValueError(f"table: must be one of {', '.join(_TABLES)}, is {table!r}")
    world, parts = World(), [{"tick": np.array([], np.uint64), **_TABLES[table](World())}]
    # The first part is of no tick: it says which columns there are, and of what type.
    parts[0] = {name: column[:0] for name, column in parts[0].items()}
    for tick in Trace(source):
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
    """What ``trace_columns`` returns, as a data frame of pandas or polars, which must be installed."""
    if library == "pandas":
        import pandas

        return pandas.DataFrame(trace_columns(source, table))
    if library == "polars":
        import polars

        return polars.DataFrame(trace_columns(source, table))
    raise ValueError(f"library: must be pandas or polars, is {library!r}")
