from __future__ import annotations

import importlib.util
import sys
from types import SimpleNamespace

import pytest


@pytest.fixture
def frames(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever data frames are made of: where a library is missing, what takes its place keeps the columns."""
    for library in ("pandas", "polars"):
        if importlib.util.find_spec(library) is None:
            monkeypatch.setitem(sys.modules, library, SimpleNamespace(DataFrame=dict))
