"""The report of a match at the table."""

from __future__ import annotations

from pathlib import Path

import pytest
from table_server import Server, problem

RECORDS = Path(__file__).parents[1] / "records"


def test_a_finished_match_has_one_for_everybody(server: Server) -> None:
    table = server.take_in((RECORDS / "picket-3.fsr").read_text(encoding="utf-8"))
    report = table.watcher.get("/report")
    assert (report["winner"], report["verdict"]["rule"]) == ("usn", "P-10.A-1")
    assert report["losses"][0]["names"][:2] == ["Zero 4", "Judy 2"]
    assert report["timeline"][0]["turn"] == "start"
    assert 3 <= len(report["moments"]) <= 5
    assert all(moment["choice"] <= report["choices"] for moment in report["moments"])
    assert table.seat("usn").get("/report") == report


def test_a_match_under_way_has_none(server: Server) -> None:
    table = server.begin("kamikaze", scenario="dives-1", seed=3)
    answer = table.watcher.ask("GET", "/report")
    assert "once the match is over" in problem(answer, 409)


def test_the_decisions_that_cost_most(server: Server) -> None:
    """Everybody is told of his own, whoever watches of all."""
    table = server.take_in((RECORDS / "picket-3.fsr").read_text(encoding="utf-8"))
    review = table.seat("usn").get("/review")
    assert (review["bot"], review["unit"]) == ("admiral", "percentage points of keeping the ship")
    assert review["weighed"] > 0.9 * review["decisions"]
    assert [each["seat"] for each in review["costly"]] == ["usn"] * 3
    costs = [each["cost"] for each in review["costly"]]
    assert costs == sorted(costs, reverse=True)
    for each in review["costly"]:
        assert each["better"]["value"] - each["made"]["value"] == pytest.approx(each["cost"])
        assert each["better"]["words"]
    assert table.watcher.get("/review")["decisions"] >= review["decisions"]


def test_a_match_under_way_is_not_reviewed(server: Server) -> None:
    table = server.begin("kamikaze", scenario="dives-1", seed=3)
    answer = table.watcher.ask("GET", "/review")
    assert "once the match is over" in problem(answer, 409)
