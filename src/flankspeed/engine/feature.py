"""Features: what an agent sees of a position, number by number."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers: TypeAlias = NDArray[np.float32]


class Feature(NamedTuple):
    """One number of an observation: its name, and the bounds that it keeps."""

    name: str
    low: float
    high: float
