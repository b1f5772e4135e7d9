"""Options in their order: what is chosen stands first."""

from __future__ import annotations

from flankspeed.engine import Choice, Weighed


def ranked(chosen: Choice, found: list[Weighed]) -> list[Weighed]:
    """The best first; none counts more than the one chosen, which was looked at more closely."""
    first = next((each for each in found if each.choice is chosen), None)
    if first is None:
        return []
    rest = [
        each._replace(value=min(each.value, first.value)) for each in found if each is not first
    ]
    return [first, *sorted(rest, key=lambda each: -each.value)]
