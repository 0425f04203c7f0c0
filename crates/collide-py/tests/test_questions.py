"""Queries on worlds and on columns, and the area of interest."""

from __future__ import annotations

from typing import Any

import collide2d
import numpy as np
import pytest

LINE = collide2d.circles([2, 5, 9], 0, 1)


def test_overlaps_are_rows_of_handles() -> None:
    hits = collide2d.query(LINE).overlap(collide2d.circles([0, 3.5, 50], 0, [1, 1, 1]))
    assert [hits[i].tolist() for i in range(3)] == [[0], [0, 1], []]
    assert len(hits) == 3
    assert hits.starts.tolist() == [0, 1, 3, 3]
    assert hits.counts.tolist() == [1, 2, 0]
    assert hits.questions.tolist() == [0, 1, 1]
    assert hits.handles.tolist() == [0, 0, 1]
    assert hits[-2].tolist() == [0, 1]
    assert repr(hits) == "Hits(3 questions, 3 hits)"
    with pytest.raises(IndexError, match="question: must be below 3, is 3"):
        hits[3]


def test_nearest() -> None:
    here = collide2d.points([0, 6], 0)
    queries = collide2d.query(LINE)
    hits = queries.nearest(here)
    assert (hits.handles.tolist(), hits.distance.tolist()) == ([0, 1], [1, 0])
    hits = queries.nearest(here, count=3, within=[3, np.inf])
    assert [hits[i].tolist() for i in range(2)] == [[0], [1, 2, 0]]
    assert hits.distance[hits.slice(1)].tolist() == [0, 2, 3]
    assert list(hits.columns()) == ["question", "handle", "distance"]
    assert queries.nearest(here, count=3, count_only=True).counts.tolist() == [3, 3]
    assert queries.nearest(here, first=2).counts.tolist() == [2, 2]


@pytest.mark.parametrize("seed", range(5))
def test_nearest_is_that_of_numpy(seed: int) -> None:
    rng = np.random.default_rng(seed)
    points, asked = rng.uniform(-9, 9, (2, 300)).astype(np.float32), rng.uniform(-9, 9, (2, 80)).astype(np.float32)
    hits = collide2d.query(collide2d.points(*points)).nearest(collide2d.points(*asked), count=5)
    far = np.hypot(*(asked[:, :, None].astype(float) - points[:, None]))
    assert np.array_equal(hits.handles.reshape(80, 5), np.argsort(far, axis=1)[:, :5])
    assert np.allclose(hits.distance.reshape(80, 5), np.sort(far, axis=1)[:, :5], rtol=1e-6)


def test_rays_and_segments() -> None:
    queries = collide2d.query(collide2d.concat([LINE, collide2d.rects(-1, -9, 1, -8)]))
    hits = queries.rays([0, 0], [[1, 0], [-1, 0], [0, -1]])
    assert hits.counts.tolist() == [3, 0, 1]
    assert hits.handles.tolist() == [0, 1, 2, 3]
    assert hits.entry.tolist() == [1, 4, 8, 8]
    assert hits.exit.tolist() == [3, 6, 10, 9]
    assert hits.point[0].tolist() == [1, 0]
    assert hits.normal[0].tolist() == [-1, 0]
    assert queries.rays([0, 0], [1, 0], 4.5, first=1).handles.tolist() == [0]
    assert queries.rays([0, 0], [1, 0], 3.5).handles.tolist() == [0]
    assert np.isnan(queries.rays([2, 0], [1, 0], first=1).normal).all()
    assert list(hits.columns())[2:] == ["entry", "exit", "point_x", "point_y", "normal_x", "normal_y"]
    hits = queries.segments([[0, 0], [0, 5]], [10, 0], first=1)
    assert (hits.handles.tolist(), hits.entry.tolist()) == ([0, 2], [pytest.approx(0.1), pytest.approx(hits.entry[1])])
    assert queries.blocked([[0, 0], [0, 5]], [[9, 0], [9, 5]]).tolist() == [True, False]


def test_sectors() -> None:
    world = collide2d.World(history=4)
    shapes = collide2d.concat([collide2d.circles([3, 0], [0, 3], 1), collide2d.rects(-4, -1, -2, 1)])
    ahead, above, behind = (int(handle) for handle in world.insert(shapes))
    world.step()
    # Touches `ahead` at 2, 0; touches it at 4, 0 and `above` at 0, 4; wider than 180 degrees, beyond all; and up to two
    # corners of `behind`.
    starts, ends, outer, inner = [[1, -1], [1, 0], [1, 2], [1, 2]], [[1, 1], [0, 1], [1, -2], [1, -2]], [2, 9, 9, 9], [0, 4, 4.5, 4]
    hits = world.queries().sectors([0, 0], outer, inner, starts=starts, ends=ends)
    assert [hits[i].tolist() for i in range(4)] == [[ahead], [ahead, above], [], [above, behind]]
    hits = world.queries().sectors([0, 0], 9, starts=starts, ends=ends, count_only=True, ignore=ahead)
    assert hits.counts.tolist() == [0, 1, 2, 2]

    directions, openings = [[1, 0], [0, 7], [-1, 0]], [90, 90, 300]
    hits = world.queries().sectors([0, 0], [2, 2, 9], directions=directions, openings=openings)
    assert [hits[i].tolist() for i in range(3)] == [[ahead], [above], [above, behind]]
    assert world.queries().sectors([[0, 0], [0, 9]], 2.5, directions=[0, 1], openings=90).handles.tolist() == [above]

    world.remove(behind)
    world.set_settings(touching="open")
    world.step()
    now, then = (ask.sectors([0, 0], 9, 4, starts=starts, ends=ends, first=1) for ask in (world.queries(), world.at(1)))
    assert (now.handles.tolist(), then.handles.tolist()) == ([], [behind, behind])


def test_sweeps() -> None:
    hits = collide2d.query(LINE).sweep(collide2d.circles([0, 0], [0, 9], 0.5), [[10, 0], [10, 0]])
    assert hits.counts.tolist() == [3, 0]
    assert hits.time.tolist() == pytest.approx([0.05, 0.35, 0.75])
    assert hits.normal[0].tolist() == [1, 0]
    assert hits.points.shape == (3, 2, 2)
    assert hits.point.shape == (3, 2)
    assert hits.point.tolist() == hits.points[:, 0].tolist()
    assert hits.columns()["point_x"].tolist() == pytest.approx([1, 4, 8])


def test_which_entities_are_found() -> None:
    world = collide2d.World()
    handles = world.insert(LINE, category=[1, 2, 4], sensor=[False, False, True])
    world.step()
    queries, all_ = world.queries(), collide2d.circles([0, 0], 0, 50)
    assert queries.overlap(all_, ignore=[handles[0], collide2d.NO_ENTITY]).counts.tolist() == [2, 3]
    assert queries.overlap(all_, mask=[1, 6]).counts.tolist() == [1, 2]
    assert queries.overlap(all_, solid=True).counts.tolist() == [2, 2]
    assert queries.overlap(all_, first=1).handles.tolist() == [handles[0]] * 2
    counted = queries.overlap(all_, count_only=True)
    assert (counted.counts.tolist(), counted.handles.tolist(), counted[1].tolist()) == ([3, 3], [], [])
    assert counted.questions.tolist() == []
    assert queries.blocked([0, 0], [9, 0], mask=8).tolist() == [False]
    assert queries.rays([0, 0], [1, 0], ignore=handles[0], solid=True).handles.tolist() == [handles[1]]


@pytest.mark.parametrize(
    ("ask", "error", "message"),
    [
        (lambda q: q.rays([0, 0], [[1, 0], [0, 0]]), collide2d.ShapeError, "index 1: direction: x and y must not both be zero"),
        (lambda q: q.rays([0, np.inf], [1, 0]), collide2d.ShapeError, "index 0: origin.y: must be a finite number, is inf"),
        (lambda q: q.rays([0, 0], [1, 0], np.nan), collide2d.ShapeError, "index 0: max_t: must be a number, is NaN"),
        (lambda q: q.rays([[0, 0]] * 2, [[1, 0]] * 3), collide2d.ColumnError, "directions: must have 2 rows like origins, has 3"),
        (lambda q: q.rays([0, 0, 0], [1, 0]), collide2d.ColumnError, r"origins: must have rows of 2 numbers, has shape \[3\]"),
        (lambda q: q.rays(np.zeros((2, 0)), [1, 0]), collide2d.ColumnError, "origins: must have rows of 2 numbers"),
        (lambda q: q.sectors([0, 0], 1, directions=[1, 0], openings=[90, 360]), collide2d.ShapeError, "index 1: opening: must be above 0 and below 360 degrees, is 360"),
        (lambda q: q.sectors([0, 0], 1, starts=[2, 4], ends=[[4, 2], [1, 2]]), collide2d.ShapeError, "index 1: borders: must have different directions"),
        (lambda q: q.sectors([0, 0], 1, [0, 1], directions=[1, 0], openings=9), collide2d.ShapeError, "index 1: inner: must be below the outer radius 1, is 1"),
        (lambda q: q.sectors([0, 0], 1, directions=[1, 0]), TypeError, "either directions and openings, or starts and ends must be given"),
        (lambda q: q.sectors([0, 0], [1, 2], starts=[1, 0], ends=[[0, 1]]), collide2d.ColumnError, "ends: must have 2 rows like outer, has 1"),
        (lambda q: q.sweep(LINE, [[0, 0]] * 2), collide2d.ColumnError, "motion: must have 3 rows or be one value, has 2"),
        (lambda q: q.sweep(LINE, [0, np.nan]), collide2d.ShapeError, "index 0: motion.y"),
        (lambda q: q.overlap(LINE, first=1, count_only=True), TypeError, "only one may be given"),
        (lambda q: q.overlap(LINE, ignore=[0]), collide2d.ColumnError, "ignore: must have 3 rows or be one value, has 1"),
        (lambda q: q.blocked([0, 0], [1, 1], first=1), TypeError, "unexpected keyword argument first"),
        (lambda q: q.overlap(LINE, first=-1), TypeError, "first: "),
        (lambda q: q.shapes([3]), collide2d.StaleError, "index 0: handle: 3v0 is stale"),
    ],
)  # fmt: skip
def test_refusals(ask: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        ask(collide2d.query(LINE))


def test_no_questions_have_no_answers() -> None:
    queries, none = collide2d.query(LINE), collide2d.circles([], [], [])
    assert len(queries.overlap(none)) == len(queries.nearest(none)) == len(queries.rays([], [])) == 0
    assert queries.blocked(np.zeros((0, 2)), [1, 1]).tolist() == []
    assert len(collide2d.query(none).overlap(LINE).handles) == 0


def test_interest() -> None:
    world, interest = collide2d.World(), collide2d.Interest()
    player, orc = world.insert(collide2d.circles([0, 30], 0, 1))
    clients = interest.insert(18, 20, follow=player, ignore=player)
    towers = interest.insert([1, 2], [1, 2], at=[[0, 0], [30, 0]], max_visible=1)
    seen = []
    for x in (19.5, 19.0, 21.0, 21.5):
        world.set_shapes(orc, collide2d.circles(x, 0, 1))
        world.step()
        report = interest.update(world)
        views = interest.views()
        assert views.observers.tolist() == [*clients, *towers]
        seen.append((views.visible[0].tolist(), len(views.entered[0]), len(views.left[0])))
        assert (report.observer_count, report.lost_count) == (3, 0)
    assert seen == [([], 0, 0), ([orc], 1, 0), ([orc], 0, 0), ([], 0, 1)]
    assert interest.observers_of(int(player)).tolist() == [towers[0]]
    world.remove(player)
    world.step()
    assert interest.update(world).lost_count == 1
    assert interest.lost([*clients, *towers]).tolist() == [True, False, False]
    assert interest.viewpoints(towers).tolist() == [[0, 0], [30, 0]]
    interest.set(towers, 5, 5, at=[21.5, 0])
    interest.update(world)
    assert interest.views().visible.counts.tolist() == [0, 1, 1]
    interest.remove(towers)
    assert len(interest) == 1


def test_interest_refuses() -> None:
    interest = collide2d.Interest()
    with pytest.raises(collide2d.InterestError, match="index 1: inner: must not be above outer, 18, is 20"):
        interest.insert([1, 20], 18, at=[0, 0])
    assert len(interest) == 0
    ids = interest.insert(1, [2, 2], at=[0, 0])
    with pytest.raises(collide2d.ColumnError, match="inner: must have 2 rows like observers, has 1"):
        interest.set(ids, [1], 2, at=[0, 0])
    with pytest.raises(TypeError, match="exactly one of at and follow"):
        interest.insert(1, 2)
    with pytest.raises(collide2d.StaleError, match="index 2: observer: 9v0 is stale"):
        interest.remove([*ids, 9])
