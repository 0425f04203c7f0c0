"""Pairs and measures of columns, compared with brute force in numpy."""

from __future__ import annotations

import pickle
from typing import Any

import collide2d
import numpy as np
import pytest
from numpy.typing import NDArray

Numbers = NDArray[np.float32]


def lattice(seed: int, count: int) -> tuple[Numbers, Numbers, Numbers]:
    """Centers and sizes in quarters: their sums and squares are exact, and many shapes only touch."""
    rng = np.random.default_rng(seed)
    x, y = rng.integers(-40, 40, (2, count)) / 4
    size = rng.integers(0, 12, count) / 4
    return x.astype(np.float32), y.astype(np.float32), size.astype(np.float32)


def brute_circles(x: Numbers, y: Numbers, radius: Numbers, *, touching: bool) -> NDArray[np.bool_]:
    far = (x[:, None] - x) ** 2 + (y[:, None] - y) ** 2
    reach = (radius[:, None] + radius) ** 2
    return np.asarray(far <= reach if touching else far < reach)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("strategy", ["auto", "brute", "grid", "levels", "sweep", "rtree"])
@pytest.mark.parametrize("touching", ["closed", "open"])
def test_pairs_of_circles(seed: int, strategy: Any, touching: Any) -> None:
    x, y, radius = lattice(seed, 120)
    shapes = collide2d.circles(x, y, radius)
    expected = np.argwhere(np.triu(brute_circles(x, y, radius, touching=touching == "closed"), 1))
    found = collide2d.pairs(shapes, strategy=strategy, touching=touching, threads=seed % 2 + 1)
    assert found.dtype == np.uint32
    assert np.array_equal(found, expected)
    assert collide2d.count_pairs(shapes, strategy=strategy, touching=touching) == len(expected)


@pytest.mark.parametrize("seed", range(4))
def test_pairs_between_rects_and_circles(seed: int) -> None:
    x, y, size = lattice(seed, 90)
    a_x, a_y, other = lattice(seed + 100, 70)
    rects, circles = collide2d.rects(x, y, x + size, y + 1), collide2d.circles(a_x, a_y, other)
    dx = a_x[:, None] - np.clip(a_x[:, None], x, x + size)
    dy = a_y[:, None] - np.clip(a_y[:, None], y, y + 1)
    expected = np.argwhere(dx**2 + dy**2 <= (other**2)[:, None])
    assert np.array_equal(collide2d.pairs_between(circles, rects), expected)
    assert collide2d.count_pairs_between(circles, rects) == len(expected)


def test_touching_is_exact_and_one_ulp_matters() -> None:
    near, far = np.float32(1.0), np.nextafter(np.float32(1.0), np.float32(2.0))
    shapes = collide2d.circles([0.0, 1e30, near, far], [0.0, 0.0, 0.0, 5.0], [0.5, 0.0, 0.5, 0.5])
    assert collide2d.pairs(shapes).tolist() == [[0, 2]]
    assert collide2d.pairs(shapes, touching="open").tolist() == []
    apart = collide2d.circles([0.0, far], 0.0, 0.5)
    assert len(collide2d.pairs(apart)) == 0
    huge = np.finfo(np.float32).max
    assert collide2d.pairs(collide2d.circles([-huge, huge], 0.0, huge)).tolist() == [[0, 1]]


def test_measures_row_by_row() -> None:
    a = collide2d.rects(0, 0, [4, 4, 4], [4, 4, 4])
    b = collide2d.circles([1, 4, 9], [1, 5, 0], 1)
    assert collide2d.overlaps(a, b).tolist() == [True, True, False]
    assert collide2d.overlaps(a, b, touching="open").tolist() == [True, False, False]
    assert collide2d.contains(a, b).tolist() == [True, False, False]
    assert collide2d.distance(a, b).tolist() == [0.0, 0.0, 4.0]


def test_shapes_are_what_they_were_made_from() -> None:
    shapes = collide2d.concat(
        [
            collide2d.circles([1, 2], 3, 0.5),
            collide2d.rects(0, 1, 2, 3),
            collide2d.oriented_rects(5, 6, 2, 1, degrees=90),
            collide2d.points(7, 8),
        ]
    )
    assert len(shapes) == 5
    assert shapes.kind.tolist() == [0, 0, 1, 2, 0]
    assert shapes.numbers.tolist()[2:4] == [[0, 1, 2, 3, 0, 0], [5, 6, 2, 1, 0, 1]]
    assert collide2d.Shapes(shapes.kind, shapes.numbers) == shapes
    assert pickle.loads(pickle.dumps(shapes)) == shapes
    assert shapes[1:3].kind.tolist() == [0, 1]
    assert shapes[-1] == collide2d.points(7, 8)
    assert shapes[shapes.kind == 0].centers.tolist() == [[1, 3], [2, 3], [7, 8]]
    assert shapes[[]] == shapes[:0] == collide2d.circles([], [], [])
    assert [len(shape) for shape in shapes] == [1] * 5  # type: ignore[attr-defined]
    assert shapes.translated(1, [0, 0, 0, 0, 1]).centers[:, 0].tolist() == [2, 3, 2, 6, 8]
    assert shapes.bounds[0].tolist() == [0.5, 2.5, 1.5, 3.5]
    assert repr(shapes) == "Shapes(3 circles, 1 rects, 1 oriented rects, 0 capsules, 0 polygons)"


def test_angles_and_rotors() -> None:
    by_angle = collide2d.oriented_rects(0, 0, 1, 1, angle=[0.0, np.pi / 2])
    by_degrees = collide2d.oriented_rects(0, 0, 1, 1, degrees=[0, 90])
    by_rotor = collide2d.oriented_rects(0, 0, 1, 1, rotor=[[1, 0], [0, 1]])
    assert by_degrees == by_rotor
    assert np.allclose(by_angle.numbers, by_rotor.numbers, atol=1e-6)
    with pytest.raises(TypeError, match="exactly one of angle, degrees and rotor"):
        collide2d.oriented_rects(0, 0, 1, 1)


def test_arrays_of_all_layouts() -> None:
    x = np.arange(20, dtype=np.float32)
    reverse = collide2d.circles(x[::-2], np.zeros(10), np.broadcast_to(np.float32(1), 10))
    assert reverse.centers[:, 0].tolist() == x[::-2].tolist()
    swapped = collide2d.circles(x.astype(">f8"), np.arange(20), 1)
    assert swapped.centers[:, 0].tolist() == x.tolist()
    table = np.zeros((6, 4), np.float32).T
    assert len(collide2d.Shapes(np.zeros(4, int), table)) == 4


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda c: c.circles([0, 1], 0, [1, -1]), collide2d.ShapeError, "index 1: radius: must not be negative, is -1"),
        (lambda c: c.circles([0, np.nan], 0, 1), collide2d.ShapeError, "index 1: center.x: must be a finite number"),
        (lambda c: c.rects(0, 2, 1, 1), collide2d.ShapeError, "index 0: min.y: must not be above the maximum 1, is 2"),
        (lambda c: c.oriented_rects(0, 0, 1, 1, rotor=[0, 0]), collide2d.ShapeError, "index 0: rotor: cos and sin"),
        (lambda c: c.Shapes([0, 7], np.zeros((2, 6))), collide2d.ShapeError, "index 1: kind: must be below 5, is 7"),
        (lambda c: c.Shapes([0, 300], np.zeros((2, 6))), collide2d.ColumnError, "kind: must fit its type, one value is 300"),
        (lambda c: c.Shapes([0, 1, 1], np.zeros((2, 6))), collide2d.ColumnError, "numbers: must have 3 rows like kind, has 2"),
        (lambda c: c.Shapes([0], np.zeros((1, 5))), collide2d.ColumnError, r"numbers: must have rows of 6 or 19 numbers, has shape \[1, 5\]"),
        (lambda c: c.circles([1, 2], [1, 2, 3], 1), collide2d.ColumnError, "y: must have 2 rows like x, has 3"),
        (lambda c: c.circles(np.zeros((2, 2)), 0, 1), collide2d.ColumnError, "x: must have one axis, has 2"),
        (lambda c: c.circles(["a"], 0, 1), TypeError, "x: must be numbers, is of type <U1"),
        (lambda c: c.circles(1j, 0, 1), TypeError, "x: must be numbers"),
        (lambda c: c.circles(0, 0, 1)[3], IndexError, "out of bounds"),
        (lambda c: c.circles(0, 0, 1).translated([1, 2], 0), collide2d.ColumnError, "dx: must have 1 rows or be one value, has 2"),
        (lambda c: c.overlaps(c.points(0, 0), c.points([0, 1], 0)), collide2d.ColumnError, "b: must have 1 rows, has 2"),
        (lambda c: c.pairs(c.points(0, 0), strategy="best"), collide2d.SettingsError, 'strategy: must be .*, is "best"'),
        (lambda c: c.pairs(c.points(0, 0), threads=0), collide2d.SettingsError, "threads: must be at least 1, is 0"),
        (lambda c: c.pairs(c.points(0, 0), cell=-1), collide2d.SettingsError, "cell: must be a finite number above 0"),
        (lambda c: c.pairs(c.points(0, 0), cel=1), TypeError, "unexpected keyword argument cel"),
        (lambda c: c.pairs(c.points(0, 0), touching="no"), collide2d.SettingsError, "touching: must be closed or open"),
        (lambda c: c.pairs(c.points(0, 0), touching=True), TypeError, "touching: "),
        (lambda c: c.pairs(0), TypeError, "Shapes"),
    ],
)  # fmt: skip
def test_refusals(make: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        make(collide2d)


def test_masked_values_and_other_types_are_refused() -> None:
    masked = np.ma.masked_array([1.0, 2.0, 9.0], mask=[False, True, False])
    whole: Any = np.ma.masked_array([1.0, 2.0], mask=[False, False])
    assert collide2d.circles(whole, 0, 1) == collide2d.circles([1, 2], 0, 1)
    message = "must not have masked values; leave out their rows"
    for dtype in (np.float32, np.float64, np.int64):
        with pytest.raises(collide2d.ColumnError, match=f"^x: {message}"):
            collide2d.circles(masked.astype(dtype), 0, 1)
    points = np.ma.masked_array(np.zeros((3, 2)), mask=[[False, True]] * 3)
    with pytest.raises(collide2d.ColumnError, match=f"^points: {message}"):
        collide2d.polygons(points)
    with pytest.raises(collide2d.ColumnError, match=f"^position: {message}"):
        collide2d.capsules(0, 0, 1, 1, 1, position=points)
    with pytest.raises(collide2d.ColumnError, match=f"^numbers: {message}"):
        collide2d.Shapes([0, 0, 0], np.ma.masked_array(np.zeros((3, 6), np.float32), mask=np.eye(3, 6, dtype=bool)))
    world = collide2d.World()
    handles = world.insert(collide2d.circles([0, 5], 0, 1))
    with pytest.raises(collide2d.ColumnError, match=f"^handles: {message}"):
        world.remove(np.ma.masked_array(handles, mask=[True, False]))
    others = {
        "object": np.array([1.5, None]),
        "datetime64": np.array(["2020-01-01", "NaT"], "datetime64[D]"),
        "timedelta64": np.array([1, 2], "timedelta64[s]"),
        "complex128": np.array([1, 2j]),
        "bool": np.array([True, False]),
        r"\[\('x'": np.zeros(2, [("x", "f4"), ("y", "f4")]),
        "<U1": np.array(["1", "2"]),
    }
    for name, values in others.items():
        with pytest.raises(TypeError, match=f"^x: must be numbers, is of type {name}"):
            collide2d.circles(values, 0, 1)
    assert collide2d.circles(np.array([1, 2], np.float16), np.array([1, 2], np.uint8), 1).centers.tolist() == [[1, 1], [2, 2]]
    wide: list[tuple[int, Any]] = [(2**53 + 1, np.int64), (-(2**53) - 1, np.int64), (2**63, np.uint64)]
    for number, whole_type in wide:
        with pytest.raises(collide2d.ColumnError, match=rf"^x: must be at most 2\^53 in size, one value is {number}"):
            collide2d.circles(np.array([0, number], whole_type), 0, 1)


def test_numbers_that_no_f32_holds_are_refused() -> None:
    with pytest.raises(collide2d.ShapeError, match="^index 0: center.x: .*is inf"):
        collide2d.circles(1e39, 0, 1)
