"""The golden matches in the C interface as a WebAssembly module: the rows and calls of tests/golden/README.md."""

from __future__ import annotations

import csv
import ctypes
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from module import CollideError, Module

ROOT = Path(__file__).resolve().parents[4]
FOLDER = ROOT / "tests/golden"

# The imports of the module: a clock, and nothing of JavaScript.
IMPORTS = [("env", "collide_now_ns")]


def rows(name: str) -> list[dict[str, str]]:
    with (FOLDER / name).open(newline="") as file:
        return list(csv.DictReader(file))


class Match:
    """A match in a world of the module."""

    def __init__(self, module: Module, files: str, strategy: int) -> None:
        self.module, self.files = module, files
        settings = module.collide_settings_default()
        settings.events, settings.strategy = 1, strategy
        self.world = self.made("collide_world_new", settings)
        self.hits = self.made("collide_hits_new")
        self.handles: dict[str, int] = {}

    def made(self, function: str, *given: Any) -> int:
        """The object that a call creates."""
        out = self.module.room(ctypes.c_uint32)
        getattr(self.module, function)(*given, out)
        made = self.module.get(out, ctypes.c_uint32).value
        self.module.free(out, ctypes.c_uint32)
        return made

    def with_arrays(self, function: str, *arguments: Any) -> None:
        """Calls a function with arrays, which it reads."""
        put = [self.module.put(it) if isinstance(it, ctypes.Array) else it for it in arguments]
        getattr(self.module, function)(*put)
        for address, given in zip(put, arguments, strict=True):
            if isinstance(given, ctypes.Array):
                self.module.free(address, type(given))

    def shape(self, row: dict[str, str]) -> Any:
        """The shape of a row."""
        kind = int(row.get("kind", 0))
        if "numbers" in row:
            given = [float(number) for number in row["numbers"].split(" ")]
            numbers = (ctypes.c_float * self.module.constants["COLLIDE_NUMBERS"])(*given)
            return self.module.types["CollideShape"](kind, numbers)
        if "radius" in row:
            return self.module.collide_circle(*(float(row[name]) for name in ("x", "y", "radius")))
        x, y, a, b, angle = (float(row[name]) for name in ("x", "y", "a", "b", "angle"))
        if kind == 0:
            return self.module.collide_circle(x, y, a)
        if kind == 1:
            return self.module.collide_rect(x, y, a, b)
        return self.module.collide_oriented_rect(x, y, a, b, angle)

    def change(self, frame: list[dict[str, str]]) -> None:
        """Removes missing entities, moves existing ones, inserts new ones, and steps."""
        ids = [row["id"] for row in frame]
        gone = [self.handles.pop(name) for name in list(self.handles) if name not in set(ids)]
        self.with_arrays("collide_world_remove", self.world, self.module.array("CollideHandle", gone), len(gone))
        old = [row for row in frame if row["id"] in self.handles]
        handles = self.module.array("CollideHandle", [self.handles[row["id"]] for row in old])
        shapes = self.module.array("CollideShape", [self.shape(row) for row in old])
        self.with_arrays("collide_world_set_shapes", self.world, handles, shapes, len(old))
        new = [row for row in frame if row["id"] not in self.handles]
        entities = self.module.array("CollideEntity", [self.module.collide_entity(self.shape(row)) for row in new])
        kind = ctypes.c_uint64 * len(new)
        out = self.module.room(kind)
        self.with_arrays("collide_world_insert", self.world, entities, len(new), out)
        self.handles.update(zip((row["id"] for row in new), self.module.get(out, kind), strict=True))
        self.module.free(out, kind)
        # In the order of this tick's rows, in which the next tick removes entities.
        self.handles = {name: self.handles[name] for name in ids}
        self.module.collide_world_step(self.world)

    def play(self) -> Iterator[int]:
        """Plays the match. Yields the number of each tick after its step."""
        for tick, frame in groupby(rows(f"{self.files}match.csv"), lambda row: row["tick"]):
            self.change(list(frame))
            yield int(tick)

    def result(self) -> dict[str, str]:
        """The results of a tick, as a row of ticks.csv."""
        count = self.module.collide_world_event_count(self.world)
        kind = self.module.types["CollideEvent"] * count
        out = self.module.room(kind)
        self.module.collide_world_events(self.world, out, count)
        kinds = [event.kind for event in self.module.get(out, kind)]
        self.module.free(out, kind)
        numbers = [
            self.module.collide_world_tick(self.world),
            self.module.collide_world_pair_count(self.world),
            *(kinds.count(self.module.constants[name]) for name in ("COLLIDE_BEGAN", "COLLIDE_ENDED")),
        ]
        named = dict(zip(["tick", "pairs", "began", "ended"], map(str, numbers), strict=True))
        return {**named, "fingerprint": f"{self.module.collide_world_fingerprint(self.world):016x}"}

    def answers(self, function: str, items: Any) -> list[str]:
        """The ids of the hits of each query."""
        self.with_arrays(function, self.world, items, len(items), 0, self.hits)
        kind = self.module.types["CollideHitsView"]
        out = self.module.room(kind)
        self.module.collide_hits_view(self.hits, out)
        view = self.module.get(out, kind)
        self.module.free(out, kind)
        starts = self.module.read(view.starts, "usize", view.count + 1)
        found = self.module.read(view.handles, "CollideHandle", view.total)
        names = {handle: name for name, handle in self.handles.items()}
        return [" ".join(names[handle] for handle in found[a:b]) for a, b in zip(starts, starts[1:], strict=False)]

    def sector(self, row: dict[str, str]) -> Any:
        """The sector of a row."""
        kind = self.module.types["CollideSector"]
        out = self.module.room(kind)
        names = ("x", "y", "direction_x", "direction_y", "opening", "outer")
        self.module.collide_sector(*(float(row[name]) for name in names), out)
        sector = self.module.get(out, kind)
        sector.inner = float(row["inner"])
        self.module.free(out, kind)
        return sector


def check(module: Module, files: str, strategy: int) -> None:
    """Plays a match, and compares its results with those of Rust."""
    match = Match(module, files, strategy)
    expected, questions, sectors = (rows(f"{files}{name}.csv") for name in ("ticks", "questions", "sectors"))
    results, asked = [], 0
    for tick in match.play():
        results.append(match.result())
        for function, name, given, read in [
            ("collide_query_overlap", "CollideShape", questions, match.shape),
            ("collide_query_sector", "CollideSector", sectors, match.sector),
        ]:
            now = [row for row in given if int(row["tick"]) == tick]
            if now:
                items = module.array(name, [read(row) for row in now])
                assert match.answers(function, items) == [row["hits"] for row in now], (files, tick, name)
                asked += len(now)
    assert results == expected, files
    assert asked == len(questions) + len(sectors) == 280
    shape = module.collide_circle(0.0, 0.0, -1.0)
    try:
        match.with_arrays("collide_query_overlap", match.world, module.array("CollideShape", [shape]), 1, 0, match.hits)
    except CollideError as error:
        assert error.args == (module.constants["COLLIDE_INVALID"], "shapes[0]: radius: must not be negative, is -1")
    else:
        raise AssertionError("accepted")
    kind = module.types["CollideReport"]
    out = module.room(kind)
    module.collide_world_report(match.world, out)
    report = module.get(out, kind)
    # The clock of the host.
    assert report.pair_count == int(expected[-1]["pairs"]) and report.pairs > 0
    module.free(out, kind)
    module.collide_hits_free(match.hits)
    module.collide_world_free(match.world)


def main() -> None:
    module = Module(ROOT / "target/wasm/collide.wasm", ROOT / "crates/collide-capi/abi.json")
    assert [(it.module, it.name) for it in module.module.imports] == IMPORTS
    assert module.collide_abi_version() == module.constants["COLLIDE_ABI_VERSION"]
    check(module, "", module.constants["COLLIDE_AUTO"])
    for strategy in range(module.constants["COLLIDE_AUTO"], module.constants["COLLIDE_R_TREE"] + 1):
        check(module, "kinds_", strategy)
    print("wasm: 2 matches of 40 ticks, one of them by 6 strategies, questions and sectors, as in Rust")


if __name__ == "__main__":
    main()
