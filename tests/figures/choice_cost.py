"""What a choice costs the server: CPU time of its process, by game and store.

    PYTHONPATH=tests/support python tests/figures/choice_cost.py --choices 200
    PYTHONPATH=tests/support python tests/figures/choice_cost.py --before ../before --store sqlite

Once a program chooses, which wants the position alone; then people do, of whom everybody has a page
open: it says what it has, takes patches of its picture, and follows the match by a stream. Choices
are made at random in a match that bots have begun; one is over when all streams have brought it.
Workers are left out: what they reckon is not the server's. With `--before`, another checkout serves
the same matches in turns with this one.
"""

from __future__ import annotations

import argparse
import http.client
import tempfile
import time
import uuid
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec
from table_postgresql import binaries, postgresql
from table_server import Server, Table

from flankspeed import bots, games
from flankspeed.engine import Match, Rolled

BROWSER = {
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36",
    "Accept": "*/*",
    "Accept-Encoding": "gzip, deflate, br, zstd",
    "Accept-Language": "en-GB,en;q=0.9",
    "Sec-Fetch-Site": "same-origin",
    "Sec-Fetch-Mode": "cors",
    "Sec-Fetch-Dest": "empty",
}


class Case(NamedTuple):
    """A game, and how many choices of bots there are before it is measured."""

    game: str
    scenario: str
    opening: int


CASES = [Case("samar", "battle", 400), Case("picket", "3", 60), Case("kamikaze", "attack", 100)]
ROUND = 20  # choices at a time, where two are compared


def opened(case: Case) -> str:
    """The record of a match that simple bots have begun."""
    game = games.load(case.game)
    match = Match(game, case.scenario, dice=Rolled(1))
    bot = bots.make(game, next(iter(game.bots)), 1)
    while match.choices < case.opening:
        assert match.decision is not None, "it is not over yet"
        match.play(bot.choose(match.state, match.decision))
    return str(match.record)


class Page:
    """A seat's page: what it has, and its stream; or a program that wants the position alone."""

    def __init__(self, table: Table, seat: str, bare: bool) -> None:
        self.url = urlsplit(table.server.url)
        self.path = f"/api/matches/{table.id}"
        self.seat = seat
        self.bare = bare
        self.headers = BROWSER | table.seat(seat).headers
        self.name = uuid.uuid4().hex
        self.position: Any = None
        self.log = self.undone = 0
        self.tag = ""
        self.client = self.connect()
        self.look()
        self.stream = self.events()
        if not bare:
            next(self.stream)  # it is open: who is here

    def connect(self) -> http.client.HTTPConnection:
        """A connection of its own."""
        return http.client.HTTPConnection(str(self.url.hostname), self.url.port)

    @property
    def known(self) -> str:
        """How much it has."""
        return f"?log={self.log}&undone={self.undone}&page={self.name}"

    @property
    def wanted(self) -> str:
        """What an answer shall bring."""
        return "" if self.bare else f"{self.known}&have={self.tag}&overlays="

    def look(self) -> None:
        """Ask how the match stands."""
        self.take(self.ask("GET", self.wanted))

    def take(self, position: Any) -> None:
        """Show a position; ask for the odds if these take longer."""
        self.position, shown = position, position["shown"]
        if shown:
            self.undone = position["undone"]
            self.log, self.tag = shown["first"] + len(shown["log"]), shown["picture"]["tag"]
            if shown["odds"] is None and position["view"]["options"]:
                self.ask("GET", "/odds")

    def ask(self, method: str, rest: str, body: object = None) -> Any:
        """One request, as a browser sends it."""
        headers, content = self.headers, None
        if body is not None:
            content = msgspec.json.encode(body)
            origin = f"http://{self.url.netloc}"
            headers = headers | {"Content-Type": "application/json", "Origin": origin}
        self.client.request(method, self.path + rest, content, headers)
        answer = self.client.getresponse()
        text = answer.read()
        assert answer.status == 200, text
        zipped = answer.headers.get("Content-Encoding") == "gzip"
        return msgspec.json.decode(zlib.decompress(text, 31) if zipped else text)

    def choose(self, random: Random) -> int:
        """Choose anything; the version of the match then."""
        choice = random.choice(self.position["view"]["options"])["text"]
        version = self.position["version"]
        body = {"version": version, "choice": choice, "key": uuid.uuid4().hex}
        self.take(self.ask("POST", f"/choices{self.wanted}", body))
        return int(self.position["version"])

    def events(self) -> Iterator[Any]:
        """What its stream brings: positions, and None for who is here."""
        client, version = self.connect(), self.position["version"]
        headers = self.headers | {"Accept": "text/event-stream", "Last-Event-ID": f"{version}.0"}
        client.request("GET", f"{self.path}/events{self.known}", headers=headers)
        answer, unzip, text = client.getresponse(), zlib.decompressobj(31), b""
        while data := answer.read1():
            text += unzip.decompress(data)
            *events, text = text.split(b"\n\n")
            for event in events:
                if event.startswith(b"event: position"):
                    yield msgspec.json.decode(event.partition(b"data: ")[2])
                elif event.startswith(b"event: here"):
                    yield None

    def catch_up(self, version: int) -> None:
        """Hear of a version, and of the position if it was not its own choice."""
        while (told := next(self.stream)) is None or told["version"] < version:
            pass
        if "view" in told:
            self.take(told)


class Play:
    """One game on one server: choices are made in it, and their cost is added up."""

    def __init__(self, server: Server, game: str, record: str, bare: bool) -> None:
        self.server = server
        self.seats = games.load(game).seats
        self.record = record
        self.bare = bare
        self.random = Random(1)
        self.cost = 0.0
        self.choices = 0
        self.begin()

    def begin(self) -> None:
        """A match with all its pages; somebody watches who plays alone."""
        table = self.server.take_in(self.record, seats=dict.fromkeys(self.seats, "human"))
        names = self.seats if len(self.seats) > 1 or self.bare else (*self.seats, "watch")
        self.pages = [Page(table, name, self.bare) for name in names]
        self.last = self.pages[0]

    def go_on(self, choices: int) -> None:
        """Make so many choices."""
        for _ in range(choices):
            if self.last.position["result"]:
                self.begin()
            turn = self.last.position["view"]["waiting_for"]
            mover = next(page for page in self.pages if page.seat == turn)
            if self.bare and mover is not self.last:
                mover.look()
            before = cpu_time(self.server)
            version = mover.choose(self.random)
            if not self.bare:
                for page in self.pages:
                    page.catch_up(version)
            self.cost += cpu_time(self.server) - before
            self.choices += 1
            self.last = mover


def cpu_time(server: Server) -> float:
    """The seconds that its process has been at work, by its clock as Linux names it."""
    return time.clock_gettime(~server.process.pid << 3 | 2)


@contextmanager
def store(kind: str) -> Iterator[str]:
    """The address of an empty store."""
    with tempfile.TemporaryDirectory() as folder:
        if kind == "sqlite":
            yield f"sqlite:///{folder}/table.db"
        else:
            installed = binaries()
            assert installed, "PostgreSQL is not installed"
            with postgresql(installed, durable=True) as url:
                yield url


def measure(kind: str, cases: list[Case], trees: list[Path | None], choices: int) -> None:
    """Print what a choice of each game costs, of each checkout."""
    with ExitStack() as stack:
        servers = [
            stack.enter_context(
                Server(stack.enter_context(store(kind)), "--rate", "0", planted=tree)
            )
            for tree in trees
        ]
        for case in cases:
            record = opened(case)
            for bare in (True, False):
                plays = [Play(server, case.game, record, bare) for server in servers]
                for play in plays:  # what is made once is made now
                    play.go_on(ROUND)
                    play.cost, play.choices = 0.0, 0
                for _ in range(0, choices, ROUND):
                    for play in plays:
                        play.go_on(ROUND)
                costs = [1000 * play.cost / play.choices for play in plays]
                words = "".join(f"{cost:8.2f} ms" for cost in costs)
                ratio = f"{costs[0] / costs[-1]:6.2f}" if len(costs) > 1 else ""
                who = "alone" if bare else "pages"
                print(f"{case.game:10} {kind:12} {who:6}{words}{ratio}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--choices", type=int, default=200)
    parser.add_argument("--store", choices=["sqlite", "postgresql"], action="append")
    parser.add_argument("--only", default="", help="one game")
    parser.add_argument("--before", type=Path, help="another checkout, to be compared with")
    called = parser.parse_args()
    trees = [called.before / "src", None] if called.before else [None]
    cases = [case for case in CASES if called.only in case.game]
    for kind in called.store or ["sqlite", "postgresql"]:
        measure(kind, cases, trees, called.choices)


if __name__ == "__main__":
    main()
