"""Scenarios of the player's own design: every field of the card, and what is refused (12.1)."""

from __future__ import annotations

from typing import Any

import pytest
from picket_duty import (
    ADVANCED,
    REST,
    day_done,
    go,
    new,
    on_station,
    outcome,
    play,
    quiet,
    texts,
    today,
)
from picket_fire import HITS, counted, event_of, wave
from picket_fire import play as fire

from flankspeed.engine import FlankspeedError
from flankspeed.games.picket.data.calendar import MIDDAY, NIGHT
from flankspeed.games.picket.data.fits import FITS
from flankspeed.games.picket.data.ids import MOUNTS
from flankspeed.games.picket.rules.attack.manoeuvre import may_manoeuvre
from flankspeed.games.picket.rules.station.support import kikusui_today

APRIL_6 = {"date": "Apr 6"}


def own(**fields: Any) -> dict[str, Any]:
    return {**APRIL_6, **fields}


@pytest.mark.rule("P-12.1.A-1", "P-2.0.L-1")
def test_defaults() -> None:
    card = new("own", APRIL_6).charts.card
    assert (card.name, card.title) == ("own", "A scenario of your own")
    assert (card.turn, card.phase, card.phases) == (14, 0, 3)
    assert (card.ship, card.fit, card.added, card.station) == ("", "fletcher5", (), 0)
    assert (card.hit_modifier, card.twenty_modifier, card.relief) == (0, 0, ())
    # 6 April is a red date, but the card is silent.
    assert (card.kikusui, card.red_dates, card.campaign, card.manoeuvre) == (False, False, "", True)


@pytest.mark.rule("P-12.1.A-1")
def test_every_field_reaches_the_card() -> None:
    fields = {
        "title": "Mine", "ship": "Nashville", "fit": "fletcher4", "station": 7,
        "first_phase": "midday", "phases": 2, "kikusui": True, "manoeuvre": False,
        "hit_modifier": -1, "twenty_modifier": 2, "relief": [0, 5], "added": ["20mm bow port"],
    }  # fmt: skip
    card = new("own", own(**fields)).charts.card
    fields |= {"first_phase": MIDDAY, "relief": (0, 5), "added": (MOUNTS.index("20mm bow port"),)}
    for name, value in fields.items():
        assert getattr(card, "phase" if name == "first_phase" else name) == value


@pytest.mark.rule("P-12.1.A-1", "P-17-1")
@pytest.mark.parametrize("key", FITS)
def test_any_fit_may_be_taken(key: str) -> None:
    state = new("own", own(fit=key))
    assert state.charts.fit.key == key
    assert len(state.guns) == len(state.charts.mounts) > 0


@pytest.mark.rule("P-17-1")
@pytest.mark.parametrize(
    ("number", "five", "forty", "twenty"),
    [(1, 5, 1, 6), (2, 4, 1, 8), (3, 5, 2, 4), (4, 5, 3, 7), (5, 5, 5, 7), (6, 5, 5, 6)],
)
def test_six_variants_of_the_fletcher(number: int, five: int, forty: int, twenty: int) -> None:
    state = new("own", own(fit=f"fletcher{number}"))
    names = [MOUNTS[mount.id].split()[0] for mount in state.charts.mounts]
    assert [names.count(name) for name in ("5in", "40mm")] == [five, forty]
    assert names.count("20mm") == twenty


@pytest.mark.rule("P-12.1.A-1", "P-17-1")
def test_optional_mounts_are_carried_if_named() -> None:
    plain, armed = (new("own", own(fit="fletcher1", added=guns)) for guns in ([], ["20mm E"]))
    assert len(armed.guns) == len(plain.guns) + 1
    assert MOUNTS.index("20mm E") in armed.charts.mount_index


@pytest.mark.rule("P-12.1.A-1")
def test_length_and_first_phase() -> None:
    state = on_station("own", own=own(first_phase="night", phases=2, station=9))
    assert state.phase == 0
    told = go(state, *quiet(state, 1, phase=NIGHT), *REST, *quiet(state, 1))
    assert [e.facts["phase"] for e in told if e.kind == "phase begins"] == ["night", "morning"]
    assert (outcome(state), today(state)) == (("usn", "on station"), "7 Apr")


@pytest.mark.rule("P-12.1.A-1")
@pytest.mark.parametrize("ship", ["", "Nashville"])
def test_a_ship_without_a_name_is_named_at_set_up(ship: str) -> None:
    state = new("own", own(ship=ship), chit_mix="0,0,9,0,0")
    go(state, *(["0"] * 9 if ship else []))
    assert texts(state)[0] == ("engineer fwd-engine-room" if ship else "name Ammen")


@pytest.mark.rule("P-12.1.A-1", "P-6.7.B-1")
@pytest.mark.parametrize("mode", ["basic", "advanced"])
@pytest.mark.parametrize("kikusui", [True, False])
def test_kikusui_as_the_card_says(kikusui: bool, mode: str) -> None:
    assert kikusui_today(new("own", own(kikusui=kikusui), mode=mode)) == kikusui


@pytest.mark.rule("P-12.1.A-1")
@pytest.mark.parametrize("allowed", [True, False])
def test_the_manoeuvre_may_be_forbidden(allowed: bool) -> None:
    state = wave("Zero 90L", advanced=True, card={"manoeuvre": allowed})
    assert may_manoeuvre(state) == allowed


@pytest.mark.rule("P-12.1.A-1")
@pytest.mark.parametrize(("modifier", "hits"), [(1, 1), (0, 0), (-1, 0)])
def test_modifier_on_table_10(modifier: int, hits: int) -> None:
    damage = (1, 2, 1, 2) if hits else (1, 3)
    card = {"hit_modifier": modifier}
    state = wave("Zero 180L", steps=(HITS,), card=card, dice=(4, 4, *damage))
    assert state.plane_hits == hits


@pytest.mark.rule("P-12.1.A-1")
def test_modifier_of_20mm_guns() -> None:
    for gun, modifiers in (("20B", {"scenario": 2}), ("40B", {"director": 1})):
        state = wave("Zero 90L", card={"twenty_modifier": 2})
        fire(state, f"aim {gun} 1")
        assert counted(event_of(fire(state, "fire", 1, 1), "gun misses")) == modifiers


@pytest.mark.rule("P-12.1.A-1")
def test_relief_as_in_scenario_7() -> None:
    card = own(relief=[5], station=9)
    state = on_station("own", own=card)
    go(state, *quiet(state, 1), 5)
    assert outcome(state) == ("usn", "relieved")
    state = on_station("own", own=card)
    assert go(state, *quiet(state, 1), 4).asked == "air cover"


@pytest.mark.rule("P-12.1.A-1", "P-7.3.W-1")
def test_r85_a_new_station_in_a_scenario_of_several_days() -> None:
    state = day_done(on_station("own", own=own(phases=6), phases_played=3, new_station=True))
    assert go(state).asked == "duty station"
    state = day_done(on_station("own", own=own(phases=3), phases_played=3, new_station=True))
    go(state)
    assert outcome(state) == ("usn", "on station")


@pytest.mark.rule("P-12.1.A-1", "P-1.6-1")
@pytest.mark.parametrize(
    ("date", "phases", "days"),
    [
        ("Mar 23", 3, "23 Mar 1945 is"),
        ("Jun 26", 3, "26 Jun 1945 is"),
        ("Jun 25", 4, "25 Jun 1945 to 26 Jun 1945 is"),
        ("Mar 24", 3, ""),
        ("Jun 25", 3, ""),
    ],
)
def test_r88_dates_beyond_the_time_sheet(date: str, phases: int, days: str) -> None:
    card = {"date": date, "phases": phases}
    if days:
        with pytest.raises(FlankspeedError, match=f"{days} not on the time sheet"):
            new("own", card)
    new("own", card, dyo_outside="on")


@pytest.mark.rule("P-12.1.A-1")
@pytest.mark.parametrize(
    ("date", "station", "cover"),
    [("Jan 5", (6,), (3, 3)), ("Aug 14", (1, 1), (6, 6))],
)
def test_r88_other_dates_use_the_first_and_last_rows(
    date: str, station: tuple[int, ...], cover: tuple[int, int]
) -> None:
    options = {**ADVANCED, "chit_mix": "0,0,9,0,0", "dyo_outside": "on"}
    state = new("own", {"date": date, "ship": "Bush"}, **options)
    go(state, *["0"] * 9)
    play(state, "engineer fwd-engine-room")
    radars = [6, 6] * (4 if date == "Aug 14" else 0)
    told = play(state, "cpo radio", *station, 6, 6, 1, 1, *radars, *cover)
    # 24 March: station 5 or 9 by a die, carrier planes; 25 June: station 5 on a 2, both types.
    assert state.station == (9 if date == "Jan 5" else 5)
    both = "carrier and land"
    assert told.of("air cover").facts["cover"] == ("carrier" if date == "Jan 5" else both)


@pytest.mark.rule("P-12.1.A-1")
@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"date": "April 6"}, "'April 6' is no date; write Apr 6"),
        ({"date": "Apr 31"}, "1945 has no day Apr 31"),
        ({"date": 6}, "date"),
        ({"station": 17}, "station"),
        ({"station": -1}, "station"),
        ({"phases": 0}, "phases"),
        ({"phases": 31}, "phases"),
        ({"first_phase": "dusk"}, "first_phase"),
        ({"kikusui": 2}, "kikusui"),
        ({"hit_modifier": 4}, "hit_modifier"),
        ({"twenty_modifier": -4}, "twenty_modifier"),
        ({"relief": [7]}, "relief"),
        ({"relief": [0, 6, 6, 6]}, "relief for 4 phases, but there are 3"),
        ({"fit": "yamato"}, "there is no fit 'yamato'"),
        ({"added": ["18in 1"]}, "'18in 1' is unknown"),
        ({"added": ["20mm E"]}, "20mm E cannot be added"),
        ({"fit": "fletcher1", "added": ["20mm E", "20mm E"]}, "twice"),
        ({"torpedoes": 10}, "torpedoes"),
    ],
)
def test_what_is_refused(fields: dict[str, Any], why: str) -> None:
    with pytest.raises(FlankspeedError, match=why):
        new("own", own(**fields))


@pytest.mark.rule("P-12.1.A-1")
def test_a_scenario_file_belongs_to_an_own_scenario() -> None:
    with pytest.raises(FlankspeedError, match="needs its file"):
        new("own")
    with pytest.raises(FlankspeedError, match="has its own card"):
        new("1", APRIL_6)
    with pytest.raises(FlankspeedError, match="date"):
        new("own", {})


@pytest.mark.rule("P-11.3.B-1")
@pytest.mark.parametrize(("scenario", "left"), [("1", 0), ("own", 0), ("mini", 4), ("long-b", 4)])
def test_r27_an_own_scenario_is_a_scenario(scenario: str, left: int) -> None:
    data = APRIL_6 if scenario == "own" else None
    state = new(scenario, data, attack_ends_in_scenarios="off")
    assert state.attack_ends == left
    assert new(scenario, data).attack_ends == 4
