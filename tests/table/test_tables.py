"""Open tables, the match that is played next, and replays to be shared."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

from table_server import Seat, Server, Table, draw_together, play_out, problem


def _listed(server: Server, table: Table) -> Any:
    answer = server.client.get("/api/tables")
    assert answer.status_code == 200
    return next((found for found in answer.json() if found["id"] == table.id), None)


def test_anybody_may_take_a_seat_that_is_open(server: Server) -> None:
    table = server.begin("kamikaze", seed=1, open=["usn"], name="Come in")
    table.seat("ijn").ask("PUT", "/name", json={"name": "Anna"})
    found = _listed(server, table)
    assert found is not None
    assert found["created"]
    assert {name: found[name] for name in ("name", "game", "scenario", "seats", "names")} == {
        "name": "Come in",
        "game": "kamikaze",
        "scenario": "attack",
        "seats": ["usn"],
        "names": ["Anna"],
    }
    joined = server.client.post(f"/api/tables/{table.id}", json={"seat": "usn"})
    assert joined.status_code == 201
    usn = Seat(table, joined.json()["links"]["usn"])
    assert (usn.position()["seat"], usn.position()["open_seats"]) == ("usn", [])
    assert _listed(server, table) is None
    assert table.seat("usn").ask("GET").status_code == 401  # the link that its maker had


def test_of_two_who_join_at_once_one_gets_the_seat(server: Server) -> None:
    table = server.begin("kamikaze", seed=1, open=["usn"])

    def join(_: int) -> int:
        path = f"/api/tables/{table.id}"
        return server.client.post(path, json={"seat": "usn"}).status_code

    with ThreadPoolExecutor(4) as crowd:
        assert sorted(crowd.map(join, range(4))) == [201, 409, 409, 409]


def test_a_table_is_open_only_if_it_says_so_and_can_be_closed(server: Server) -> None:
    shut = server.begin("kamikaze", seed=1)
    path = f"/api/tables/{shut.id}"
    said = problem(server.client.post(path, json={"seat": "usn"}), 409)
    assert said == "This seat is not free any more."
    problem(server.client.post("/api/tables/none", json={"seat": "usn"}), 404)
    table = server.begin("kamikaze", seed=1, open=["usn", "ijn"])
    problem(table.watcher.ask("DELETE", "/open"), 403)
    assert table.seat("usn").ask("DELETE", "/open").status_code == 204
    assert _listed(server, table) is None
    assert table.seat("ijn").position()["open_seats"] == []
    for wrong in (["nobody"], ["usn", "usn"]):
        body = {"game": "kamikaze", "open": wrong}
        assert "a human may take" in problem(server.client.post("/api/matches", json=body), 422)
    taken: Any = {"game": "kamikaze", "open": ["usn"], "seats": {"usn": "admiral"}}
    assert "a human may take" in problem(server.client.post("/api/matches", json=taken), 422)


def test_who_joins_draws_the_dice_too(fair: Server) -> None:
    table = fair.begin("kamikaze", open=["usn"])
    joined = fair.client.post(f"/api/tables/{table.id}", json={"seat": "usn"}).json()
    table.links["usn"] = joined["links"]["usn"]
    assert draw_together(table)["view"]["waiting_for"] == "ijn"


def test_play_again_with_the_seats_changed(server: Server) -> None:
    table = server.begin("kamikaze", scenario="dives-1", seed=2, name="An evening")
    usn, ijn = table.seat("usn"), table.seat("ijn")
    assert "not over yet" in problem(usn.ask("POST", "/again"), 409)
    play_out(table, Random(1).choice)
    first = usn.ask("POST", "/again").json()
    assert list(first["links"]) == ["ijn"]
    assert ijn.position()["next"] == first["id"]
    second = ijn.ask("POST", "/again").json()
    assert (second["id"], list(second["links"])) == (first["id"], ["usn"])
    next_table = Table(server, {"id": first["id"], "links": first["links"] | second["links"]})
    for seat in ("usn", "ijn"):
        found = next_table.seat(seat).position()
        assert (found["seat"], found["scenario"], found["name"]) == (seat, "dives-1", "An evening")
        assert found["options"] == usn.position()["options"]
        assert found["choices"] == 0
    problem(table.watcher.ask("POST", "/again"), 403)


def test_play_again_against_a_bot_takes_the_bot_s_seat(server: Server) -> None:
    table = server.begin("kamikaze", scenario="dives-1", seed=2, seats={"usn": "admiral"})
    play_out(table, Random(1).choice)
    found = table.seat("ijn").ask("POST", "/again").json()
    seat = Table(server, found).seat("usn")
    assert seat.position()["seats"] == {"usn": "human", "ijn": "admiral"}


def test_a_replay_is_shared_by_a_link_that_shows_and_nothing_else(server: Server) -> None:
    table = server.begin("kamikaze", scenario="dives-1", seed=2)
    assert "not over yet" in problem(table.seat("usn").ask("POST", "/share"), 409)
    play_out(table, Random(1).choice)
    found = table.seat("usn").ask("POST", "/share").json()
    assert table.seat("ijn").ask("POST", "/share").json() == found
    table.links |= found["links"]
    guest = table.seat("replay")
    position = guest.position()
    assert (position["seat"], position["undo"]["allowed"]) == (None, False)
    assert guest.get("/position?at=0")["choices"] == 0
    assert "<svg" in guest.text("/picture?at=0")
    said = problem(guest.ask("POST", "/chat", json={"text": "hi"}), 403)
    assert said == "This link is for the replay alone."
    for method, path in (("POST", "/again"), ("POST", "/share"), ("DELETE", "")):
        problem(guest.ask(method, path), 403)
    assert table.seat("usn").token not in guest.text("")
