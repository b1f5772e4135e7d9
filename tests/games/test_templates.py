"""The templates of all games: they can be used as they stand, and name all that may be in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec import inspect
from templates import NEEDED, start, switched_on

from flankspeed import games
from flankspeed.engine import Match
from flankspeed.engine.data import parse_toml
from flankspeed.engine.own_file import OwnFile
from flankspeed.engine.templates import Template
from flankspeed.games.kamikaze.data.overrides import Overrides as KamikazeFile
from flankspeed.games.picket.data.names import Names
from flankspeed.games.picket.rules.cards import OwnScenario
from flankspeed.games.samar.data.overrides import Overrides as SamarFile

# What loads each template, and the table of it, if it is not the whole file.
LOADERS: dict[tuple[str, str], dict[str, type[msgspec.Struct]]] = {
    ("kamikaze", "figures"): {"": KamikazeFile},
    ("picket", "names"): {"names": Names},
    ("picket", "scenario"): {"": OwnFile, "scenario": OwnScenario},
    ("samar", "figures"): {"": SamarFile},
}
TEMPLATES = [(game, each) for game in games.names() for each in games.load(game).templates()]
EACH = pytest.mark.parametrize(
    ("game", "template"), TEMPLATES, ids=[f"{game}-{each.name}" for game, each in TEMPLATES]
)


def unnamed(kind: inspect.Type, found: list[Any], where: str) -> Iterator[str]:
    """The keys that a loader knows and that are nowhere among what was found at its place."""
    match kind:
        case inspect.StructType(fields=fields):
            for field in fields:
                key = field.encode_name
                inner = [each[key] for each in found if key in each]
                if not inner:
                    yield f"{where}.{key}"
                else:
                    yield from unnamed(field.type, inner, f"{where}.{key}")
        case inspect.DictType(value_type=value):
            yield from unnamed(value, [inner for each in found for inner in each.values()], where)
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            yield from unnamed(item, [inner for each in found for inner in each], where)
        case inspect.UnionType(types=kinds):
            for one in kinds:
                yield from unnamed(one, found, where)
        case _:
            return


def goes_on(match: Match) -> None:
    """A match begins, and can be played."""
    for _ in range(5):
        assert match.decision
        match.play(match.decision.options[0])
    assert match.game.faults(match.state) == []


@pytest.mark.parametrize("name", games.names())
def test_whatever_a_game_takes_it_has_a_template_for(name: str) -> None:
    game = games.load(name)
    kinds = {template.scenario for template in game.templates()}
    assert (True in kinds) == bool(game.own_scenario)
    assert (False in kinds) == game.own_figures


@EACH
def test_it_can_be_used_as_it_stands(game: str, template: Template) -> None:
    goes_on(start(game, template, template.text))


@EACH
def test_it_can_be_used_with_every_line_switched_on(game: str, template: Template) -> None:
    goes_on(start(game, template, switched_on(template.text), NEEDED.get(game)))


@EACH
def test_it_names_every_key_that_its_loader_knows(game: str, template: Template) -> None:
    contents = parse_toml(switched_on(template.text), template.name)
    for table, loader in LOADERS[game, template.name].items():
        part = contents[table] if table else contents
        assert list(unnamed(inspect.type_info(loader), [part], table)) == []


@EACH
def test_a_key_that_is_not_named_is_found_out(game: str, template: Template) -> None:
    contents = parse_toml(switched_on(template.text), template.name)
    for table, loader in LOADERS[game, template.name].items():
        part = dict(contents[table] if table else contents)
        gone = part.popitem()[0]
        assert list(unnamed(inspect.type_info(loader), [part], "")) == [f".{gone}"]


@EACH
def test_every_setting_is_explained(game: str, template: Template) -> None:
    """A comment stands before it, or beside it; lines below each other may share one."""
    explained = False
    for line in template.text.splitlines():
        if not line.strip():
            explained = False
        elif line.startswith("# "):
            explained = True
        elif line.lstrip("#").strip():
            assert explained or "  # " in line or line.startswith("["), line


@EACH
def test_it_fits_into_what_the_table_takes(game: str, template: Template) -> None:
    assert len(template.text) < 60_000
    assert template.text.isascii()
    assert template.text.endswith("\n")
