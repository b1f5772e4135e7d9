"""The log of Picket Duty in words: every event has its text, and every text its event."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import pytest

from flankspeed.engine import Log, Rolled, Throw
from flankspeed.engine.data import read_toml
from flankspeed.engine.dice import Traced
from flankspeed.games import picket
from flankspeed.games.picket.data.fire_charts import strike_charts
from flankspeed.games.picket.game import Picket
from flankspeed.games.picket.options import PicketOptions
from flankspeed.games.picket.show.words import describe

PACKAGE = Path(picket.__file__).parent
TEXTS = {
    kind: template
    for path in sorted((PACKAGE / "show" / "text").glob("*.toml"))
    for kind, template in read_toml(path).items()
}
STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
UNSEEN = re.compile("chit for|(new )?officers' (and chiefs' )?values")


SOURCE = "".join(path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py")))
# These are put together from the results of Table 12.
WEAPONS = {f"weapon {cell.kind}" for chart in strike_charts().weapons for _, (cell,) in chart.rows}


def test_every_text_belongs_to_an_event() -> None:
    found = set(STRING.findall(SOURCE)) | WEAPONS
    assert [kind for kind in TEXTS if kind not in found] == []


def test_every_event_named_in_the_source_has_its_text() -> None:
    named = set(re.findall(r'log\.add\(\s*"([^"]+)"', SOURCE))
    assert len(named) > 60
    assert sorted((named | WEAPONS) - set(TEXTS)) == []


@pytest.mark.parametrize("scenario", ["3", "7", "8", "mini", "long-a"])
@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_whole_games_can_be_told(scenario: str, mode: Literal["basic", "advanced"]) -> None:
    game, log, dice, chance = Picket(), Log(), Traced(Rolled(5)), random.Random(5)
    state = game.new(scenario, PicketOptions(mode=mode, gun_repair="on"))
    state.advance(dice, log)
    while state.decision:
        state.play(chance.choice(state.decision.options), dice, log)
    assert log.events[-1].kind == "result"
    for event in log.events:
        text = describe(event)
        assert text
        assert not re.search(r"[{}]|\b(True|False|NoneType)\b", text), text
    # All dice are told as they were thrown; chits are drawn unseen.
    thrown = [throw for throw in dice.throws if not UNSEEN.match(throw.why)]
    assert faces(throw for event in log.events for throw in event.throws) == faces(thrown)


def faces(throws: Iterable[Throw]) -> list[tuple[int, int]]:
    return [(throw.sides, value) for throw in throws for value in throw.values]
