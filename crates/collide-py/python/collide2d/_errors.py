"""The exceptions of the engine. Messages name the field and its value, and in batches the index of the row."""

__all__ = [
    "CollideError",
    "ColumnError",
    "ShapeError",
    "SettingsError",
    "StaleError",
    "OverBudgetError",
    "PastError",
    "InterestError",
    "SnapshotError",
    "TraceError",
    "DivergenceError",
    "PrecisionWarning",
]


class CollideError(Exception):
    """The base class of the engine's exceptions."""


class ColumnError(CollideError, ValueError):
    """A column with the wrong number of rows or axes, or with a value that its type does not hold."""


class ShapeError(CollideError, ValueError):
    """Numbers that are not a valid shape, ray or motion: not finite, negative, or a minimum above its maximum. Or a shape
    of a kind that a call does not take."""


class SettingsError(CollideError, ValueError):
    """A setting or option with an invalid value."""


class StaleError(CollideError, LookupError):
    """A stale handle or id: its entity or observer was removed."""


class OverBudgetError(CollideError, RuntimeError):
    """More pairs, hits or work than the ``Budget`` of a call. The tick has not happened, nothing has moved, or there is no
    answer."""


class PastError(CollideError, LookupError):
    """A time that is not in the history."""


class InterestError(CollideError, ValueError):
    """An invalid observer."""


class SnapshotError(CollideError, ValueError):
    """Bytes that are not a valid snapshot of a world."""


class TraceError(CollideError, ValueError):
    """A trace that is invalid or cut off."""


class DivergenceError(CollideError, RuntimeError):
    """A replay whose answers differ from the recorded ones."""


class PrecisionWarning(UserWarning):
    """Rounding coordinates to 32 bits moves shapes by more than a small part of their size: see ``circles``."""
