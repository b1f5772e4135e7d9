"""The film of the README: frames of a record, one at a time, in one picture."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from film.__main__ import FILM, PHASE, RECORD, ROOT, make

from flankspeed.engine import Record

Run = tuple[int, int]


@pytest.fixture(scope="module")
def drawn() -> str:
    return make()


@pytest.fixture(scope="module")
def svg(drawn: str) -> Element:
    return ElementTree.fromstring(drawn)


def runs_of(element: Element) -> list[Run]:
    """The runs of frames in which the cuts among the children of an element are seen."""
    names = [child.get("class", "") for child in element if "cut" in child.get("class", "")]
    found = [re.search(r"\bf(\d+)-(\d+)\b", name) for name in names]
    return [(int(run[1]), int(run[2])) for run in found if run]


def test_there_is_one_caption_for_every_frame(svg: Element) -> None:
    runs = runs_of(svg)
    assert runs == [(at, at + 1) for at in range(len(runs))]
    assert 10 <= len(runs) <= 20


def test_captions_show_all_dice_of_the_record(svg: Element) -> None:
    """A die has a face and its pips; the last choice sums up, and shows none."""
    first, last = PHASE
    thrown = [
        value
        for line in Record.read(RECORD).lines
        if first <= line.number < last
        for throw in line.throws
        for value in throw.values
    ]
    captions = [child for child in svg if "cut" in child.get("class", "")]
    pips = [
        sum(part.tag.endswith("circle") for part in die)
        for caption in captions
        for die in caption
        if die.tag.endswith("g")
    ]
    assert pips == thrown


def test_a_cut_is_seen_in_its_frames_only(drawn: str) -> None:
    """Moments of a run in the middle: hidden, seen from its first frame, hidden after its last."""
    moments = dict(re.findall(r"@keyframes (f\d+-\d+)\{((?:[\d.]+%\{visibility:\w+\})+)\}", drawn))
    assert re.findall(r"visibility:(\w+)", moments["f3-4"]) == ["hidden", "visible", "hidden"]
    assert re.findall(r"visibility:(\w+)", moments["f0-1"]) == ["visible", "hidden"]
    starts = [float(at) for at in re.findall(r"([\d.]+)%", moments["f3-4"])]
    assert starts == sorted(starts)
    after = re.findall(r"([\d.]+)%\{visibility:visible", moments["f4-5"])
    assert after == re.findall(r"([\d.]+)%", moments["f3-4"])[-1:]


def test_what_never_changes_is_there_once(drawn: str) -> None:
    """The chart is drawn once; a burst that appears in the third frame stays for all others."""
    assert drawn.count(">CENTER FORCE<") == 1
    assert drawn.count('class="cut f2-12"') == 1


def test_who_wants_no_motion_sees_the_last_frame(drawn: str) -> None:
    outside = drawn.partition("@media(prefers-reduced-motion:no-preference)")[0]
    assert ".cut{visibility:hidden}.end{visibility:visible}" in outside
    assert "animation" not in outside


def test_the_readme_shows_a_film_that_is_not_too_large() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"({FILM.relative_to(ROOT).as_posix()})" in readme
    assert ElementTree.parse(Path(FILM)).getroot().get("role") == "img"
    assert FILM.stat().st_size < 600_000
