from __future__ import annotations

import importlib.util
import sys
from types import SimpleNamespace

import pytest


@pytest.fixture
def frames(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replaces a missing data frame library by a stand-in that keeps the columns as a dict."""
    for library in ("pandas", "polars"):
        if importlib.util.find_spec(library) is None:
            monkeypatch.setitem(sys.modules, library, SimpleNamespace(DataFrame=dict))
