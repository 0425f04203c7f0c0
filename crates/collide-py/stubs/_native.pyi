# The types of the module. tests/stubs.py adds keywords, defaults and documentation: python/collide2d/_native.pyi.
from collections.abc import Sequence
from os import PathLike
from typing import Any, ClassVar, Final, Literal, TypeAlias, TypedDict, final, type_check_only

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import Self, Unpack, disjoint_base

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

@type_check_only
class _Limited(TypedDict, total=False):
    budget: Budget | None

@type_check_only
class _BatchSettings(_Search, _Limited, total=False): ...

@type_check_only
class _Layers(TypedDict, total=False):
    category: ArrayLike
    mask: ArrayLike
    group: ArrayLike

@type_check_only
class _EntityOptions(_Layers, total=False):
    data: ArrayLike
    sensor: ArrayLike
    mobility: _Mobility | ArrayLike

@type_check_only
class _Filter(_Layers, total=False):
    ignore: ArrayLike
    solid: bool

@type_check_only
class _Terms(_Filter, _Limited, total=False): ...

@type_check_only
class _QueryOptions(_Terms, total=False):
    first: int
    count_only: bool

@type_check_only
class _Sliding(_Limited, total=False):
    max_bounces: int
    leave_overlapped: bool

@type_check_only
class _SlideOptions(_Filter, _Sliding, total=False): ...

@type_check_only
class _Crowded(_Layers, _Sliding, total=False):
    crowd: int | None
    crowd_first: int

@type_check_only
class _MoveOptions(_Crowded, total=False):
    in_order: bool

@type_check_only
class _SeparateOptions(_Crowded, total=False):
    rounds: int
    rules: Sequence[tuple[int, float, float]]

@type_check_only
class _Observers(_Filter, total=False):
    at: ArrayLike
    follow: ArrayLike
    max_visible: ArrayLike
    first: ArrayLike

@final
class Budget:
    def __new__(
        cls, *, max_results: int | None = None, max_work: int | None = None, max_candidates_each: int | None = None
    ) -> Self: ...
    max_results: Final[int | None]
    max_work: Final[int | None]
    max_candidates_each: Final[int | None]

@final
class Shapes:
    def __new__(cls, kind: ArrayLike, numbers: ArrayLike) -> Self: ...
    kind: Final[NDArray[np.uint8]]
    numbers: Final[NDArray[np.float32]]
    bounds: Final[NDArray[np.float32]]
    centers: Final[NDArray[np.float32]]
    radii: Final[NDArray[np.float32]]
    def points(self) -> tuple[NDArray[np.float32], NDArray[np.int64]]: ...
    def translated(self, dx: ArrayLike, dy: ArrayLike) -> Shapes: ...
    def at(self, x: ArrayLike, y: ArrayLike, *, origin: _Origin = None) -> Shapes: ...
    def turned(
        self, *, angle: ArrayLike | None = None, degrees: ArrayLike | None = None, rotor: ArrayLike | None = None
    ) -> Shapes: ...
    def __len__(self) -> int: ...
    def __getitem__(self, key: int | slice | Sequence[int] | NDArray[Any], /) -> Shapes: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

def circles(x: ArrayLike, y: ArrayLike, radius: ArrayLike, *, origin: _Origin = None) -> Shapes: ...
def points(x: ArrayLike, y: ArrayLike, *, origin: _Origin = None) -> Shapes: ...
def rects(
    min_x: ArrayLike, min_y: ArrayLike, max_x: ArrayLike, max_y: ArrayLike, *, origin: _Origin = None
) -> Shapes: ...
def oriented_rects(
    x: ArrayLike, y: ArrayLike, half_width: ArrayLike, half_height: ArrayLike, *,
    angle: ArrayLike | None = None, degrees: ArrayLike | None = None, rotor: ArrayLike | None = None,
    origin: _Origin = None
) -> Shapes: ...
def capsules(
    a_x: ArrayLike, a_y: ArrayLike, b_x: ArrayLike, b_y: ArrayLike, radius: ArrayLike, *,
    position: ArrayLike | None = None, origin: _Origin = None
) -> Shapes: ...
def polygons(
    points: ArrayLike, starts: ArrayLike | None = None, radius: ArrayLike | None = None, *,
    position: ArrayLike | None = None, origin: _Origin = None
) -> Shapes: ...
def regular_polygons(
    corners: ArrayLike, circumradius: ArrayLike, *, position: ArrayLike | None = None, origin: _Origin = None
) -> Shapes: ...
def concat(shapes: Sequence[Shapes]) -> Shapes: ...
def pairs(shapes: Shapes, **settings: Unpack[_BatchSettings]) -> NDArray[np.uint32]: ...
def pairs_between(a: Shapes, b: Shapes, **settings: Unpack[_BatchSettings]) -> NDArray[np.uint32]: ...
def count_pairs(shapes: Shapes, **settings: Unpack[_BatchSettings]) -> int: ...
def count_pairs_between(a: Shapes, b: Shapes, **settings: Unpack[_BatchSettings]) -> int: ...
def query(shapes: Shapes, **settings: Unpack[_Search]) -> Queries: ...
def overlaps(a: Shapes, b: Shapes, *, touching: _Touching = "closed") -> NDArray[np.bool_]: ...
def contains(a: Shapes, b: Shapes) -> NDArray[np.bool_]: ...
def distance(a: Shapes, b: Shapes) -> NDArray[np.float32]: ...
def closest_points(a: Shapes, b: Shapes) -> NDArray[np.float32]: ...
def contacts(a: Shapes, b: Shapes) -> Contacts: ...

@disjoint_base
class Hits:
    starts: Final[NDArray[np.int64]]
    handles: Final[NDArray[np.uint64]]
    counts: Final[NDArray[np.int64]]
    questions: Final[NDArray[np.int64]]
    stopped: Final[NDArray[np.uint32]]
    work: Final[int]
    def slice(self, question: int) -> slice: ...
    def columns(self) -> _Columns: ...
    def __len__(self) -> int: ...
    def __getitem__(self, question: int, /) -> NDArray[np.uint64]: ...

@final
class RayHits(Hits):
    entry: Final[NDArray[np.float32]]
    exit: Final[NDArray[np.float32]]
    point: Final[NDArray[np.float32]]
    normal: Final[NDArray[np.float32]]
    def columns(self) -> _Columns: ...

@final
class SweepHits(Hits):
    time: Final[NDArray[np.float32]]
    normal: Final[NDArray[np.float32]]
    point: Final[NDArray[np.float32]]
    points: Final[NDArray[np.float32]]
    def columns(self) -> _Columns: ...

@final
class NearestHits(Hits):
    distance: Final[NDArray[np.float32]]
    def columns(self) -> _Columns: ...

@final
class Slides(Hits):
    movers: Final[NDArray[np.uint64]]
    ends: Final[Shapes]
    left: Final[NDArray[np.float32]]
    time: Final[NDArray[np.float32]]
    normal: Final[NDArray[np.float32]]
    point: Final[NDArray[np.float32]]

@final
class Contacts:
    depth: Final[NDArray[np.float32]]
    normal: Final[NDArray[np.float32]]
    points: Final[NDArray[np.float32]]
    def __len__(self) -> int: ...

@final
class SweptPairs:
    pairs: Final[NDArray[np.uint64]]
    time: Final[NDArray[np.float32]]
    normal: Final[NDArray[np.float32]]
    point: Final[NDArray[np.float32]]
    points: Final[NDArray[np.float32]]
    work: Final[int]
    def __len__(self) -> int: ...

@final
class Queries:
    @property
    def tick(self) -> float | None: ...
    def overlap(self, shapes: Shapes, **options: Unpack[_QueryOptions]) -> Hits: ...
    def sectors(
        self, apexes: ArrayLike, outer: ArrayLike, inner: ArrayLike | None = None, *,
        directions: ArrayLike | None = None, openings: ArrayLike | None = None,
        starts: ArrayLike | None = None, ends: ArrayLike | None = None, **options: Unpack[_QueryOptions]
    ) -> Hits: ...
    def nearest(
        self, shapes: Shapes, *, count: int | None = None, within: ArrayLike | None = None,
        **options: Unpack[_QueryOptions]
    ) -> NearestHits: ...
    def rays(
        self, origins: ArrayLike, directions: ArrayLike, max_t: ArrayLike | None = None,
        **options: Unpack[_QueryOptions]
    ) -> RayHits: ...
    def segments(self, starts: ArrayLike, ends: ArrayLike, **options: Unpack[_QueryOptions]) -> RayHits: ...
    def blocked(self, starts: ArrayLike, ends: ArrayLike, **filter: Unpack[_Terms]) -> NDArray[np.bool_]: ...
    def sweep(self, shapes: Shapes, motion: ArrayLike, **options: Unpack[_QueryOptions]) -> SweepHits: ...
    def shapes(self, handles: ArrayLike) -> Shapes: ...
    def slide(self, shapes: Shapes, motion: ArrayLike, **options: Unpack[_SlideOptions]) -> Slides: ...
    def free(
        self, shapes: Shapes, max_distance: float, **filter: Unpack[_Terms]
    ) -> tuple[Shapes, NDArray[np.bool_]]: ...
    def turn(self, shapes: Shapes, pivot: ArrayLike, angle: ArrayLike, **filter: Unpack[_Terms]) -> _Turned: ...

@final
class Report:
    shape_count: Final[int]
    candidate_count: Final[int]
    pair_count: Final[int]
    work: Final[int]
    crowd_count: Final[int]
    surplus_count: Final[int]
    crowd: Final[Crowd | None]
    strategy: Final[str]
    reason: Final[str]
    expected: Final[float | None]
    seconds: Final[float]
    times: Final[dict[str, float]]

@final
class Crowd:
    area: Final[tuple[float, float, float, float]]
    count: Final[int]
    surplus_count: Final[int]
    entity: Final[int]

@final
class Events:
    KINDS: ClassVar[tuple[str, ...]]
    began: Final[NDArray[np.uint64]]
    stayed: Final[NDArray[np.uint64]]
    ended: Final[NDArray[np.uint64]]
    pairs: Final[NDArray[np.uint64]]
    kind: Final[NDArray[np.uint8]]
    def __len__(self) -> int: ...

@final
class Entities:
    handles: Final[NDArray[np.uint64]]
    shapes: Final[Shapes]
    data: Final[NDArray[np.uint64]]
    category: Final[NDArray[np.uint64]]
    mask: Final[NDArray[np.uint64]]
    group: Final[NDArray[np.int64]]
    sensor: Final[NDArray[np.bool_]]
    mobility: Final[NDArray[np.uint8]]
    def columns(self) -> _Columns: ...
    def __len__(self) -> int: ...

@final
class World:
    def __new__(cls, **settings: Unpack[_Settings]) -> Self: ...
    @property
    def settings(self) -> _Settings: ...
    def set_settings(self, **settings: Unpack[_Settings]) -> None: ...
    def insert(self, shapes: Shapes, **options: Unpack[_EntityOptions]) -> NDArray[np.uint64]: ...
    def set_shapes(self, handles: ArrayLike, shapes: Shapes) -> None: ...
    def set_centers(self, handles: ArrayLike, centers: ArrayLike) -> None: ...
    def set_centers_by_slot(self, centers: ArrayLike) -> None: ...
    def set_entities(self, handles: ArrayLike, **options: Unpack[_EntityOptions]) -> None: ...
    def remove(self, handles: ArrayLike) -> None: ...
    def shapes(self, handles: ArrayLike) -> Shapes: ...
    def has(self, handles: ArrayLike) -> NDArray[np.bool_]: ...
    def entities(self, handles: ArrayLike | None = None) -> Entities: ...
    def changed_since(self, tick: int) -> NDArray[np.uint64]: ...
    def __contains__(self, handle: int, /) -> bool: ...
    def __len__(self) -> int: ...
    def step(self, *, budget: Budget | None = None) -> Report: ...
    def count_pairs(self) -> int: ...
    def refresh(self) -> None: ...
    def pairs(self) -> NDArray[np.uint64]: ...
    def events(self, handle: int | None = None) -> Events: ...
    def events_between(self, first: int, second: int) -> tuple[Events, NDArray[np.uint64]]: ...
    def report(self) -> Report | None: ...
    def crowds(self, max: int, first: int = 0) -> list[Crowd]: ...
    def explain(self) -> str: ...
    def recent(self) -> str: ...
    def memory(self) -> int: ...
    @property
    def tick(self) -> int: ...
    def fingerprint(self) -> int: ...
    def queries(self) -> Queries: ...
    def at(self, tick: float) -> Queries: ...
    def swept_pairs(self, handles: ArrayLike, motion: ArrayLike, *, budget: Budget | None = None) -> SweptPairs: ...
    def contacts(self) -> Contacts: ...
    def move(self, handles: ArrayLike, motion: ArrayLike, **options: Unpack[_MoveOptions]) -> Slides: ...
    def separate(self, handles: ArrayLike, **options: Unpack[_SeparateOptions]) -> tuple[NDArray[np.uint64], Shapes]: ...
    def sweep_through(
        self, shapes: Shapes, motion: ArrayLike, start: float, end: float, **filter: Unpack[_Filter]
    ) -> tuple[SweepHits, NDArray[np.float64]]: ...
    def save(self) -> bytes: ...
    def restore(self, saved: bytes) -> None: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __setstate__(self, state: tuple[dict[str, Any], bytes], /) -> None: ...
    def fork(self) -> World: ...
    def rebase(self, old: tuple[float, float], new: tuple[float, float]) -> None: ...
    def start_recording(self) -> None: ...
    def stop_recording(self) -> None: ...
    @property
    def is_recording(self) -> bool: ...
    def recorded(self) -> bytes: ...
    def replay(self, tick: TraceTick) -> tuple[int, int]: ...
    def follow(self, tick: TraceTick) -> None: ...
    def validate(self) -> None: ...

@final
class Trace:
    def __new__(cls, source: str | PathLike[str] | bytes) -> Self: ...
    def __iter__(self) -> Self: ...
    def __next__(self) -> TraceTick: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, /, *_error: object) -> None: ...

@final
class TraceTick:
    starts: Final[bool]
    tick: Final[int]
    pair_count: Final[int]
    fingerprint: Final[int]
    question_count: Final[int]

@final
class Interest:
    def __new__(cls) -> Self: ...
    def insert(self, inner: ArrayLike, outer: ArrayLike, **observers: Unpack[_Observers]) -> NDArray[np.uint64]: ...
    def set(self, observers: ArrayLike, inner: ArrayLike, outer: ArrayLike, **changes: Unpack[_Observers]) -> None: ...
    def remove(self, observers: ArrayLike) -> None: ...
    def __len__(self) -> int: ...
    def update(self, world: World, *, budget: Budget | None = None) -> InterestReport: ...
    def views(self) -> Views: ...
    def observers_of(self, handle: int) -> NDArray[np.uint64]: ...
    def lost(self, observers: ArrayLike) -> NDArray[np.bool_]: ...
    def viewpoints(self, observers: ArrayLike) -> NDArray[np.float32]: ...

@final
class InterestReport:
    observer_count: Final[int]
    lost_count: Final[int]
    candidate_count: Final[int]
    visible_count: Final[int]
    entered_count: Final[int]
    left_count: Final[int]
    work: Final[int]

@final
class Views:
    observers: Final[NDArray[np.uint64]]
    visible: Final[Hits]
    entered: Final[Hits]
    left: Final[Hits]
