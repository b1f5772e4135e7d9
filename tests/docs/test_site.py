"""The site: it is built with no warning (links and anchors are checked), and loads nothing else."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
_LOADED = re.compile(r"<(?:script|img|iframe|source)\b[^>]*\bsrc=\"([^\"]+)\"|<link\b([^>]*)>")
_STYLED = re.compile(r"url\(\s*['\"]?(?:https?:)?//|@import")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("material")
    folder = tmp_path_factory.mktemp("site")
    args = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir"]
    done = subprocess.run([*args, str(folder)], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder


def test_it_is_built_and_loads_nothing_from_elsewhere(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert {page.stem for page in pages} >= {path.stem for path in (ROOT / "docs").glob("*.md")}
    for page in pages:
        for source, link in _LOADED.findall(page.read_text("utf-8")):
            where = source or (re.search(r'href="([^"]+)"', link) or [""])[0]
            assert "//" not in where, (page.name, where)
    for sheet in site.rglob("*.css"):
        assert not _STYLED.search(sheet.read_text("utf-8")), sheet.name


def test_the_reference_tells_of_what_programs_use(site: Path) -> None:
    text = (site / "reference.html").read_text("utf-8")
    for name in ("new", "load"):
        assert f'id="flankspeed.{name}"' in text
    for name in ("Match.play", "Match.undo", "Record", "Game.option_odds", "Adviser.weigh"):
        assert f'id="flankspeed.engine.{name}"' in text


def test_pages_for_players_have_pictures(site: Path) -> None:
    for game in ("kamikaze", "picket", "samar"):
        page = (site / f"learn-{game}.html").read_text("utf-8")
        pictures = re.findall(r'<img [^>]*src="([^"]+\.svg)"', page)
        assert pictures
        assert all((site / picture).exists() for picture in pictures)


def test_the_search_is_local(site: Path) -> None:
    assert (site / "search" / "search_index.json").stat().st_size > 100_000
