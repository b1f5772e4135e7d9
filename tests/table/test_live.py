"""Live: who listens hears of every change and of nothing else, and goes on where he was.

That nothing is heard cannot be waited for: something else is made to happen, and heard of next.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
from table_server import PATIENCE, Seat, Server, problem

Heard = tuple[str, str, Any]


class Listener:
    """Somebody at an event stream; what it tells of who is here comes apart."""

    def __init__(self, seat: Seat, last_id: str = "", **wanted: object) -> None:
        self._heard: queue.Queue[Heard | None] = queue.Queue()
        self._here: queue.Queue[Any] = queue.Queue()
        events = seat.events(last_id, **wanted)
        self._thread = threading.Thread(target=self._listen, args=(events,), daemon=True)
        self._thread.start()

    def _listen(self, events: Iterator[Heard]) -> None:
        try:
            for heard in events:
                if heard[0] == "here":
                    self._here.put(heard[2])
                else:
                    self._heard.put(heard)
        finally:
            self._heard.put(None)

    def next(self) -> Heard | None:
        return self._heard.get(timeout=PATIENCE)

    def here(self) -> Any:
        """Who is here, when that is told next."""
        return self._here.get(timeout=PATIENCE)


def test_two_listeners_hear_of_every_change_once(server: Server) -> None:
    table = server.begin("kamikaze", seed=1)
    listeners = [Listener(table.seat("usn")), Listener(table.watcher)]
    for listener in listeners:
        assert listener.next() == ("position", "0.0", {"version": 0})
    table.seat("ijn").choose("pick E1", 0)
    for listener in listeners:
        assert listener.next() == ("position", "1.0", {"version": 1})
    for length in (1, 2):
        table.watcher.ask("POST", "/chat", json={"text": "hello"})
        for listener in listeners:
            assert listener.next() == ("chat", f"1.{length}", {"length": length})


def test_a_stream_brings_what_others_have_changed(server: Server) -> None:
    """As `GET` has it: the position of the seat that listens, with what is new of the log."""
    table = server.begin("kamikaze", seed=1)
    usn, ijn = table.seat("usn"), table.seat("ijn")
    listener = Listener(usn, "0.0", log=0)
    length = 0
    for version, choice in enumerate(("pick E1", "enter 11"), start=1):
        ijn.choose(choice, version - 1)
        heard = listener.next()
        assert heard is not None
        assert heard[:2] == ("position", f"{version}.0")
        assert heard[2] == usn.get(f"?log={length}")
        assert heard[2]["shown"]["first"] == length
        assert heard[2]["shown"]["log"]
        assert heard[2]["seat"] == "usn"
        length = heard[2]["log_length"]
    ijn.post("/undo", version=2).raise_for_status()
    heard = listener.next()
    assert heard is not None
    assert heard[2] == usn.get("?log=0")


def test_a_stream_does_not_bring_what_its_page_has_done_itself(server: Server) -> None:
    """It has the answer, and the log with it; somebody else who listens hears of it all."""
    table = server.begin("kamikaze", seed=1)
    ijn = table.seat("ijn")
    own, other = Listener(ijn, log=0, page="mine"), Listener(ijn, log=0, page="his")
    first = own.next()
    assert first is not None
    other.next()  # the same, but for odds that may come late
    answer = ijn.choose("pick E1", 0, page="mine")
    assert own.next() == ("position", "1.0", {"version": 1})
    heard = other.next()
    assert heard is not None
    assert heard[2]["shown"]["first"] == first[2]["log_length"]
    ijn.choose("enter 11", 1, page="his")
    heard = own.next()
    assert heard is not None
    assert heard[2]["shown"]["first"] == answer["log_length"]
    assert other.next() == ("position", "2.0", {"version": 2})


def test_a_stream_is_compressed_for_who_can_read_that(server: Server) -> None:
    ijn = server.begin("kamikaze", seed=1).seat("ijn")
    url = server.url.rstrip("/") + ijn.path("/events?log=0")
    for encoding in ("gzip", "identity"):
        headers = ijn.headers | {"Accept-Encoding": encoding}
        with httpx.stream("GET", url, headers=headers, timeout=PATIENCE) as answer:
            assert answer.headers.get("content-encoding", "identity") == encoding
            lines = answer.iter_lines()
            assert [next(lines) for _ in range(3)] == ["retry: 1000", "", "event: position"]


def test_a_stream_goes_on_where_it_was(server: Server) -> None:
    table = server.begin("kamikaze", seed=1)
    ijn = table.seat("ijn")
    first = next(ijn.events())
    assert first[0] == "position"
    ijn.choose("pick E1", 0)
    ijn.choose("enter 11", 1)
    ijn.ask("POST", "/chat", json={"text": "one"})
    missed = ijn.events(first[1])
    assert next(missed) == ("position", "2.0", {"version": 2})
    assert next(missed) == ("chat", "2.1", {"length": 1})
    up_to_date = Listener(ijn, "2.1")
    late = ijn.events("2.0")
    assert next(late) == ("chat", "2.1", {"length": 1})
    odd = ijn.events("what is this?")
    assert next(odd)[0] == "position"
    ijn.ask("POST", "/chat", json={"text": "two"})
    assert up_to_date.next() == ("chat", "2.2", {"length": 2})


def test_a_stream_goes_on_after_the_server_was_killed(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path / 'table.db'}") as server:
        table = server.begin("kamikaze", seed=1)
        ijn = table.seat("ijn")
        ijn.choose("pick E1", 0)
        last = next(ijn.events())[1]
        server.kill()
        server.start()
        listener = Listener(ijn, last)
        ijn.choose("enter 11", 1)
        assert listener.next() == ("position", "2.0", {"version": 2})
        assert next(ijn.events(last)) == ("position", "2.0", {"version": 2})


def test_a_bots_choices_are_heard_of(server: Server) -> None:
    table = server.begin("kamikaze", seats={"ijn": "random"}, seed=1)
    listener = Listener(table.seat("usn"), "0.0")
    heard = listener.next()
    assert heard is not None
    assert heard[0] == "position"
    assert heard[2]["version"] >= 1


def test_a_deleted_match_is_gone(server: Server) -> None:
    table = server.begin("kamikaze")
    listener = Listener(table.watcher)
    listener.next()
    table.seat("usn").ask("DELETE")
    assert listener.next() == ("gone", "", {})
    assert listener.next() is None


def test_a_link_that_is_void_hears_no_more(server: Server) -> None:
    table = server.begin("kamikaze")
    ijn = table.seat("ijn")
    listener = Listener(ijn)
    listener.next()
    ijn.ask("POST", "/seats/ijn/link")
    assert listener.next() is None


def test_there_is_an_end_to_listeners(server: Server) -> None:
    table = server.begin("kamikaze")
    listeners = [Listener(table.watcher) for _ in range(64)]
    for listener in listeners:
        listener.next()
    problem(table.watcher.ask("GET", "/events"), 429)


def test_a_stop_ends_the_streams(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path / 'table.db'}") as server:
        listener = Listener(server.begin("kamikaze").watcher)
        listener.next()
        assert server.stop() == 0
        assert listener.next() is None


def test_who_is_here_is_told_as_people_come_and_go(server: Server) -> None:
    table = server.begin("kamikaze", seed=1)
    usn = Listener(table.seat("usn"))
    assert usn.here() == {"seats": ["usn"], "watching": 0, "names": {}}
    watching = table.watcher.events()
    next(watching)
    assert usn.here() == {"seats": ["usn"], "watching": 1, "names": {}}
    ijn = table.seat("ijn").events()
    next(ijn)
    assert usn.here() == {"seats": ["ijn", "usn"], "watching": 1, "names": {}}
    ijn.close()  # type: ignore[attr-defined]
    assert usn.here() == {"seats": ["usn"], "watching": 1, "names": {}}


def test_a_name_is_told_without_a_change_of_the_match(server: Server) -> None:
    """Nobody's choice may be refused because somebody has said his name meanwhile."""
    table = server.begin("kamikaze", seed=1)
    usn, ijn = Listener(table.seat("usn")), table.seat("ijn")
    usn.here()
    answer = ijn.ask("PUT", "/name", json={"name": "  Anna   Berg "})
    assert answer.json() == {"name": "Anna Berg"}
    assert usn.here()["names"] == {"ijn": "Anna Berg"}
    position = table.watcher.position()
    assert (position["names"], position["version"]) == ({"ijn": "Anna Berg"}, 0)
    ijn.ask("PUT", "/name", json={"name": ""})
    assert usn.here()["names"] == {}
    assert "for watching" in problem(table.watcher.ask("PUT", "/name", json={"name": "A"}), 403)
    assert ijn.ask("PUT", "/name", json={"name": "a\nb"}).status_code == 400
    assert ijn.ask("PUT", "/name", json={"name": "a" * 41}).status_code == 400
