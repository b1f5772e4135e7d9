"""Templates on the start page: downloaded, or put into the field, in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from flankspeed import games

pytest.importorskip("playwright", reason="the tests of the page need the package playwright")

from accessibility import serious_findings
from table_browser import CHROMIUM, Visit

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHROMIUM, reason="the tests of the page need Debian's chromium"),
]


def test_one_is_downloaded_or_put_into_the_field(visit: Visit) -> None:
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


def test_each_field_has_its_own(visit: Visit) -> None:
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
