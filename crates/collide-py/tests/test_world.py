"""Worlds: entities, steps, history, copies and traces."""

from __future__ import annotations

import re
import threading
import time
from pathlib import Path
from typing import Any

import collide2d
import numpy as np
import pytest


def line(*x: float) -> collide2d.Shapes:
    return collide2d.circles(list(x), 0, 1)


def test_entities_come_move_and_go() -> None:
    world = collide2d.World(events=True)
    a, b, c = world.insert(line(0, 1.5, 9))
    report = world.step()
    assert (report.shape_count, report.pair_count, report.strategy) == (3, 1, "brute")
    assert set(report.times) == {"bounds", "index", "pairs", "order", "events", "history"}
    assert world.pairs().tolist() == [[a, b]]
    assert world.events().began.tolist() == [[a, b]]
    world.set_shapes(b, line(8))
    world.step()
    events = world.events()
    assert (events.began.tolist(), events.stayed.tolist(), events.ended.tolist()) == ([[b, c]], [], [[a, b]])
    assert events.kind.tolist() == [2, 0]
    assert len(world.events(int(c))) == 1
    world.remove([a, a])
    assert world.has([a, b]).tolist() == [False, True]
    [again] = world.insert(line(5))
    assert collide2d.slots(again) == collide2d.slots(a)
    assert collide2d.generations([a, again]).tolist() == [0, 1]
    assert world.shapes([b, again]).centers.tolist() == [[8, 0], [5, 0]]
    assert len(world) == 3
    assert "brute" in world.explain()
    assert world.recent().startswith("2 ticks")
    assert world.memory() > 0
    world.validate()


def test_what_entities_are() -> None:
    world = collide2d.World(static_pairs=True)
    handles = world.insert(
        line(0, 0, 0, 0),
        data=[1, 2, 3, 2**64 - 1],
        category=[1, 1, 2, 2],
        mask=[2, 2, 3, 3],
        sensor=[False, False, False, True],
        mobility="static",
    )
    expected = [[handles[i], handles[j]] for i, j in ((0, 2), (0, 3), (1, 2), (1, 3), (2, 3))]
    world.step()
    assert world.pairs().tolist() == expected
    world.set_entities(handles[:2], group=-1, mobility=[0, 2])
    world.set_entities(handles[2], mask=0)
    entities = world.entities()
    assert entities.handles.tolist() == handles.tolist()
    assert entities.data.tolist() == [1, 2, 3, 2**64 - 1]
    assert entities.group.tolist() == [-1, -1, 0, 0]
    assert entities.mask.tolist() == [2, 2, 0, 3]
    assert entities.mobility.tolist() == [0, 2, 1, 1]
    assert entities.sensor.tolist() == [False, False, False, True]
    assert entities.shapes == line(0, 0, 0, 0)
    assert list(entities.columns())[:4] == ["handle", "kind", "x", "y"]
    assert world.entities(handles[[3, 1]]).data.tolist() == [2**64 - 1, 2]


def test_settings_and_budgets() -> None:
    world = collide2d.World(strategy="grid", cell=2, threads=1, touching="open", order="found", history=3, teleport_distance=2)
    settings: dict[str, Any] = dict(strategy="grid", cell=2.0, touching="open", threads=1, order="found")
    others = {"static_pairs": False, "sensor_pairs": False, "change_ticks": False, "events": False, "crowd": None, "crowd_first": 0}
    assert world.settings == {**settings, **others, "history": 3, "teleport_distance": 2.0}
    world.insert(line(0, 2, 2.5))
    with pytest.raises(collide2d.OverBudgetError, match="pairs: more than the budget of 0"):
        world.step(budget=collide2d.Budget(max_results=0))
    assert world.tick == 0
    assert world.count_pairs() == 1
    world.set_settings(touching="closed", cell=None, threads=2)
    assert (world.settings["cell"], world.settings["threads"], world.settings["order"]) == (None, 2, "found")
    assert world.step(budget=collide2d.Budget(max_results=2)).pair_count == 2


@pytest.mark.parametrize(
    ("setting", "options"), [("static_pairs", {"mobility": "static"}), ("sensor_pairs", {"sensor": True})]
)
def test_two_static_entities_or_sensors_are_a_pair_if_the_settings_say_so(setting: str, options: dict[str, Any]) -> None:
    world = collide2d.World()
    handles = world.insert(line(0, 0.5), **options)
    changed: dict[str, Any] = {setting: True}
    assert (world.step().pair_count, world.count_pairs()) == (0, 0)
    world.set_settings(**changed)
    assert world.step().pair_count == 1
    assert world.pairs().tolist() == [handles.tolist()]
    other = collide2d.World()
    other.restore(world.save())
    assert len(other.pairs()) == 0


def pile(**settings: Any) -> tuple[collide2d.World, Any]:
    """A world with 200 circles on one point, the last ten with the category 2, after a step."""
    world = collide2d.World(**settings)
    handles = world.insert(collide2d.circles([5] * 200, 5, 0.5), category=[1] * 190 + [2] * 10)
    world.step()
    return world, handles


def test_a_crowd_without_a_limit() -> None:
    world, handles = pile()
    report = world.report()
    assert report is not None
    assert (report.pair_count, report.crowd_count, report.surplus_count, report.crowd) == (19_900, 0, 0, None)
    [crowd] = world.crowds(16)
    assert (crowd.area, crowd.count, crowd.surplus_count) == ((4.5, 4.5, 5.5, 5.5), 200, 184)
    assert crowd.entity == handles[16]
    assert world.crowds(200) == []
    [crowd] = world.crowds(199, first=2)
    assert (crowd.surplus_count, crowd.entity) == (1, handles[189])


def test_a_limit_of_crowds() -> None:
    world, handles = pile(crowd=16)
    report = world.report()
    assert report is not None
    assert (report.pair_count, report.crowd_count, report.surplus_count) == (120, 1, 184)
    assert report.crowd is not None
    assert (report.crowd.area, report.crowd.count, report.crowd.surplus_count) == ((4.5, 4.5, 5.5, 5.5), 200, 184)
    assert report.crowd.entity == handles[16]
    assert repr(report.crowd).startswith("Crowd(area=(4.5, 4.5, 5.5, 5.5), count=200, surplus_count=184, entity=")
    world.set_settings(crowd_first=2)
    assert (world.settings["crowd"], world.settings["crowd_first"]) == (16, 2)
    assert world.step().pair_count == 120
    assert world.pairs()[-1].tolist() == handles[-2:].tolist()
    world.set_settings(crowd=199)
    assert (world.settings["crowd"], world.settings["crowd_first"]) == (199, 2)
    assert collide2d.World(**world.settings).settings == world.settings
    world.set_settings(crowd=None)
    assert (world.settings["crowd"], world.settings["crowd_first"]) == (None, 0)
    assert (world.step().pair_count, world.step().crowd) == (19_900, None)
    assert collide2d.World(**world.settings).settings == world.settings


def test_a_failed_step_leaves_no_events() -> None:
    world = collide2d.World(events=True)
    world.insert(line(0, 0.5))
    world.step()
    assert len(world.events().began) == 1
    world.insert(line(0.25))
    with pytest.raises(collide2d.OverBudgetError):
        world.step(budget=collide2d.Budget(max_results=1))
    assert (len(world.events().began), len(world.pairs())) == (0, 1)


def test_the_past() -> None:
    world = collide2d.World(history=8, teleport_distance=2)
    [runner] = world.insert(line(0))
    for x in (0, 2, 4):
        world.set_shapes(runner, line(x))
        world.step()
    shot = collide2d.circles(1, 0, 0)
    assert world.queries().overlap(shot)[0].tolist() == []
    assert world.at(1.5).overlap(shot)[0].tolist() == [runner]
    assert world.at(1.5).shapes(runner).centers.tolist() == [[1, 0]]
    assert world.at(2).tick == 2
    with pytest.raises(collide2d.PastError, match="time: must be a tick from 1 to 3, is 9"):
        world.at(9)
    with pytest.raises(collide2d.PastError):
        world.at(float("nan"))


def test_in() -> None:
    world = collide2d.World()
    first, second = world.insert(line(0, 1.5))
    world.remove([second])
    assert first in world
    assert int(first) in world
    assert second not in world
    assert collide2d.NO_ENTITY not in world


def test_save_restore_and_fork() -> None:
    world = collide2d.World()
    handles = world.insert(line(0, 1, 5))
    world.step()
    saved, fork = world.save(), world.fork()
    world.remove(handles[0])
    world.step()
    other = collide2d.World()
    other.restore(saved)
    assert other.fingerprint() == fork.fingerprint() != world.fingerprint()
    world.restore(saved)
    assert world.save() == saved
    for damaged in (b"", saved[:-1], saved[:30] + b"\xff" + saved[31:], b"collide!" + saved[8:]):
        with pytest.raises(collide2d.SnapshotError):
            world.restore(damaged)
    assert world.save() == saved


def test_a_new_origin() -> None:
    world = collide2d.World()
    [far] = world.insert(collide2d.circles(4100, 0, 1))
    world.rebase((0, 0), (4096, 0))
    assert world.shapes(far).centers.tolist() == [[4, 0]]
    with pytest.raises(collide2d.ShapeError):
        world.rebase((0, 0), (float("nan"), 0))


def test_swept_pairs() -> None:
    world = collide2d.World()
    handles = world.insert(line(0, 10))
    swept = world.swept_pairs(handles, [[4, 0], [-4, 0]])
    assert swept.pairs.tolist() == [handles.tolist()]
    assert swept.time.tolist() == [1.0]
    assert swept.normal.tolist() == [[1, 0]]
    assert swept.points[0, 0].tolist() == swept.point[0].tolist() == [5, 0]
    assert len(world.swept_pairs([], [])) == 0


def test_traces_are_recorded_replayed_and_refused(tmp_path: Path) -> None:
    world = collide2d.World(events=True)
    world.start_recording()
    [ball, wall] = world.insert(line(0, 9))
    interest = collide2d.Interest()
    interest.insert(4, 5, at=[[9, 0]])
    bytes_ = b""
    for x in (0, 4, 8):
        world.set_shapes(ball, line(x))
        world.step()
        world.queries().overlap(line(7))
        interest.update(world)
        bytes_ += world.recorded()
    assert world.is_recording
    world.stop_recording()
    (tmp_path / "own.ctrace").write_bytes(bytes_)
    ticks = list(collide2d.Trace(tmp_path / "own.ctrace"))
    assert [tick.tick for tick in ticks] == [1, 2, 3]
    assert [tick.starts for tick in ticks] == [True, False, False]
    assert [tick.question_count for tick in ticks] == [0, 2, 2]
    again = collide2d.World()
    assert [again.replay(tick) for tick in ticks] == [(0, 0), (2, 0), (2, 0)]
    assert again.fingerprint() == world.fingerprint()
    followed = collide2d.World()
    followed.follow(ticks[0])
    assert (followed.tick, len(followed)) == (0, 2)
    with pytest.raises(collide2d.DivergenceError, match="tick 3"):
        collide2d.World().replay(ticks[2])
    with pytest.raises(collide2d.TraceError, match="must begin with ctrace"):
        list(collide2d.Trace(b"no trace at all"))
    with pytest.raises(collide2d.TraceError, match="cut off after tick 2"):
        list(collide2d.Trace(bytes_[:-1]))
    with pytest.raises(FileNotFoundError, match="none"):
        collide2d.Trace(tmp_path / "none")
    table = collide2d.trace_columns(bytes_, "events")
    assert table["tick"].tolist() == [3]
    assert table["kind"].tolist() == ["began"]
    with pytest.raises(collide2d.SettingsError, match="table: must be one of"):
        collide2d.trace_columns(bytes_, "all")  # type: ignore[arg-type]


def test_a_trace_without_ticks_is_a_table_without_rows() -> None:
    world = collide2d.World()
    world.start_recording()
    columns = collide2d.trace_columns(world.recorded(), "entities")
    assert {len(column) for column in columns.values()} == {0}


def test_with_closes_a_trace() -> None:
    golden = Path(__file__).parents[3] / "tests/golden/match.ctrace"
    with collide2d.Trace(golden) as trace:
        assert next(trace).starts
    with pytest.raises(ValueError, match="trace: is closed"):
        next(trace)
    with pytest.raises(ZeroDivisionError), collide2d.Trace(golden) as trace:
        1 / 0  # noqa: B018
    with pytest.raises(ValueError, match="trace: is closed"):
        list(trace)


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_frames(library: Any) -> None:
    golden = Path(__file__).parents[3] / "tests/golden/match.ctrace"
    frame, columns = collide2d.trace_frame(golden, "entities", library), collide2d.trace_columns(golden, "entities")
    for name, column in columns.items():
        assert np.array_equal(np.asarray(frame[name]), column), name


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda w, h: w.remove([h[0], 77]), collide2d.StaleError, "index 1: handle: 77v0 is stale"),
        (lambda w, h: w.set_shapes([h[0], 2**64 - 1], line(0, 1)), collide2d.StaleError, "index 1: handle: 4294967295v4294967295"),
        (lambda w, h: w.shapes([77]), collide2d.StaleError, "index 0: handle: 77v0 is stale"),
        (lambda w, h: w.entities([77]), collide2d.StaleError, "index 0: handle: 77v0 is stale"),
        (lambda w, h: w.set_entities([h[0], 77], data=1), collide2d.StaleError, "index 1: handle: 77v0 is stale"),
        (lambda w, h: w.swept_pairs([77], [[0, 0]]), collide2d.StaleError, "77v0 is stale"),
        (lambda w, h: w.swept_pairs(h, [0, np.inf]), collide2d.ShapeError, "motion.y: must be a finite number, is inf"),
        (lambda w, h: w.set_shapes(h, line(0)), collide2d.ColumnError, "shapes: must have 2 rows, has 1"),
        (lambda w, h: w.insert(line(0, 1), data=[1, 2, 3]), collide2d.ColumnError, "data: must have 2 rows or be one value, has 3"),
        (lambda w, h: w.insert(line(0), data=-1), collide2d.ColumnError, "data: must fit its type, one value is -1"),
        (lambda w, h: w.insert(line(0), group=2**63), collide2d.ColumnError, "group: must fit its type"),
        (lambda w, h: w.insert(line(0), sensor=1), TypeError, "sensor: must be True or False"),
        (lambda w, h: w.insert(line(0), mobility="flying"), collide2d.SettingsError, "mobility: must be dynamic, static or"),
        (lambda w, h: w.insert(line(0, 1), mobility=[0, 3]), collide2d.SettingsError, "index 1: mobility: must be 0, 1 or 2, is 3"),
        (lambda w, h: w.insert(line(0), colour=1), TypeError, "unexpected keyword argument colour"),
        (lambda w, h: w.remove([0.5]), TypeError, "handles: must be whole numbers, one value is 0.5"),
        (lambda w, h: w.remove(np.array([0.5])), TypeError, "handles: must be whole numbers, is of type float64"),
        (lambda w, h: w.remove([-1, 2**64 - 1]), TypeError, "handles: must be whole numbers, one value is -1"),
        (lambda w, h: w.remove([-1]), collide2d.ColumnError, "handles: must fit its type, one value is -1"),
        (lambda w, h: w.set_settings(order="random"), collide2d.SettingsError, 'order: must be slot or found, is "random"'),
        (lambda w, h: w.set_settings(threads=5000), collide2d.SettingsError, "threads: must be at most 1024, is 5000"),
        (lambda w, h: w.set_settings(crowd_first=2), collide2d.SettingsError, "crowd_first: must be 0 if crowd is None, is 2"),
        (lambda w, h: w.set_settings(crowd=-1), TypeError, "crowd: "),
        (lambda w, h: w.crowds(-1), OverflowError, "out of range"),
        (lambda w, h: w.at(1), collide2d.PastError, "no tick is remembered"),
        (lambda w, h: w.step(budget=-1), TypeError, "budget"),
        (lambda w, h: w.step(budget=collide2d.Budget(max_work=-1)), TypeError, "max_work: "),
        (lambda w, h: w.replay(3), TypeError, "TraceTick"),
    ],
)  # fmt: skip
def test_refusals_change_nothing(call: Any, error: type[Exception], message: str) -> None:
    world = collide2d.World()
    handles = world.insert(line(0, 5))
    world.step()
    before = world.save()
    with pytest.raises(error, match=message):
        call(world, handles)
    assert world.save() == before


def test_threads_share_a_world() -> None:
    world = collide2d.World(threads=1)
    rng = np.random.default_rng(1)
    start = collide2d.circles(rng.uniform(-50, 50, 3000), rng.uniform(-50, 50, 3000), 0.5)
    handles, failures = world.insert(start), []
    world.step()

    def ask() -> None:
        try:
            for _ in range(20):
                hits = world.queries().overlap(start)
                assert len(hits) == 3000
        except Exception as error:  # noqa: BLE001
            failures.append(error)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for step in range(20):
        world.set_shapes(handles, start.translated(step, 0))
        world.step()
    for thread in threads:
        thread.join()
    assert failures == []
    assert world.tick == 21
    world.validate()


def test_python_goes_on_meanwhile() -> None:
    rng = np.random.default_rng(2)
    shapes = collide2d.circles(rng.uniform(0, 100, 8_000), rng.uniform(0, 100, 8_000), 0.1)
    done, taken = threading.Event(), []

    def work() -> None:
        start = time.perf_counter()
        collide2d.count_pairs(shapes, strategy="brute", threads=1)
        taken.append(time.perf_counter() - start)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    longest, last = 0.0, time.perf_counter()
    while not done.is_set():
        longest, last = max(longest, time.perf_counter() - last), time.perf_counter()
    thread.join()
    # If the call held the interpreter lock, the longest pause would be as long as the call.
    assert longest < taken[0] / 2, (longest, taken)


@pytest.mark.parametrize("field", ["strategy", "touching", "order", "mobility"])
def test_the_stub_lists_the_names_of_the_engine(field: str) -> None:
    """The literals in the stub file are the names that the engine's message lists."""
    unknown: dict[str, Any] = {field: "?"}
    with pytest.raises(collide2d.SettingsError) as refused:
        if field == "mobility":
            collide2d.World().insert(collide2d.points(0, 0), **unknown)
        else:
            collide2d.World(**unknown)
    listed = str(refused.value).removeprefix(f"{field}: must be ").partition(", is ")[0]
    stub = (Path(collide2d.__file__).parent / "_native.pyi").read_text()
    literal = re.search(rf"^_{field.title()}: TypeAlias = Literal\[(.*)\]$", stub, re.M)
    assert literal is not None
    assert re.findall(r'"(\w+)"', literal[1]) == re.split(r", | or ", listed)
