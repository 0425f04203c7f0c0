"""Columns of wrong lengths and shapes: their errors name the column, and both lengths."""

from __future__ import annotations

from typing import Any

import collide2d
import numpy as np
import pytest

TWO = collide2d.circles([0, 5], 0, 1)
DOORS = collide2d.oriented_rects([0, 5], 0, 1, 1, angle=0)
SHIP = collide2d.polygons([[2, 0], [-1, 1], [-1, -1]])
MOTIONS = [[1, 0]] * 3
LIKE, OR_ONE = "must have 2 rows like", "must have 2 rows or be one value, has 3"


def refused(call: Any, message: str) -> None:
    with pytest.raises(collide2d.ColumnError) as raised:
        call()
    assert isinstance(raised.value, collide2d.CollideError)
    assert isinstance(raised.value, ValueError)
    assert str(raised.value) == message


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: collide2d.circles([1, 2], [1, 2, 3], 1), f"y: {LIKE} x, has 3"),
        (lambda: collide2d.points([1, 2], [1, 2, 3]), f"y: {LIKE} x, has 3"),
        (lambda: collide2d.rects([0, 0], 0, 1, [1, 1, 1]), f"max_y: {LIKE} min_x, has 3"),
        (lambda: collide2d.oriented_rects([0, 0], 0, 1, 1, degrees=[1, 2, 3]), f"degrees: {LIKE} x, has 3"),
        (lambda: collide2d.oriented_rects([0, 0], 0, 1, 1, rotor=[[1, 0]] * 3), f"rotor: {LIKE} x, has 3"),
        (lambda: collide2d.capsules([0, 0], 0, 1, 1, [1, 1, 1]), f"radius: {LIKE} a_x, has 3"),
        (lambda: collide2d.regular_polygons([3, 4], [1, 1, 1]), f"circumradius: {LIKE} corners, has 3"),
        (lambda: collide2d.polygons(np.eye(4)[:, :2], [0, 2, 4], [1, 1, 1]), f"radius: {LIKE} points, has 3"),
        (lambda: collide2d.polygons([[0, 0], [1, 1]], [0, 3]), "starts[1]: must be 0 to 2, is 3"),
        (lambda: collide2d.Shapes([0, 0], np.ones((3, 6))), f"numbers: {LIKE} kind, has 3"),
        (lambda: collide2d.Shapes([0, 0], np.ones((2, 7))), "numbers: must have rows of 6 or 19 numbers, has shape [2, 7]"),
        (lambda: TWO.translated([1, 2, 3], 0), f"dx: {OR_ONE}"),
        (lambda: collide2d.concat([SHIP, SHIP]).at([1, 2, 3], 0), f"x: {LIKE} shapes, has 3"),
        (lambda: collide2d.concat([SHIP, SHIP]).turned(degrees=[1, 2, 3]), f"degrees: {LIKE} shapes, has 3"),
        (lambda: collide2d.overlaps(TWO, SHIP), "b: must have 2 rows, has 1"),
        (lambda: collide2d.contacts(TWO, SHIP), "b: must have 2 rows, has 1"),
        (lambda: collide2d.circles(0, 0, 1, origin=(1, 2, 3)), "origin: must be x and y, has 3 numbers"),  # type: ignore[arg-type]
        (lambda: SHIP.at(0, 0, origin=(1,)), "origin: must be x and y, has 1 numbers"),  # type: ignore[arg-type]
        (lambda: collide2d.from_frame({"x": [1, 2], "y": [1, 2, 3]}), f"y: {LIKE} x, has 3"),
        (lambda: collide2d.from_frame({"x": [1, 2], "points": ["0 0"]}), f"points: {LIKE} x, has 1"),
        (lambda: collide2d.from_frame({"x": [[1, 2]], "y": [1]}), "x: must have one axis, has 2"),
    ],
)  # fmt: skip
def test_shapes(make: Any, message: str) -> None:
    refused(make, message)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda q: q.overlap(TWO, category=[1, 2, 3]), f"category: {OR_ONE}"),
        (lambda q: q.overlap(TWO, ignore=[1, 2, 3]), f"ignore: {OR_ONE}"),
        (lambda q: q.nearest(TWO, within=[1, 2, 3]), f"within: {OR_ONE}"),
        (lambda q: q.sweep(TWO, MOTIONS), f"motion: {OR_ONE}"),
        (lambda q: q.slide(TWO, MOTIONS), f"motion: {OR_ONE}"),
        (lambda q: q.turn(DOORS, MOTIONS, 1), f"pivot: {OR_ONE}"),
        (lambda q: q.turn(DOORS, [0, 0], [1, 2, 3]), f"angle: {OR_ONE}"),
        (lambda q: q.free(TWO, 1, mask=[1, 2, 3]), f"mask: {OR_ONE}"),
        (lambda q: q.rays(MOTIONS[:2], MOTIONS), f"directions: {LIKE} origins, has 3"),
        (lambda q: q.rays(MOTIONS[:2], MOTIONS[:2], [1, 2, 3]), f"max_t: {LIKE} origins, has 3"),
        (lambda q: q.segments(MOTIONS[:2], MOTIONS), f"ends: {LIKE} starts, has 3"),
        (lambda q: q.blocked(MOTIONS[:2], MOTIONS), f"ends: {LIKE} starts, has 3"),
        (lambda q: q.sectors(MOTIONS[:2], [1, 2, 3], directions=[1, 0], openings=90), f"outer: {LIKE} apexes, has 3"),
        (lambda q: q.rays([1, 2, 3], [1, 0]), "origins: must have rows of 2 numbers, has shape [3]"),
    ],
)  # fmt: skip
def test_queries(ask: Any, message: str) -> None:
    refused(lambda: ask(collide2d.query(TWO)), message)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda w, h: w.insert(TWO, data=[1, 2, 3]), f"data: {OR_ONE}"),
        (lambda w, h: w.insert(TWO, sensor=[True] * 3), f"sensor: {OR_ONE}"),
        (lambda w, h: w.insert(TWO, mobility=[0, 1, 2]), f"mobility: {OR_ONE}"),
        (lambda w, h: w.set_entities(h, group=[1, 2, 3]), f"group: {OR_ONE}"),
        (lambda w, h: w.set_shapes(h, SHIP), "shapes: must have 2 rows, has 1"),
        (lambda w, h: w.set_centers(h, MOTIONS), f"centers: {OR_ONE}"),
        (lambda w, h: w.set_centers_by_slot([1, 2, 3]), "centers: must have rows of 2 numbers, has shape [3]"),
        (lambda w, h: w.move(h, MOTIONS), f"motion: {OR_ONE}"),
        (lambda w, h: w.move(h, [1, 0], mask=[1, 2]), "mask: must have 1 rows or be one value, has 2"),
        (lambda w, h: w.swept_pairs(h, MOTIONS), f"motion: {OR_ONE}"),
        (lambda w, h: w.sweep_through(TWO, MOTIONS, 0, 1), f"motion: {OR_ONE}"),
        (lambda w, h: w.rebase((0, 0, 0), (1, 1)), "old: must be x and y, has 3 numbers"),
        (lambda w, h: w.rebase((0, 0), (1,)), "new: must be x and y, has 1 numbers"),
        (lambda w, h: w.remove([[1, 2]]), "handles: must have one axis, has 2"),
    ],
)  # fmt: skip
def test_worlds(call: Any, message: str) -> None:
    world = collide2d.World(history=2)
    handles = world.insert(TWO)
    world.step()
    before = world.save()
    refused(lambda: call(world, handles), message)
    assert world.save() == before


def test_observers() -> None:
    interest = collide2d.Interest()
    refused(lambda: interest.insert([1, 2], 3, at=MOTIONS), "inner: must have 3 rows like at, has 2")
    refused(lambda: interest.insert(1, 3, at=MOTIONS, max_visible=[1]), "max_visible: must have 3 rows or be one value, has 1")
    assert len(interest) == 0


def test_rows_of_different_lengths_are_refused_by_name() -> None:
    for call, name in (
        (lambda: collide2d.circles([[1], [1, 2]], 0, 1), "x"),
        (lambda: collide2d.World().remove([[1], [1, 2]]), "handles"),
        (lambda: collide2d.from_frame({"points": ["0 a"]}), "index 0: points"),
    ):
        with pytest.raises(collide2d.ColumnError, match=f"^{name}: "):
            call()
