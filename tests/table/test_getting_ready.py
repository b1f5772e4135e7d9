"""A server that has just been started: the first ones to ask hold nobody up."""

from __future__ import annotations

from pathlib import Path

from command_line import plant
from table_server import Server

# Once it serves, it writes down all that its event loop reads to run it, or to know a game by.
_WATCHED = """
import os, secrets, sys, threading
secrets.token_bytes = os.urandom  # every match has its own name
def note(event, args):
    if event != "open" or not str(args[0]).endswith((".py", ".pyc", ".toml")):
        return
    if threading.current_thread() is threading.main_thread() and os.path.exists({serving!r}):
        with open({read!r}, "a") as read:
            read.write(f"{{os.getpid()}} {{args[0]}}\\n")
sys.addaudithook(note)
"""


def test_the_first_ones_to_ask_load_nothing(tmp_path: Path) -> None:
    """It took a third of a second to load a game, and meanwhile nobody was answered."""
    serving, read = tmp_path / "serving", tmp_path / "read"
    planted = plant(tmp_path, _WATCHED.format(serving=str(serving), read=str(read)))
    read.touch()
    with Server(f"sqlite:///{tmp_path / 'table.db'}", "--rate", "0", planted=planted) as server:
        serving.touch()
        for path in ("/", "/schema/openapi.json", "/metrics", "/readyz"):
            assert server.client.get(path).status_code == 200
        for game in server.client.get("/api/games").json():
            about = f"/api/games/{game['name']}"
            for part in ("rules", "charts", f"briefing?seat={game['seats'][0]}"):
                assert server.client.get(f"{about}/{part}").status_code == 200
            table = server.begin(game["name"])
            for token in table.links:
                seat = table.seat(token)
                for part in ("", "?log=0&page=a", "/log", "/picture"):
                    assert seat.ask("GET", part).status_code == 200
            for lesson in game["lessons"]:
                learner = server.begin(game["name"], lesson=lesson["name"]).seat(lesson["seat"])
                learner.get("?log=0&page=a")
        serving.unlink()
        loaded = [line.split(maxsplit=1) for line in read.read_text().splitlines()]
        assert not [file for pid, file in loaded if int(pid) == server.process.pid]
