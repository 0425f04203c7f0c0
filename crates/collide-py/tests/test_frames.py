"""Data frames of pandas and polars: shapes from them, and results as them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import collide2d
import numpy as np
import pandas
import polars
import pytest

LIBRARIES: list[Any] = [pandas, polars]
ARENA = Path(__file__).parents[3] / "examples/data/arena.csv"
WALLS = Path(__file__).parents[3] / "examples/data/walls.csv"


@pytest.fixture(params=LIBRARIES, ids=lambda library: library.__name__)
def library(request: pytest.FixtureRequest) -> Any:
    return request.param


def test_each_kind_of_shape_by_its_columns(library: Any) -> None:
    frame = library.DataFrame({"name": ["a", "b"], "X": [1, 2], "Y": [3.5, 4.5], "radius": [0.5, 1]})
    assert collide2d.from_frame(frame) == collide2d.circles([1, 2], [3.5, 4.5], [0.5, 1])
    assert collide2d.from_frame(frame[["X", "Y"]]) == collide2d.points([1, 2], [3.5, 4.5])
    corners = library.DataFrame({"min_x": [0], "min_y": [1], "max_x": [2], "max_y": [3]})
    assert collide2d.from_frame(corners) == collide2d.rects([0], [1], [2], [3])
    sides: dict[str, Any] = {"x": [1], "y": [2], "width": [4], "height": [6]}
    for rotation, expected in (({"angle": [30]}, {"degrees": [30]}), ({"cos": [0], "sin": [1]}, {"rotor": [[0, 1]]}), ({}, {"angle": [0]})):
        frame = library.DataFrame({**sides, **rotation})
        assert collide2d.from_frame(frame) == collide2d.oriented_rects([1], [2], [2], [3], **expected)


def test_a_frame_of_all_kinds_keeps_the_order_of_its_rows(library: Any) -> None:
    frame = library.read_csv(ARENA)
    shapes = collide2d.from_frame(frame)
    assert len(shapes) == len(frame)
    assert set(shapes.kind.tolist()) == {0, 1, 2}
    assert np.array_equal(shapes.kind == 0, ~np.isnan(np.asarray(frame["radius"], float)))
    back = collide2d.to_frame(shapes, library.__name__)
    assert collide2d.from_frame(back) == shapes


def test_capsules_and_polygons_have_a_column_of_points(library: Any) -> None:
    frame = library.read_csv(WALLS)
    shapes = collide2d.from_frame(frame)
    assert {3, 4} <= set(shapes.kind.tolist())
    back = collide2d.to_frame(shapes, library.__name__)
    assert collide2d.from_frame(back) == shapes
    lists = library.DataFrame({"points": [[[0, -4], [0, 4]], [[0, 0], [1, 1], [1, 1]]], "radius": [0.25, 0], "x": [5, 0], "y": [1, 0]})
    expected = [collide2d.capsules(0, -4, 0, 4, 0.25, position=[5, 1]), collide2d.polygons([[0, 0], [1, 1]])]
    assert collide2d.from_frame(lists) == collide2d.concat(expected)
    assert collide2d.from_frame(collide2d.to_frame(collide2d.concat(expected), library.__name__)) == collide2d.concat(expected)
    assert collide2d.from_frame(library.DataFrame({"points": ["0 0 1 0 0 1"]})) == collide2d.polygons([[0, 0], [1, 0], [0, 1]])
    with pytest.raises(collide2d.ColumnError, match="index 0: points: must be x and y of each point, are 3 numbers"):
        collide2d.from_frame(library.DataFrame({"points": ["0 0 1"]}))


def test_an_origin_is_subtracted_before_rounding(library: Any) -> None:
    frame = library.DataFrame({"x": [500_000.4], "y": [4_500_000.2], "radius": [2.5]})
    expected = collide2d.circles([500_000.4], [4_500_000.2], 2.5, origin=(500_000, 4_500_000))
    assert collide2d.from_frame(frame, origin=(500_000, 4_500_000)) == expected


def test_missing_values_name_the_row(library: Any) -> None:
    with pytest.raises(collide2d.ShapeError, match="index 1: row: must have the columns of exactly one shape"):
        collide2d.from_frame(library.DataFrame({"x": [1, None], "y": [1, 2], "radius": [1, 1]}))
    with pytest.raises(collide2d.ShapeError, match="index 0: row: must have the columns of exactly one shape"):
        collide2d.from_frame(library.DataFrame({"x": [1], "y": [1], "radius": [1], "width": [1], "height": [1]}))
    with pytest.raises(collide2d.ColumnError, match="frame: must have columns of shapes"):
        collide2d.from_frame(library.DataFrame({"lon": [1]}))
    assert len(collide2d.from_frame(library.DataFrame({"x": [], "y": []}))) == 0


def test_columns_that_are_no_numbers_are_refused(library: Any) -> None:
    dates = np.array(["2020-01-01", "NaT"], "datetime64[s]")
    with pytest.raises(TypeError, match=r"x: must be numbers, is of type datetime64\[s\]"):
        collide2d.from_frame({"x": dates, "y": [0, 0]})
    for values in (["1", "2"], [True, False]):
        with pytest.raises(TypeError, match="x: must be numbers, is of type "):
            collide2d.from_frame(library.DataFrame({"x": values, "y": [0, 0]}))
    with pytest.raises(collide2d.ColumnError, match=r"x: must be at most 2\^53 in size"):
        collide2d.from_frame(library.DataFrame({"x": [2**53 + 1, 0], "y": [0, 0]}))
    masked = np.ma.masked_array([1.0, 5.0], mask=[False, True])
    with pytest.raises(collide2d.ShapeError, match="index 1: row: must have the columns of exactly one shape"):
        collide2d.from_frame({"x": masked, "y": [0, 0], "radius": [1, 1]})


def test_results_as_frames(library: Any) -> None:
    name = library.__name__

    def columns(result: Any) -> list[str]:
        frame = collide2d.to_frame(result, name)
        assert isinstance(frame, library.DataFrame)
        return list(frame.columns)

    shapes = collide2d.circles([0, 1.5, 9], 0, 1)
    pairs = collide2d.to_frame(collide2d.pairs(shapes), name)
    assert (np.asarray(pairs["a"]).tolist(), np.asarray(pairs["b"]).tolist()) == ([0], [1])
    hits = collide2d.query(shapes).nearest(collide2d.points([4, 8], 0), count=2)
    frame = collide2d.to_frame(hits, name)
    assert np.asarray(frame["distance"]).tolist() == hits.distance.tolist()
    world = collide2d.World(events=True)
    handles = world.insert(shapes)
    world.step()
    assert columns(world.events()) == ["kind", "a", "b"]
    assert columns(world.contacts())[:3] == ["depth", "normal_x", "normal_y"]
    assert columns(world.swept_pairs(handles, [0, 0])) == ["a", "b", "time", "normal_x", "normal_y"]
    assert "handle" in columns(world.entities())
    assert "handle" in columns(world.move(handles, [[1, 0]] * 3))
    with pytest.raises(TypeError, match="result: must be pairs or another result"):
        collide2d.to_frame([1, 2, 3], name)
    with pytest.raises(collide2d.SettingsError, match="library: must be pandas or polars"):
        collide2d.to_frame([[0, 1]], "arrow")  # type: ignore[arg-type]
