"""The golden matches and walks: every language must get the same numbers from the same rows and calls."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import collide2d
import numpy as np
import pytest
from numpy.typing import NDArray

GOLDEN = Path(__file__).parents[3] / "tests/golden"


def rows(name: str) -> list[dict[str, str]]:
    with (GOLDEN / name).open(newline="") as file:
        return list(csv.DictReader(file))


def shapes_of(frame: list[dict[str, str]]) -> collide2d.Shapes:
    """The shapes of rows. Each kind is made separately; the result has the order of the rows."""
    kind = np.array([row.get("kind", "0") for row in frame], np.uint8)
    if "numbers" in frame[0]:
        numbers = np.zeros((len(frame), 19), np.float32)
        for place, row in enumerate(frame):
            given = row["numbers"].split(" ")
            numbers[place, : len(given)] = given
        return collide2d.Shapes(kind, numbers)
    if "radius" in frame[0]:
        return collide2d.circles(*(np.array([row[name] for row in frame], np.float32) for name in ("x", "y", "radius")))
    columns = {name: np.array([row[name] for row in frame], np.float32) for name in ("x", "y", "a", "b", "angle")}
    x, y, a, b, angle = (columns[name] for name in ("x", "y", "a", "b", "angle"))
    circle, rect, oriented = (np.flatnonzero(kind == number) for number in range(3))
    parts = [
        collide2d.circles(x[circle], y[circle], a[circle]),
        collide2d.rects(x[rect], y[rect], a[rect], b[rect]),
        collide2d.oriented_rects(x[oriented], y[oriented], a[oriented], b[oriented], angle=angle[oriented]),
    ]
    return collide2d.concat(parts)[np.argsort(np.concatenate([circle, rect, oriented]))]


def sectors_of(queries: collide2d.Queries, frame: list[dict[str, str]]) -> collide2d.Hits:
    """The hits of the sectors of rows."""
    columns = {name: np.array([row[name] for row in frame], np.float32) for name in frame[0] if name not in ("tick", "hits")}
    apexes = np.column_stack([columns["x"], columns["y"]])
    directions = np.column_stack([columns["direction_x"], columns["direction_y"]])
    return queries.sectors(apexes, columns["outer"], columns["inner"], directions=directions, openings=columns["opening"])


def play(world: collide2d.World, files: str) -> Iterator[dict[int, int]]:
    """Plays a match in a world. Yields the handle of each id after each step."""
    frames: dict[int, list[dict[str, str]]] = {}
    for row in rows(f"{files}match.csv"):
        frames.setdefault(int(row["tick"]), []).append(row)
    handles: dict[int, int] = {}
    for frame in frames.values():
        ids = [int(row["id"]) for row in frame]
        shapes = shapes_of(frame)
        gone = [handles.pop(number) for number in list(handles) if number not in set(ids)]
        world.remove(gone)
        old = [place for place, number in enumerate(ids) if number in handles]
        new = [place for place, number in enumerate(ids) if number not in handles]
        world.set_shapes([handles[ids[place]] for place in old], shapes[old])
        inserted = world.insert(shapes[new])
        handles.update((ids[place], int(handle)) for place, handle in zip(new, inserted, strict=True))
        # In the order of this tick's rows, in which the next tick removes entities.
        handles = {number: handles[number] for number in ids}
        world.step()
        yield handles


def tick_row(world: collide2d.World) -> dict[str, str]:
    events = world.events()
    numbers = [world.tick, len(world.pairs()), len(events.began), len(events.ended)]
    named = dict(zip(["tick", "pairs", "began", "ended"], map(str, numbers), strict=True))
    return {**named, "fingerprint": f"{world.fingerprint():016x}"}


# The two sets of files: circles and rectangles, and every kind of shape.
FILES = ["", "kinds_"]

SETTINGS = [
    ("auto", None),
    ("brute", 1),
    ("grid", 2),
    ("levels", 2),
    ("sweep", 1),
    ("rtree", 2),
]


@pytest.mark.parametrize("files", FILES)
@pytest.mark.parametrize(("strategy", "threads"), SETTINGS)
def test_steps(strategy: Any, threads: int | None, files: str) -> None:
    world = collide2d.World(events=True, strategy=strategy, threads=threads)
    assert [tick_row(world) for _ in play(world, files)] == rows(f"{files}ticks.csv")


def overlaps_of(queries: collide2d.Queries, frame: list[dict[str, str]]) -> collide2d.Hits:
    """The hits of the shapes of rows."""
    return queries.overlap(shapes_of(frame))


@pytest.mark.parametrize("files", FILES)
@pytest.mark.parametrize(("name", "ask"), [("questions", overlaps_of), ("sectors", sectors_of)])
def test_questions(name: str, ask: Any, files: str) -> None:
    expected = rows(f"{files}{name}.csv")
    found = []
    world = collide2d.World(events=True)
    for handles in play(world, files):
        asked = [row for row in expected if int(row["tick"]) == world.tick]
        if not asked:
            continue
        hits = ask(world.queries(), asked)
        ids = {handle: number for number, handle in handles.items()}
        for question, row in enumerate(asked):
            found.append({**row, "hits": " ".join(str(ids[int(handle)]) for handle in hits[question])})
    assert found == expected


@pytest.mark.parametrize("files", FILES)
@pytest.mark.parametrize(("strategy", "threads"), SETTINGS)
def test_walk(strategy: Any, threads: int | None, files: str) -> None:
    inputs, ticks = rows(f"{files}walk.csv"), []
    world = collide2d.World(strategy=strategy, threads=threads)
    motion = np.array([[row["motion_x"], row["motion_y"]] for row in inputs], np.float32)
    moves = motion.any(axis=1)
    starts = shapes_of(inputs)
    handles = world.insert(starts, mobility=np.where(moves, 0, 1))
    world.step()
    for tick in range(20):
        sign = 1 if tick // 5 % 2 == 0 else -1
        slides = world.move(handles[moves], motion[moves] * np.float32(sign), in_order=tick % 2 == 0)
        world.step()
        row = [world.tick, len(world.pairs()), len(slides.handles), f"{world.fingerprint():016x}"]
        ticks.append(dict(zip(["tick", "pairs", "hits", "fingerprint"], map(str, row), strict=True)))
    assert ticks == rows(f"{files}walk_ticks.csv")
    ends = np.array([[row["end_x"], row["end_y"]] for row in inputs], np.float32)
    assert np.array_equal(world.shapes(handles).numbers[:, :2], ends)

    asked = rows(f"{files}walk_places.csv")

    def columns(*names: str) -> NDArray[np.float32]:
        return np.array([[row[name] or "nan" for name in names] for row in asked], np.float32)

    shapes = shapes_of(asked)
    slides = world.queries().slide(shapes, columns("motion_x", "motion_y"))
    assert np.array_equal(slides.ends.numbers[:, :2], columns("slide_x", "slide_y"))
    ids = {int(handle): number for number, handle in enumerate(handles)}
    hits = [" ".join(str(ids[int(handle)]) for handle in slides[place]) for place in range(len(asked))]
    assert hits == [row["hits"] for row in asked]
    places, found = world.queries().free(shapes, 3)
    expected = columns("free_x", "free_y")
    assert np.array_equal(found, ~np.isnan(expected[:, 0]))
    assert np.array_equal(places.numbers[found, :2], expected[found])

    asked = rows(f"{files}walk_turns.csv")
    turning = [int(row["id"]) for row in asked]
    pivots = starts.centers[turning]
    doors = world.shapes(handles[turning])
    turned, left, blocked = world.queries().turn(doors, pivots, columns("angle")[:, 0], ignore=handles[turning])
    assert np.array_equal(turned.centers, columns("x", "y"))
    assert np.array_equal(left, columns("left")[:, 0])
    hits = [" ".join(str(ids[int(handle)]) for handle in blocked[place]) for place in range(len(asked))]
    assert hits == [row["hit"] for row in asked]
    world.separate(handles[moves])
    world.step()
    row = [world.tick, len(world.pairs()), f"{world.fingerprint():016x}"]
    assert [list(map(str, row))] == [list(row.values()) for row in rows(f"{files}walk_crowd.csv")]


@pytest.mark.parametrize("files", FILES)
def test_recording_is_the_same_to_the_byte(files: str) -> None:
    world = collide2d.World(events=True, threads=1)
    world.start_recording()
    recorded = b"".join(world.recorded() for _ in play(world, files))
    assert recorded == (GOLDEN / f"{files}match.ctrace").read_bytes()


@pytest.mark.parametrize("files", FILES)
@pytest.mark.parametrize("as_bytes", [False, True])
def test_replay(as_bytes: bool, files: str) -> None:
    path = GOLDEN / f"{files}match.ctrace"
    world, found = collide2d.World(), []
    for tick in collide2d.Trace(path.read_bytes() if as_bytes else path):
        assert world.replay(tick) == (0, 0)
        assert (tick.tick, tick.pair_count, tick.fingerprint) == (world.tick, len(world.pairs()), world.fingerprint())
        found.append(tick_row(world))
    assert found == rows(f"{files}ticks.csv")


def test_table_of_the_trace() -> None:
    table = collide2d.trace_columns(GOLDEN / "match.ctrace")
    expected = rows("ticks.csv")

    def column(name: str, base: int = 10) -> NDArray[np.uint64]:
        return np.array([int(row[name], base) for row in expected], np.uint64)

    for name in ("tick", "pairs", "began", "ended"):
        assert np.array_equal(table[name], column(name)), name
    assert np.array_equal(table["fingerprint"], column("fingerprint", 16))
    for name in ("pairs", "events", "entities"):
        other = collide2d.trace_columns(GOLDEN / "match.ctrace", name)  # type: ignore[arg-type]
        counts = np.bincount(other["tick"].astype(int))[1:]
        kept = table[name] if name != "events" else table["ended"] + table["pairs"]
        assert np.array_equal(counts, kept), name
