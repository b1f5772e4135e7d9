"""Upgrades: matches of an earlier version go on; those that other rules have changed are kept."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import added_game
import pytest
from table_server import Server, Table, draw_together, play_out, problem

from flankspeed import games
from flankspeed.engine import Record, verify
from flankspeed.table.store.check import faults, match_ids
from flankspeed.table.store.reading import reading
from flankspeed.table.store.store import Store

STORES = sorted((Path(__file__).parents[1] / "stores").glob("*.jsonl"))
SEATS = {"samar": ("usn", "ijn"), "picket": ("usn",), "kamikaze": ("usn", "ijn")}


@pytest.mark.parametrize("file", STORES, ids=lambda file: file.stem)
def test_matches_of_an_earlier_version_go_on(file: Path, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'table.db'}"

    async def fill() -> None:
        store = Store(url)
        await store.open()
        await store.restore(file.read_bytes().splitlines())
        await store.close()

    asyncio.run(fill())
    assert reading(url, lambda look: list(faults(look))) == []
    ids = {stored.name: stored.id for stored in _all(url)}
    with Server(url, "--rate", "0") as server:
        for name, match_id in ids.items():
            seats = SEATS.get(name, SEATS["kamikaze"])
            links = {seat: f"{name}-{seat}" for seat in (*seats, "watch")}
            goes_on(name, Table(server, {"id": match_id, "links": links}))
        over = {name: match_id for name, match_id in ids.items() if name in SEATS}
        assert len(over) == 3
    assert reading(url, lambda look: list(faults(look))) == []


def _all(url: str) -> list[Any]:
    async def read() -> list[Any]:
        store = Store(url)
        found = [await store.load(match_id) for match_id in reading_ids]
        await store.close()
        return found

    reading_ids = reading(url, match_ids)
    return asyncio.run(read())


def goes_on(name: str, table: Table) -> None:
    """Each match of `make.py` where it was left."""
    position = table.watcher.position()
    assert position["frozen"] is None
    if name == "typed":
        assert position["choices"] == 0
        assert table.seat("ijn").position()["view"]["options"]
    elif name == "undrawn":
        assert draw_together(table)["shared"]["awaited"] == []
    else:
        assert position["choices"] == 40
        log = table.watcher.get("/log")
        assert log[-1]["choice"] <= 40
        for _ in range(3):
            server = table.server
            turn = table.watcher.position()["view"]["waiting_for"]
            seat = table.seat(turn)
            before = seat.position()
            seat.choose(before["view"]["options"][0]["text"], before["version"])
            server.kill()
            server.start()
        assert table.watcher.position()["choices"] == 43
        assert table.watcher.get("/log")[: len(log)] == log
    if name == "kamikaze":
        play_out(table, lambda options: options[-1])
        record = Record.parse(table.watcher.text("/record"))
        assert verify(games.load(name), record)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of somebody's own; servers that find it keep a snapshot every few choices.

    They vouch for their matches when they are stopped, and no sooner.
    """
    package = added_game.write(tmp_path_factory.mktemp("package"))
    folder = added_game.install(package, tmp_path_factory.mktemp("installed"))
    code = "from flankspeed.table.rooms.past import snapshots\nsnapshots.EVERY = 3\n"
    code += "from flankspeed.table.rooms import vouching\nvouching.EVERY = 1e6\n"
    (folder / "sitecustomize.py").write_text(code)
    return folder


EARLY, LATE = 36, 59  # seeds: of four dice the first, or the last, is 3 or 4, the rest are less


@pytest.fixture
def strait(
    installed: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[tuple[Server, Table, Path]]:
    """A match of it in mid-game; there is a snapshot after three of four choices."""
    folder = tmp_path / "games"
    shutil.copytree(installed, folder)
    url = f"sqlite:///{tmp_path / 'table.db'}"
    with Server(url, "--rate", "0", planted=folder) as server:
        seed = getattr(request, "param", EARLY)
        table = server.begin(added_game.NAME, scenario="straggler", seed=seed)
        for version in range(4):
            table.seat("destroyer").choose(f"steam {version + 1}", version)
        yield server, table, folder / added_game.NAME


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def other_figures(package: Path) -> None:
    """Salvos hit otherwise: the same choices are legal and throw the same dice."""
    edit(package / "chart.toml", '["3-4", 1, 0]', '["3-4", 0, 0]')


def other_moves(package: Path) -> None:
    """She steams as far as ever when she is hit: the battery must choose where it shells her."""
    edit(package / "chart.toml", "speed_when_hit = 1", "speed_when_hit = 2")


def other_words(package: Path) -> None:
    """All that people read."""
    edit(package / "text" / "log.toml", "Salvo: ", "They fire: ")
    edit(package / "text" / "log.toml", "hits {hits}", "{hits} hits")
    edit(package / "turns.py", "Lay the guns on a square", "Where to?")
    edit(package / "turns.py", "how far do you steam?", "how far?")
    edit(package / "choices.py", "steam to square {square}", "go to square {square}")


def other_fields(package: Path) -> None:
    """Other figures, and states that no snapshot of before can be read as."""
    other_figures(package)
    edit(package / "state.py", '("shelled", "ship", "turn")', '("shelled", "ship", "turn", "fuel")')
    edit(package / "state.py", "        self.turn = 0\n", "        self.turn = self.fuel = 0\n")


@pytest.mark.parametrize(
    ("strait", "change"),
    [
        (EARLY, other_figures),
        (LATE, other_figures),
        (EARLY, other_moves),
        (EARLY, other_fields),
    ],
    indirect=["strait"],
)
def test_a_match_that_other_rules_have_changed_is_kept(
    strait: tuple[Server, Table, Path], change: Callable[[Path], None]
) -> None:
    server, table, package = strait
    watcher, seats = table.watcher, [table.seat(name) for name in ("battery", "destroyer")]
    before, log = watcher.position(), watcher.get("/log")
    record = watcher.text("/record")
    server.stop()
    change(package)
    server.start()
    for seat in (*seats, watcher):
        position = seat.position()
        assert position["frozen"].startswith("this match cannot go on: its rules or data")
        assert position["choices"] == 4
        assert position["view"]["options"] == []
        assert position["undo"]["allowed"] is False
        assert seat.ask("GET", "/picture").status_code == 200
    told = " ".join(entry["text"] for entry in watcher.get("/log"))
    assert all(entry["text"] in told for entry in log if entry["kind"] != "heading")
    assert watcher.text("/record") == record
    for seat in seats:
        for path in ("/choices", "/undo", "/resign", "/draw"):
            more = {"choice": "steam 5"} if path == "/choices" else {}
            answer = seat.post(path, version=before["version"], **more)
            assert "cannot go on" in problem(answer, 409)
    assert watcher.ask("GET", "/position?at=0").status_code == 200
    assert watcher.get("/since?choice=0") == []
    assert seats[0].ask("POST", "/chat", json={"text": "a pity"}).status_code == 201
    server.kill()
    for name in ("chart.toml", "state.py"):  # the version of before knows it still
        (package / name).write_text(added_game.FILES[f"{added_game.NAME}/{name}"], encoding="utf-8")
    server.start()
    assert watcher.position() == before | {"chat_length": 1}
    assert table.seat("destroyer").choose("steam 5", before["version"])["choices"] == 5


@pytest.mark.parametrize("strait", [LATE], indirect=True)
def test_the_past_is_shown_as_it_was_or_not_at_all(strait: tuple[Server, Table, Path]) -> None:
    """The store knows the states after choices 3 and 4; what choice 4 led to has changed."""
    server, table, package = strait
    before = [table.watcher.get(f"/position?at={at}")["view"] for at in range(5)]
    server.stop()
    other_figures(package)
    server.start()
    assert "by the rules of today choice 4 leads elsewhere" in table.watcher.position()["frozen"]
    assert [table.watcher.get(f"/position?at={at}")["view"] for at in range(4)] == before[:4]
    last = table.watcher.position()["view"]
    assert last["board"] == before[4]["board"]
    server.kill()
    edit(package / "chart.toml", '["3-4", 0, 0]', '["3-4", 1, 0]')
    edit(package / "chart.toml", '["<=2", 0, 0]', '["<=2", 1, 0]')  # what the first of them led to
    server.start()
    for at in (1, 2):
        assert table.watcher.get(f"/position?at={at}")["choices"] == 0
    assert [table.watcher.get(f"/position?at={at}")["view"] for at in (0, 3)] == before[0:4:3]
    assert table.watcher.position()["view"] == last


@pytest.mark.parametrize("end", [Server.stop, Server.kill])
def test_a_change_of_words_touches_no_match(
    strait: tuple[Server, Table, Path], end: Callable[[Server], object]
) -> None:
    server, table, package = strait
    before = table.seat("destroyer").position()
    end(server)
    other_words(package)
    server.start()
    after = table.seat("destroyer").position()
    assert after["frozen"] is None
    assert after["view"]["board"] == before["view"]["board"]
    assert after["view"]["prompt"].endswith("how far?")
    assert any("They fire: " in entry["text"] for entry in table.watcher.get("/log"))
    assert table.seat("destroyer").choose("steam 5", before["version"])["choices"] == 5


def test_of_a_server_that_was_killed_choices_and_dice_are_compared(
    strait: tuple[Server, Table, Path],
) -> None:
    """Nothing vouches for what follows the snapshot, in which the guns do not reach square 4."""
    server, table, package = strait
    server.kill()
    roll = "salvo(abs(choice.square - state.shelled), choice.smoke)"
    edit(package / "turns.py", roll, f"None if choice.square == 4 else {roll}")
    server.start()
    frozen = table.watcher.position()["frozen"]
    assert "the board is shown after 3 of 4 choices" in frozen
    assert "the rules throw [] here" in frozen


def test_a_match_that_a_change_does_not_touch_goes_on(
    strait: tuple[Server, Table, Path],
) -> None:
    server, table, package = strait
    before, log = table.watcher.position(), table.watcher.get("/log")
    for old, new in (
        ('["5", 1, 1]', '["5", 2, 1]'),  # nobody has thrown that
        ("smoke = -1", "smoke = -2"),  # nor made smoke
    ):
        server.kill()
        edit(package / "chart.toml", old, new)
        server.start()
        assert table.watcher.position() == before
        assert table.watcher.get("/log") == log
    assert table.seat("destroyer").choose("steam 5", before["version"])["choices"] == 5


def test_an_operator_is_told_of_it(strait: tuple[Server, Table, Path]) -> None:
    server, table, package = strait
    server.kill()
    other_figures(package)
    server.start()
    table.watcher.position()
    assert '"event":"match frozen"' in server.log()
