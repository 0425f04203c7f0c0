"""What the engine refuses. Messages name the field and its value, and in batches the index of the row."""


class CollideError(Exception):
    """Anything that the engine refuses."""


class ShapeError(CollideError, ValueError):
    """Numbers that are no shape, ray or way: not finite, negative, or turned around."""


class SettingsError(CollideError, ValueError):
    """A setting that there is not."""


class StaleError(CollideError, LookupError):
    """A handle whose entity is gone, or an id whose observer is."""


class OverBudgetError(CollideError, RuntimeError):
    """More pairs or hits than were allowed. Nothing has happened, or no answer is given."""


class PastError(CollideError, LookupError):
    """A time that is not remembered."""


class InterestError(CollideError, ValueError):
    """An observer that cannot be."""


class SnapshotError(CollideError, ValueError):
    """Bytes that are no saved world."""


class TraceError(CollideError, ValueError):
    """A trace that cannot be read on."""


class DivergenceError(CollideError, RuntimeError):
    """A replay that found something else than what was recorded."""
