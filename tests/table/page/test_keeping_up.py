"""The page in a real browser keeps up with the match: what it asks for, and what it is told."""

from __future__ import annotations

import json
import re

import pytest
from table_log import lines
from table_server import Server

pytest.importorskip("playwright", reason="the tests of the page need the package playwright")

from playwright.sync_api import Browser, Route
from table_browser import CHROMIUM, Visitor

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHROMIUM, reason="the tests of the page need Debian's chromium"),
]


def test_a_choice_is_one_request(browser: Browser, server: Server) -> None:
    """It is answered with position, log, picture and odds; only late odds are asked for apart.

    So is where somebody can be sent, once he is chosen.
    """
    table = server.begin("kamikaze", seed=1)
    one = Visitor(browser, server.url)
    one.open(f"#/m/{table.id}/{table.links['ijn']}")
    offers = one.settled()
    asked: list[str] = []
    one.page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    one.make(one.press_line, offers["list"][0])
    made = [call for call in asked if not re.search(r"/(odds|destinations\?.*)$", call)]
    assert [call.split("?")[0].rpartition("/")[2] for call in made] == ["choices"]
    assert made[0].startswith("POST ")
    one.close()


def test_a_choice_whose_answer_is_lost_is_sent_again(browser: Browser, server: Server) -> None:
    """A connection may be dead without anybody noticing; the choice counts once."""
    table = server.begin("kamikaze", seed=1)
    one = Visitor(browser, server.url)
    one.page.clock.install()
    one.open(f"#/m/{table.id}/{table.links['ijn']}")
    offers = one.settled()
    sent: list[str | None] = []

    def lose_the_first(route: Route) -> None:
        sent.append(route.request.post_data)
        if len(sent) == 1:
            route.fetch()  # it arrives, and its answer never does
            one.page.clock.fast_forward(21_000)
        else:
            route.continue_()

    one.page.route("**/choices?*", lose_the_first)
    one.make(one.press_line, offers["list"][0])
    assert len(sent) == 2
    assert sent[0] == sent[1]
    assert table.seat("ijn").position()["choices"] == 1
    one.close()


def test_what_another_chooses_needs_no_request(browser: Browser, server: Server) -> None:
    """The stream brings it: position, log, picture and odds; only late odds are asked for."""
    table = server.begin("kamikaze", seed=1)
    one = Visitor(browser, server.url)
    one.open(f"#/m/{table.id}/{table.links['usn']}")
    one.page.locator(".signal.live").wait_for(state="attached")
    asked: list[str] = []
    one.page.on("request", lambda request: asked.append(request.url))
    ijn = table.seat("ijn")
    ijn.choose("pick E1", 0)
    ijn.choose("enter 11", 1)
    last = len(lines(ijn.get("/log")))
    one.page.locator(".match[data-version='2']").wait_for()
    one.page.locator(f".log li[aria-posinset='{last}']").wait_for(state="attached")
    assert [url for url in asked if not url.endswith("/odds")] == []
    one.close()


def test_events_that_come_together_are_all_heard(browser: Browser, server: Server) -> None:
    """A bot may choose thrice before the page has shown the first: nothing is asked for again."""
    table = server.begin("kamikaze", seed=1)
    usn, ijn = table.seat("usn"), table.seat("ijn")
    told = [""]
    one = Visitor(browser, server.url)
    # What is told ends the stream, which is then opened again and has nothing to tell.
    one.page.route("**/events?*", lambda route: route.fulfill(body=told.pop() if told else ""))
    one.open(f"#/m/{table.id}/{table.links['usn']}")
    one.page.locator("[data-version='0']").wait_for()
    asked: list[str] = []
    one.page.on("request", lambda request: asked.append(request.url.partition("?")[0]))
    events = ""
    known = usn.position()["log_length"]
    for version, choice in enumerate(("pick E1", "enter 11", "move ahead"), start=1):
        ijn.choose(choice, version - 1)
        position = usn.get(f"?log={known}")
        known = position["log_length"]
        events += f"event: position\nid: {version}.0\ndata: {json.dumps(position)}\n\n"
    told.append(events)
    one.page.locator("[data-version='3']").wait_for()
    assert {url.rpartition("/")[2] for url in asked} <= {"events", "odds"}
    one.close()


def test_an_answer_that_comes_late_does_not_bring_back_the_past(
    browser: Browser, server: Server
) -> None:
    """A look at the match may be answered after a choice that was made after it."""
    table = server.begin("kamikaze", seed=1)
    told: list[str] = []
    one = Visitor(browser, server.url)
    one.page.route("**/events?*", lambda route: route.fulfill(body=told.pop() if told else ""))
    late: list[Route] = []
    one.open(f"#/m/{table.id}/{table.links['ijn']}")
    one.settled()
    answer = table.seat("ijn").text("?log=0")
    one.page.route(f"**/{table.id}?log=*", lambda route: late.append(route))
    told.append('event: position\nid: 9.0\ndata: {"version": 9}\n\n')
    one.heard(lambda: late)
    offers = one.make(one.press_line, one.offers()["list"][0])
    with one.page.expect_response(f"**/{table.id}?log=*") as found:
        late[0].fulfill(body=answer, content_type="application/json")
    found.value.finished()
    offers = one.make(one.press_line, offers["list"][0])
    assert offers["version"] == 2
    one.close()


def test_a_match_is_opened_by_one_request(browser: Browser, server: Server) -> None:
    """The stream begins with the version of the match: nothing is asked again if it is the same."""
    table = server.begin("picket", scenario="3", seed=3)
    one = Visitor(browser, server.url)
    asked: list[str] = []
    one.page.on("request", lambda request: asked.append(request.url))
    one.open(f"#/m/{table.id}/{table.links['usn']}")
    one.page.locator(".signal.live").wait_for(state="attached")
    one.make(one.press_place, "compartment:fwd-engine-room")
    mine = [url.partition(table.id)[2].partition("?")[0] for url in asked if table.id in url]
    assert [what for what in mine if what not in ("/odds", "")] == ["/events", "/choices"]
    assert mine.count("") == 1
    one.close()


def test_a_stream_that_is_there_again_tells_what_was_missed(
    browser: Browser, server: Server
) -> None:
    table = server.begin("picket", scenario="3", seed=3)
    one = Visitor(browser, server.url)
    one.page.route("**/events?*", lambda route: route.fulfill(body=""))  # it ends at once
    one.open(f"#/m/{table.id}/{table.links['usn']}")
    one.page.get_by_text("Looking for the table").wait_for()
    table.seat("usn").ask("PATCH", json={"name": "Another name"}).raise_for_status()
    one.page.unroute_all()
    one.page.get_by_text("Another name", exact=True).wait_for()
    one.close()


def test_a_stream_knows_of_no_overlays(browser: Browser, server: Server) -> None:
    """It would go on drawing those it was opened with after they are put away."""
    table = server.begin("samar", seed=1)
    one = Visitor(browser, server.url)
    one.page.route("**/events?*", lambda route: route.fulfill(body=""))  # it is opened ever again
    one.open(f"#/m/{table.id}/{table.links['ijn']}")
    one.page.locator("[id='ship:U-DD4']").click()
    one.page.get_by_role("button", name="Overlays").click()
    with one.page.expect_response("**/picture?*overlays=*") as drawn:
        one.page.locator(".layers input").first.check()
    drawn.value.finished()
    with one.page.expect_request("**/events?*") as opened:
        pass
    assert "overlays" not in opened.value.url
    one.close()
