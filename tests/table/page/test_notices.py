"""To be told of one's turn, asked for on the page."""

from __future__ import annotations

from pathlib import Path

import pytest
from table_post import web_server
from table_server import PATIENCE, Server

pytest.importorskip("playwright", reason="the tests of the page need the package playwright")

from playwright.sync_api import Browser
from table_browser import CHROMIUM, visitors

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHROMIUM, reason="the tests of the page need Debian's chromium"),
]


def test_to_be_told_and_told_no_more(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with web_server() as (address, called):
        monkeypatch.setenv("FLANKSPEED_WEBHOOKS", f"http://{address}")
        monkeypatch.setenv("FLANKSPEED_NOTICE_AFTER", "0")
        with Server(f"sqlite:///{tmp_path / 'table.db'}", "--rate", "0") as server:
            table = server.begin(seed=1)
            usn, ijn = table.seat("usn"), table.seat("ijn")
            with visitors(browser, server.url) as visit:
                page = visit().page
                page.goto(f"{server.url}#/m/{table.id}/{usn.token}")
                page.locator(".signal.live").wait_for(state="attached")
                page.locator("#tab-people").click()
                form = page.locator(".notice-form")
                form.get_by_label("Tell me, if I am away").fill(f"http://{address}/hook")
                form.get_by_role("button", name="Tell me").click()
                form.get_by_text(f"You are told at http://{address}/hook").wait_for()
                page.goto("about:blank")
            position = ijn.position()
            while position["view"]["waiting_for"] == "ijn":
                option = position["view"]["options"][0]["text"]
                position = ijn.choose(option, position["version"])
            assert called.get(timeout=PATIENCE)[0] == "/hook"
            with visitors(browser, server.url) as visit:
                page = visit().page
                page.goto(f"{server.url}#/m/{table.id}/{usn.token}")
                page.locator(".signal.live").wait_for(state="attached")
                page.locator("#tab-people").click()
                page.get_by_role("button", name="Tell me no more").click()
                page.get_by_label("Tell me, if I am away").wait_for()
            assert usn.get("/notice")["state"] == "off"


def test_a_server_that_tells_nobody_shows_nothing(browser: Browser, server: Server) -> None:
    table = server.begin(seed=1)
    with visitors(browser, server.url) as visit:
        page = visit().page
        page.goto(f"{server.url}#/m/{table.id}/{table.links['usn']}")
        page.locator(".signal.live").wait_for(state="attached")
        page.locator("#tab-people").click()
        page.get_by_label("Your own notes").wait_for()
        assert page.locator(".notice-form").is_hidden()
