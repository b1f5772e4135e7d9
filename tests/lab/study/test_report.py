"""The report of a study: what it says, and that its page needs nothing else."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import numpy as np
import pytest
from study_files import DIVES, run_study, study_of

from flankspeed import games
from flankspeed.lab.runners.serial import Serial
from flankspeed.lab.statistics import Estimate, Sample, paired
from flankspeed.lab.study.report import style, words
from flankspeed.lab.study.report.effects import Effect, effects
from flankspeed.lab.study.report.findings import Findings, findings
from flankspeed.lab.study.report.page import page
from flankspeed.lab.study.report.shown import Shown
from flankspeed.lab.study.results import Results
from flankspeed.lab.study.run import Run
from flankspeed.lab.study.store import Store

NAME = "Dives & <volleys>"
TEXT = DIVES.format(games=60).replace("Dives", NAME).replace("watched = 3", "watched = 8")
TEXT += 'ijn = ["lieutenant", "captain"]\n'
TEXT = TEXT.replace('ijn = "lieutenant"\n', "")


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    """Eight cells: two scenarios, an option and two bots."""
    folder = tmp_path_factory.mktemp("study")
    return run_study(folder / "out", study_of(folder, TEXT), Serial())


@pytest.fixture(scope="module")
def found(results: Results) -> Findings:
    return findings(results, "out")


@pytest.fixture(scope="module")
def html(results: Results, found: Findings) -> str:
    return page(results.study, found)


# Differences


def test_differences_of_means() -> None:
    values = [0.5, -1.0, 2.0, 0.0, 3.5]
    sample = Sample()
    for value in values:
        sample.add(value)
    assert paired(values) == sample.estimate


@pytest.mark.parametrize(
    ("more", "fewer", "pairs", "low", "high"),
    [
        # By the formula of Agresti and Min with half a pair added to each of four kinds: the middle
        # is (b - c) / (n + 2), its error the root of (b + c + 1 - (b - c)^2 / (n + 2)), by n + 2.
        (0, 0, 100, -0.0192, 0.0192),
        (16, 9, 100, -0.0285, 0.1658),
        (100, 0, 100, 0.9473, 1.0),
    ],
)
def test_differences_of_shares(more: int, fewer: int, pairs: int, low: float, high: float) -> None:
    values = [1.0] * more + [-1.0] * fewer + [0.0] * (pairs - more - fewer)
    estimate = paired(values, step=1.0)
    assert estimate.mean == (more - fewer) / pairs
    assert (estimate.low, estimate.high) == pytest.approx((low, high), abs=5e-4)


def test_an_effect_is_the_difference_game_by_game(results: Results, found: Findings) -> None:
    """Averaged over all else; each game number counts once."""
    effect = _named(found.effects, "option.p2.crashVolley")
    pairs = [
        (one, other)
        for one in results.cells
        for other in results.cells
        if one.cell.levels == {**other.cell.levels, "option.p2.crashVolley": "on"}
        and other.cell.levels["option.p2.crashVolley"] == "off"
    ]
    assert len(pairs) == len(effect.differences) == 4
    each = [a.values("figure.crashes") - b.values("figure.crashes") for a, b in pairs]
    mean = np.mean(each, axis=0)
    estimate = effect.measures["figure.crashes"]
    half = 1.959964 * mean.std(ddof=1) / np.sqrt(60)
    assert estimate.mean == pytest.approx(mean.mean())
    assert estimate.high - estimate.mean == pytest.approx(half)
    assert [d.measures["figure.crashes"].mean for d in effect.differences] == pytest.approx(
        [difference.mean() for difference in each]
    )
    wins = np.mean([a.values("wins.usn") - b.values("wins.usn") for a, b in pairs], axis=0)
    assert effect.measures["wins.usn"].mean == pytest.approx(wins.mean())
    assert (effect.word, effect.base, effect.games) == ("on", "off", 60)


def _named(effects: list[Effect], factor: str) -> Effect:
    [effect] = [each for each in effects if each.factor == factor]
    return effect


def test_every_level_is_compared_with_the_base(found: Findings) -> None:
    assert [(each.factor, each.level) for each in found.effects] == [
        ("scenario", "dives-2"),
        ("bot.ijn", "captain"),
        ("option.p2.crashVolley", "on"),
    ]
    assert [d.where for d in found.effects[1].differences] == [
        "dives-1: Dives of 1",
        "dives-1: Dives of 1, A volley on the crash move: on",
        "dives-2: Dives of 2",
        "dives-2: Dives of 2, A volley on the crash move: on",
    ]


def test_cells_of_different_sizes_are_compared_by_what_both_have(tmp_path: Path) -> None:
    until = '\n[until]\nof = "wins.usn"\nwidth = 0.12\nfirst = 20\n'
    study = study_of(tmp_path, DIVES.format(games=400) + until)
    results = run_study(tmp_path / "out", study, Serial())
    sizes = {cell.cell.id: len(cell) for cell in results.cells}
    assert len(set(sizes.values())) > 1
    for effect in effects(results, ["wins.usn"]):
        for each in effect.differences:
            assert each.games == min(sizes[each.cell], sizes[each.than])
    said = " ".join(words.methods(Shown(study, findings(results, "out"))))
    assert "until the interval of wins of the US Navy was narrower than 0.12" in said


def test_pairing_saves_games(found: Findings) -> None:
    """Most dives end the same with a volley more on the last move."""
    saved = _named(found.effects, "option.p2.crashVolley").saved
    assert saved is not None
    assert saved > 1.5


# What is spread, and turn by turn


def test_distributions(results: Results, found: Findings) -> None:
    for cell, told in zip(results.cells, found.cells, strict=True):
        spread = told.distributions["figure.damage to the ship"]
        values = cell.values("figure.damage to the ship")
        assert sum(spread.shares) == pytest.approx(1)
        assert len(spread.edges) == len(spread.shares) + 1
        assert spread.shares[0] == pytest.approx((values == 0).mean())
        assert spread.quantiles[2] == np.median(values)
        assert sum(told.endings) == pytest.approx(1)
    edges = {tuple(told.distributions["decisions"].edges) for told in found.cells}
    assert len(edges) == 1


def test_turns(results: Results, found: Findings) -> None:
    for cell, told in zip(results.cells, found.cells, strict=True):
        dives = cell.cell.levels["scenario"] == "dives-2"
        first, *_, last = told.turns
        assert [turn.turn for turn in told.turns] == ["K1 dives", *["K2 dives"] * dives, "end"]
        assert (first.going, last.going) == (8, 0) or dives
        ends = [turns[-1]["strength.usn"] for turns in cell.turns]
        assert last.measures["strength.usn"].mean == pytest.approx(np.mean(ends))
        assert first.measures["strength.usn"] == Estimate(6, 6, 6)
        scores = [turns[0]["score.usn"] for turns in cell.turns]
        assert first.measures["score.usn"].mean == pytest.approx(np.mean(scores))


# The page


class Reader(HTMLParser):
    """Notes what stands in a page, and that every tag is closed in its place."""

    VOID = ("meta", "br", "link", "path", "use", "rect", "line")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.refs: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name in ("href", "src", "xlink:href", "action", "data"):
                self.refs.append(value or "")

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def test_a_page_that_needs_nothing_else(html: str) -> None:
    reader = Reader()
    reader.feed(html)
    assert reader.open == []
    assert all(ref.startswith("#") and ref[1:] in reader.ids for ref in reader.refs)
    assert len(set(reader.ids)) == len(reader.ids)
    assert not {"script", "link", "img", "iframe", "object"} & set(reader.tags)
    assert not re.search(r"https?://|@import|url\((?!#)", html)
    assert len(html.encode()) < 1_000_000
    pictures = reader.tags.count("svg")
    assert pictures == reader.tags.count("figcaption") == 7
    assert reader.tags.count("title") == 1 + pictures
    assert reader.tags.count("desc") == pictures
    assert reader.tags.count("table") > pictures  # there is a table beside each


def test_what_the_page_says(html: str, results: Results, found: Findings) -> None:
    reader = Reader()
    reader.feed(html)
    text = " ".join(" ".join(reader.text).split())
    assert f"Kamikaze Attack!: a study {NAME} " in text
    for title in ("In short", "How games end", "Which options matter most", "Turn by turn"):
        assert title in text
    assert "flankspeed study run study.toml --out out && flankspeed study report out" in text
    assert results.hash in text
    for cell in found.summary.cells:
        rate = cell.win_rates["usn"]
        assert f"{rate.mean:.1%} ({rate.low:.1%} to {rate.high:.1%})" in text
    assert " ".join(TEXT.split()) in text
    assert "Wilson" in text
    assert "Agresti and Min" in text


def test_the_same_results_make_the_same_page(results: Results, html: str) -> None:
    assert page(results.study, findings(results, "out")) == html


def test_what_matters_most_comes_first(found: Findings, results: Results) -> None:
    shown = Shown(results.study, found)
    sizes = [abs(each.measures["wins.usn"].mean) for each in words.by_size(shown, found.effects)]
    assert sizes == sorted(sizes, reverse=True)
    told = words.in_short(shown)
    assert told[0].startswith("The US Navy wins ")
    assert all(sentence.endswith(".") for sentence in told)


def test_a_study_that_is_not_done(tmp_path: Path) -> None:
    study = study_of(tmp_path, TEXT)
    with Store(tmp_path / "out", study) as store:
        empty = page(study, findings(Results(store), "out"))
        run = Run(store)
        with pytest.raises(KeyboardInterrupt):
            run.go(_Stopped())  # type: ignore[arg-type]
        some = page(study, findings(Results(store), "out"))
    assert "The study is not done: 0 of 480 games are played." in empty
    assert "Nothing has been played yet." in empty
    assert "The study is not done: 3 of 480 games are played." in some
    for html in (empty, some):
        reader = Reader()
        reader.feed(html)
        assert reader.open == []


class _Stopped:
    """A runner that does three calls."""

    def run(self, function: object, calls: object) -> object:
        for number, result in Serial().run(function, calls):  # type: ignore[arg-type]
            if number == 3:
                raise KeyboardInterrupt
            yield number, result


def test_one_cell(tmp_path: Path) -> None:
    text = 'name = "A"\ngame = "picket"\nscenarios = [6]\ngames = 8\nbots = {usn = "lieutenant"}\n'
    study = study_of(tmp_path, text)
    html = page(study, findings(run_study(tmp_path / "out", study, Serial()), "out"))
    reader = Reader()
    reader.feed(html)
    text = " ".join(reader.text)
    assert "Which options matter most" not in text
    assert "Imperial Japanese Navy: the ship is sunk" in text or "US Navy: on station" in text


def test_many_cells_have_pictures_that_can_be_read(tmp_path: Path) -> None:
    options = {"p2.range": ("ship", "section"), "p2.turret53": ("stern", "amidships")}
    options |= {"p2.holdFire": ("no", "yes")}
    text = DIVES.format(games=2)
    for name, values in options.items():
        text = text.replace("[bots]", f'"{name}" = {list(values)}\n[bots]')
    study = study_of(tmp_path, text)
    results = run_study(tmp_path / "out", study, Serial())
    shown = Shown(study, findings(results, "out"))
    assert len(shown.cells) == 32
    assert len(shown.pictured) == 6  # the base, and what differs from it in one thing
    assert "Of 32 cells it shows those that differ from the first in one thing" in shown.left_out
    html = page(study, shown.found)
    assert "Wins in every cell" in html
    assert html.count("All cells as a table") == 3


# Colours


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_everything_can_be_read_in_light_and_dark(mode: str) -> None:
    sheet = style.css(games.load("samar").sides)
    found = re.findall(r"--(\w+):(#[0-9a-f]{6})", sheet)
    half = len(found) // 2
    colours = dict(found[:half] if mode == "light" else found[half:])
    assert colours.keys() >= {"ink", "soft", "grid", "paper", "side0", "side1", "line5"}
    paper = colours.pop("paper")
    assert _contrast(colours.pop("ink"), paper) > 7
    assert _contrast(colours.pop("soft"), paper) > 4.5
    assert _contrast(colours.pop("line0"), paper) > 4.5  # links have it
    colours.pop("grid")
    assert {name: ratio for name, c in colours.items() if (ratio := _contrast(c, paper)) < 3} == {}


def _contrast(one: str, other: str) -> float:
    bright, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_as_json(found: Findings) -> None:
    plain = msgspec.json.decode(msgspec.json.encode(found))
    assert plain.keys() == {
        *("summary", "endings", "effects", "cells", "strength", "seconds", "command"),
    }
    assert plain["effects"][0]["measures"]["wins.usn"].keys() == {"mean", "low", "high"}
