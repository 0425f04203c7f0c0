"""Shapes from data frames, and results as data frames: of pandas, of polars, or any mapping of names to columns."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from ._errors import ColumnError, SettingsError, ShapeError
from ._native import (
    Contacts,
    Events,
    Shapes,
    SweptPairs,
    capsules,
    circles,
    concat,
    oriented_rects,
    points,
    polygons,
    rects,
)

if TYPE_CHECKING:
    Column = np.ndarray[Any, np.dtype[Any]]
    Columns = dict[str, Any]
    Library = Literal["pandas", "polars"]
    Origin = tuple[float, float] | None

_CORNERS = ("min_x", "min_y", "max_x", "max_y")


def _numbers(frame: Any, name: str) -> Column:
    """A column as floats, with NaN for missing values."""
    values = frame[name]
    if hasattr(values, "to_numpy"):
        values = values.to_numpy()
    if np.ma.is_masked(values):
        values = values.astype(np.float64).filled(np.nan)
    values = np.asarray(values)
    if values.dtype == object:
        values = np.array([np.nan if value is None or value != value else value for value in values.tolist()])
    if values.ndim != 1:
        raise ColumnError(f"{name}: must have one axis, has {values.ndim}")
    if values.size > 0 and values.dtype.kind not in "fiuO":
        raise TypeError(f"{name}: must be numbers, is of type {values.dtype}")
    return values if values.dtype == np.float32 or values.dtype.kind in "iu" else values.astype(np.float64)


def _lists(frame: Any, name: str) -> list[Any]:
    """The cells of a column of points: for each row an array of x and y, or None if the cell is empty."""
    column = frame[name]
    cells = list(column.to_list() if hasattr(column, "to_list") else column)
    lists: list[Any] = []
    for index, cell in enumerate(cells):
        numbers = cell.split() if isinstance(cell, str) else cell
        if numbers is None or np.ndim(numbers) == 0 or len(numbers) == 0:
            lists.append(None)
            continue
        try:
            flat = np.asarray(numbers, np.float64).reshape(-1)
        except ValueError as error:
            raise ColumnError(f"index {index}: points: {error}") from None
        if len(flat) % 2 != 0:
            raise ColumnError(f"index {index}: points: must be x and y of each point, are {len(flat)} numbers")
        lists.append(flat.reshape(-1, 2))
    return lists


def _rows(columns: Columns) -> int:
    """The common number of rows of columns."""
    if not columns:
        raise ColumnError("frame: must have columns of shapes, such as x, y and radius")
    first, *others = columns
    count = len(columns[first])
    for name in others:
        if len(columns[name]) != count:
            raise ColumnError(f"{name}: must have {count} rows like {first}, has {len(columns[name])}")
    return count


class _Rows:
    """The columns of shapes in a frame."""

    def __init__(self, frame: Any, origin: Origin) -> None:
        names = {str(name).lower(): name for name in getattr(frame, "columns", frame)}
        known = ("x", "y", "radius", *_CORNERS, "width", "height", "angle", "cos", "sin")
        self.columns: Columns = {name: _numbers(frame, names[name]) for name in known if name in names}
        self.lists = _lists(frame, names["points"]) if "points" in names else None
        columns: Columns = self.columns if self.lists is None else {**self.columns, "points": self.lists}
        self.count, self.origin = _rows(columns), origin

    def have(self, *names: str) -> Any:
        """For each row, whether it has all of these values."""
        if not all(name in self.columns for name in names):
            return np.zeros(self.count, bool)
        return ~np.any([np.isnan(self.columns[name]) for name in names], axis=0)

    def corners(self) -> Column:
        """The number of points in the cell of each row; 0 if it is empty."""
        if self.lists is None:
            return np.zeros(self.count, int)
        return np.array([0 if cell is None else len(cell) for cell in self.lists], int)

    def of(self, rows: Column, *names: str) -> list[Column]:
        return [self.columns[name][rows] for name in names]

    def circles(self, rows: Column) -> Shapes:
        return circles(*self.of(rows, "x", "y", "radius"), origin=self.origin)

    def rects(self, rows: Column) -> Shapes:
        return rects(*self.of(rows, *_CORNERS), origin=self.origin)

    def oriented(self, rows: Column) -> Shapes:
        x, y, width, height = self.of(rows, "x", "y", "width", "height")
        angle = self.columns.get("angle", np.zeros(self.count))[rows]
        return oriented_rects(x, y, width / 2, height / 2, degrees=np.nan_to_num(angle), origin=self.origin)

    def directed(self, rows: Column) -> Shapes:
        x, y, width, height, cos, sin = self.of(rows, "x", "y", "width", "height", "cos", "sin")
        return oriented_rects(x, y, width / 2, height / 2, rotor=np.column_stack([cos, sin]), origin=self.origin)

    def placed(self, rows: Column) -> tuple[Column, Column, Column]:
        """The points of capsules and polygons, one after the other, their radii and their positions."""
        assert self.lists is not None
        x, y, radius = (np.nan_to_num(self.columns.get(name, np.zeros(self.count))[rows]) for name in ("x", "y", "radius"))
        return np.concatenate([self.lists[row] for row in rows]), radius, np.column_stack([x, y])

    def capsules(self, rows: Column) -> Shapes:
        ends, radius, position = self.placed(rows)
        a_x, a_y, b_x, b_y = ends.reshape(-1, 4).T
        return capsules(a_x, a_y, b_x, b_y, radius, position=position, origin=self.origin)

    def polygons(self, rows: Column) -> Shapes:
        corners, radius, position = self.placed(rows)
        starts = np.concatenate([[0], np.cumsum(self.corners()[rows])])
        return polygons(corners, starts, radius, position=position, origin=self.origin)

    def points(self, rows: Column) -> Shapes:
        return points(*self.of(rows, "x", "y"), origin=self.origin)


def from_frame(frame: Any, *, origin: Origin = None) -> Shapes:
    """The shapes of a data frame of pandas or polars, one for each row, in order. Any mapping of names to columns works.

    Columns are found by name, in small or capital letters; others are ignored. They are those of the command `collide`:

    - ``x, y, radius``: a circle;
    - ``min_x, min_y, max_x, max_y``: a rectangle;
    - ``x, y, width, height``: a rectangle centered at ``x, y``, rotated by ``angle`` in degrees, counterclockwise, or to
      the direction ``cos, sin``;
    - ``points`` with two points: a capsule, the segment between them, grown by ``radius``;
    - ``points`` with one, three or more points: a polygon, their convex hull, grown by ``radius``;
    - ``x, y`` and none of these: a point.

    A cell of ``points`` is a list of pairs or numbers, or a text such as ``"0 -4 0 4"``. The points are offsets from the
    position ``x, y``. The position and the radius are 0 if their cells are empty.

    A frame with several kinds of shapes leaves the columns of the other kinds empty in each row. ``origin`` is as for
    ``circles``. Raises ``ShapeError`` with the index of the first row that is no shape, or more than one, and
    ``ColumnError`` if the columns differ in their number of rows.
    """
    rows = _Rows(frame, origin)
    circle, corners, sides = rows.have("x", "y", "radius"), rows.have(*_CORNERS), rows.have("x", "y", "width", "height")
    counts = rows.corners()
    circle &= counts == 0
    point = rows.have("x", "y") & ~(circle | corners | sides | (counts > 0))
    rotor = rows.have("cos", "sin")
    wrong = np.flatnonzero(np.sum([circle, corners, sides, point, counts > 0], axis=0) != 1)
    if len(wrong) > 0:
        raise ShapeError(f"index {wrong[0]}: row: must have the columns of exactly one shape")
    kinds = [
        (circle, rows.circles),
        (corners, rows.rects),
        (sides & ~rotor, rows.oriented),
        (sides & rotor, rows.directed),
        (counts == 2, rows.capsules),
        ((counts > 0) & (counts != 2), rows.polygons),
        (point, rows.points),
    ]
    made = [(places, make(places)) for kind, make in kinds if len(places := np.flatnonzero(kind)) > 0]
    if not made:
        return circles([], [], [])
    return concat([shapes for _, shapes in made])[np.argsort(np.concatenate([places for places, _ in made]))]


def _split(name: str, vectors: Column) -> Columns:
    return {f"{name}_x": vectors[..., 0], f"{name}_y": vectors[..., 1]}


def _of_shapes(shapes: Shapes) -> Columns:
    """The columns that ``from_frame`` reads, and only those of the kinds that occur."""
    kind, numbers = shapes.kind, shapes.numbers
    layouts = (
        {"x": 0, "y": 1, "radius": 2},
        {name: place for place, name in enumerate(_CORNERS)},
        {"x": 0, "y": 1, "width": 2, "height": 3, "cos": 4, "sin": 5},
        {"x": 0, "y": 1, "radius": 6},
        {"x": 0, "y": 1, "radius": 2},
    )
    columns: Columns = {}
    for number, places in enumerate(layouts):
        rows = kind == number
        for name, place in places.items():
            if rows.any():
                column = columns.setdefault(name, np.full(len(shapes), np.nan, np.float32))
                factor = np.float32(2 if name in ("width", "height") else 1)
                column[rows] = numbers[rows, place] * factor
    if (kind > 2).any():
        columns["points"] = [_offsets(*row) for row in zip(kind.tolist(), numbers, strict=True)]
    return columns


def _offsets(kind: int, numbers: Column) -> list[list[float]] | None:
    """The points of a capsule or polygon, as offsets from its position: three or more for a polygon with two corners."""
    if kind == 3:
        return numbers[2:6].reshape(2, 2).tolist()
    if kind != 4:
        return None
    corners: list[list[float]] = numbers[3:].reshape(8, 2).tolist()
    while len(corners) > 1 and corners[-1] == corners[-2]:
        corners.pop()
    return [*corners, corners[-1]] if len(corners) == 2 else corners


def _of_contacts(contacts: Contacts) -> Columns:
    points = {f"point_{number}": contacts.points[:, number - 1] for number in (1, 2)}
    vectors = [_split(name, vectors) for name, vectors in points.items()]
    return {"depth": contacts.depth, **_split("normal", contacts.normal), **vectors[0], **vectors[1]}


def _pairs(pairs: Column) -> Columns:
    return {"a": pairs[:, 0], "b": pairs[:, 1]}


def _columns_of(result: Any) -> Columns:
    if isinstance(result, Shapes):
        return _of_shapes(result)
    if isinstance(result, Contacts):
        return _of_contacts(result)
    if isinstance(result, Events):
        return {"kind": np.array(Events.KINDS)[result.kind], **_pairs(result.pairs)}
    if isinstance(result, SweptPairs):
        return {**_pairs(result.pairs), "time": result.time, **_split("normal", result.normal)}
    if callable(columns := getattr(result, "columns", None)):
        return dict(columns())
    pairs = np.asarray(result)
    if pairs.ndim != 2 or pairs.shape[1] != 2:
        raise TypeError(f"result: must be pairs or another result of collide2d, has shape {pairs.shape}")
    return _pairs(pairs)


def make_frame(columns: Columns, library: Library) -> Any:
    """A data frame of a library, which must be installed."""
    if library not in ("pandas", "polars"):
        raise SettingsError(f"library: must be pandas or polars, is {library!r}")
    return importlib.import_module(library).DataFrame(columns)


def to_frame(result: Any, library: Library = "pandas") -> Any:
    """A result as a data frame of pandas or polars, which must be installed.

    - pairs, of shapes or of a world: ``a`` and ``b``;
    - hits of any query, and ``Entities``: their ``columns()``;
    - ``Events``: ``kind`` (began, stayed or ended), ``a`` and ``b``;
    - ``Contacts``: ``depth``, ``normal`` and up to two points; with ``SweptPairs`` also ``a``, ``b`` and ``time``;
    - ``Shapes``: the columns that ``from_frame`` reads.

    Numbers of shapes are numbers of rows: with pandas ``frame.iloc[pairs[:, 0]]`` are the first rows of all pairs.
    """
    return make_frame(_columns_of(result), library)
