"""The page in a real browser: steering by one press, charts, and how it keeps up with the match."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest
from table_server import Server, Table

pytest.importorskip("playwright", reason="the tests of the page need the package playwright")

from playwright.sync_api import APIResponse, Browser, Route
from table_browser import CHROMIUM, PHONE, Visitor, chromium

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHROMIUM, reason="the tests of the page need Debian's chromium"),
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


def steers(visitor: Visitor) -> list[str]:
    """Begin the battle, with Heermann about to steer; the places there are for that."""
    visitor.begin("samar", usn="me", ijn="me")
    for text in ("formation", "usn first"):
        visitor.make(visitor.press_button, text)
    visitor.press_place("ship:U-DD4")
    visitor.make(visitor.page.get_by_role("menuitem", name="Move Heermann").click)
    visitor.make(visitor.press_button, "battle")
    return _steering(visitor)


def _steering(visitor: Visitor) -> list[str]:
    return [p for p in visitor.settled()["places"] if p.startswith(("side:", "smoke:"))]


def _prompt(visitor: Visitor) -> str:
    words: str = visitor.offers()["prompt"]
    return words


def test_each_press_steers(browser: Browser, server: Server) -> None:
    one = Visitor(browser, server.url)
    assert len(set(steers(one))) == 12
    one.make(one.press_place, "side:NW")  # clear of other ships: a collision would end the move
    assert "5 hexes to go" in _prompt(one)
    _steering(one)
    one.make(one.press_place, "smoke:N")
    assert "4 hexes to go" in _prompt(one)
    one.page.locator(".log li", has_text="Heermann makes smoke in").wait_for()
    _steering(one)
    middle = one.page.evaluate(
        """() => {
          const box = document.querySelector(".steering [data-place]").getBoundingClientRect();
          return [box.x + box.width / 2, box.y + box.height / 2];
        }"""
    )
    one.make(one.press_point, middle)
    assert "3 hexes to go" in _prompt(one)
    one.page.keyboard.press("b")
    one.page.keyboard.press("End")
    one.page.keyboard.press("Home")
    label = one.page.evaluate("() => document.activeElement.getAttribute('aria-label')")
    assert label == "Steer N: straight on"
    one.make(one.page.keyboard.press, "Enter")
    assert "2 hexes to go" in _prompt(one)
    one.close()


def test_a_choice_is_one_request(browser: Browser, server: Server) -> None:
    """It is answered with position, log, picture and odds; only late odds are asked for apart."""
    one = Visitor(browser, server.url)
    steers(one)
    asked: list[str] = []
    one.page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    one.make(one.press_place, "side:NW")
    made = [call for call in asked if not call.endswith("/odds")]
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
    log = ijn.choose("enter 11", 1)["log_length"]
    one.page.locator(f".log li:nth-child({log})").wait_for(state="attached")
    assert [url for url in asked if not url.endswith("/odds")] == []
    one.close()


def test_events_that_come_together_are_all_heard(browser: Browser, server: Server) -> None:
    """A bot may choose twice before the page has heard of the first."""
    table = server.begin("kamikaze", seed=1)
    usn, ijn = table.seat("usn"), table.seat("ijn")
    told = [""]
    one = Visitor(browser, server.url)
    # What is told ends the stream, which is then opened again and has nothing to tell.
    one.page.route("**/events?*", lambda route: route.fulfill(body=told.pop() if told else ""))
    one.open(f"#/m/{table.id}/{table.links['usn']}")
    one.page.locator("[data-version='0']").wait_for()
    events = ""
    for version, choice in enumerate(("pick E1", "enter 11"), start=1):
        ijn.choose(choice, version - 1)
        data = json.dumps(usn.get("?log=0"))
        events += f"event: position\nid: {version}.0\ndata: {data}\n\n"
    told.append(events)
    one.page.locator("[data-version='2']").wait_for()
    one.close()


def test_an_answer_that_comes_late_does_not_bring_back_the_past(
    browser: Browser, server: Server
) -> None:
    """A look at the match may be answered after a choice that was made after it."""
    table = server.begin("kamikaze", seed=1)
    told: list[str] = []
    one = Visitor(browser, server.url)
    one.page.route("**/events?*", lambda route: route.fulfill(body=told.pop() if told else ""))
    late: list[tuple[Route, APIResponse]] = []
    one.open(f"#/m/{table.id}/{table.links['ijn']}")
    one.settled()
    one.page.route(f"**/{table.id}?log=*", lambda route: late.append((route, route.fetch())))
    with one.page.expect_request(f"**/{table.id}?log=*"):
        told.append('event: position\nid: 9.0\ndata: {"version": 9}\n\n')
    offers = one.make(one.press_line, one.offers()["list"][0])
    route, answer = late.pop()
    with one.page.expect_response(f"**/{table.id}?log=*") as found:
        route.fulfill(response=answer)
    found.value.finished()
    offers = one.make(one.press_line, offers["list"][0])
    assert offers["version"] == 2
    one.close()


def test_the_view_moves_where_no_frames_are_drawn(browser: Browser, server: Server) -> None:
    """As in a tab that nobody sees: what is to be chosen is in view all the same."""
    table = server.begin("samar", seed=1)
    one = Visitor(browser, server.url)
    one.page.add_init_script("requestAnimationFrame = () => 1")
    one.open(f"#/m/{table.id}/{table.links['usn']}")
    assert one.settled()["places"]
    one.close()


def test_a_finger_finds_every_way_to_steer(browser: Browser, server: Server) -> None:
    one = Visitor(browser, server.url, PHONE, has_touch=True)
    places = set(steers(one))
    assert len(places) == 12
    for place in places:
        box = one.page.locator(f"[id='{place}']").bounding_box()
        assert box
        assert min(box["width"], box["height"]) > 22
    one.close()


def until_a_chart_is_read(table: Table) -> str:
    """Play until the log names a chart that its dice were read on; the last one's title."""
    usn, chance = table.seat("usn"), random.Random(3)
    while True:
        used = [chart for entry in usn.get("/log") for chart in entry["charts"]]
        if used:
            title: str = used[-1]["title"]
            return title
        position = usn.position()
        usn.choose(chance.choice(position["view"]["options"])["text"], position["version"])


def test_the_log_leads_to_the_row_of_the_chart(browser: Browser, server: Server) -> None:
    table = server.begin("picket", scenario="3", seed=3)
    title = until_a_chart_is_read(table)
    one = Visitor(browser, server.url)
    one.open(f"#/m/{table.id}/{table.links['usn']}")
    name = one.page.locator(".log .chart-name").last
    assert name.inner_text() == title
    name.click()
    chart = one.page.locator(".charts-list .chart[open]")
    chart.wait_for()
    assert title in chart.locator("summary").inner_text()
    assert chart.locator("tr.used").first.is_visible()
    recent = one.page.locator(".recent li").first
    recent.scroll_into_view_if_needed()
    assert title in recent.inner_text()
    assert recent.locator("tr.used").count() >= 1
    one.close()


def test_what_was_just_used_stays_as_it_is_until_more_is(browser: Browser, server: Server) -> None:
    """A change of the match that brings no new line leaves the reader where he is."""
    table = server.begin("picket", scenario="3", seed=3)
    until_a_chart_is_read(table)
    one = Visitor(browser, server.url)
    one.open(f"#/m/{table.id}/{table.links['usn']}")
    one.page.locator(".log .chart-name").last.click()
    recent = one.page.locator(".recent li").first
    recent.wait_for()
    line = recent.element_handle()
    table.seat("usn").ask("PATCH", json={"name": "Another name"}).raise_for_status()
    one.page.get_by_text("Another name", exact=True).wait_for()
    assert line.evaluate("(line) => line.isConnected")
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


def test_a_shortcut_for_the_whole_decision_is_the_first_button_and_line(
    browser: Browser, server: Server
) -> None:
    """Players of Picket Duty live by `auto`: key 1, with its odds, and at the head of the list."""
    table = server.begin("picket", scenario="3", options={"mode": "advanced"}, seed=1)
    usn = table.seat("usn")
    position = usn.position()
    while not position["view"]["shortcuts"]:
        position = usn.choose(position["view"]["options"][0]["text"], position["version"])
    one = Visitor(browser, server.url)
    one.open(f"#/m/{table.id}/{table.links['usn']}")
    offers = one.settled()
    assert (offers["buttons"], offers["list"][0]) == (["auto", "fire"], "auto")
    odds = one.page.locator(".answers [data-text=auto] .odds:not(:empty)")
    odds.wait_for()
    assert "hits" in odds.inner_text()
    offers = one.make(one.page.keyboard.press, "1")
    assert (offers["buttons"], offers["list"][0]) == (["resolve all"], "resolve all")
    one.make(one.press_button, "resolve all")
    record = usn.text("/record")
    assert "usn aim " in record
    assert "auto" not in record.split("\n\n")[1]
    one.close()


def test_charts_say_what_was_read_out_of_damaged_text(browser: Browser, server: Server) -> None:
    one = Visitor(browser, server.url)
    one.begin("picket", "3")
    one.page.get_by_role("tab", name="Charts").click()
    chart = one.page.locator(".charts-list .chart[data-name='attacks.letter.G']")
    chart.locator("summary").click()
    assert "row 11: read out of damaged text" in chart.locator(".note li").last.inner_text()
    one.close()
