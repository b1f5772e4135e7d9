"""Several servers on one PostgreSQL: what one of them does is so with all of them."""

from __future__ import annotations

import asyncio
import queue
import signal
import threading
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from random import Random
from typing import Any, NamedTuple

import httpx
import msgspec
import pytest
from sqlalchemy import event
from table_post import web_server
from table_server import PATIENCE, Seat, Server, Table, bound, drawn, problem

import flankspeed
from flankspeed import games
from flankspeed.engine import Record, verify
from flankspeed.table.rooms.creation import begun
from flankspeed.table.rooms.presence import SILENT
from flankspeed.table.rooms.seats import digest
from flankspeed.table.services import Services
from flankspeed.table.store.company import ALIVE, Others, Told
from flankspeed.table.store.databases import parsed_url
from flankspeed.table.store.store import Store
from flankspeed.table.store.stored import Change, Pending
from flankspeed.table.wire import NewMatch

BOTS = {"usn": "random", "ijn": "random"}


class Pair(NamedTuple):
    """Two servers on one store, and what a web server is told of turns."""

    one: Server
    other: Server
    hook: str
    called: queue.Queue[tuple[str, Any]]

    def begin(self, game: str = "kamikaze", **wanted: Any) -> tuple[Table, Table]:
        """A match, with the one and with the other."""
        table = self.one.begin(game, **wanted)
        return table, elsewhere(table, self.other)


def elsewhere(table: Table, server: Server) -> Table:
    """The same match with another server."""
    return Table(server, {"id": table.id, "links": table.links})


@pytest.fixture(scope="module")
def pair(database: str) -> Iterator[Pair]:
    with web_server() as (web, called), pytest.MonkeyPatch.context() as patch:
        patch.setenv("FLANKSPEED_WEBHOOKS", f"http://{web}")
        patch.setenv("FLANKSPEED_NOTICE_AFTER", "0")
        with (
            Server(database, "--rate", "0", seed=None) as one,
            Server(database, "--rate", "0", seed=None) as other,
        ):
            yield Pair(one, other, f"http://{web}", called)


class Listener(threading.Thread):
    """Follows a match and keeps what it hears."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(daemon=True)
        self._seat = seat
        self._heard: queue.Queue[tuple[str, Any]] = queue.Queue()
        self.start()
        self.until("here")

    def run(self) -> None:
        for name, _, data in self._seat.events():
            self._heard.put((name, data))
        self._heard.put(("end", None))

    def until(self, name: str, **values: object) -> Any:
        """What an event brings that has this name and these values."""
        return self.all_until(name, **values)[-1][1]

    def all_until(self, name: str, **values: object) -> list[tuple[str, Any]]:
        """All events until one that has this name and these values."""
        all_heard: list[tuple[str, Any]] = []
        while True:
            heard, data = self._heard.get(timeout=PATIENCE)
            all_heard.append((heard, data))
            if heard == name and all(data[key] == value for key, value in values.items()):
                return all_heard


def test_a_choice_is_seen_at_once_and_heard_of(pair: Pair) -> None:
    here, there = pair.begin(seed=1)
    listener = Listener(there.watcher)
    made = here.seat("ijn").choose("pick E1", 0)
    assert there.seat("ijn").position() == made
    listener.until("position", version=1)
    back = there.seat("ijn").post("/undo", version=1)
    assert problem(back, 409).startswith("This cannot be taken back")
    there.seat("ijn").choose("enter 11", 1)
    undone = here.seat("ijn").post("/undo", version=2).json()
    assert there.seat("ijn").position() == undone
    assert there.seat("ijn").get("/log") == here.seat("ijn").get("/log")
    listener.until("position", version=3)


def say(seat: Seat, text: str) -> httpx.Response:
    return seat.ask("POST", "/chat", json={"text": text})


def test_chat_and_names(pair: Pair) -> None:
    here, there = pair.begin(seed=1)
    listener = Listener(there.watcher)
    for number, table in enumerate((here, there, here, here, there)):
        assert say(table.seat("usn"), f"line {number}").json()["number"] == number
        assert there.watcher.position()["chat_length"] == number + 1
    listener.until("chat", length=5)
    assert [said["text"] for said in there.watcher.get("/chat")] == [f"line {n}" for n in range(5)]
    assert here.seat("usn").ask("PUT", "/name", json={"name": "Evans"}).status_code == 200
    assert there.watcher.position()["names"] == {"usn": "Evans"}
    listener.until("here", names={"usn": "Evans"})


def test_a_word_is_heard_for_each_of_many_at_once(database: str) -> None:
    async def job(one: Others, heard: asyncio.Queue[str]) -> None:
        for number in range(20):
            one.post(Told(one.name, "changed", str(number)))
        found = [await asyncio.wait_for(heard.get(), PATIENCE) for _ in range(20)]
        assert found == [str(number) for number in range(20)]

    asyncio.run(_between_two(database, job))


def test_what_was_left_unsaid_is_told_once_to_who_begins_to_follow(database: str) -> None:
    async def job(one: Others, heard: asyncio.Queue[str]) -> None:
        one.followed = lambda match: match == "followed"
        for match in ("a", "b", "a", "followed"):
            one.post(Told(one.name, "changed", match))
        one.followed = lambda match: match != "b"
        for match in ("never changed", "a", "a"):
            one.now_followed(match)
        one.post(Told(one.name, "changed", "last"))
        found = [await asyncio.wait_for(heard.get(), PATIENCE) for _ in range(3)]
        assert found == ["followed", "a", "last"]

    asyncio.run(_between_two(database, job))


async def _between_two(
    url: str, job: Callable[[Others, asyncio.Queue[str]], Awaitable[None]]
) -> None:
    """Do something with a server's company; another one's hears which matches are changed."""
    one, other = Others(parsed_url(url)), Others(parsed_url(url))
    heard: asyncio.Queue[str] = asyncio.Queue()
    both = asyncio.Barrier(3)
    waiting: list[asyncio.Task[Any]] = []

    def back() -> None:
        waiting.append(asyncio.create_task(both.wait()))

    def hear(told: Told) -> None:
        if told.by == one.name and told.what == "changed":
            heard.put_nowait(told.match)

    tasks = [
        asyncio.create_task(one.attend(lambda _: None, back)),
        asyncio.create_task(other.attend(hear, back)),
    ]
    await both.wait()
    await job(one, heard)
    for task in tasks:
        task.cancel()


def test_nobody_is_told_what_nobody_follows(pair: Pair, database: str) -> None:
    here, there = pair.begin("samar", seed=1)
    told = asyncio.run(_told_meanwhile(database, lambda _: _follow_late(here, there)))
    changes = [each for each in told if (each.match, each.what) == (here.id, "changed")]
    assert 1 <= len(changes) <= 2  # the last one, and perhaps what was missed just before


def _follow_late(here: Table, there: Table) -> None:
    position = here.seat("usn").position()
    for number in range(6):
        if number == 5:
            listener = Listener(there.watcher)
        seat = here.seat(position["view"]["waiting_for"])
        option = seat.position()["view"]["options"][0]["text"]
        position = seat.choose(option, position["version"])
    listener.until("position", version=6)


async def _told_meanwhile(url: str, job: Callable[[list[Told]], None]) -> list[Told]:
    """What servers tell each other while something is done."""
    import asyncpg

    told: list[Told] = []
    done = asyncio.Event()

    def hear(_: object, __: int, ___: str, payload: object) -> None:
        told.append(msgspec.json.decode(str(payload), type=Told))
        if told[-1].by == "the test":
            done.set()

    connection = await asyncpg.connect(url)
    try:
        await connection.add_listener("flankspeed", hear)
        await asyncio.to_thread(job, told)
        last = msgspec.json.encode(Told("the test", "alive")).decode()
        await connection.execute("select pg_notify('flankspeed', $1)", last)
        await asyncio.wait_for(done.wait(), PATIENCE)
        return told
    finally:
        await connection.close()


def test_who_begins_to_follow_while_it_is_changed_misses_nothing(pair: Pair) -> None:
    for _ in range(20):
        here, there = pair.begin(seed=1)
        chooser = threading.Thread(target=here.seat("ijn").choose, args=("pick E1", 0))
        chooser.start()
        heard = there.watcher.events()
        assert any(name == "position" and data["version"] == 1 for name, _, data in heard)
        chooser.join(PATIENCE)


def test_a_server_that_was_taken_for_gone_is_told_again(pair: Pair) -> None:
    here, there = pair.begin(seed=1)
    stays, sleeps = Listener(here.watcher), Listener(there.watcher)
    stays.until("here", watching=2)
    pair.other.process.send_signal(signal.SIGSTOP)
    try:
        stays.until("here", watching=1)
    finally:
        pair.other.process.send_signal(signal.SIGCONT)
    here.seat("ijn").choose("pick E1", 0)
    sleeps.until("position", version=1)
    stays.until("here", watching=2)
    here.seat("ijn").choose("enter 11", 1)
    sleeps.until("position", version=2)


def test_a_server_with_much_to_tell_is_not_taken_for_gone(pair: Pair) -> None:
    """One that is never silent does not say that it is there."""
    here, there = pair.begin(seed=1)
    stays, _ = Listener(here.watcher), Listener(there.watcher)
    stays.until("here", watching=2)
    words = range(1, int(2 * SILENT / ALIVE) + 4)
    for _ in words:
        assert say(there.seat("ijn"), "Here I am").status_code == 201
        time.sleep(ALIVE / 2)
    heard = [name for name, _ in stays.all_until("chat", length=len(words))]
    assert heard == ["chat"] * len(words)


def test_servers_greet_each_other_a_few_times(pair: Pair, database: str) -> None:
    """Each answers the other's greeting, and no answer asks for another."""
    here, _ = pair.begin(seed=1)
    stays = Listener(here.watcher)
    told = asyncio.run(_told_meanwhile(database, lambda told: _greet(database, told)))
    assert sum(each.what == "hello" for each in told) <= 8
    Listener(here.watcher)
    stays.until("here", watching=2)


def _greet(database: str, told: list[Told]) -> None:
    """Cut servers off, and wait until each has said thrice that it is there."""
    assert asyncio.run(_cut_off(database)) >= 2
    deadline = time.monotonic() + PATIENCE
    while sorted(Counter(each.by for each in told if each.what == "alive").values())[-2:-1] < [3]:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_all_say_something_at_once(pair: Pair) -> None:
    tables = pair.begin(seed=1)
    threads = [
        threading.Thread(target=say, args=(table.seat(name), "ahoy"))
        for table in tables
        for name in ("usn", "ijn", "watch")
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert [said["number"] for said in tables[0].watcher.get("/chat")] == list(range(6))


def test_a_link_that_is_void_is_so_everywhere(pair: Pair) -> None:
    here, there = pair.begin(seed=1)
    old = there.seat("ijn")
    old.position()
    listener = Listener(old)
    made = here.seat("ijn").ask("POST", "/seats/ijn/link", json={}).json()
    assert "replaced" in problem(old.ask("GET"), 401)
    assert "replaced" in problem(old.post("/choices", choice="pick E1", version=1), 401)
    listener.until("end")
    Seat(there, made["links"]["ijn"]).choose("pick E1", 1)


def test_a_deleted_match_is_gone_everywhere(pair: Pair) -> None:
    here, there = pair.begin(seats={"usn": "random"}, seed=1)
    listener = Listener(there.watcher)
    assert here.seat("ijn").ask("DELETE").json() == {"deleted": True}
    assert there.watcher.ask("GET").status_code == 404
    listener.until("gone")


def test_who_is_here_counts_all(pair: Pair) -> None:
    here, there = pair.begin(seed=1)
    listener = Listener(here.watcher)
    events = there.seat("usn").events()
    next(events)
    listener.until("here", seats=["usn"], watching=1)
    events.close()  # type: ignore[attr-defined]
    listener.until("here", seats=[], watching=1)


def test_proposals_and_seats(pair: Pair) -> None:
    here, there = pair.begin(seed=1)
    there.watcher.position()
    assert here.seat("usn").post("/draw", version=0).status_code == 200
    assert there.seat("ijn").position()["offered"] == {"seat": "usn", "agreed": []}
    assert there.seat("ijn").post("/draw/reply", agree=False, version=1).status_code == 200
    assert here.seat("usn").position()["offered"] is None
    assert here.seat("usn").ask("PUT", "/seats/usn", json={"who": "random"}).status_code == 200
    assert there.seat("usn").position()["seats"]["usn"] == "random"
    assert there.seat("ijn").post("/resign", version=3).status_code == 200
    assert here.seat("ijn").position()["result"]["winner"] == "usn"


def test_typed_in_dice(pair: Pair) -> None:
    """What waits for dice with one server gets them with the other."""
    tables = pair.begin(scenario="dives-1", dice="entered")
    random = Random(5)
    for step in range(14):
        table = tables[step % 2]
        position = table.seat("ijn").position()
        if position["result"]:
            break
        seat = table.seat(position["view"]["waiting_for"] or "ijn")
        if need := position["need"]:
            values = [random.randint(1, need["sides"] - 1) for _ in range(need["count"])]
            answer = seat.post("/dice", version=position["version"], values=values)
            assert answer.status_code == 200, answer.text
        else:
            option = random.choice(seat.position()["view"]["options"])
            seat.choose(option["text"], position["version"])
    assert tables[0].watcher.text("/record") == tables[1].watcher.text("/record")


@pytest.mark.parametrize(("game", "seats"), [("kamikaze", {}), ("samar", {"usn": "random"})])
def test_a_match_played_with_both_in_turn(pair: Pair, game: str, seats: dict[str, str]) -> None:
    """Choice by choice, by people and a bot, with dice that people draw together."""
    tables = pair.begin(game, scenario=games.load(game).trial.scenario, seats=seats)
    random = Random(7)
    _draw_with_both(tables)
    for step in range(50):
        here, there = tables[step % 2], tables[1 - step % 2]
        position = _turn_of_a_person(here)
        if position["result"]:
            break
        option = random.choice(position["view"]["options"])
        made = here.seat(position["seat"]).choose(option["text"], position["version"])
        seen = there.seat(position["seat"]).position()
        assert seen["version"] >= made["version"]
        if not seats:
            assert seen == made
    texts = [table.watcher.text("/record") for table in tables]
    if not seats:  # nobody goes on meanwhile
        assert texts[0] == texts[1]
    record = Record.parse(texts[1])
    verify(games.load(game), record)


def _draw_with_both(tables: tuple[Table, Table]) -> None:
    if tables[0].watcher.position()["shared"] is None:
        return
    for path, part, value in (
        ("/dice/commitment", "commitment", bound),
        ("/dice/contribution", "contribution", drawn),
    ):
        for table, name in zip(tables, ("usn", "ijn"), strict=True):
            answer = table.seat(name).post(path, **{part: value(name)})
            assert answer.status_code == 200, answer.text


def _turn_of_a_person(table: Table) -> Any:
    """The position of the person whose turn it is; wait for bots."""
    people = [name for name in table.links if name != "watch"]
    position = table.seat(people[0]).position()
    if len(people) == 1:
        return table.seat(people[0]).until("turn", seat=people[0])
    turn = position["view"]["waiting_for"]
    return position if turn in (None, people[0]) else table.seat(turn).position()


def test_a_room_that_is_behind_makes_the_choices_it_lacks(database: str) -> None:
    """It is opened anew only where choices were taken back."""

    async def job(one: Services, other: Services) -> None:
        wanted = NewMatch(game="kamikaze", seed=1)
        links = await begun(one.rooms, one.workers, wanted)
        behind = await other.rooms.get(links.id)
        for _ in range(3):
            await choose(one, links.id)
        await other.rooms.look_again(links.id)
        room = await other.rooms.get(links.id)
        assert room is behind
        ahead = await one.rooms.get(links.id)
        assert room.version == ahead.version == 3
        assert str(room.match.record) == str(ahead.match.record)
        await choose(other, links.id)  # with the next dice of the stream
        await one.rooms.look_again(links.id)
        async with one.rooms.entered(links.id) as room:
            assert room is ahead
            assert room.version == 4
            turned = room.match.undo_seat()
            assert turned is not None, "this seed has a choice without dice here"
            room.undo(turned)
            await one.rooms.commit(room, room.change(undone=True))
        await other.rooms.look_again(links.id)
        room = await other.rooms.get(links.id)
        assert room is not behind
        assert room.match.state == ahead.match.state
        assert room.match.choices == 3

    in_two_services(database, job)


async def choose(services: Services, match_id: str) -> None:
    """Make the first choice there is."""
    async with services.rooms.entered(match_id) as room:
        assert room.match.decision is not None
        services.rooms.play(room, None, room.match.decision.options[0].text)
        await services.rooms.commit(room)


def in_two_services(url: str, job: Callable[[Services, Services], Awaitable[None]]) -> None:
    async def work() -> None:
        pair = Services(url, workers=1), Services(url, workers=1)
        for services in pair:
            await services.open()
        try:
            await job(*pair)
        finally:
            for services in pair:
                await services.close()

    asyncio.run(work())


def test_a_match_is_read_as_it_was_at_one_moment(database: str) -> None:
    """What is written while it is read belongs to the next version as a whole."""

    async def job(one: Services, other: Services) -> None:
        links = await begun(one.rooms, one.workers, NewMatch(game="kamikaze", seed=1))
        engine = other.store._database._engine.sync_engine  # type: ignore[attr-defined]
        change = _first_choice(links.id)

        def write(_: object, __: object, statement: str, *___: object) -> None:
            if "FROM matches" in statement:
                _write_at_once(database, change)

        event.listen(engine, "after_cursor_execute", write)
        stored = await other.store.load(links.id)
        event.remove(engine, "after_cursor_execute", write)
        assert stored is not None
        assert (stored.version, stored.lines) == (0, [])
        stored = await other.store.load(links.id)
        assert stored is not None
        assert (stored.version, stored.lines) == (1, change.added)

    in_two_services(database, job)


def test_a_room_that_was_read_too_early_is_not_shown(database: str) -> None:
    """Somebody asks while a room is being opened, which was read before the last change."""

    async def job(one: Services, other: Services) -> None:
        links = await begun(one.rooms, one.workers, NewMatch(game="kamikaze", seed=1))
        engine = other.store._database._engine.sync_engine  # type: ignore[attr-defined]
        asking: list[asyncio.Task[Any]] = []

        def write(_: object, __: object, statement: str, *___: object) -> None:
            if "FROM matches" in statement and not asking:
                _write_at_once(database, _first_choice(links.id))
                asked = other.rooms.seat(links.id, digest(links.links["ijn"]))
                asking.append(loop.create_task(asked))

        loop = asyncio.get_running_loop()
        event.listen(engine, "after_cursor_execute", write)
        await other.rooms.get(links.id)
        assert await asking[0] == "ijn"
        assert (await other.rooms.get(links.id)).version == 1

    in_two_services(database, job)


def _first_choice(match_id: str) -> Change:
    """The change that the first choice of a match with seed 1 makes."""
    match = flankspeed.new("kamikaze", seed=1)
    match.play("pick E1")
    return Change(
        id=match_id,
        version=1,
        undone=0,
        name="At sea",
        seats={"usn": "human", "ijn": "human"},
        pending=Pending(),
        turn="ijn",
        kept=0,
        added=[str(line) for line in match.record.lines],
    )


def _write_at_once(url: str, change: Change) -> None:
    """Write a change as another server does, while this one waits."""

    async def write() -> None:
        store = Store(url)
        await store.apply(change)
        await store.close()

    thread = threading.Thread(target=lambda: asyncio.run(write()))
    thread.start()
    thread.join(PATIENCE)


def test_of_two_at_once_one_wins(pair: Pair) -> None:
    """Whoever was too late is told how far the match is; a request sent twice is applied once."""
    for _ in range(3):  # the first choice is made where one server does not have the match open
        _race(pair.begin(seed=1))


def _race(tables: tuple[Table, Table]) -> None:
    position = tables[0].seat("ijn").position()
    for step in range(6):
        seat = position["view"]["waiting_for"]
        version = position["version"]
        options = tables[0].seat(seat).position()["view"]["options"]
        same = {"key": f"the-same-{step}"} if step % 2 else {}
        answers = _at_once(
            [table.seat(seat) for table in tables],
            {"choice": options[0]["text"], "version": version} | same,
        )
        codes = sorted(answer.status_code for answer in answers)
        assert codes == ([200, 200] if same else [200, 409])
        for answer in answers:
            assert answer.json()["version"] == version + 1
        position = tables[1].seat(seat).position()
        assert position["choices"] == step + 1


def _at_once(seats: list[Seat], body: dict[str, Any]) -> list[httpx.Response]:
    answers: list[httpx.Response] = []
    gate = threading.Barrier(len(seats))

    def send(seat: Seat) -> None:
        gate.wait()
        answers.append(seat.post("/choices", **body))

    threads = [threading.Thread(target=send, args=(seat,)) for seat in seats]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    return answers


def test_a_notice_is_sent_once(pair: Pair) -> None:
    """By the server that has made it somebody's turn, though the other learns of it, too."""
    tables = pair.begin("samar", seed=1)
    for seat in ("usn", "ijn"):
        tables[1].seat(seat).ask("PUT", "/notice", json={"to": f"{pair.hook}/{seat}"})
    position, turns, told = tables[0].seat("usn").position(), ["usn"], []
    for step in range(60):
        turn = position["view"]["waiting_for"]
        if turn != turns[-1]:
            turns.append(turn)
            told.append(pair.called.get(timeout=PATIENCE)[1]["seat"])
            if len(turns) == 5:
                break
        here, there = tables[step % 2].seat(turn), tables[1 - step % 2].seat(turn)
        view = here.position()["view"]
        choice = [*view["options"], *view["shortcuts"]][-1]["text"]
        position = here.choose(choice, position["version"])
        assert there.position()["version"] == position["version"]
    assert len(turns) == 5
    assert told == turns[1:]  # one that was sent twice would stand between them


def test_a_lost_connection_is_made_anew(pair: Pair, database: str) -> None:
    here, there = pair.begin(seed=1)
    listener = Listener(there.watcher)
    assert asyncio.run(_cut_off(database)) >= 2
    here.seat("ijn").choose("pick E1", 0)
    listener.until("position", version=1)


async def _cut_off(url: str) -> int:
    """End the connections by which servers hear of each other; how many there were."""
    import asyncpg

    connection = await asyncpg.connect(url)
    try:
        found = await connection.fetch(
            "select pg_terminate_backend(pid) from pg_stat_activity "
            "where application_name like 'flankspeed%'"
        )
        return len(found)
    finally:
        await connection.close()


def test_bots_are_taken_over_from_a_server_that_was_killed(pair: Pair, database: str) -> None:
    with Server(database, "--rate", "0") as dying:
        table = dying.begin("samar", seats=BOTS)
        left = elsewhere(table, pair.one)
        listener = Listener(left.watcher)
        listener.until("position")
        dying.kill()
        played = left.watcher.position()["choices"]
        assert left.watcher.until("over")["choices"] > played
    verify(games.load("samar"), Record.parse(left.watcher.text("/record")))
    for server in (pair.one, pair.other):
        assert "bot waits for the store" not in server.log()
        assert '"level":"error"' not in server.log()
