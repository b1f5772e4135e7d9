"""The options of the game: its mode, the optional rules, and the rulings one may make otherwise."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from flankspeed.engine import Options
from flankspeed.games.picket.data.planes import LARGEST_BATCH, chit_mix, planes
from flankspeed.games.picket.data.ship import ship

OnOff = Literal["on", "off"]
OffOn = Literal["off", "on"]

# Reconstructed figures: what the data say, and how far a setting may go.
_FIRE, _FIRE_RANGE = ship().deck_fire, ship().deck_fire_range
_ENDS, _ENDS_RANGE = planes().counters[planes().attack_ends].number, planes().attack_ends_range
_MIX = ",".join(map(str, chit_mix()))


def _of(description: str, source: str) -> Meta:
    return Meta(description=f"{description} ({source})")


class PicketOptions(Options, frozen=True, kw_only=True):
    """Modes and rule variants, named as in the rulings; the first value of each is the default."""

    mode: Annotated[Literal["basic", "advanced"], _of("the basic or the advanced game", "R-02")] = (
        "basic"
    )

    # --- The optional rules ---
    willow: Annotated[
        OffOn, _of("Willows cancel bonuses; 5-inch without director -1", "rule 11.1, R-105")
    ] = "off"
    ace_gunners: Annotated[OffOn, _of("+1 for mounts with five kills", "rule 11.2, R-106")] = "off"
    attack_ends_in_scenarios: Annotated[
        OnOff, _of("are Attack Ends markers in the container in scenarios", "rule 11.3, R-27")
    ] = "on"
    afs_bonus: Annotated[OffOn, _of("AFS +1 against twin-engined planes", "rule 11.4")] = "off"
    gun_repair: Annotated[
        OffOn, _of("damaged 5-inch and 40mm guns can be repaired", "rule 11.5, R-107")
    ] = "off"
    gunnery_fixed: Annotated[
        Literal["off", -1, -2],
        _of("value of the Gunnery officer instead of his chit", "rule 11.6.B, R-108"),
    ] = "off"
    morale_gunnery: Annotated[OffOn, _of("morale is added to gunnery rolls", "rule 11.6.C")] = "off"
    fit_1941: Annotated[
        OffOn, _of("the Dunlap of scenario 8 as armed in 1941, without 40mm", "R-94")
    ] = "off"

    # --- The rulings ---
    light_mags: Annotated[
        Literal["both_aft", "own_calibre", "own_and_fwd_shared"],
        _of("lost magazines that silence the midship and aft light guns", "R-01"),
    ] = "both_aft"
    basic_campaign_kikusui: Annotated[
        OffOn, _of("Kikusui attacks on red dates in basic campaigns", "R-04")
    ] = "off"
    basic_double_roll: Annotated[
        OnOff, _of("two rolls on Table 11 for a hit in the basic game too", "R-07")
    ] = "on"
    basic_hull_check: Annotated[
        OnOff, _of("hull losses by Table 14-1 in the basic game too", "R-08")
    ] = "on"
    stack_em: Annotated[
        Literal["both", "any"],
        _of("stacks whose damage bars the emergency manoeuvre", "R-17"),
    ] = "both"
    special_hit: Annotated[
        Literal["rule72", "table10"],
        _of("special planes roll on Table 12 at once, or on Table 10 first", "R-18"),
    ] = "rule72"
    note_b: Annotated[
        Literal["end_turn", "end_phase"],
        _of("what closing weather on Table 8-2 ends", "R-19"),
    ] = field(name="noteB", default="end_turn")
    typhoon_damage: Annotated[
        Literal["all", "six_only"],
        _of("does every typhoon damage the ship, or only a 6 on Table 6-3", "R-20"),
    ] = "all"
    afs_apr7: Annotated[
        Literal["as_read", "swapped"],
        _of("day and night blocks of Table 7-1 for 7-15 April", "R-23"),
    ] = "as_read"
    night_rr: Annotated[
        Literal["full", "halved"],
        _of("is a random result at night resolved in full, or halved to nothing", "R-26"),
    ] = "full"
    hull_zero: Annotated[
        Literal["t16", "t14", "both"],
        _of("table rolled when the hull is at 0: 16, 14, or 14 and then 16", "R-33"),
    ] = "t16"
    morale_repair: Annotated[
        Literal["sign", "value"],
        _of("morale counts 1 on repair rolls, or its value", "R-37"),
    ] = "sign"
    morale_table: Annotated[Literal["printed", "mirrored"], _of("columns of Table 23", "R-38")] = (
        "printed"
    )
    wl_repair: Annotated[
        Literal["dc", "turn_start"],
        _of("water lines are repaired in damage control, or at the start of a turn", "R-41"),
    ] = "dc"
    deckfire_full: Annotated[
        Literal["at_fill", "next_fail"],
        _of("failed roll that loses the ship: the one that fills the track, or the next", "R-42"),
    ] = "at_fill"
    deckfire_len: Annotated[
        int,
        Meta(
            ge=_FIRE_RANGE[0],
            le=_FIRE_RANGE[1],
            title="a number from {} to {}".format(*_FIRE_RANGE),
            description="spaces on each section's deck-fire track (reconstructed)",
        ),
    ] = _FIRE
    unflood: Annotated[
        Literal["flood+list", "flood", "flood+list+man"],
        _of("what repairing a flooded compartment gives back", "R-44"),
    ] = "flood+list"
    em_timing: Annotated[
        Literal["any_wave", "first_wave"],
        _of("waves in which the emergency manoeuvre may be tried", "R-49"),
    ] = "any_wave"
    officer_chain: Annotated[
        OnOff, _of("do officers move up when one of them is killed", "R-51")
    ] = "on"
    must_apply: Annotated[OnOff, _of("must officers take part in repairs, good or bad", "R-55")] = (
        "on"
    )
    dc_quiet: Annotated[OnOff, _of("damage control in phases without an attack", "R-57")] = "on"
    spread_fittings: Annotated[
        OffOn, _of("does damage left alone spread in rudder, shafts and stacks", "R-59")
    ] = "off"
    mid41_boiler: Annotated[
        OnOff, _of("may the boiler explode on Table 11 midship, row 4 column 1", "R-63")
    ] = "on"
    aft_gray: Annotated[
        Literal["list", "none"], _of("shaded secondary compartments aft", "R-65")
    ] = "list"
    trim_by: Annotated[
        Literal["bearing", "mount_section"],
        _of("list and trim go by the bearing fired into or the place of the gun", "reconstructed"),
    ] = "bearing"
    sc1_phases: Annotated[Literal[1, 3], _of("phases of scenario 1", "R-83")] = 1
    return_day: Annotated[
        Literal["example", "day_after"],
        _of("return from the anchorage as in the example, or one day later", "R-82"),
    ] = "example"
    mini_9h: Annotated[OnOff, _of("does a withdrawal lose the mini campaign", "R-87")] = "on"
    mini_sunk: Annotated[
        Literal["loss", "new_ship"], _of("what a sinking means in the mini campaign", "R-89")
    ] = "loss"
    dyo_outside: Annotated[
        OffOn, _of("dates outside 24 March-25 June in games of one's own design", "R-88")
    ] = "off"
    dunlap_40: Annotated[Literal[2, 4], _of("40mm mounts of the Dunlap", "R-93")] = 2
    chit_mix: Annotated[
        str,
        Meta(
            pattern=r"^[0-9]{1,2}(,[0-9]{1,2}){4}\Z",
            title=f"five numbers like {_MIX} (nine chits or more)",
            description="value chits of -2, -1, 0, +1 and +2 (reconstructed)",
        ),
    ] = _MIX
    attack_ends: Annotated[
        int,
        Meta(
            ge=_ENDS_RANGE[0],
            le=_ENDS_RANGE[1],
            title="a number from {} to {}".format(*_ENDS_RANGE),
            description="Attack Ends markers in the game (reconstructed)",
        ),
    ] = _ENDS
    kikusui9: Annotated[
        Literal["all", "first_two"],
        _of("days of the ninth Kikusui: 3-7 June, or 3-4 June", "reconstructed"),
    ] = "all"

    def __post_init__(self) -> None:
        """Refuse a pool of chits too small for the nine draws of the set-up."""
        if sum(map(int, self.chit_mix.split(","))) < LARGEST_BATCH:
            raise ValueError("chit_mix must have nine chits or more")
