"""Lessons over the wire: matches that are begun from one, and the cards of the moment."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from table_server import Server, problem

from flankspeed import games

LESSON = games.load("kamikaze").find_lesson("last-pass")


def test_a_match_is_begun_from_a_lesson(server: Server) -> None:
    table = server.begin("kamikaze", lesson=LESSON.name)
    assert set(table.links) == {"usn", "watch"}
    usn = table.seat("usn")
    position = usn.position()
    assert position["lesson"] == LESSON.name
    assert position["name"].endswith(LESSON.title)
    assert position["seats"] == {"usn": "human", "ijn": "lieutenant"}
    assert position["choices"] == len(LESSON.before)
    assert table.watcher.position()["lesson"] == LESSON.name
    briefing = usn.get("/lesson")["card"]
    assert (briefing["title"], briefing["number"]) == (LESSON.title, 0)
    assert usn.get("/lesson?done=1")["card"]["title"] == LESSON.steps[0].title
    card = usn.get("/lesson?done=2")["card"]
    assert (card["wants"], card["point"]) == (["pick C1"], ["plane:C1"])
    usn.choose("pick C1", position["version"])
    assert usn.get(f"/lesson?done={card['done']}")["card"]["wants"] == ["move left90"]
    assert table.watcher.get("/lesson")["card"] is None


def test_every_game_tells_of_its_lessons(server: Server) -> None:
    for info in server.client.get("/api/games").json():
        lessons = games.load(info["name"]).lessons()
        assert [each["name"] for each in info["lessons"]] == [each.name for each in lessons]
        assert info["lessons"][0]["cards"] == len(lessons[0].cards)


@pytest.mark.parametrize(
    "more",
    [{"seed": 1}, {"scenario": "attack"}, {"seats": {"usn": "admiral"}}, {"dice": "entered"}],
)
def test_nothing_else_is_named_with_a_lesson(server: Server, more: dict[str, Any]) -> None:
    body = {"game": "kamikaze", "lesson": LESSON.name, **more}
    answer = server.client.post("/api/matches", json=body)
    assert "A lesson has its own" in problem(answer, 422)


def test_a_lesson_must_be_there(server: Server) -> None:
    answer = server.client.post("/api/matches", json={"game": "kamikaze", "lesson": "none"})
    assert "no lesson 'none'" in problem(answer, 422)
    plain = server.begin("kamikaze", scenario="dives-1", seats={"ijn": "lieutenant"}, seed=4)
    assert plain.seat("usn").position()["lesson"] is None
    assert "not begun from a lesson" in problem(plain.seat("usn").ask("GET", "/lesson"), 404)


def test_a_lesson_outlives_its_server(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path / 'table.db'}", "--rate", "0") as own:
        table = own.begin("kamikaze", lesson=LESSON.name)
        own.stop()
        own.start()
        assert table.seat("usn").position()["lesson"] == LESSON.name
