"""What counts on a throw: the odds of an option name the same as the log once it is chosen."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import pytest
from shortcuts import make

from flankspeed import games
from flankspeed.engine import Choice, Event, Log, Modifier, Odds, Rolled, State

Follow = Callable[[str, Odds], Sequence[str]]
Found = Callable[[Choice, Odds, list[Event]], Event | None]


def positions(game: str, scenario: str, seed: int, **options: str) -> Iterator[State]:
    """The decisions of a game played at random, as far as it goes in a few hundred choices."""
    rules = games.load(game)
    state: State = rules.new(scenario, rules.options(options))
    choices, dice = random.Random(seed), Rolled(seed)
    state.advance(dice)
    for _ in range(600):
        if state.decision is None:
            return
        yield state
        state.play(choices.choice(state.decision.options), dice)


def events_of(game: str, state: State, texts: Sequence[str], seed: int) -> list[Event]:
    """What is logged when these are chosen one after another; what is not on offer is left out.

    A choice may go by its label. A shortcut is chosen as the single choices it stands for.
    """
    twin, log, dice, rules = state.copy(), Log(), Rolled(seed), games.load(game)
    for text in texts:
        if twin.decision is None:
            break
        for option in (*twin.decision.options, *rules.shortcuts(twin)):
            if text in (option.text, option.label):
                make(twin, option.text, dice, log, rules)
                break
    return log.events


def compared(
    game: str, scenario: str, seeds: range, follow: Follow, found: Found, **options: str
) -> Counter[str]:
    """Choose wherever modifiers are told, and compare; how often, by the choice's first word."""
    times: Counter[str] = Counter()
    for seed in seeds:
        draw = random.Random(seed)
        for state in positions(game, scenario, seed, **options):
            told = [
                entry for entry in games.load(game).option_odds(state).items() if entry[1].modifiers
            ]
            if not told or state.decision is None:
                continue
            text, odds = draw.choice(told)
            events = events_of(game, state, follow(text, odds), seed)
            event = found(state.decision.find(text), odds, events)
            if event:
                assert event.modifiers == odds.modifiers, (text, odds, event)
                times[text.split()[0]] += 1
    return times


def thrown(choice: Choice, events: list[Event], kinds: Sequence[str]) -> Event | None:
    """The first throw of such a kind at the choice's place."""
    for event in events:
        if event.throws and event.kind in kinds and choice.place in event.places:
            return event
    return None


# --- Samar ---

SHOTS = ("guns fire", "secondary guns fire", "torpedoes launched")
STRIKES = ("air torpedoes dropped", "bombs dropped", "strafing", "air attack in vain")


def follow_samar(text: str, odds: Odds) -> Sequence[str]:
    word = text.split()[0]
    if word == "ship":
        return text, odds.text.split(",")[0]  # her best shot, which the words name
    return (text, "fire") if word in ("strike", "hold") else (text,)


def found_in_samar(choice: Choice, odds: Odds, events: list[Event]) -> Event | None:
    word = choice.text.split()[0]
    if word in ("strike", "fire", "hold"):  # with all units
        shot_down = any(event.kind == "AA fire" and event.facts["down"] for event in events)
        attacks = [event for event in events if event.kind in STRIKES]
        return attacks[0] if attacks and not shot_down else None
    if word in ("ship", "guns", "secondary", "torpedoes"):
        event = thrown(choice, events, SHOTS)
        assert event, (choice, events)
        assert len(event.throws[0].values) == sum(value for _, value in event.modifiers)
        return event
    if any(event.kind == "collision" for event in events):
        return None  # which changes what counts
    return next((event for event in events if event.kind == "reaction fire"), None)


def test_samar() -> None:
    times = compared("samar", "battle", range(6), follow_samar, found_in_samar)
    asked = {"routine_choices": "ask", "secondary_surface_fire": "instead_of_main"}
    asked |= {"reaction_optional": "true"}
    times += compared("samar", "battle", range(6, 12), follow_samar, found_in_samar, **asked)
    for word in ("ship", "guns", "torpedoes", "strike", "fire", "hold", "react"):
        assert times[word], (word, times)
    assert times["ahead"] + times["port"] + times["starboard"] + times["reverse"]


# --- Picket Duty ---

ROLLS = {
    "aim": ("gun misses", "gun hits", "gun flames", "gun destroys", "third hit flames"),
    "afs": ("support destroys", "support misses"),
    "manoeuvre": ("manoeuvre succeeds", "manoeuvre fails"),
    "declare": ("emergency declared", "emergency refused"),
    "crew": (
        *("repair succeeds", "repair fails", "equipment repaired", "equipment not repaired"),
        *("secondary repaired", "secondary not repaired"),
    ),
}
ROLLS |= {"slave": ROLLS["aim"], "resolve": ROLLS["aim"], "sfs": ROLLS["afs"]}
ROLLS |= dict.fromkeys(("repair", "xo", "engineer", "move"), ROLLS["crew"])

AT_ONCE = ("resolve", "manoeuvre", "declare", "repair")


def follow_picket(text: str, odds: Odds) -> Sequence[str]:
    word, *rest = text.split()
    if word in ("aim", "slave"):
        return text, "fire", f"resolve {rest[0]}", "resolve all"
    if word in ("afs", "sfs"):
        return text, "fire", f"resolve {text}", "resolve all"
    if word in ("crew", "xo", "engineer", "move"):
        return text, "begin repairs", f"repair {rest[-1]}", "repair all", "no flooding"
    return (text,)


def found_in_picket(choice: Choice, odds: Odds, events: list[Event]) -> Event | None:
    word, *rest = choice.text.split()
    if word == "resolve":
        word = rest[0] if rest[0] in ROLLS else "resolve"
    event = thrown(choice, events, ROLLS[word])
    assert event or word not in AT_ONCE, (choice, events)
    came = {event.facts["who"] for event in events if event.kind == "officer at repairs"}
    told = {modifier.name for modifier in odds.modifiers}
    if event and any(name in came - told for name, _ in event.modifiers):
        return None  # an officer who must go to work, and could go nowhere else, came as well
    if event and "roll" in event.facts and word in ("aim", "slave", "resolve"):
        counted = sum(value for _, value in event.modifiers)
        assert event.facts["roll"] == sum(event.throws[0].values) + counted
    return event


def test_picket() -> None:
    optional = {"afs_bonus": "on", "gun_repair": "on", "ace_gunners": "on", "willow": "on"}
    times = compared("picket", "3", range(12), follow_picket, found_in_picket)
    for scenario in ("4", "7"):
        times += compared(
            "picket",
            scenario,
            range(12),
            follow_picket,
            found_in_picket,
            mode="advanced",
            morale_gunnery="on",
            **optional,
        )
    for word in ("aim", "slave", "resolve", "afs", "manoeuvre", "crew", "repair", "xo"):
        assert times[word], (word, times)


# --- Kamikaze Attack! ---


def found_in_kamikaze(choice: Choice, odds: Odds, events: list[Event]) -> Event | None:
    volley = next((event for event in events if event.kind == "volley"), None)
    assert volley, (choice, events)
    assert len(volley.throws[0].values) == sum(value for _, value in volley.modifiers)
    return volley


@pytest.mark.parametrize("beam_row", ["choice", "cameFrom"])
def test_kamikaze_dives(beam_row: str) -> None:
    options = {"p2.beamRow": beam_row}
    times = compared(
        "kamikaze", "dives-6", range(4), lambda text, _: (text,), found_in_kamikaze, **options
    )
    assert times["face"]
    assert times["move"]


def test_kamikaze_shots() -> None:
    """The words name what counts: the aspect, with the number it needs."""
    shots = 0
    for state in positions("kamikaze", "attack", 1):
        for text, odds in games.load("kamikaze").option_odds(state).items():
            if text.startswith("fire "):
                (event, *_) = events_of("kamikaze", state, [text], 1)
                ((aspect, needs),) = event.modifiers
                assert odds.text.startswith(f"{aspect}, {needs}+: ")
                shots += 1
    assert shots


# --- In words ---


def test_in_words() -> None:
    modifiers = (Modifier("director", 2), Modifier("morale", -1))
    assert str(Odds("miss 42%", modifiers)) == "miss 42% (+2 director, -1 morale)"
    assert str(Odds("miss 42%")) == "miss 42%"
