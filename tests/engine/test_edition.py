"""Editions: what decides in a match has a hash; what shows, prices or teaches it has no part."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from flankspeed.engine import edition as editions
from flankspeed.engine.edition import edition, package_hash


@pytest.mark.parametrize(
    ("path", "counts"),
    [
        ("rules/moves.py", True),
        ("data/ships.toml", True),
        ("game.py", True),
        ("show/words.toml", False),
        ("show/picture/board.py", False),
        ("bots/admiral.py", False),
        ("lessons/first.toml", False),
        ("README.txt", False),
    ],
)
def test_only_rules_and_data_count(
    path: str, counts: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "hashed_game"
    for name in ("__init__.py", "rules/moves.py", path):
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text("# as it was\n")
    (package / "game.py").write_text("class Hashed: ...\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    from hashed_game.game import Hashed  # type: ignore[import-not-found]

    try:
        monkeypatch.setattr(editions, "_edition", editions._edition.__wrapped__)
        before, whole = edition(Hashed()), package_hash("hashed_game.game")
        (package / path).write_text("# changed\n")
        assert (edition(Hashed()) != before) is counts
        assert (package_hash("hashed_game.game") != whole) is not path.endswith(".txt")
    finally:
        for name in ("hashed_game.game", "hashed_game"):
            del sys.modules[name]
