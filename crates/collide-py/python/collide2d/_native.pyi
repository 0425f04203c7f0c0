# Written by tests/stubs.py from stubs/_native.pyi and the documentation in Rust: see tests/test_stubs.py.
from collections.abc import Sequence
from os import PathLike
from typing import Any, ClassVar, Final, Literal, TypeAlias, TypedDict, final, type_check_only

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import Self, disjoint_base

__all__ = [
    "Budget", "Contacts", "Crowd", "Entities", "Events", "Hits", "Interest", "InterestReport", "NearestHits", "Queries",
    "RayHits", "Report", "Shapes", "Slides", "SweepHits", "SweptPairs", "Trace", "TraceTick", "Views", "World", "capsules",
    "circles", "closest_points", "concat", "contacts", "contains", "count_pairs", "count_pairs_between", "distance",
    "oriented_rects", "overlaps", "pairs", "pairs_between", "points", "polygons", "query", "rects", "regular_polygons",
]

_Strategy: TypeAlias = Literal["auto", "brute", "grid", "levels", "sweep", "rtree"]
_Touching: TypeAlias = Literal["closed", "open"]
_Order: TypeAlias = Literal["slot", "found"]
_Mobility: TypeAlias = Literal["dynamic", "static", "sleeping"]
_Origin: TypeAlias = tuple[float, float] | None
_Columns: TypeAlias = dict[str, NDArray[Any]]
_Turned: TypeAlias = tuple[Shapes, NDArray[np.float32], Hits]

@type_check_only
class _Search(TypedDict, total=False):
    strategy: _Strategy
    cell: float | None
    touching: _Touching
    threads: int | None

@type_check_only
class _Settings(_Search, total=False):
    static_pairs: bool
    sensor_pairs: bool
    change_ticks: bool
    order: _Order
    events: bool
    history: int
    teleport_distance: float
    crowd: int | None
    crowd_first: int

@final
class Budget:
    """The limits of a call, as its keyword `budget`. `None` is no limit.

    - `max_results` and `max_work` refuse a call: a call that exceeds one raises `OverBudgetError` and changes nothing.
      A failed step has no events, and after a failed update no entity entered or left a view.
    - `max_candidates_each` changes the answer to a query that exceeds it: this query has no hits, and `Hits.stopped`
      lists it. The other queries of the batch have their whole answers.

    Without `max_results`, and without a budget, `World.step`, `pairs`, `pairs_between`, `count_pairs` and
    `count_pairs_between` find at most 2^28 pairs: more would take gigabytes of memory.

    ```
    budget = collide2d.Budget(max_work=4_000_000, max_candidates_each=128)
    hits = world.queries().rays(origins, directions, first=1, budget=budget)
    ```
    """
    def __new__(
        cls, *, max_results: int | None = None, max_work: int | None = None, max_candidates_each: int | None = None
    ) -> Self: ...
    max_results: Final[int | None]
    """The maximum number of pairs of a step or of columns, and of hits of all queries of a batch together. Calls with
    one result for each item ignore it.
    """
    max_work: Final[int | None]
    """The maximum work, in units of which a million stand for about a millisecond. Filters do not lower the work."""
    max_candidates_each: Final[int | None]
    """The maximum number of candidates of each query of a batch: entities that the filter accepts, with a bound that
    meets the bound of what is searched. A path is searched up to its last hit if `first` limits the hits, and a
    search for the nearest entities up to the last of them. Calls with one result for each item ignore it,
    except `free`: it finds no place then.
    """

@final
class Shapes:
    """An immutable sequence of valid circles, rectangles, oriented rectangles, capsules and convex polygons.

    Make it with `circles`, `points`, `rects`, `oriented_rects`, `capsules`, `polygons` or `concat`, or from two arrays as
    the properties `kind` and `numbers` return them: for each shape a kind, and a row of 6 numbers, or of 19 if there are
    capsules or polygons. Zeros fill the rest.

    | kind | numbers |
    |---|---|
    | 0, circle | `x, y, radius` |
    | 1, rectangle | `min x, min y, max x, max y` |
    | 2, oriented rectangle | `x, y, half width, half height, cos, sin` |
    | 3, capsule | `x, y, a x, a y, b x, b y, radius`: its position, and both ends as offsets from it |
    | 4, polygon | `x, y, radius, x0, y0, ... x7, y7`: its position, and the corners as offsets; the last fills the rest |

    Numbers are rounded to `float32` once; all answers are exact for the rounded numbers. `shapes[...]` takes an index,
    a slice, a list of indices or a mask, as a numpy array does.

    Raises `ShapeError` with the index of an invalid shape.
    """
    def __new__(cls, kind: ArrayLike, numbers: ArrayLike) -> Self: ...
    kind: Final[NDArray[np.uint8]]
    """The kind of each shape: 0 circle, 1 rectangle, 2 oriented rectangle, 3 capsule, 4 polygon."""
    numbers: Final[NDArray[np.float32]]
    """The numbers of each shape, of shape `(len, 6)`, or `(len, 19)` if there are capsules or polygons."""
    bounds: Final[NDArray[np.float32]]
    """The bounding box of each shape, `min x, min y, max x, max y`, of shape `(len, 4)`. Never narrower than the
    shape; it may be wider by a rounding error.
    """
    centers: Final[NDArray[np.float32]]
    """The center of each shape, of shape `(len, 2)`. That of a capsule or polygon is its position."""
    radii: Final[NDArray[np.float32]]
    """The radius by which the hull of the points of each shape is grown; 0 for rectangles and oriented rectangles."""
    def points(self) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """The points of all shapes, rounded to `float32`, as rows of x and y, and the first row of each shape with the number
        of rows at the end: a shape is the convex hull of its points, grown by its radius. A circle has one point, a
        capsule two, a rectangle and an oriented rectangle four, a polygon its corners.
        """
    def translated(self, dx: ArrayLike, dy: ArrayLike) -> Shapes:
        """The shapes, moved by `dx` and `dy`: each a column, or one number for all."""
    def at(self, x: ArrayLike, y: ArrayLike, *, origin: _Origin = None) -> Shapes:
        """The capsules and polygons at other positions, `x` and `y`: each a column, or one number for all. One shape may be
        put at many positions. `origin` and the `PrecisionWarning` are as for `capsules`.

        Raises `ShapeError` with the index of a shape of another kind.
        """
    def turned(
        self, *, angle: ArrayLike | None = None, degrees: ArrayLike | None = None, rotor: ArrayLike | None = None
    ) -> Shapes:
        """The capsules and polygons with their offsets rotated about their positions. Give exactly one rotation, as for
        `oriented_rects`: `angle`, `degrees` or `rotor`. One shape may be turned by many angles. To turn a body step by
        step, always turn the same unturned shape by the whole angle: if you turn the result again, the rounding adds up.

        Raises `ShapeError` with the index of a shape of another kind.
        """
    def __len__(self) -> int: ...
    def __getitem__(self, key: int | slice | Sequence[int] | NDArray[Any], /) -> Shapes: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

def circles(x: ArrayLike, y: ArrayLike, radius: ArrayLike, *, origin: _Origin = None) -> Shapes:
    """Circles around `x, y`: columns, or one number for all.

    `origin`, a point `(x, y)`, is subtracted from the coordinates in 64 bits before they are rounded to 32. Use one near
    the shapes for large coordinates, such as those of maps, and the same one for all shapes. If rounding may
    change results, there is a `PrecisionWarning`: if it moves a shape by more than 1/256 of its radius, or all shapes
    together so far that some pairs are likely to be wrong, and an origin would mend that.

    Arrays of `int`, `uint` and `float` types are numbers. Masked values and whole numbers above 2^53 raise `ColumnError`,
    all other types `TypeError`.
    """
def points(x: ArrayLike, y: ArrayLike, *, origin: _Origin = None) -> Shapes:
    """Points: circles with radius 0. Columns, or one number for all. `origin` and the
    `PrecisionWarning` are as for `circles`; for it a point has 1/4096 of the extent of all points as its radius, and it is
    also shown if rounding puts two points at one place.
    """
def rects(
    min_x: ArrayLike, min_y: ArrayLike, max_x: ArrayLike, max_y: ArrayLike, *, origin: _Origin = None
) -> Shapes:
    """Axis-aligned rectangles between two corners: columns, or one number for all. `origin` and the
    `PrecisionWarning` are as for `circles`, with the smaller side as the size.
    """
def oriented_rects(
    x: ArrayLike, y: ArrayLike, half_width: ArrayLike, half_height: ArrayLike, *,
    angle: ArrayLike | None = None, degrees: ArrayLike | None = None, rotor: ArrayLike | None = None,
    origin: _Origin = None
) -> Shapes:
    """Oriented rectangles around `x, y`. Give exactly one rotation: `angle` in radians or `degrees`, both
    counterclockwise, or `rotor`, the cosine and sine, of shape `(n, 2)`, which are used unchanged. Columns, or one
    number for all. `origin` and the `PrecisionWarning` are as for `rects`.

    The engine computes the cosine and sine of an angle, with the same result on every machine.
    """
def capsules(
    a_x: ArrayLike, a_y: ArrayLike, b_x: ArrayLike, b_y: ArrayLike, radius: ArrayLike, *,
    position: ArrayLike | None = None, origin: _Origin = None
) -> Shapes:
    """Capsules: all points at most `radius` away from the segment between two points. Columns, or one number for all. With
    radius 0 they are segments.

    With `position`, rows of x and y or one for all, the points are offsets from it: the same body at many places, which
    moves without rounding of its size. Without it, the position is `0, 0`. `origin` is as for `circles`: it is subtracted
    from the positions, or else from the points. The `PrecisionWarning` is as for `circles`, with the smaller
    extent as the size.
    """
def polygons(
    points: ArrayLike, starts: ArrayLike | None = None, radius: ArrayLike | None = None, *,
    position: ArrayLike | None = None, origin: _Origin = None
) -> Shapes:
    """Convex polygons of at most eight corners: for each the convex hull of some points, grown by `radius`, a column or one
    number for all.

    `points` has rows of x and y. The points of polygon `i` are the rows from `starts[i]` up to, but not including,
    `starts[i + 1]`, in any order; `starts` has one more entry than there are polygons. Without `starts`, `points` of
    shape `(k, 2)` is one polygon, and `(n, k, 2)` are `n` polygons of `k` points. Points inside the hull are left out, by
    exact decisions, so the dents of a concave outline are filled: split it into convex parts.

    `position`, `origin` and the `PrecisionWarning` are as for `capsules`.
    """
def regular_polygons(
    corners: ArrayLike, circumradius: ArrayLike, *, position: ArrayLike | None = None, origin: _Origin = None
) -> Shapes:
    """Regular polygons of 3 to 8 corners around their positions, with a corner at `(circumradius, 0)` from there. Columns, or
    one number for all. The corners are the same on every machine. `position`, `origin` and the `PrecisionWarning` are as
    for `capsules`.
    """
def concat(shapes: Sequence[Shapes]) -> Shapes:
    """The shapes of several sequences, one after the other."""
def pairs(
    shapes: Shapes,
    *,
    strategy: _Strategy = "auto",
    cell: float | None = None,
    touching: _Touching = "closed",
    threads: int | None = None,
    budget: Budget | None = None,
) -> NDArray[np.uint32]:
    """All pairs of shapes that overlap: an array of indices of shape `(n, 2)`, sorted, the smaller index of a pair first.

    Keywords: `strategy`, `cell`, `touching` and `threads`, the settings of a `World`; and `budget`, a
    `Budget`: a call that exceeds it raises `OverBudgetError`.
    """
def pairs_between(
    a: Shapes,
    b: Shapes,
    *,
    strategy: _Strategy = "auto",
    cell: float | None = None,
    touching: _Touching = "closed",
    threads: int | None = None,
    budget: Budget | None = None,
) -> NDArray[np.uint32]:
    """All pairs of a shape in `a` and a shape in `b` that overlap: a sorted array of indices of shape `(n, 2)`. The
    keywords are those of `pairs`.
    """
def count_pairs(
    shapes: Shapes,
    *,
    strategy: _Strategy = "auto",
    cell: float | None = None,
    touching: _Touching = "closed",
    threads: int | None = None,
    budget: Budget | None = None,
) -> int:
    """The number of pairs of shapes that overlap. Faster than `pairs`, and uses no memory for the pairs. The keywords
    are those of `pairs`.
    """
def count_pairs_between(
    a: Shapes,
    b: Shapes,
    *,
    strategy: _Strategy = "auto",
    cell: float | None = None,
    touching: _Touching = "closed",
    threads: int | None = None,
    budget: Budget | None = None,
) -> int:
    """The number of pairs of a shape in `a` and a shape in `b` that overlap. The keywords are those of `pairs`."""
def query(
    shapes: Shapes,
    *,
    strategy: _Strategy = "auto",
    cell: float | None = None,
    touching: _Touching = "closed",
    threads: int | None = None,
) -> Queries:
    """Queries on shapes that do not change. Indexes the shapes once; the handles in the answers are indices into `shapes`.
    Keywords: `strategy`, `cell`, `touching` and `threads`, the settings of a `World`.

    ```
    near = collide2d.query(shops).nearest(collide2d.points(x, y), count=3)
    ```
    """
def overlaps(a: Shapes, b: Shapes, *, touching: _Touching = "closed") -> NDArray[np.bool_]:
    """Whether each shape in `a` overlaps the shape in the same row of `b`. The test is exact. With `touching="open"`,
    shapes that share only their borders do not overlap.
    """
def contains(a: Shapes, b: Shapes) -> NDArray[np.bool_]:
    """Whether each shape in `a` contains the shape in the same row of `b`. The test is exact; the shapes may share
    borders.
    """
def distance(a: Shapes, b: Shapes) -> NDArray[np.float32]:
    """The distance of each shape in `a` from the shape in the same row of `b`. Zero exactly if they overlap or touch."""
def closest_points(a: Shapes, b: Shapes) -> NDArray[np.float32]:
    """The closest points of each shape in `a` and the shape in the same row of `b`, of shape `(len, 2, 2)`: the point on
    the first, then that on the second. NaN if they overlap or touch.
    """
def contacts(a: Shapes, b: Shapes) -> Contacts:
    """The contact of each shape in `a` with the shape in the same row of `b`; NaN if they neither overlap nor touch. Moving
    the second by `depth` along `normal` leaves them only touching.
    """

@disjoint_base
class Hits:
    """The hits of a batch of queries. The hits of query `i` are `hits[i]`, which is `handles[starts[i]:starts[i + 1]]`."""
    starts: Final[NDArray[np.int64]]
    """The index of the first hit of each query, and last the number of all hits: `len + 1` values."""
    handles: Final[NDArray[np.uint64]]
    """The handles of all hits, query by query. Empty if hits are only counted."""
    counts: Final[NDArray[np.int64]]
    """The number of hits of each query."""
    questions: Final[NDArray[np.int64]]
    """The index of the query of each hit, in the order of `handles`."""
    stopped: Final[NDArray[np.uint32]]
    """The indices of the queries that exceeded `Budget.max_candidates_each`, in ascending order: they have no hits.
    Empty without that limit.
    """
    work: Final[int]
    """The work of the call, in the units of `Budget.max_work`: with this limit, the same call succeeds."""
    def slice(self, question: int) -> slice:
        """The rows of a query in `handles` and the other columns, as a slice. `IndexError` if there is no such query."""
    def columns(self) -> _Columns:
        """The columns for a data frame, with a row for each hit: the index of its query, its handle and its measures."""
    def __len__(self) -> int: ...
    def __getitem__(self, question: int, /) -> NDArray[np.uint64]: ...

@final
class RayHits(Hits):
    """The hits of rays or segments, by entry. `entry` and `exit` are multiples of a ray's direction, or fractions of a
    segment from 0 to 1.
    """
    entry: Final[NDArray[np.float32]]
    """Where the ray enters the shape."""
    exit: Final[NDArray[np.float32]]
    """Where the ray leaves the shape."""
    point: Final[NDArray[np.float32]]
    """The point of entry, of shape `(len, 2)`."""
    normal: Final[NDArray[np.float32]]
    """The outward unit normal of the shape at that point, of shape `(len, 2)`; NaN if the ray starts inside the shape."""
    def columns(self) -> _Columns:
        """The columns for a data frame, with a row for each hit."""

@final
class SweepHits(Hits):
    """The hits of moving shapes (shapecasts), by time of impact."""
    time: Final[NDArray[np.float32]]
    """The time of impact: 0 at the start of the motion, 1 at its end."""
    normal: Final[NDArray[np.float32]]
    """The unit normal at the impact, from the moving shape to the entity, of shape `(len, 2)`."""
    point: Final[NDArray[np.float32]]
    """The first contact point of each impact, of shape `(len, 2)`."""
    points: Final[NDArray[np.float32]]
    """The contact points, of shape `(len, 2, 2)`: two points, or one and NaN."""
    def columns(self) -> _Columns:
        """The columns for a data frame, with a row for each hit. Of the contact points it has only the first."""

@final
class NearestHits(Hits):
    """The nearest entities of each query, by distance and then by slot."""
    distance: Final[NDArray[np.float32]]
    """The distance in world units; zero if the shapes overlap or touch."""
    def columns(self) -> _Columns:
        """The columns for a data frame, with a row for each hit."""

@final
class Slides(Hits):
    """Where shapes ended that moved, with a row for each, and what they ran into: `slides[i]` has the handles for shape
    `i`, in order of time, and `slides.slice(i)` the rows of `time`, `normal` and `point`.
    """
    movers: Final[NDArray[np.uint64]]
    """The entities that moved, each once; empty for shapes that are not entities."""
    ends: Final[Shapes]
    """The shapes at their ends."""
    left: Final[NDArray[np.float32]]
    """The motion that is left where each shape stopped, of shape `(len, 2)`: zero if it used up its motion."""
    time: Final[NDArray[np.float32]]
    """When each entity was hit: 0 at the start of the motion, 1 at its end."""
    normal: Final[NDArray[np.float32]]
    """The unit normal from the moving shape to the entity, of shape `(hits, 2)`."""
    point: Final[NDArray[np.float32]]
    """A contact point, of shape `(hits, 2)`."""

@final
class Contacts:
    """The contacts of pairs, with a row for each pair. A row without a contact is NaN."""
    depth: Final[NDArray[np.float32]]
    """The penetration depth in world units; zero exactly if the shapes only touch."""
    normal: Final[NDArray[np.float32]]
    """The unit normal from the first shape to the second, of shape `(len, 2)`."""
    points: Final[NDArray[np.float32]]
    """The contact points, of shape `(len, 2, 2)`: two points, or one and NaN."""
    def __len__(self) -> int: ...

@final
class SweptPairs:
    """Pairs of entities that hit each other as they move, and their times of impact."""
    pairs: Final[NDArray[np.uint64]]
    """The handles of each pair, in order of slots, of shape `(len, 2)`."""
    time: Final[NDArray[np.float32]]
    """The time of impact: 0 at the start of the motion, 1 at its end."""
    normal: Final[NDArray[np.float32]]
    """The unit normal at the impact, from the first entity to the second, of shape `(len, 2)`."""
    point: Final[NDArray[np.float32]]
    """The first contact point of each impact, of shape `(len, 2)`."""
    points: Final[NDArray[np.float32]]
    """The contact points, of shape `(len, 2, 2)`: two points, or one and NaN."""
    work: Final[int]
    """The work of the call, in the units of `Budget.max_work`: with this limit, the same call succeeds."""
    def __len__(self) -> int: ...

@final
class Queries:
    """Queries on the entities of a world, now or at an earlier tick. A batch runs on the world's threads with the
    interpreter lock (GIL) released. Several threads may query at the same time.

    Every batch takes these keywords; `blocked` takes only the first five and `budget`. The first four are a column
    with one value for each query, or one value for all:

    - `category`, `mask`, `group`: find only entities that an entity with these layers would collide with;
    - `ignore`: the handle of an entity to exclude;
    - `solid`: `True` excludes sensors;
    - `first`: the maximum number of hits of each query: the nearest, or for overlaps and sectors those with the
      smallest slots;
    - `count_only`: `True` counts hits without their handles;
    - `budget`: the limits of the batch, a `Budget`; a batch that exceeds it raises `OverBudgetError`.

    Raises `ShapeError` with the index of an invalid query, and `PastError` if the tick is no longer in the history.
    """
    @property
    def tick(self) -> float | None:
        """The tick that is queried; `None` for the current positions."""
    def overlap(
        self,
        shapes: Shapes,
        *,
        category: ArrayLike | None = None,
        mask: ArrayLike | None = None,
        group: ArrayLike | None = None,
        ignore: ArrayLike | None = None,
        solid: bool = False,
        first: int | None = None,
        count_only: bool = False,
        budget: Budget | None = None,
    ) -> Hits:
        """Overlap: the entities that overlap each of these shapes, in order of slots. Use `points` for a point query, and
        `circles` for a radius query. The world's setting `touching` decides whether shapes that only touch overlap.
        """
    def sectors(
        self,
        apexes: ArrayLike,
        outer: ArrayLike,
        inner: ArrayLike | None = None,
        *,
        directions: ArrayLike | None = None,
        openings: ArrayLike | None = None,
        starts: ArrayLike | None = None,
        ends: ArrayLike | None = None,
        category: ArrayLike | None = None,
        mask: ArrayLike | None = None,
        group: ArrayLike | None = None,
        ignore: ArrayLike | None = None,
        solid: bool = False,
        first: int | None = None,
        count_only: bool = False,
        budget: Budget | None = None,
    ) -> Hits:
        """Sector query: the entities that overlap each sector of a disc, in order of slots: for the arc of a sword, or a
        cone of sight. `apexes` has shape `(n, 2)`; `outer` and `inner` are the radii (`inner` is 0 by default).

        Give either `directions`, of shape `(n, 2)`, of which only the angle matters, and `openings` in degrees, above 0
        and below 360; or the directions of the borders, `starts` and `ends`, which are used unchanged. A sector leads
        counter-clockwise, with y up, from its start to its end. Walls do not hide what is behind them: for sight, ask
        `blocked` for the lines to the hits.
        """
    def nearest(
        self,
        shapes: Shapes,
        *,
        count: int | None = None,
        within: ArrayLike | None = None,
        category: ArrayLike | None = None,
        mask: ArrayLike | None = None,
        group: ArrayLike | None = None,
        ignore: ArrayLike | None = None,
        solid: bool = False,
        first: int | None = None,
        count_only: bool = False,
        budget: Budget | None = None,
    ) -> NearestHits:
        """Nearest neighbours: for each of these shapes at most `count` entities (1 by default) within the distance
        `within` (no limit by default), by distance and then by slot.
        """
    def rays(
        self,
        origins: ArrayLike,
        directions: ArrayLike,
        max_t: ArrayLike | None = None,
        *,
        category: ArrayLike | None = None,
        mask: ArrayLike | None = None,
        group: ArrayLike | None = None,
        ignore: ArrayLike | None = None,
        solid: bool = False,
        first: int | None = None,
        count_only: bool = False,
        budget: Budget | None = None,
    ) -> RayHits:
        """Raycast: the entities that each ray hits, by entry. `origins` and `directions` have shape `(n, 2)`. `max_t` is
        the maximum distance as a multiple of the direction (no limit by default). A ray that only touches a shape hits
        it, whatever the setting `touching`.
        """
    def segments(
        self,
        starts: ArrayLike,
        ends: ArrayLike,
        *,
        category: ArrayLike | None = None,
        mask: ArrayLike | None = None,
        group: ArrayLike | None = None,
        ignore: ArrayLike | None = None,
        solid: bool = False,
        first: int | None = None,
        count_only: bool = False,
        budget: Budget | None = None,
    ) -> RayHits:
        """Raycast along segments: the entities that each segment overlaps, by entry. `starts` and `ends` have shape
        `(n, 2)`.
        """
    def blocked(
        self,
        starts: ArrayLike,
        ends: ArrayLike,
        *,
        category: ArrayLike | None = None,
        mask: ArrayLike | None = None,
        group: ArrayLike | None = None,
        ignore: ArrayLike | None = None,
        solid: bool = False,
        budget: Budget | None = None,
    ) -> NDArray[np.bool_]:
        """Line of sight: whether any entity overlaps each segment. Of the keywords it takes only those of the
        filter and `budget`.
        """
    def sweep(
        self,
        shapes: Shapes,
        motion: ArrayLike,
        *,
        category: ArrayLike | None = None,
        mask: ArrayLike | None = None,
        group: ArrayLike | None = None,
        ignore: ArrayLike | None = None,
        solid: bool = False,
        first: int | None = None,
        count_only: bool = False,
        budget: Budget | None = None,
    ) -> SweepHits:
        """Shapecast: the entities that each shape hits as it moves by `motion`, of shape `(n, 2)`, by time of impact and
        then by slot. The entities rest.
        """
    def shapes(self, handles: ArrayLike) -> Shapes:
        """The shapes of entities at the time of the queries. Raises `StaleError` with the index of the first entity that
        did not exist then.
        """
    def slide(
        self,
        shapes: Shapes,
        motion: ArrayLike,
        *,
        category: ArrayLike | None = None,
        mask: ArrayLike | None = None,
        group: ArrayLike | None = None,
        ignore: ArrayLike | None = None,
        solid: bool = False,
        max_bounces: int = 4,
        leave_overlapped: bool = True,
        budget: Budget | None = None,
    ) -> Slides:
        """Move and slide: each of these shapes, which need not be entities, moves by its row of `motion`, of shape `(n, 2)`,
        along the entities that block it. The shapes do not block each other, and the world does not change. Sensors
        never block. Of the keywords of queries it takes those of the filter and `budget`; and `max_bounces` and
        `leave_overlapped` of `World.move`.
        """
    def free(
        self,
        shapes: Shapes,
        max_distance: float,
        *,
        category: ArrayLike | None = None,
        mask: ArrayLike | None = None,
        group: ArrayLike | None = None,
        ignore: ArrayLike | None = None,
        solid: bool = False,
        budget: Budget | None = None,
    ) -> tuple[Shapes, NDArray[np.bool_]]:
        """Free places: for each of these shapes the nearest place at most `max_distance` away where its interior overlaps
        that of no entity, and whether there is one; where none was found, the shape itself. The places are searched for one by
        one: they may overlap each other. Sensors never count. Of the keywords of queries it takes those of the filter and
        `budget`. `max_candidates_each` of the budget limits the number of entities among which a place is searched for.
        """
    def turn(
        self,
        shapes: Shapes,
        pivot: ArrayLike,
        angle: ArrayLike,
        *,
        category: ArrayLike | None = None,
        mask: ArrayLike | None = None,
        group: ArrayLike | None = None,
        ignore: ArrayLike | None = None,
        solid: bool = False,
        budget: Budget | None = None,
    ) -> _Turned:
        """Turns each of these oriented rects about its row of `pivot`, of shape `(n, 2)`, by its angle in radians, until an
        entity blocks it: doors, barriers and turrets. It passes no blocker on the way. Returns the shapes at their ends,
        the part of each angle that was blocked, and what blocks each. Sensors never block, and the world does not
        change. Of the keywords of queries it takes those of the filter and `budget`.
        """

@final
class Report:
    """What a step did, and how long it took."""
    shape_count: Final[int]
    """The number of shapes."""
    candidate_count: Final[int]
    """The number of candidate pairs that the broad phase passed to the exact test."""
    pair_count: Final[int]
    """The number of pairs."""
    work: Final[int]
    """The work in units, of which a million stand for about a millisecond."""
    crowd_count: Final[int]
    """The number of places with more dynamic entities than the setting `crowd`: see `World.crowds`."""
    surplus_count: Final[int]
    """The number of entities of those places that took no part in the pairs."""
    crowd: Final[Crowd | None]
    """The place with the most entities; `None` if `crowd_count` is 0."""
    strategy: Final[str]
    """The strategy that ran."""
    reason: Final[str]
    """The reason for this strategy."""
    expected: Final[float | None]
    """The expected time in seconds; `None` if it was not estimated."""
    seconds: Final[float]
    """The time in seconds."""
    times: Final[dict[str, float]]
    """The time of each phase, in seconds."""

@final
class Crowd:
    """A place with more dynamic entities than a limit."""
    area: Final[tuple[float, float, float, float]]
    """The bound of all its dynamic entities: `(min_x, min_y, max_x, max_y)`."""
    count: Final[int]
    """The number of its dynamic entities."""
    surplus_count: Final[int]
    """The number of those that are the surplus."""
    entity: Final[int]
    """The handle of the first of the surplus."""

@final
class Events:
    """The events of a step: the pairs that began, stayed or ended since the previous tick. A pair is a row of two handles,
    the smaller slot first, or as `World.events_between` says.
    """
    KINDS: ClassVar[tuple[str, ...]]
    began: Final[NDArray[np.uint64]]
    """The pairs that overlap now, and did not at the previous tick."""
    stayed: Final[NDArray[np.uint64]]
    """The pairs that overlap now, and did at the previous tick."""
    ended: Final[NDArray[np.uint64]]
    """The pairs that overlapped at the previous tick, and do not now."""
    pairs: Final[NDArray[np.uint64]]
    """The pairs of all events, in order."""
    kind: Final[NDArray[np.uint8]]
    """The kind of each event, in the order of `pairs`: an index into `KINDS`."""
    def __len__(self) -> int: ...

@final
class Entities:
    """The properties of entities as columns, with a row for each entity."""
    handles: Final[NDArray[np.uint64]]
    """The handles."""
    shapes: Final[Shapes]
    """The shapes."""
    data: Final[NDArray[np.uint64]]
    """The user data of each entity."""
    category: Final[NDArray[np.uint64]]
    """The category bits: the layers of each entity."""
    mask: Final[NDArray[np.uint64]]
    """The mask bits: the layers that each entity collides with."""
    group: Final[NDArray[np.int64]]
    """The group. It overrides category and mask between entities of the same group; 0 for no group."""
    sensor: Final[NDArray[np.bool_]]
    """Whether each entity is a sensor."""
    mobility: Final[NDArray[np.uint8]]
    """The mobility: 0 dynamic, 1 static, 2 sleeping."""
    def columns(self) -> _Columns:
        """The columns for a data frame, with a row for each entity: handle, kind, center, bounds and the other properties."""
    def __len__(self) -> int: ...

@final
class World:
    """A world of entities with shapes. Each step finds the pairs of entities that overlap.

    A handle identifies an entity. It is a 64-bit number: the slot in the lower half, the generation in the upper half.
    Functions take a list or an array of handles. Threads may share a world: queries run at the same time, a change
    waits for them, and the interpreter lock (GIL) is released meanwhile.

    Settings, all by keyword:

    - `strategy`: the broad phase: `auto` (the default), `brute`, `grid`, `levels`, `sweep` or `rtree`. All give the
      same answers;
    - `cell`: the cell size of `grid`, in world units; `None` (the default) lets the engine choose;
    - `touching`: `closed` (the default): shapes that only touch are a pair; `open`: they are not;
    - `static_pairs`: whether two static entities can be a pair, sensors too; no by default: then they cost nothing;
    - `sensor_pairs`: whether two sensors can be a pair, also of `swept_pairs`; no by default. Two static sensors need
      `static_pairs` too. Queries and movement do not depend on it;
    - `change_ticks`: whether to keep the tick of the last change of each entity, for `changed_since`; no by default.
      Switched on, all entities count as changed at that tick;
    - `threads`: the number of threads; 1 for the calling thread only; `None` (the default) for a pool with a thread for
      each core, shared by all worlds;
    - `order`: the order of pairs: by `slot` (the default), or as `found`, which is faster;
    - `events`: whether to report the pairs that began, stayed and ended; no by default;
    - `history`: the number of past ticks to keep for queries with `at`; 0 by default;
    - `teleport_distance`: an entity that moves farther than this in one tick counts as teleported and is not
      interpolated between the two ticks; 1 world unit by default;
    - `crowd`: the maximum number of dynamic entities of one place that take part in the pairs of a step; `None` (the
      default) for no limit. The others of the place, the surplus, are in no pair of the step, and all entities of other
      places have exactly the pairs of a world without the surplus. So a step ends in bounded time wherever entities go,
      and does not fail. With `events`, a pair that loses an entity to the surplus has no event until both take part
      again. Queries, movement and batches do not depend on it. A place is a square whose side is a power of two, at
      least as long as the longer side of an entity's bound and less than twice as long: it holds five circles side by
      side, so 32 is six layers of them;
    - `crowd_first`: entities with one of these categories take part before the others of the place; 0 by default. Then
      smaller slots come first.

    Raises `SettingsError` for an invalid setting.
    """
    def __new__(
        cls,
        *,
        strategy: _Strategy = "auto",
        cell: float | None = None,
        touching: _Touching = "closed",
        static_pairs: bool = False,
        sensor_pairs: bool = False,
        change_ticks: bool = False,
        threads: int | None = None,
        order: _Order = "slot",
        events: bool = False,
        history: int = 0,
        teleport_distance: float = 1.0,
        crowd: int | None = None,
        crowd_first: int = 0,
    ) -> Self: ...
    @property
    def settings(self) -> _Settings:
        """The settings, as a dict of the keyword arguments."""
    def set_settings(
        self,
        *,
        strategy: _Strategy = ...,
        cell: float | None = ...,
        touching: _Touching = ...,
        static_pairs: bool = ...,
        sensor_pairs: bool = ...,
        change_ticks: bool = ...,
        threads: int | None = ...,
        order: _Order = ...,
        events: bool = ...,
        history: int = ...,
        teleport_distance: float = ...,
        crowd: int | None = ...,
        crowd_first: int = ...,
    ) -> None:
        """Changes the given settings for the following steps. All others stay unchanged."""
    def insert(
        self,
        shapes: Shapes,
        *,
        data: ArrayLike = 0,
        category: ArrayLike = 1,
        mask: ArrayLike = 18446744073709551615,
        group: ArrayLike = 0,
        sensor: ArrayLike = False,
        mobility: _Mobility | ArrayLike = "dynamic",
    ) -> NDArray[np.uint64]:
        """Inserts an entity for each shape and returns their handles. They take part from the next step on.

        Keywords, each a column or one value for all:

        - `data`: a number of your own;
        - `category`, `mask`, `group`: the layers, which decide with which entities it collides;
        - `sensor`: whether it is a sensor; two sensors are a pair only with the setting `sensor_pairs`;
        - `mobility`: `dynamic`, `static` or `sleeping` for all, or a column of 0, 1 and 2; two static entities are a
          pair only with the setting `static_pairs`.
        """
    def set_shapes(self, handles: ArrayLike, shapes: Shapes) -> None:
        """Sets the shapes of entities. If a handle occurs several times, its last shape is used. Raises `StaleError` if a
        handle is stale; no entity is changed then.
        """
    def set_centers(self, handles: ArrayLike, centers: ArrayLike) -> None:
        """Moves entities to new centers, of shape `(n, 2)`. Sizes and rotations stay the same. If a handle occurs several
        times, its last center is used. Raises `StaleError` for a stale handle or `ShapeError` for an invalid center; no
        entity is changed then.
        """
    def set_centers_by_slot(self, centers: ArrayLike) -> None:
        """Moves each dynamic entity to the center at the index of its slot, of shape `(n, 2)`: the fastest update. Entities
        with slots beyond the centers stay unchanged. See `slots`. Raises `ShapeError` with the index of an invalid center;
        no entity is changed then.
        """
    def set_entities(
        self,
        handles: ArrayLike,
        *,
        data: ArrayLike = ...,
        category: ArrayLike = ...,
        mask: ArrayLike = ...,
        group: ArrayLike = ...,
        sensor: ArrayLike = ...,
        mobility: _Mobility | ArrayLike = ...,
    ) -> None:
        """Changes other properties of entities, with the keywords of `insert`. Properties that are not given stay
        unchanged. Raises `StaleError` if a handle is stale; no entity is changed then.
        """
    def remove(self, handles: ArrayLike) -> None:
        """Removes entities. Duplicate handles are ignored. Raises `StaleError` if a handle is stale; no entity is removed
        then.
        """
    def shapes(self, handles: ArrayLike) -> Shapes:
        """The shapes of entities. Raises `StaleError` with the index of the first stale handle."""
    def has(self, handles: ArrayLike) -> NDArray[np.bool_]:
        """Whether each of these handles is valid: its entity is in the world."""
    def entities(self, handles: ArrayLike | None = None) -> Entities:
        """The entities of these handles, with all properties; without an argument all entities, in order of slots. Raises
        `StaleError` with the index of the first stale handle.
        """
    def changed_since(self, tick: int) -> NDArray[np.uint64]:
        """The handles of the entities whose last change was at `tick` or later, in order of slots; none unless the setting
        `change_ticks` is on. Removed entities are in no list. Read `tick` after each list, and pass it the next time: no
        change is missed.
        """
    def __contains__(self, handle: int, /) -> bool: ...
    def __len__(self) -> int: ...
    def step(self, *, budget: Budget | None = None) -> Report:
        """Runs a tick: finds all pairs of entities that overlap. Raises `OverBudgetError` if it exceeds
        `budget`, a `Budget`; the tick has not happened then.
        """
    def count_pairs(self) -> int:
        """The number of pairs that a step would find now, without memory for the pairs."""
    def refresh(self) -> None:
        """Re-indexes the entities that changed since the last step, so that queries are fast again."""
    def pairs(self) -> NDArray[np.uint64]:
        """The pairs of the last step as handles, of shape `(n, 2)`, the smaller slot of a pair first."""
    def events(self, handle: int | None = None) -> Events:
        """The events of the last step: of all pairs, or only of the pairs of one handle. Empty unless the setting `events`
        is on.
        """
    def events_between(self, first: int, second: int) -> tuple[Events, NDArray[np.uint64]]:
        """The events of the last step between an entity of one of the categories `first` and one of the categories
        `second`, each once, the handle of `first` first in a pair; and the data of both entities, of shape `(n, 2)`, a
        row for each of `pairs`. A category is a bit of `category`; `2**64 - 1` means every entity. If both entities fit
        both ways, the smaller slot is first.

        An entity has its data and category of now. A removed entity has those that it had when it was removed.
        """
    def report(self) -> Report | None:
        """The report of the last step; `None` before the first step."""
    def crowds(self, max: int, first: int = 0) -> list[Crowd]:
        """The places that now have more than `max` dynamic entities, the most crowded first, whatever the setting `crowd`.
        `first` is as the setting `crowd_first`.
        """
    def explain(self) -> str:
        """A readable explanation of the last step: its strategy, the reason, and the times. Empty before the first step."""
    def recent(self) -> str:
        """The p50 and p99 times of the last 128 ticks, as a line for a log."""
    def memory(self) -> int:
        """The number of allocated bytes."""
    @property
    def tick(self) -> int:
        """The number of steps."""
    def fingerprint(self) -> int:
        """A hash of the tick and the pairs of the last step, the same in every language and on every machine."""
    def queries(self) -> Queries:
        """Queries on the current positions."""
    def at(self, tick: float) -> Queries:
        """Queries on the positions at an earlier tick, or between two ticks (rewind, lag compensation). Raises `PastError`
        if the tick is not in the history; see the setting `history`.
        """
    def swept_pairs(self, handles: ArrayLike, motion: ArrayLike, *, budget: Budget | None = None) -> SweptPairs:
        """Continuous collision detection: the pairs that hit each other when these entities move by `motion`, of shape
        `(n, 2)`, at the same time, and their times of impact. All other entities rest. Raises `OverBudgetError` for more
        work than `budget.max_work`.
        """
    def contacts(self) -> Contacts:
        """The contacts of the pairs of the last step, in the order of `pairs`. NaN for a pair with a sensor, and for a pair
        that no longer overlaps.
        """
    def move(
        self,
        handles: ArrayLike,
        motion: ArrayLike,
        *,
        in_order: bool = False,
        crowd: int | None = 16,
        crowd_first: int = 0,
        category: ArrayLike | None = None,
        mask: ArrayLike | None = None,
        group: ArrayLike | None = None,
        max_bounces: int = 4,
        leave_overlapped: bool = True,
        budget: Budget | None = None,
    ) -> Slides:
        """Moves entities, each by its row of `motion`, of shape `(n, 2)`, along what blocks it. All other entities that
        meet the layers of a mover block it, at their current places. Sensors neither block nor are they blocked. A shape
        that overlaps no blocker at the start overlaps none at the end, exactly, and passes none on its way. If a handle
        occurs several times, it moves once, by its last motion.

        Keywords:

        - `in_order`: `True` lets the movers block each other: they move in the order of the handles, each blocked by
          those before it at their new places, and by those after it at their old ones;
        - `crowd`, `crowd_first`: with `in_order`, in a place with more than `crowd` movers, 16 by default, the others of the
          place neither block movers, nor do movers block them; those with a category in `crowd_first` come first. The
          places are those of the setting `crowd`, of the movers alone. `crowd=None` is no limit;
        - `category`, `mask`, `group`: one value each: the layers that decide what blocks, instead of those of each mover;
        - `max_bounces`: how often a shape may change its direction, 4 by default;
        - `leave_overlapped`: `False` keeps a shape in its place that overlaps a blocker at the start;
        - `budget`: the limits of the call, a `Budget`.

        Raises `StaleError` or `ShapeError` with the index of the first stale handle or invalid motion, and
        `OverBudgetError` if the call exceeds its budget; nothing has moved then.
        """
    def separate(
        self,
        handles: ArrayLike,
        *,
        rounds: int = 4,
        crowd: int | None = 8,
        crowd_first: int = 0,
        rules: Sequence[tuple[int, float, float]] = (),
        category: ArrayLike | None = None,
        mask: ArrayLike | None = None,
        group: ArrayLike | None = None,
        max_bounces: int = 4,
        leave_overlapped: bool = True,
        budget: Budget | None = None,
    ) -> tuple[NDArray[np.uint64], Shapes]:
        """Moves the entities of a crowd apart where they overlap, softly: in a fixed number of rounds, each along what
        blocks it. A dense crowd needs several calls until it no longer overlaps. All other entities that meet the layers
        of one of these block it; it is pushed into no blocker and through none, exactly. Sensors neither block nor do
        they move. Duplicate handles are ignored. Returns the entities, each once, and their shapes afterwards.

        Keywords:

        - `rounds`: the maximum number of rounds, 4 by default;
        - `crowd`, `crowd_first`: in a place with more than `crowd` entities, 8 by default, the others of the place push no
          entity, and those that take part push them; as in `move`;
        - `rules`: a list of `(category, share, max_distance)`, of which the first with a category of an entity applies to
          it: two entities that overlap move in the ratio of their shares, 1 by default, and none of them farther than
          `max_distance` in a call;
        - `category`, `mask`, `group`, `max_bounces`, `leave_overlapped`, `budget`: as in `move`.

        Raises `StaleError` with the index of the first stale handle, and `OverBudgetError` if the call exceeds its budget;
        nothing has moved then.
        """
    def sweep_through(
        self,
        shapes: Shapes,
        motion: ArrayLike,
        start: float,
        end: float,
        *,
        category: ArrayLike | None = None,
        mask: ArrayLike | None = None,
        group: ArrayLike | None = None,
        ignore: ArrayLike | None = None,
        solid: bool = False,
    ) -> tuple[SweepHits, NDArray[np.float64]]:
        """Lag-compensated projectiles: for each of these shapes the first hit as it moves by its row of `motion`, of shape
        `(n, 2)`, from tick `start` to tick `end`, among the entities as they moved then; and the tick of each hit. Of the
        keywords of queries it takes those of the filter. Raises `PastError` if a tick is not in the history.
        """
    def save(self) -> bytes:
        """A snapshot of the world as bytes: entities, tick and pairs, without settings, history and recording."""
    def restore(self, saved: bytes) -> None:
        """Replaces this world by a snapshot (rollback); the settings stay. Raises `SnapshotError` for invalid bytes;
        nothing has changed then.
        """
    def __reduce__(self) -> tuple[Any, ...]:
        """For `pickle`: settings and snapshot, without history and recording."""
    def __setstate__(self, state: tuple[dict[str, Any], bytes], /) -> None: ...
    def fork(self) -> World:
        """An independent copy, with settings and history, that gives the same bytes for the same calls."""
    def rebase(self, old: tuple[float, float], new: tuple[float, float]) -> None:
        """Moves the origin of the world within a larger world, from `old` to `new`, both `(x, y)`. All coordinates change;
        the history is cleared. Raises `ShapeError` if a shape would be too far from the new origin; nothing has changed
        then.
        """
    def start_recording(self) -> None:
        """Starts a recording of all changes, queries, moves and steps. Fetch it with `recorded`."""
    def stop_recording(self) -> None:
        """Stops the recording. Ticks that were not fetched are lost."""
    @property
    def is_recording(self) -> bool:
        """Whether the world is recorded."""
    def recorded(self) -> bytes:
        """The ticks recorded since the last call, as bytes. Append them to a file."""
    def replay(self, tick: TraceTick) -> tuple[int, int]:
        """Replays a tick of a trace: makes the same changes and queries, steps, and compares all answers with the recorded
        ones.

        Returns the number of batches of queries that were replayed, and of those that were skipped because they are
        about ticks before the recording. Raises `DivergenceError` for the first answer that differs; the world is then
        in the middle of that tick.
        """
    def follow(self, tick: TraceTick) -> None:
        """Applies the changes of a tick of a trace, without its queries and without a step. Raises `DivergenceError` for
        changes that do not fit the world; the world is then in the middle of that tick.
        """
    def validate(self) -> None:
        """Checks the internal invariants of the world; takes about as long as a tick. Raises `CollideError` if one does
        not hold.
        """

@final
class Trace:
    """An iterator over the ticks of a trace. The source is the path of a file, or bytes.

    ```
    world = collide2d.World()
    for tick in collide2d.Trace("match.ctrace"):
        world.replay(tick)
    ```

    The file is open until the trace is deleted. `with collide2d.Trace("match.ctrace") as trace:` closes it at the end
    of the block.

    Raises `TraceError` for a tick that cannot be read. Iteration ends after it.
    """
    def __new__(cls, source: str | PathLike[str] | bytes) -> Self: ...
    def __iter__(self) -> Self: ...
    def __next__(self) -> TraceTick: ...
    def __enter__(self) -> Self:
        """For `with`: the trace itself."""
    def __exit__(self, /, *_error: object) -> None:
        """For `with`: closes the file. Iteration then raises `ValueError`."""

@final
class TraceTick:
    """A tick of a trace: the changes and queries before a step, and the result of the step."""
    starts: Final[bool]
    """Whether the tick begins with a snapshot of the world, as the first tick of a recording does."""
    tick: Final[int]
    """The tick number."""
    pair_count: Final[int]
    """The number of pairs that the step found."""
    fingerprint: Final[int]
    """The fingerprint of the step: a hash of its tick and pairs."""
    question_count: Final[int]
    """The number of batches of queries."""

@final
class Interest:
    """Interest management (area of interest): the entities that each observer sees, and those that entered or left its
    view in a tick.

    An entity enters the view when it overlaps the observer's inner circle. It stays visible as long as it overlaps the
    outer circle (hysteresis).
    """
    def __new__(cls) -> Self: ...
    def insert(
        self,
        inner: ArrayLike,
        outer: ArrayLike,
        *,
        at: ArrayLike | None = None,
        follow: ArrayLike | None = None,
        max_visible: ArrayLike | None = None,
        first: ArrayLike = 0,
        category: ArrayLike | None = None,
        mask: ArrayLike | None = None,
        group: ArrayLike | None = None,
        ignore: ArrayLike | None = None,
        solid: bool = False,
    ) -> NDArray[np.uint64]:
        """Adds observers and returns their ids. `inner` and `outer` are the radii. Observers are `at` points, of shape
        `(n, 2)`, or `follow` entities, by handle: give exactly one of the two.

        Further keywords, each a column or one value for all: `max_visible` is the maximum number of visible entities;
        where there are more, those with a category in `first` come before the others, and then the nearest;
        `category`, `mask`, `group` and `ignore` are the filter. `solid=True` excludes sensors, for all.

        Raises `InterestError` with the index of an invalid observer; no observer is added then.
        """
    def set(
        self,
        observers: ArrayLike,
        inner: ArrayLike,
        outer: ArrayLike,
        *,
        at: ArrayLike | None = None,
        follow: ArrayLike | None = None,
        max_visible: ArrayLike | None = None,
        first: ArrayLike = 0,
        category: ArrayLike | None = None,
        mask: ArrayLike | None = None,
        group: ArrayLike | None = None,
        ignore: ArrayLike | None = None,
        solid: bool = False,
    ) -> None:
        """Replaces observers. They keep their ids and their views. The arguments are those of `insert`.

        Raises `StaleError` or `InterestError` with an index; no observer is changed then.
        """
    def remove(self, observers: ArrayLike) -> None:
        """Removes observers. Raises `StaleError` if an id is stale; no observer is removed then."""
    def __len__(self) -> int: ...
    def update(self, world: World, *, budget: Budget | None = None) -> InterestReport:
        """Finds the entities in view now, and compares with the previous update. Call it once in each tick, after the
        step. Raises `OverBudgetError` for more work than `budget.max_work`: the views stay then, and no entity entered or
        left.
        """
    def views(self) -> Views:
        """The views of all observers at the last update, in order of the observers' slots."""
    def observers_of(self, handle: int) -> NDArray[np.uint64]:
        """The ids of the observers that see an entity, in order of their slots."""
    def lost(self, observers: ArrayLike) -> NDArray[np.bool_]:
        """Whether each of these observers was lost at the last update: the entity that it follows was removed."""
    def viewpoints(self, observers: ArrayLike) -> NDArray[np.float32]:
        """The positions of these observers at the last update, of shape `(n, 2)`. NaN for an observer that was lost or was
        inserted after the update.
        """

@final
class InterestReport:
    """The counts of an update."""
    observer_count: Final[int]
    """The number of observers."""
    lost_count: Final[int]
    """The number of observers that follow a removed entity."""
    candidate_count: Final[int]
    """The number of entities that overlap an outer circle, summed over all observers."""
    visible_count: Final[int]
    """The number of entities in view, summed over all observers."""
    entered_count: Final[int]
    """The number of entities that entered a view, summed over all observers."""
    left_count: Final[int]
    """The number of entities that left a view, summed over all observers."""
    work: Final[int]
    """The work of the update, in units of which a million stand for about a millisecond."""

@final
class Views:
    """The views of observers: lists of handles, with one list for each observer."""
    observers: Final[NDArray[np.uint64]]
    """The ids of the observers."""
    visible: Final[Hits]
    """The visible entities of each observer."""
    entered: Final[Hits]
    """The entities that entered the view of each observer."""
    left: Final[Hits]
    """The entities that left the view of each observer. The handles of removed entities are stale."""
