"""Pickling of worlds, shapes and results, as processes exchange them."""

from __future__ import annotations

import inspect
import pickle
from typing import Any

import collide2d
import numpy as np
import pytest
from collide2d import _native


def copied(item: Any) -> Any:
    return pickle.loads(pickle.dumps(item))


def is_same(a: Any, b: Any) -> bool:
    """Whether two values are equal; for results, whether all their properties are."""
    if isinstance(a, np.ndarray):
        return a.dtype == b.dtype and np.array_equal(a, b, equal_nan=a.dtype.kind == "f")
    if type(a).__module__ != "collide2d" or isinstance(a, collide2d.Shapes):
        return bool(a == b)
    names = [name for name, item in inspect.getmembers(type(a)) if inspect.isdatadescriptor(item)]
    return type(a) is type(b) and bool(names) and all(is_same(getattr(a, name), getattr(b, name)) for name in names)


def test_a_world() -> None:
    world = collide2d.World(threads=1, touching="open", strategy="sweep", history=2, crowd=8)
    first, second = world.insert(collide2d.circles([0.0, 1.5], 0.0, 1.0))
    world.step()
    world.remove([second])
    copy = copied(world)
    assert (copy.settings, copy.fingerprint()) == (world.settings, world.fingerprint())
    assert (first in copy, len(copy), copy.tick) == (True, 1, 1)
    assert copy.save() == world.save()


def results() -> dict[str, Any]:
    """A result of each class, and a budget."""
    world = collide2d.World(events=True, crowd=2)
    handles = world.insert(collide2d.circles([0, 0.5, 0.75, 9], 0, 1), data=[1, 2, 3, 4], sensor=[False] * 3 + [True])
    report = world.step()
    interest, now, here = collide2d.Interest(), world.queries(), collide2d.points([0, 6], 0)
    interest.insert(5, 6, at=[[0, 0], [9, 0]])
    found: list[Any] = [report, report.crowd, interest.update(world), interest.views()]
    found += [collide2d.Budget(max_work=9), world.events(), world.entities(), world.contacts()]
    found += [now.overlap(here), now.nearest(here, count=2), now.rays([0, 5], [[0, -1], [0, 1]])]
    found += [now.sweep(here, [5, 0]), now.slide(here, [5, 0]), world.swept_pairs(handles, [[1, 0], [0, 0], [0, 0], [-9, 0]])]
    return {type(item).__name__: item for item in found}


# What is not a result: it refers to a world or a file, or has state that only the engine has.
OTHERS = {"Interest", "Queries", "Shapes", "Trace", "TraceTick", "World"}


def test_every_class_of_results() -> None:
    found = results()
    assert set(found) | OTHERS == {name for name, item in vars(_native).items() if inspect.isclass(item)}
    for name, item in found.items():
        assert is_same(copied(item), item), name


def test_hits_that_are_only_counted() -> None:
    hits = collide2d.query(collide2d.circles([0, 1], 0, 1)).overlap(collide2d.points([0, 9], 0), count_only=True)
    assert copied(hits).counts.tolist() == hits.counts.tolist() == [2, 0]


def test_what_cannot_be_pickled() -> None:
    for item in (collide2d.Interest(), collide2d.World().queries(), collide2d.Trace(b"")):
        with pytest.raises(TypeError, match="cannot pickle"):
            pickle.dumps(item)


@pytest.mark.parametrize("starts", [[], [1], [0, 2, 1], [0, 3], [-1, 1]])
def test_columns_that_are_no_hits(starts: list[int]) -> None:
    restore, _ = results()["Hits"].__reduce__()
    with pytest.raises((collide2d.ColumnError, OverflowError)):
        restore(np.array(starts, np.int64), np.array([7], np.uint64), np.array([], np.uint32), 0)
    with pytest.raises(TypeError):
        restore([0], [7], [], 0)


@pytest.mark.parametrize("stopped", [[2], [1, 0]])
def test_indices_of_stopped_queries_that_do_not_exist(stopped: list[int]) -> None:
    restore, _ = results()["Hits"].__reduce__()
    with pytest.raises(collide2d.ColumnError, match="stopped: must be ascending indices of queries"):
        restore(np.array([0, 0, 0], np.int64), np.array([], np.uint64), np.array(stopped, np.uint32), 0)


def test_columns_that_are_no_events() -> None:
    restore, _ = results()["Events"].__reduce__()
    with pytest.raises(collide2d.ColumnError, match="kind: must be indices into KINDS"):
        restore(np.array([3], np.uint8), np.array([[1, 2]], np.uint64))
