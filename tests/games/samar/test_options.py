"""The options of Samar: every value of each, as text, as it is typed, and as it is documented."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from toy_game import Nim

from flankspeed.engine import OptionError
from flankspeed.engine.game import options_text
from flankspeed.games.samar.options import SamarOptions


class Chart(Nim):
    """Any game with these options."""

    name = "samar"
    options_type = SamarOptions


GAME = Chart()
RULINGS = Path(__file__).parents[3] / "docs" / "rulings-samar.md"

# What can be chosen, as text; the first value is the default.
OPTIONS = {
    "point_blank_dice": "-2|2|0",
    "min_dice": "torpedo_only|never|always",
    "critical_markers": "1|2",
    "diw_as_slowed": "true|false",
    "p_high_arc": "1|2",
    "t_flag": "damage_plus_1|none|double_waterline",
    "secondary_surface_fire": "off|instead_of_main",
    "arc_half_angle": "30|60",
    "arc_boundary": "broadside|end",
    "los_graze": "both_sides|either_side|none",
    "smoke_end_hexes": "both|target|none",
    "shallows_radar": "target|none|los",
    "shallows_armor": "current|front",
    "combat_declaration": "alternate|plot",
    "air_timing": "owner_movement|combat_phase",
    "combined_fire": "while_marked|resolution_turn",
    "evasive_in_combat": "false|true",
    "one_speed_change": "true|false",
    "cruise_floor": "false|true",
    "pivot": "per_hex|per_move",
    "fouling_critical": "roll|automatic",
    "reaction_fire": "every_hex|once_per_enemy",
    "reaction_optional": "false|true",
    "movement_sequence": "standard|by_speed",
    "panic_scope": "per_throw|per_phase",
    "bombardment_entry": "mandatory|optional",
    "special_timing": "movement|immediate",
    "aa_limit": "per_attack|per_phase",
    "air_pooling": "sum|each",
    "air_smoke": "target_hex|none",
    "air_broadside": "torpedo|all|none",
    "air_target_lost": "return|spent",
    "early_south_exit": "no_credit|forbidden",
    "clear_test": "map|taffy3",
    "early_end": "true|false",
    "optional_cruisers": "none|CA7|CA8|CA9|CA7+CA8|CA7+CA9|CA8+CA9|CA7+CA8+CA9",
    "battle_speed": "85|full",
    "routine_choices": "auto|ask",
}
EVERY_VALUE = [(name, value) for name, values in OPTIONS.items() for value in values.split("|")]
NUMBERS = ("point_blank_dice", "critical_markers", "p_high_arc", "arc_half_angle")


def typed(name: str, text: str) -> object:
    if name in NUMBERS:
        return int(text)
    return text == "true" if text in ("true", "false") else text


def test_the_options_there_are() -> None:
    assert {info.name: info.values for info in GAME.option_infos()} == OPTIONS


@pytest.mark.parametrize("name", OPTIONS)
def test_the_first_value_is_the_default(name: str) -> None:
    default = typed(name, OPTIONS[name].split("|")[0])
    value = getattr(SamarOptions(), name)
    assert (value, type(value)) == (default, type(default))


def test_every_meaning_is_one_short_sentence_with_its_source() -> None:
    for info in GAME.option_infos():
        assert re.fullmatch(
            r"[^().]{10,75} \((A-\d\d(, A-\d\d)*|rule 3\.5|reconstructed)\)", info.meaning
        ), info.name


@pytest.mark.parametrize(("name", "text"), EVERY_VALUE)
def test_every_value_can_be_given_as_text_or_typed(name: str, text: str) -> None:
    value = typed(name, text)
    expected = msgspec.structs.replace(SamarOptions(), **{name: value})
    assert GAME.options({name: text}) == expected
    assert GAME.options({name: value}) == expected
    found = getattr(GAME.options({name: text}), name)
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(("name", "text"), EVERY_VALUE)
def test_options_as_text_come_back(name: str, text: str) -> None:
    options = GAME.options({name: text})
    words = options_text(options).split()
    assert len(words) == len(OPTIONS)
    assert GAME.options(dict(word.split("=") for word in words)) == options


@pytest.mark.parametrize("name", OPTIONS)
@pytest.mark.parametrize("value", ["sometimes", "7", "", None])
def test_a_wrong_value_names_the_allowed_ones(name: str, value: object) -> None:
    message = f"option {name} cannot be {str(value)!r}: it takes {OPTIONS[name]}"
    with pytest.raises(OptionError, match=f"^{re.escape(message)}$"):
        GAME.options({name: value})


@pytest.mark.parametrize("value", ["CA9+CA7", "CA7+", "CA7+CA7", "CA1", "ca7", "CA7 CA8"])
def test_cruisers_are_named_in_order(value: str) -> None:
    with pytest.raises(OptionError, match="option optional_cruisers cannot be"):
        GAME.options({"optional_cruisers": value})


def test_an_unknown_option() -> None:
    with pytest.raises(OptionError, match=r"^samar has no option 'air_smoke / air_broadside'"):
        GAME.options({"air_smoke / air_broadside": "none"})


def test_equal_options_are_one_key() -> None:
    assert (
        len({SamarOptions(), GAME.options({"early_end": "true"}), SamarOptions(pivot="per_hex")})
        == 1
    )


@pytest.mark.parametrize("name", OPTIONS)
def test_the_rulings_explain_every_option_with_its_values(name: str) -> None:
    values = "none" if name == "optional_cruisers" else OPTIONS[name]
    assert re.search(rf"`{name}` {re.escape(values)}(?![\w|])", RULINGS.read_text(encoding="utf-8"))


def test_the_rulings_name_no_other_option() -> None:
    text = RULINGS.read_text(encoding="utf-8")
    named = {word for word in re.findall(r"`([a-z_0-9]+)(?:=\w+)?`", text) if "_" in word}
    assert sorted(named - set(OPTIONS)) == []
