"""The studies of docs/studies: file, report and a page of words belong together."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from flankspeed.lab.study.study import read_study

BOOKS = Path(__file__).parents[3] / "docs" / "studies"
FILES = sorted(BOOKS.glob("*.toml"))


def test_there_are_three() -> None:
    assert [path.stem for path in FILES] == ["kamikaze-dives", "picket-staff", "samar-balance"]


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.stem)
def test_a_book(file: Path) -> None:
    study = read_study(file)  # it can be run today
    report, words = (file.with_suffix(end).read_text(encoding="utf-8") for end in (".html", ".md"))
    assert len(report.encode()) < 1_000_000
    assert not re.search(r"https?://|<script|<img|@import|url\((?!#)", report)
    assert f"<h1>{study.name}</h1>" in report
    assert study.text.strip() in unescape(report)  # made by the file that lies beside it
    games = len(study.cells) * study.games
    assert f"{games} in {len(study.cells)} cells, seed {study.seed}" in report
    assert "not done" not in report
    assert f"--out {file.stem} " in report  # and no path of whoever ran it
    assert f"]({file.name})" in words
    assert f"]({file.stem}.html)" in words
    assert f"flankspeed study run {file.name}" in words
