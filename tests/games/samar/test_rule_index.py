"""The rule index of Samar: ids well formed and unique, rulings that exist, few notes."""

from __future__ import annotations

import re
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import pytest

from flankspeed.engine.data import convert, read_toml
from flankspeed.engine.game import Rule

RULES = convert(
    read_toml(files("flankspeed.games.samar") / "rules.toml")["rule"], list[Rule], "rules.toml"
)
RULINGS = Path(__file__).parents[3] / "docs" / "rulings-samar.md"

# A case of the rulebook (4.3, 10) or a chart (T1 to T6), a word or two, mostly a number.
ID = re.compile(
    r"S-(?:\d{1,2}(?:\.\d)?(?:-[a-z]\w*(?:-[AMR]|-major)?)?-\d|T[1-6](?:-[a-zP]+)?(?:-\d)?)"
)


def test_ids_are_well_formed_and_unique() -> None:
    ids = [rule.id for rule in RULES]
    assert [id_ for id_ in ids if not ID.fullmatch(id_)] == []
    assert len(set(ids)) == len(ids) == 185


def test_rules_are_in_the_order_of_the_rulebook_and_charts_come_last() -> None:
    cases = [rule.id.split("-")[1] for rule in RULES]
    book = [tuple(map(int, case.split("."))) for case in cases if not case.startswith("T")]
    charts = [case for case in cases if case.startswith("T")]
    assert book == sorted(book)
    assert charts == sorted(charts)
    assert cases[-len(charts) :] == charts
    sections = [rule.section for rule in RULES]
    changes = sum(a != b for a, b in pairwise(sections))
    assert changes == len(set(sections)) - 1


def test_statements_are_whole_sentences_of_their_own() -> None:
    statements = [rule.statement for rule in RULES]
    assert len(set(statements)) == len(statements)
    for statement in statements:
        assert re.fullmatch(r"[A-Z0-9][^\n\"*|]+\.", statement)


def test_a_source_says_whether_rulings_had_a_part() -> None:
    for rule in RULES:
        assert rule.source == ("rulebook, ruling" if rule.rulings else "rulebook"), rule.id


def test_rulings_exist_and_each_bears_on_some_rule() -> None:
    named = {ruling for rule in RULES for ruling in rule.rulings}
    written = re.findall(r"^### (A-\d\d\w?) ", RULINGS.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(set(written)) == len(written)
    assert sorted(named) == sorted(written)


@pytest.mark.parametrize("part", ["Question", "Ruling", "Why", "Option"])
def test_every_ruling_has_its_four_parts(part: str) -> None:
    text = RULINGS.read_text(encoding="utf-8")
    rulings = text.split("\n### ")[1:]
    rulings[-1] = rulings[-1].split("\n## ")[0]
    assert [r.splitlines()[0] for r in rulings if r.count(f"\n- {part}: ") != 1] == []


def test_few_rules_are_notes() -> None:
    assert [rule.id for rule in RULES if rule.note] == [
        "S-2.0-kit-1",
        "S-2.1-number-1",
        "S-2.4-types-1",
        "S-2.4-turnmarker-1",
        "S-10-intent-1",
    ]
