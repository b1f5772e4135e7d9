"""Whether the rules run compiled (`make compile`), or as pure Python."""

from __future__ import annotations

from flankspeed.engine import step

COMPILED = not str(step.__file__).endswith(".py")
HOW = "compiled" if COMPILED else "pure Python"
