"""What of the events matters, and what is told together."""

from pathlib import Path

import pytest
from toy_game import Nim

from flankspeed.engine import DataError, Event
from flankspeed.engine.show.since import Told, since
from flankspeed.engine.show.telling import Brief, Telling

WORDS = """
default = 0

[weight]
hit = 3
fire = 4
sunk = 8

[plus]
sunk = { fact = "armor", each = 2 }

[brief]
hit = { who = "{ship}", what = "{count:hit|hits}", summed = "count" }
fire = { who = "{ship}", what = "on fire" }

[fold.move]
of = "{ship}"
start = "{ship} "

[[fold.move.parts]]
kinds = ["step"]
text = "moves {n:hex|hexes} to {hex}"

[[fold.move.parts]]
kinds = ["smoke"]
text = "makes smoke"
"""
KINDS = ("hit", "fire", "sunk", "step", "smoke", "miss")


def telling(folder: Path, text: str = WORDS) -> Telling:
    path = folder / "telling.toml"
    path.write_text(text, encoding="utf-8")
    return Telling(path, KINDS)


def event(kind: str, ship: str = "Hoel", **facts: int | str) -> Event:
    return Event(kind, "X-1", {"ship": ship, **facts}, places=(f"ship:{ship}",))


class Told_(Nim):
    """Nim whose events are told by a file."""

    def __init__(self, said: Telling) -> None:
        self.said = said

    def describe(self, event: Event) -> str:
        return f"{event.facts['ship']}: {event.kind}"

    def weight(self, event: Event) -> int:
        return self.said.weight(event)

    def brief(self, event: Event) -> Brief | None:
        return self.said.brief(event)


@pytest.mark.parametrize(
    ("told", "weight"),
    [(event("miss"), 0), (event("hit", count=1), 3), (event("sunk", armor=7), 22)],
)
def test_weights(tmp_path: Path, told: Event, weight: int) -> None:
    assert telling(tmp_path).weight(told) == weight


def test_what_is_about_one_thing_is_folded(tmp_path: Path) -> None:
    said = telling(tmp_path)
    events = [event("step", hex="0101"), event("smoke"), event("step", hex="0102")]
    assert {said.fold_key(each) for each in events} == {"move Hoel"}
    assert said.fold_text(events) == "Hoel moves 2 hexes to 0102, makes smoke"
    assert said.fold_text(events[:1]) == "Hoel moves 1 hex to 0101"
    assert said.fold_key(event("step", ship="Heermann", hex="")) == "move Heermann"
    assert said.fold_key(event("hit", count=1)) == ""


def test_what_happened_since(tmp_path: Path) -> None:
    """Joined by whom it happened to, the heaviest first, then the earliest."""
    chapters = [
        [event("sunk", "Johnston", armor=1)],
        [event("hit", count=1), event("miss"), event("hit", "Kumano", count=2)],
        [event("fire"), event("hit", count=2), event("sunk", "Chokai", armor=4)],
    ]
    game = Told_(telling(tmp_path))
    assert since(game, chapters, 0) == [
        Told("Chokai: sunk", ["ship:Chokai"], 2, 16),
        Told("Hoel on fire, 3 hits", ["ship:Hoel"], 2, 4),
        Told("Kumano 2 hits", ["ship:Kumano"], 1, 3),
    ]
    assert [told.choice for told in since(game, chapters, 1)] == [2, 2]
    assert since(game, chapters, 2) == since(game, chapters, 9) == []


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("fire = 4", "flood = 4", "the game has no event 'flood'"),
        ('kinds = ["smoke"]', 'kinds = ["fog"]', "the game has no event 'fog'"),
        ("hit = 3", "hit = -3", "Expected `int` >= 0"),
        ("default = 0", "", "missing required field `default`"),
        (
            "[fold.move]",
            '[fold.more]\nof = ""\nparts = [{kinds = ["step"], text = ""}]\n[fold.move]',
            "'step' is folded twice",
        ),
    ],
)
def test_faults_are_found_as_it_is_loaded(tmp_path: Path, old: str, new: str, fault: str) -> None:
    with pytest.raises(DataError, match=fault):
        telling(tmp_path, WORDS.replace(old, new))
