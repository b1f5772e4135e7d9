"""The report of a match at the table."""

from __future__ import annotations

from pathlib import Path

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
