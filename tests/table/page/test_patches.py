"""Pictures as patches: whatever is sent of them, the page has the whole."""

from __future__ import annotations

import random
from typing import Any

import pytest
from table_server import Server, Table

from flankspeed.table.rooms.pictures import Pictures, patch

pytest.importorskip("playwright", reason="the tests of the page need the package playwright")

from table_browser import CHROMIUM, Visit

GAMES = [("kamikaze", "attack"), ("picket", "3"), ("samar", "battle")]

_DRAWN = """() => [...document.querySelectorAll(".pane > svg:first-child > :not(.marks)")]
  .map((part) => part.outerHTML).join("")"""


def made(base: str, drawn: dict[str, Any]) -> str:
    """The picture that a patch makes of another."""
    pieces = base.split("<")
    return "<".join(
        part if isinstance(part, str) else "<".join(pieces[slice(*part)]) for part in drawn["parts"]
    )


def next_choice(table: Table, chance: random.Random) -> tuple[str, str, int] | None:
    """Who must choose, what he chooses, and the version; None if the match is over."""
    position = table.watcher.position()
    seat = position["view"]["waiting_for"]
    if seat is None:
        return None
    options = table.seat(seat).position()["view"]["options"]
    return seat, chance.choice(options)["text"], position["version"]


@pytest.mark.parametrize(("game", "scenario"), GAMES)
def test_a_patch_makes_the_picture(server: Server, game: str, scenario: str) -> None:
    """Over many choices, each patch is small and makes what is drawn."""
    table, chance = server.begin(game, scenario=scenario, seed=1), random.Random(1)
    watcher = table.watcher
    shown = watcher.get("?log=0&page=somebody")["shown"]["picture"]
    assert shown["base"] == ""
    text = shown["parts"][0]
    for _ in range(25):
        choice = next_choice(table, chance)
        if choice is None:
            break
        seat, words, version = choice
        table.seat(seat).choose(words, version)
        drawn = watcher.get(f"?log=0&page=somebody&have={shown['tag']}")["shown"]["picture"]
        assert drawn["base"] == shown["tag"]
        assert len(str(drawn["parts"])) < len(text) / 2
        text, shown = made(text, drawn), drawn
        assert text == watcher.text("/picture")


def test_who_has_another_picture_gets_the_whole(server: Server) -> None:
    watcher = server.begin("kamikaze", seed=1).watcher
    first = watcher.get("?log=0&page=somebody")["shown"]["picture"]
    for query in ("page=somebody", "page=somebody&have=0123", f"page=other&have={first['tag']}"):
        drawn = watcher.get(f"?log=0&{query}")["shown"]["picture"]
        assert drawn == {"tag": first["tag"], "base": "", "parts": [watcher.text("/picture")]}


def test_only_some_pictures_are_kept() -> None:
    pictures = Pictures(most=2)
    tags = [pictures.drawn(page, "", f"<svg>{page}</svg>").tag for page in "abc"]
    assert [pictures.last(page) for page in "abc"] == ["", *tags[1:]]


def test_a_patch_names_what_has_moved() -> None:
    base = ["", "svg>", "g id='a long one'/>", "g id='another one'/>", "/svg>"]
    pieces = ["", "svg>", "g id='another one'/>", "p/>", "/svg>"]
    assert patch(base, pieces) == [(0, 2), (3, 4), "p/></svg>"]


@pytest.mark.slow
@pytest.mark.skipif(not CHROMIUM, reason="the tests of the page need Debian's chromium")
@pytest.mark.parametrize(("game", "scenario"), GAMES)
def test_a_page_that_was_sent_patches_shows_what_a_new_one_shows(
    visit: Visit, server: Server, game: str, scenario: str
) -> None:
    table, chance = server.begin(game, scenario=scenario, seed=2), random.Random(2)
    address = f"#/m/{table.id}/{table.links['watch']}"
    shows = "version => Number(document.querySelector('.match')?.dataset.version) === version"
    one = visit(reduced_motion="reduce")  # nothing is played
    one.open(address)
    one.page.locator(".signal.live").wait_for(state="attached")
    for number in range(15):
        choice = next_choice(table, chance)
        if choice is None:
            break
        seat, words, version = choice
        version = table.seat(seat).choose(words, version)["version"]
        if number % 3:  # some come together
            one.until(shows, version)
    one.until(shows, version)
    other = visit()
    other.open(address)
    other.until(shows, version)
    assert one.page.evaluate(_DRAWN) == other.page.evaluate(_DRAWN)
