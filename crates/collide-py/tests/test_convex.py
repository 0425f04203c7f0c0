"""Capsules and polygons: from columns and flat arrays, at positions, turned, and in every place where a shape may be."""

from __future__ import annotations

import pickle
from typing import Any

import collide2d
import numpy as np
import pytest

WALL = collide2d.capsules(0, 0, 10, 0, 0.5)
SHIP = collide2d.polygons([[2, 0], [-1, 1], [0, 0], [-1, -1]])


def test_capsules_from_columns() -> None:
    capsules = collide2d.capsules([0, 1], 0, [0, 5], [2, 3], 0.5)
    assert capsules.kind.tolist() == [3, 3]
    assert capsules.numbers[1, :8].tolist() == [0, 0, 1, 0, 5, 3, 0.5, 0]
    assert capsules.numbers.shape == (2, 19)
    moved = collide2d.capsules(0, -1, 0, 1, 0.5, position=[[7, 3], [8, 4], [9, 5]])
    assert moved.centers.tolist() == [[7, 3], [8, 4], [9, 5]]
    assert moved == collide2d.capsules(0, -1, 0, 1, 0.5).at([7, 8, 9], [3, 4, 5])
    assert moved.bounds[0].tolist() == [6.5, 1.5, 7.5, 4.5]
    assert moved.radii.tolist() == [0.5] * 3


def test_polygons_from_flat_points() -> None:
    points = np.array([[0, 0], [2, 0], [0, 2], [5, 5], [9, 9], [8, 8], [7, 7], [5, 6], [6, 5]], np.float32)
    polygons = collide2d.polygons(points, [0, 3, 4, 9], [0, 1, 0.25])
    assert polygons.kind.tolist() == [4] * 3
    corners, starts = polygons.points()
    # Points within the hull are left out; the corners go around it.
    assert starts.tolist() == [0, 3, 4, 7]
    assert corners[:4].tolist() == [[0, 0], [2, 0], [0, 2], [5, 5]]
    assert polygons.radii.tolist() == [0, 1, 0.25]
    assert collide2d.polygons(corners, starts, polygons.radii) == polygons
    assert collide2d.Shapes(polygons.kind, polygons.numbers) == polygons
    assert pickle.loads(pickle.dumps(polygons)) == polygons
    squares = collide2d.polygons(np.array([[[0, 0], [1, 0], [1, 1], [0, 1]]] * 2), position=[[0, 0], [5, 5]])
    assert squares.bounds.tolist() == [[0, 0, 1, 1], [5, 5, 6, 6]]
    assert len(collide2d.polygons(np.zeros((0, 3, 2)))) == len(collide2d.polygons([], [0])) == 0
    rocks = collide2d.polygons([[0, 0], [1, 0], [0, 1]], position=[[1, 1], [2, 2]])
    assert rocks.centers.tolist() == [[1, 1], [2, 2]]
    assert collide2d.regular_polygons([4, 6], 2, position=[5, 5]).bounds[0].tolist() == [3, 3, 7, 7]


def test_points_and_radii_of_all_kinds() -> None:
    parts = [collide2d.circles(1, 2, 3), collide2d.rects(0, 0, 2, 1), collide2d.oriented_rects(0, 0, 2, 1, degrees=90)]
    shapes = collide2d.concat([*parts, WALL, SHIP])
    points, starts = shapes.points()
    assert starts.tolist() == [0, 1, 5, 9, 11, 14]
    assert points[:2].tolist() == [[1, 2], [0, 0]]
    assert points[9:11].tolist() == [[0, 0], [10, 0]]
    assert shapes.radii.tolist() == [3, 0, 0, 0.5, 0]
    assert shapes.numbers[0].tolist() == [1, 2, 3, *[0] * 16]
    assert shapes[:3].numbers.shape == (3, 6)
    assert collide2d.Shapes(shapes.kind, shapes.numbers) == shapes


def test_positions_and_angles() -> None:
    turned = SHIP.turned(degrees=[0, 90])
    assert turned[0] == SHIP
    assert turned.points()[0][-1].tolist() == [0, 2]
    assert SHIP.turned(angle=0.0) == SHIP.turned(rotor=[1, 0]) == SHIP
    assert SHIP.at(500_000.5, 0, origin=(500_000, 0)).centers.tolist() == [[0.5, 0]]
    far = collide2d.capsules(500_000, 1, 500_002, 1, 0.5, origin=(500_000, 1))
    assert far == collide2d.capsules(0, 0, 2, 0, 0.5)
    placed = collide2d.capsules(0, 0, 2, 0, 0.5, position=(500_000, 1), origin=(500_000, 1))
    assert placed == far
    with pytest.warns(collide2d.PrecisionWarning):
        collide2d.capsules(16_777_217, 0, 16_777_219, 0, 0.5)


def test_measures() -> None:
    ship = SHIP.at(5, 1.5)
    assert collide2d.overlaps(WALL, ship).tolist() == [True]
    assert collide2d.overlaps(WALL, ship, touching="open").tolist() == [False]
    assert collide2d.distance(WALL, SHIP.at(5, 3)).tolist() == [1.5]
    assert collide2d.contains(WALL, collide2d.points(5, 0.5)).tolist() == [True]
    rock = collide2d.polygons([[3, -1], [7, -1], [7, 0], [3, 0]])
    contacts = collide2d.contacts(WALL, rock)
    assert not np.isnan(contacts.points).any() and contacts.depth[0] > 0
    assert collide2d.closest_points(WALL, collide2d.points(5, 4)).tolist() == [[[5, 0.5], [5, 4]]]
    assert collide2d.pairs(collide2d.concat([WALL, collide2d.points(5, 4), ship])).tolist() == [[0, 2]]
    queries = collide2d.query(collide2d.concat([WALL, ship]))
    assert queries.rays([5, 9], [0, -1], first=1).handles.tolist() == [1]
    assert queries.nearest(SHIP.at(5, 9), count=2).handles.tolist() == [1, 0]
    assert queries.sweep(SHIP.at(20, 0), [-20, 0], first=1).handles.tolist() == [0]


def test_worlds() -> None:
    world = collide2d.World()
    handles = world.insert(collide2d.concat([WALL, SHIP.at(5, 1.5)]))
    world.step()
    assert world.pairs().tolist() == [handles.tolist()]
    world.set_centers(handles[1:], [[5, 8]])
    assert world.shapes(handles[1:]) == SHIP.at(5, 8)
    world.step()
    slides = world.move(handles[1:], [[0, -20]])
    assert slides.ends == SHIP.at(5, 1.5)
    assert slides.handles.tolist() == handles[:1].tolist()
    world.step()
    interest = collide2d.Interest()
    interest.insert(7, 8, at=[[5, 9]])
    interest.update(world)
    assert interest.views().visible[0].tolist() == handles[1:].tolist()
    assert world.entities().shapes == world.shapes(handles)
    assert world.entities().columns()["kind"].tolist() == [3, 4]


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda c: c.capsules(0, 0, 1, 1, [1, -1]), collide2d.ShapeError, "index 1: radius: must not be negative, is -1"),
        (lambda c: c.capsules(0, 0, [1, 2], 1, [1, 1, 1]), collide2d.ColumnError, "radius: must have 2 rows like b_x, has 3"),
        (lambda c: c.capsules(0, 0, 1, 1, 1, position=[1, 2, 3]), collide2d.ColumnError, r"position: must have rows of 2 numbers, has shape \[3\]"),
        (lambda c: c.capsules(0, 0, 1, 1, 1, position=[np.nan, 2]), collide2d.ShapeError, "index 0: position.x: must be a finite"),
        (lambda c: c.polygons([]), collide2d.ShapeError, "index 0: points: must be at least one, are none"),
        (lambda c: c.polygons([[0, 0], [1, np.inf]]), collide2d.ShapeError, r"index 0: points\[1\].y: must be a finite number, is inf"),
        (lambda c: c.polygons([0, 1, 2]), collide2d.ColumnError, r"points: must have rows of 2 numbers, has shape \[3\]"),
        (lambda c: c.polygons([1, 2]), collide2d.ColumnError, r"points: must have rows of 2 numbers, has shape \[2\]"),
        (lambda c: c.polygons(np.zeros((2, 3, 3))), collide2d.ColumnError, r"points: must have rows of 2 numbers, has shape \[2, 3, 3\]"),
        (lambda c: c.polygons([[0, 0]], [0, 2]), collide2d.ColumnError, r"starts\[1\]: must be 0 to 1, is 2"),
        (lambda c: c.polygons([[0, 0], [1, 1]], [0, 2, 1]), collide2d.ColumnError, r"starts\[2\]: must be 2 to 2, is 1"),
        (lambda c: c.polygons([[0, 0], [1, 1]], [0, 2], [1, 2]), collide2d.ColumnError, "radius: must have 1 rows like points, has 2"),
        (lambda c: c.regular_polygons(9, 1), collide2d.ShapeError, "index 0: corners: must be from 3 to 8, is 9"),
        (lambda c: c.Shapes([3], np.zeros((1, 6))), collide2d.ColumnError, "numbers: must have rows of 19 numbers, index 0 is a capsule"),
        (lambda c: c.circles(0, 0, 1).at(1, 1), collide2d.ShapeError, "index 0: kind: must be a capsule or polygon, is a circle"),
        (lambda c: SHIP.turned(), TypeError, "exactly one of angle, degrees and rotor"),
        (lambda c: c.concat([SHIP, WALL]).at([1, 2, 3], 0), collide2d.ColumnError, "x: must have 2 rows like shapes, has 3"),
    ],
)  # fmt: skip
def test_refusals(make: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        make(collide2d)


def test_nine_corners_are_too_many() -> None:
    angles = np.arange(9) * 0.7
    with pytest.raises(collide2d.ShapeError, match="points: their convex hull must have at most 8 corners, has 9; split"):
        collide2d.polygons(np.column_stack([np.cos(angles), np.sin(angles)]))
