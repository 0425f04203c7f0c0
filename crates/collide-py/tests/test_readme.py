"""The code of the README runs, with the results that its comments state."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

PACKAGE = Path(__file__).parents[1]


def test_the_code_of_the_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(PACKAGE.parents[1] / "tests/golden/match.ctrace", tmp_path)
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    blocks = re.findall(r"```python\n(.*?)```", (PACKAGE / "README.md").read_text(), re.DOTALL)
    assert len(blocks) == 7
    for block in blocks:
        exec(block, names)
    collide2d, shapes, world, players, walls = (names[name] for name in ("collide2d", "shapes", "world", "players", "walls"))
    assert collide2d.pairs(shapes).tolist() == [[0, 1]]
    assert collide2d.pairs_between(shapes, collide2d.rects(8, -1, 9, 1)).tolist() == [[2, 0]]
    hits = names["hits"]
    assert (hits[0].tolist(), hits.distance[hits.slice(0)].tolist()) == ([1, 0], [1.5, 3.0])
    assert collide2d.overlaps(collide2d.capsules([0, 0], [0, 5], [9, 9], [0, 5], 0.25), names["rocks"]).all()
    assert len(names["fleet"]) == 3
    assert world.pairs().tolist() == [[players[0], players[1]], [players[0], walls[0]]]
    assert names["found"].all()
    assert (names["shots"].counts.tolist(), names["shots"].stopped.tolist()) == ([1], [])
    assert collide2d.pairs(names["towns"]).tolist() == [[0, 1]]
    assert world.at(1.5).overlap(collide2d.points(3, 0))[0].tolist() == [walls[0]]
    assert names["sites"]["name"].iloc[names["pairs"]["b"]].tolist() == ["B"]
