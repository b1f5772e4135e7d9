"""The store: the same in SQLite and in PostgreSQL."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from table_server import Server, play_out

from flankspeed import games
from flankspeed.engine import Record, verify
from flankspeed.table.store.store import Store
from flankspeed.table.store.stored import (
    Applied,
    Change,
    Conflict,
    KeyUsed,
    Pending,
    Stored,
    StoreError,
    Vouched,
    Waiting,
)
from flankspeed.table.wire import Said


def with_store(url: str, job: Callable[[Store], Awaitable[None]]) -> None:
    """Do something with an open store."""

    async def work() -> None:
        store = Store(url)
        await store.open()
        try:
            await job(store)
        finally:
            await store.close()

    asyncio.run(work())


def stored(number: int, **other: Any) -> Stored:
    match = Stored(
        id=f"{os.getpid()}-{number}-{os.urandom(4).hex()}",
        name="Ein Abend — “Yamato”, 大和",
        header="flankspeed: 1\n\n",
        key="ab" * 32,
        seats={"usn": "human", "ijn": "admiral"},
        version=0,
        undone=0,
        pending=Pending(),
        turn="usn",
        lines=["0 game start [d8=7] # it's 7", "1 ijn face E"],
        tokens={os.urandom(32).hex(): "usn", os.urandom(32).hex(): "watch"},
    )
    return msgspec.structs.replace(match, **other)


async def loaded(store: Store, match_id: str) -> Stored | None:
    """A match without the time of its last change, which the store notes by itself."""
    found = await store.load(match_id)
    assert found is None or found.changed
    return found and msgspec.structs.replace(found, changed="")


def change(match: Stored, **other: Any) -> Change:
    plain = Change(
        id=match.id,
        version=match.version + 1,
        undone=match.undone,
        name=match.name,
        seats=match.seats,
        pending=match.pending,
        turn=match.turn,
        kept=len(match.lines),
        added=[],
    )
    return msgspec.structs.replace(plain, **other)


def test_a_match_comes_back_as_it_was(url: str) -> None:
    async def job(store: Store) -> None:
        match = stored(1, pending=Pending("pick E1", (1, 2)), lesson="first")
        before = await store.count()
        await store.add(match)
        assert await loaded(store, match.id) == match
        assert await store.tokens(match.id) == match.tokens
        assert await store.load("nothing") is None
        assert await store.tokens("nothing") == {}
        assert await store.count() == before + 1

    with_store(url, job)


LINES = ["2 usn fire [6 6] # it's “two”", "3 usn pass", "4 ijn 大和 [] # \\x"]


@pytest.mark.parametrize("added", [[], LINES[:1], LINES])
@pytest.mark.parametrize("mark", [None, Applied("usn", "key-0001", "what")])
def test_a_plain_change_is_written_as_any_other(
    url: str, added: list[str], mark: Applied | None
) -> None:
    """Choices go another way into the store than what has more to it."""

    async def job(store: Store) -> None:
        found = []
        for number, header in enumerate(("", "flankspeed: 1\n\n")):  # the same one is no change
            match = stored(number)
            await store.add(match)
            made = change(match, added=added, applied=mark, header=header, turn="", name="Other")
            assert made.plain == (not header)
            await store.apply(made)
            known = await loaded(store, match.id)
            assert known is not None
            found.append(msgspec.structs.replace(known, id="", tokens={}))
            assert await store.applied(match.id, "usn", "key-0001") == (mark and "what")
        assert found[0] == found[1]
        assert found[0].lines == [*match.lines, *added]

    with_store(url, job)


@pytest.mark.parametrize("header", ["", "flankspeed: 1\n\n"])
def test_a_change_under_a_used_key_is_no_change(url: str, header: str) -> None:
    async def job(store: Store) -> None:
        match = stored(3)
        await store.add(match)
        mark = Applied("usn", "key-0001", "what")
        await store.apply(change(match, added=LINES[:1], applied=mark))
        before = await loaded(store, match.id)
        assert before is not None
        for key, wrong in (("key-0001", KeyUsed), ("key-0002", Conflict)):
            late = msgspec.structs.replace(before, version=before.version - (wrong is Conflict))
            new = change(late, added=LINES[1:], applied=Applied("usn", key, "other"), header=header)
            with pytest.raises(Conflict) as error:
                await store.apply(new)
            assert type(error.value) is wrong
            assert await loaded(store, match.id) == before
        other = Applied("ijn", "key-0001", "what")  # every seat has keys of its own
        await store.apply(change(before, added=LINES[1:], applied=other, header=header))
        assert await store.applied(match.id, "ijn", "key-0001") == "what"

    with_store(url, job)


def test_a_change_is_whole(url: str) -> None:
    async def job(store: Store) -> None:
        match = stored(2)
        await store.add(match)
        mark = Applied("usn", "key-0001", "what")
        token = os.urandom(32).hex()
        await store.apply(
            change(
                match,
                name="Other",
                seats={"usn": "random"},
                pending=Pending("fire", (6,)),
                turn="",
                added=["2 usn hold", "3 usn hold"],
                applied=mark,
                tokens={"usn": token},
            )
        )
        after = await store.load(match.id)
        assert after is not None
        assert (after.version, after.name, after.turn) == (1, "Other", "")
        assert after.lines == [*match.lines, "2 usn hold", "3 usn hold"]
        assert after.pending == Pending("fire", (6,))
        assert after.seats == {"usn": "random"}
        assert sorted(after.tokens.values()) == ["usn", "watch"]
        assert after.tokens[token] == "usn"
        assert await store.applied(match.id, "usn", "key-0001") == "what"
        assert await store.applied(match.id, "ijn", "key-0001") is None
        await store.apply(change(after, kept=1, cut=True, added=["1 ijn face W"], undone=1))
        last = await store.load(match.id)
        assert last is not None
        assert last.lines == [match.lines[0], "1 ijn face W"]
        assert last.undone == 1

    with_store(url, job)


def test_a_change_of_an_old_version_changes_nothing(url: str) -> None:
    async def job(store: Store) -> None:
        match = stored(3)
        await store.add(match)
        await store.apply(change(match, added=["2 usn hold"]))
        before = await store.load(match.id)
        for version in (0, 1, 3):
            with pytest.raises(Conflict):
                await store.apply(change(match, version=version, added=["2 usn fire"]))
        assert await store.load(match.id) == before

    with_store(url, job)


def test_a_key_that_was_used_rolls_all_back(url: str) -> None:
    async def job(store: Store) -> None:
        match = stored(4)
        await store.add(match)
        mark = Applied("usn", "key-0001", "what")
        await store.apply(change(match, applied=mark, added=["2 usn hold"]))
        before = await store.load(match.id)
        assert before is not None
        with pytest.raises(Conflict):
            await store.apply(change(before, applied=mark, added=["3 usn hold"]))
        assert await store.load(match.id) == before

    with_store(url, job)


def test_changes_at_once_are_made_one_by_one(url: str) -> None:
    async def job(store: Store) -> None:
        matches = [stored(number) for number in range(10, 20)]
        await asyncio.gather(*(store.add(match) for match in matches))

        async def go_on(match: Stored) -> None:
            for version in range(1, 6):
                line = f"{version + 1} usn hold"
                await store.apply(change(match, version=version, kept=1 + version, added=[line]))

        await asyncio.gather(*(go_on(match) for match in matches))
        for match in matches:
            after = await store.load(match.id)
            assert after is not None
            assert (after.version, len(after.lines)) == (5, 7)

    with_store(url, job)


def test_chat_notes_and_waiting(url: str) -> None:
    async def job(store: Store) -> None:
        match, over = stored(5), stored(6, turn="")
        await store.add(match)
        await store.add(over)
        for number in range(3):
            await store.say(match.id, Said(number, "usn", f"line {number}", "now"))
        said = await store.chat(match.id, 1, 1)
        assert said == [Said(1, "usn", "line 1", "now")]
        after = await store.load(match.id)
        assert after is not None
        assert after.chat_length == 3
        assert await store.notes(match.id, "usn") == ""
        await store.note(match.id, "usn", "one")
        await store.note(match.id, "usn", "two")
        assert await store.notes(match.id, "usn") == "two"
        waiting = {waits.id: waits for waits in await store.waiting()}
        assert waiting[match.id] == Waiting(match.id, match.seats, "usn")
        assert over.id not in waiting

    with_store(url, job)


def test_a_removed_match_leaves_nothing(url: str) -> None:
    async def job(store: Store) -> None:
        match = stored(7)
        await store.add(match)
        await store.apply(change(match, applied=Applied("usn", "key-0001", "what")))
        await store.say(match.id, Said(0, "usn", "hello", "now"))
        await store.note(match.id, "usn", "one")
        await store.remove(match.id)
        assert await store.load(match.id) is None
        assert await store.tokens(match.id) == {}
        assert await store.chat(match.id, 0, 9) == []
        assert await store.notes(match.id, "usn") == ""
        assert await store.applied(match.id, "usn", "key-0001") is None

    with_store(url, job)


def test_it_is_there_when_opened_again(url: str) -> None:
    match = stored(8)

    async def write(store: Store) -> None:
        await store.add(match)

    async def read(store: Store) -> None:
        assert await loaded(store, match.id) == match

    with_store(url, write)
    with_store(url, read)


def test_a_table_on_it(url: str) -> None:
    """A whole match, a server killed on the way, and a bot that goes on."""
    with Server(url, "--rate", "0") as server:
        assert server.client.get("/healthz").json()["store"] == url.partition(":")[0]
        table = server.begin("kamikaze", scenario="dives-1")
        seats = {"usn": "random", "ijn": "random"}
        bots = server.begin("kamikaze", scenario="dives-3", seats=seats)
        ijn = table.seat("ijn")
        ijn.choose(ijn.position()["view"]["options"][0]["text"], 0)
        before = ijn.position()
        server.kill()
        server.start()
        assert ijn.position() == before
        assert play_out(table, Random(1).choice)["result"]
        bots.watcher.until("over")
        for each in (table, bots):
            record = Record.parse(each.watcher.text("/record"))
            assert verify(games.load("kamikaze"), record)


def test_the_file_is_for_its_owner_only(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "table.db"

    async def job(store: Store) -> None:
        await store.add(stored(9))
        for path in (file, *file.parent.iterdir()):
            assert path.stat().st_mode & 0o077 == 0
        assert file.parent.stat().st_mode & 0o077 == 0

    with_store(f"sqlite:///{file}", job)


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("nothing", "is no store"),
        ("mysql://host/name", "cannot be 'mysql'"),
        ("sqlite://", "needs a file"),
        ("sqlite:////proc/nothing/table.db", "cannot make"),
        ("sqlite:////", "cannot be opened"),
        ("postgresql://table@127.0.0.1:1/none", "cannot be opened"),
    ],
)
def test_a_store_that_cannot_be(url: str, words: str) -> None:
    async def job(_: Store) -> None:
        raise AssertionError

    with pytest.raises(StoreError, match=words):
        with_store(url, job)


def test_it_knows_the_last_state_of_a_match(url: str) -> None:
    async def work(store: Store) -> None:
        one, other = stored(1), stored(2)
        for match in (one, other):
            await store.add(match)
        await store.vouch([Vouched(match.id, 1, 0, b"\0\xff") for match in (one, other)])
        last = Vouched(one.id, 2, 1, b"\xfe")
        await store.vouch([last])
        found = [await store.load(match.id, whole=True) for match in (one, other)]
        assert [match and match.vouched for match in found] == [
            last,
            Vouched(other.id, 1, 0, b"\0\xff"),
        ]
        await store.remove(one.id)
        with pytest.raises(Conflict):
            await store.vouch([last])

    with_store(url, work)
