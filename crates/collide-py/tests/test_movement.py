"""Movement, contacts, and coordinates far from zero."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import collide2d
import numpy as np
import pytest


def test_move() -> None:
    world = collide2d.World()
    player, other = world.insert(collide2d.circles([0, 2], 0, 0.5), category=1)
    (wall,) = world.insert(collide2d.rects(4, -9, 5, 9), category=2, mobility="static")
    world.step()
    slides = world.move([player], [[9, 1]])
    assert list(slides.movers) == [player]
    assert slides[0][0] == other
    assert slides.time[0] < 0.2
    assert world.shapes([player]).centers[0, 0] < 3.6
    slides = world.move([player], [[9, 0]], mask=2)
    assert list(slides[0]) == [wall]
    assert world.shapes([player]).centers[0, 0] == 3.5
    assert np.array_equal(slides.normal, [[1, 0]])
    assert slides.left[0, 0] > 5
    assert len(slides) == 1
    assert "point" not in slides.columns()
    with pytest.raises(collide2d.StaleError, match="^index 1: "):
        world.move([player, collide2d.NO_ENTITY], 0 * np.ones((2, 2)))
    with pytest.raises(collide2d.ShapeError, match="motion.x: must be a finite number"):
        world.move([player], [[np.inf, 0]])
    with pytest.raises(TypeError, match="bounces"):
        world.move([player], [[0, 0]], bounces=3)  # type: ignore[call-arg]


def test_set_centers() -> None:
    world = collide2d.World()
    handles = world.insert(collide2d.concat([collide2d.circles(0, 0, 1), collide2d.rects(0, 0, 2, 4)]))
    world.set_centers(handles, [[5, 6], [7, 8]])
    assert np.array_equal(world.shapes(handles).centers, [[5, 6], [7, 8]])
    assert np.array_equal(world.shapes(handles).bounds[1], [6, 6, 8, 10])
    with pytest.raises(collide2d.StaleError):
        world.set_centers([collide2d.NO_ENTITY], [[0, 0]])


def test_set_centers_by_slot() -> None:
    world = collide2d.World()
    handles = world.insert(collide2d.circles([0, 1, 2], [0, 0, 0], 0.5))
    assert collide2d.slots(handles).tolist() == [0, 1, 2]
    world.set_centers_by_slot([[5, 6], [7, 8]])
    assert world.shapes(handles).centers.tolist() == [[5, 6], [7, 8], [2, 0]]
    with pytest.raises(collide2d.ShapeError, match="index 1: "):
        world.set_centers_by_slot([[1.0, 1.0], [np.nan, 0.0]])
    with pytest.raises(collide2d.ColumnError, match="centers: must have rows of 2 numbers"):
        world.set_centers_by_slot([[1, 2, 3]])
    assert world.shapes(handles).centers.tolist() == [[5, 6], [7, 8], [2, 0]]


def test_slide_and_free() -> None:
    shapes = collide2d.rects([-9, 2], [-1, -9], [9, 3], [0, 9])
    queries = collide2d.query(shapes)
    slides = queries.slide(collide2d.circles(0, 1.5, 0.5), [[1, -2]])
    assert np.array_equal(slides.ends.centers, [[1, 0.5]])
    assert list(slides.handles) == [0]
    assert np.array_equal(queries.slide(collide2d.circles(0, 1.5, 0.5), [[1, -2]], max_bounces=0).ends.centers, [[0.5, 0.5]])
    assert np.array_equal(queries.slide(collide2d.circles(0, 1.5, 0.5), [[1, -2]], ignore=0).ends.centers, [[1, -0.5]])
    places, found = queries.free(collide2d.circles([0, 0], [-0.25, -0.5], [0.5, 0.5]), 0.8)
    assert list(found) == [True, False]
    assert np.array_equal(places.centers, [[0, 0.5], [0, -0.5]])
    assert not queries.free(collide2d.circles(0, -0.25, 0.5), 0.8, budget=collide2d.Budget(max_candidates_each=0))[1].any()


def test_sweep_through() -> None:
    world = collide2d.World(history=8, teleport_distance=4)
    runner = world.insert(collide2d.circles(4, 4, 0.5))
    for y in (4, 2, 0, -2):
        world.set_shapes(runner, collide2d.circles(4, y, 0.5))
        world.step()
    rocket = collide2d.circles(0, [0, 50], 0.5)
    hits, ticks = world.sweep_through(rocket, [6, 0], 1, 4)
    assert [list(hits[0]), list(hits[1])] == [list(runner), []]
    assert 2.5 < ticks[0] < 3
    assert len(world.sweep_through(rocket, [6, 0], 1, 4, ignore=runner[0])[1]) == 0
    with pytest.raises(collide2d.PastError):
        world.sweep_through(rocket, [6, 0], 1, 9)


def test_crowds() -> None:
    """Limits of movers on one point: who blocks, and who pushes."""
    at_one_point = collide2d.circles([0] * 40, 0, 0.5)
    for crowd, blocked in ((16, True), (None, True), (0, False)):
        world = collide2d.World()
        handles = world.insert(at_one_point)
        slides = world.move(handles, [[0.25, 0.0]] * 40, in_order=True, leave_overlapped=False, crowd=crowd)
        assert (slides.ends.centers[0][0] == 0) == blocked
    moved = []
    for limits in ({"crowd": 8}, {"crowd": None}, {"crowd": 0}, {"crowd": 1, "crowd_first": 1}):
        world = collide2d.World()
        handles = world.insert(at_one_point)
        _, ends = world.separate(handles, rounds=1, **limits)
        moved.append(int((ends.centers != 0).any(axis=1).sum()))
    # With a limit of one, that one pushes the others, and nothing pushes it.
    assert moved == [40, 40, 0, 39]


def test_separate() -> None:
    world = collide2d.World()
    a, b = world.insert(collide2d.circles([0.5, 1], 0, 0.5))
    world.insert(collide2d.rects(-1, -9, 0, 9), mobility="static")
    handles, ends = world.separate([a, b, a])
    assert list(handles) == [a, b]
    assert np.array_equal(ends.centers, [[0.5, 0], [1.46875, 0]])
    assert np.array_equal(world.shapes([a, b]).centers, ends.centers)
    world.set_centers([b], [[1, 0]])
    _, ends = world.separate([a, b], rounds=1, rules=[(1, 1, 0.125)], max_bounces=2)
    assert 1.124 < ends.centers[1, 0] <= 1.125
    with pytest.raises(collide2d.StaleError, match="^index 1: "):
        world.separate([a, collide2d.NO_ENTITY])
    with pytest.raises(TypeError, match="bounces"):
        world.separate([a], bounces=3)  # type: ignore[call-arg]


def test_turn() -> None:
    doors = collide2d.oriented_rects([1, 1], [0, 50], 1, 0.125, angle=0)
    queries = collide2d.query(collide2d.circles(1, 1.5, 0.5))
    ends, left, hits = queries.turn(doors, [[0, 0], [0, 50]], np.pi / 2)
    assert list(hits[0]) == [0]
    assert list(hits[1]) == []
    assert 0.5 < left[0] < 1
    assert left[1] == 0
    assert np.allclose(ends.centers[1], [0, 51], atol=1e-5)
    assert queries.turn(doors, [[0, 0], [0, 50]], np.pi / 2, ignore=0)[1][0] == 0
    with pytest.raises(collide2d.ShapeError, match=r"shapes\[0\]: must be an oriented rect"):
        queries.turn(collide2d.circles(0, 0, 1), [[0, 0]], 1)
    with pytest.raises(collide2d.ShapeError, match="angle: must be a finite number"):
        queries.turn(doors, [0, 0], np.nan)


def test_contacts() -> None:
    a, b = collide2d.rects([0, 0], [0, 0], [1, 1], [4, 4]), collide2d.circles([4, 1.5], [8, 2], [2, 1])
    contacts = collide2d.contacts(a, b)
    assert np.isnan(contacts.depth[0])
    assert contacts.depth[1] == 0.5
    assert np.array_equal(contacts.normal[1], [1, 0])
    assert contacts.points.shape == (2, 2, 2)
    closest = collide2d.closest_points(a, b)
    assert np.array_equal(closest[0, 0], [1, 4])
    assert np.isnan(closest[1]).all()
    world = collide2d.World()
    world.insert(collide2d.concat([a[1:], b[1:]]))
    world.step()
    assert world.contacts().depth[0] == 0.5


def utm(count: int) -> tuple[np.ndarray[tuple[int], np.dtype[np.float64]], ...]:
    rng = np.random.default_rng(7)
    return 500_000 + rng.uniform(0, 2_000, count), 4_500_000 + rng.uniform(0, 2_000, count)


def test_pairs_far_from_zero_are_those_of_64_bits() -> None:
    x, y = utm(2_000)
    distance = np.hypot(x[:, None] - x, y[:, None] - y)
    expected = np.argwhere(np.triu(distance <= 60, 1))
    near = collide2d.circles(x, y, 30.0, origin=(500_000, 4_500_000))
    assert np.array_equal(collide2d.pairs(near), expected)
    with pytest.warns(collide2d.PrecisionWarning, match="pass origin="):
        far = collide2d.circles(x, y, 30.0)
    assert not np.array_equal(collide2d.pairs(far), expected)


@pytest.mark.filterwarnings("error::collide2d.PrecisionWarning")
def test_warnings() -> None:
    x, y = utm(100)
    with pytest.raises(collide2d.PrecisionWarning):
        collide2d.points(x, y)
    with pytest.raises(collide2d.PrecisionWarning):
        collide2d.rects(x, y, x + 1, y + 1)
    with pytest.raises(collide2d.PrecisionWarning):
        collide2d.oriented_rects(x, y, 1, 1, angle=0)
    # Many shapes, of which rounding moves each by little: some pairs are wrong.
    for radius in (20, 70, 100, 250, 1_000):
        rng = np.random.default_rng(3)
        side = np.sqrt(20_000 * np.pi * 2 * radius**2)
        x_many, y_many = 500_000 + rng.uniform(0, side, 20_000), 4_500_000 + rng.uniform(0, side, 20_000)
        with pytest.raises(collide2d.PrecisionWarning):
            collide2d.circles(x_many, y_many, radius)
        collide2d.circles(x_many, y_many, radius, origin=(500_000 + side / 2, 4_500_000 + side / 2))
    # No origin would help.
    collide2d.circles(rng.uniform(-1_000, 1_000, 100_000), rng.uniform(-1_000, 1_000, 100_000), 1)
    # Not if nothing is rounded, if shapes are large, or around the origin.
    collide2d.circles(x.astype(np.float32), y.astype(np.float32), 0.5)
    collide2d.circles(np.round(x * 2) / 2, np.round(y * 2) / 2, 0.5)
    collide2d.circles(x, y, 100)
    collide2d.circles(x - 500_000, y - 4_500_000, 0.5)
    collide2d.points(x - 500_000, y - 4_500_000)
    collide2d.points(4_500_000.1, 0)
    collide2d.points(x, y, origin=(x[0], y[0]))


@pytest.mark.filterwarnings("error::collide2d.PrecisionWarning")
@pytest.mark.parametrize("dtype", [np.float64, np.int64, np.int32, np.uint64])
def test_points_that_rounding_puts_at_one_place(dtype: Any) -> None:
    near = np.array([16_777_216, 16_777_217], dtype)
    made: list[Callable[[], Any]] = [
        lambda: collide2d.points(near, 0),
        lambda: collide2d.points(0, near),
        lambda: collide2d.circles(near, 0, 0),
        lambda: collide2d.capsules(near, 0, near, 0, 0),
        lambda: collide2d.rects(near[0], 0, near[1], 0),
        lambda: collide2d.polygons([[[0, 0]]] * 2, position=np.column_stack([near, [0, 0]])),
        # The extent of all points is no measure of the distance of two.
        lambda: collide2d.points(np.append(near, 0).astype(dtype), 0),
    ]
    for make in made:
        with pytest.raises(collide2d.PrecisionWarning):
            make()
    assert len(collide2d.pairs(collide2d.points(near, 0, origin=(16_777_216, 0)))) == 0
    # Points that are equal before the rounding touch anyway.
    collide2d.points(np.array([16_777_217] * 2, dtype), 0)
    collide2d.points(near[[0, 0]], 0)
    if dtype == np.float64:
        with pytest.raises(collide2d.PrecisionWarning):
            collide2d.points(np.zeros(100), 4_500_000 + np.arange(100) * 0.002)
        collide2d.points([0.1, 0.3], [-0.0, 0.0])
