"""Templates at the table: offered with the games, downloaded, and put into the field."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from table_server import Server, problem

from flankspeed import games

TEMPLATES = [(game, each) for game in games.names() for each in games.load(game).templates()]


def test_the_games_say_which_they_have(server: Server) -> None:
    infos = {game["name"]: game for game in server.client.get("/api/games").json()}
    assert infos["picket"]["templates"] == [
        {"name": "names", "title": "Names for your ships and crew", "scenario": False},
        {"name": "scenario", "title": "A scenario of your own", "scenario": True},
    ]


def test_each_is_a_file_that_a_match_begins_with(server: Server) -> None:
    for game, template in TEMPLATES:
        answer = server.client.get(f"/api/games/{game}/templates/{template.name}")
        assert (answer.status_code, answer.text) == (200, template.text)
        assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
        file = f'attachment; filename="{game}-{template.name}.toml"'
        assert answer.headers["Content-Disposition"] == file
        scenario = games.load(game).own_scenario if template.scenario else None
        table = server.begin(game, scenario=scenario, file=answer.text)
        assert table.watcher.position()["game"] == game


def test_what_is_not_there(server: Server) -> None:
    answer = server.client.get("/api/games/picket/templates/chart")
    assert problem(answer, 404) == "Picket has no template 'chart' (there are: names, scenario)."
    assert "chess" in problem(server.client.get("/api/games/chess/templates/names"), 404)


@pytest.fixture
def visit(server: Server) -> Iterator[Any]:
    pytest.importorskip("playwright", reason="the tests of the page need the package playwright")
    from table_browser import CHROMIUM, chromium, visitors

    if not CHROMIUM:
        pytest.skip("the tests of the page need Debian's chromium")
    with chromium() as browser, visitors(browser, server.url) as come:
        yield come


def test_one_is_downloaded_or_put_into_the_field(visit: Any) -> None:
    from accessibility import serious_findings

    text = games.load("picket").find_template("scenario").text
    one = visit(size=(320, 700), has_touch=True)
    page = one.page
    one.open()
    page.locator("input[name=game][value=picket]").check()
    page.locator("details.own-figures summary").click()
    page.locator("select[name=scenario]").select_option("own")
    field = page.locator("textarea[name=own-scenario]")
    offered = page.locator(".own-file", has=field)

    with page.expect_download() as download:
        offered.get_by_role("link", name="A template to fill in").tap()
    assert download.value.suggested_filename == "picket-scenario.toml"
    assert Path(download.value.path()).read_text(encoding="utf-8") == text

    field.focus()
    one.tab_to(".own-file button")
    page.keyboard.press("Enter")
    one.until("text => document.querySelector('[name=own-scenario]').value === text", text)
    assert serious_findings(one) == []
    wide = "() => document.documentElement.scrollWidth - innerWidth"
    assert page.evaluate(wide) <= 0
    offered.scroll_into_view_if_needed()
    one.shot("template-narrow")

    field.fill(text.replace("Laffey", "Undaunted"))
    begin = offered.get_by_role("button", name="Begin with it here")
    begin.click()
    page.get_by_role("button", name="Keep it as it is").click()
    assert "Undaunted" in field.input_value()
    page.get_by_role("button", name="Start the match").click()
    one.settled()
    assert "Undaunted" in page.locator(".match").inner_text()


def test_each_field_has_its_own(visit: Any) -> None:
    one = visit()
    one.open()
    for game in games.names():
        one.page.locator(f"input[name=game][value={game}]").check()
        one.page.locator("details.own-figures summary").click()
        links = one.page.locator("details.own-figures a")
        wanted = [each.name for each in games.load(game).templates() if not each.scenario]
        assert [link.get_attribute("href") for link in links.all()] == [
            f"{one.url}api/games/{game}/templates/{name}" for name in wanted
        ]
        links.first.scroll_into_view_if_needed()
        one.shot(f"template-{game}")
