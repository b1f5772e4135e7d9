"""Files and names that are not what a command needs: one sentence and exit code 2, everywhere."""

from pathlib import Path

import pytest
from command_line import refusal, run

MISSING = "No such file or directory"
DIRECTORY = "Is a directory"
NOT_ONE = "Not a directory"
TOML = "is not valid TOML"
NO_RECORD = "this is not a record"
NO_GAME = "there is no game 'chess' (there are: kamikaze, picket, samar)"

# Every command and option that takes a file, with every kind of file that is wrong for it.
CALLS = {
    "replay {}": {
        "missing": MISSING,
        "folder": DIRECTORY,
        "text/in": NOT_ONE,
        "text": NO_RECORD,
        "empty": NO_RECORD,
        "bytes.toml": "it is not text",
    },
    "replay --verify {}": {"folder": DIRECTORY, "missing": MISSING},
    "replay --json {}": {"folder": DIRECTORY, "missing": MISSING},
    "replay --step {}": {"folder": DIRECTORY, "missing": MISSING},
    "play kamikaze --record {}": {"folder": DIRECTORY, "missing/in": MISSING, "text": NO_RECORD},
    "play kamikaze --data {}": {"missing": MISSING, "folder": DIRECTORY, "broken.toml": TOML},
    "play picket --scenario {}": {
        "missing.toml": MISSING,
        "folder.toml": DIRECTORY,
        "text/in.toml": NOT_ONE,
        "broken.toml": TOML,
        "bytes.toml": TOML,
        "deep.toml": "nested too deeply",
    },
    "sim kamikaze --data {}": {"missing": MISSING, "folder": DIRECTORY, "deep.toml": "nested"},
    "sim kamikaze --out {}": {
        "text": "text should end in .parquet, .csv, .jsonl",
        "folder.csv": DIRECTORY,
        "missing/in.csv": MISSING,
        "text/in.jsonl": NOT_ONE,
    },
    "study run {} --out out": {
        "missing.toml": MISSING,
        "folder": DIRECTORY,
        "broken.toml": TOML,
        "bytes.toml": TOML,
        "deep.toml": "nested too deeply",
    },
    "study show {}": {"missing": "holds no study", "text": NOT_ONE},
    "study report {}": {"missing": "holds no study", "folder": "holds no study"},
    "sim picket --scenario {}": {"missing.toml": MISSING, "broken.toml": TOML},
    "picture kamikaze --record {}": {"missing": MISSING, "folder": DIRECTORY, "text": NO_RECORD},
    "picture picket --scenario {}": {"missing.toml": MISSING, "broken.toml": TOML},
    "picture kamikaze -o {}": {"folder": DIRECTORY, "missing/in": MISSING, "text/in": NOT_ONE},
    "template kamikaze -o {}": {"folder": "File exists", "missing/in": MISSING, "text/in": NOT_ONE},
    "perft picket --depth 1 --scenario {}": {"missing.toml": MISSING, "broken.toml": TOML},
    "odds kamikaze --data {}": {"missing": MISSING, "broken.toml": TOML},
    "odds samar --target J-Yamato --strike TB --data {}": {"folder": DIRECTORY},
    "odds picket --planes 315H --scenario {}": {"missing.toml": MISSING, "broken.toml": TOML},
    "rules kamikaze --tests {}": {
        "missing": "there are no tests in missing",
        "text": "there are no tests in text",
        "tests": "cannot read tests/test_broken.py: invalid syntax",
    },
    "fuzz kamikaze --out {}": {
        "missing": "missing is not a folder",
        "text": "text is not a folder",
    },
    "serve --port 0 --store {}": {
        "nonsense": "'nonsense' is no store",
        "sqlite:///folder": "the store cannot be opened",
        "sqlite:///text": "the store cannot be opened",
        "postgresql://nobody@127.0.0.1:1/none": "the store cannot be opened",
    },
    "play {}": {"chess": NO_GAME},
    "sim {}": {"chess": NO_GAME},
    "picture {}": {"chess": NO_GAME},
    "rules {}": {"chess": NO_GAME},
    "options {}": {"chess": NO_GAME},
    "scenarios {}": {"chess": NO_GAME},
    "template {}": {"chess": NO_GAME},
    "fuzz {}": {"chess": NO_GAME},
    "perft {} --depth 1": {"chess": NO_GAME},
    "odds {}": {"chess": "No such command 'chess'"},
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one of each kind of wrong file."""
    for name in ("folder", "folder.toml", "folder.csv", "tests"):
        (tmp_path / name).mkdir()
    (tmp_path / "empty").touch()
    (tmp_path / "text").write_text("Dear diary,\n" * 1000, encoding="utf-8")
    (tmp_path / "bytes.toml").write_bytes(bytes(range(256)))
    (tmp_path / "broken.toml").write_text("[scenario\n", encoding="utf-8")
    (tmp_path / "deep.toml").write_text(f"x = {'[' * 100_000}\n", encoding="utf-8")
    (tmp_path / "tests" / "test_broken.py").write_text(
        "@pytest.mark.rule('X-1')\ndef (:\n", encoding="utf-8"
    )
    return tmp_path


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("call", "name", "says"),
    [(call, name, says) for call, names in CALLS.items() for name, says in names.items()],
)
def test_one_sentence(folder: Path, call: str, name: str, says: str) -> None:
    before = contents(folder)
    ran = run(*call.format(name).split(), cwd=folder, XDG_DATA_HOME=str(folder))
    assert says in refusal(ran)
    assert contents(folder) == before
