"""The options of the game: one for every ruling that a table may want to make otherwise."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from flankspeed.engine import Options


def _of(description: str, source: str) -> Meta:
    return Meta(description=f"{description} ({source})")


def _yes(description: str, source: str) -> Meta:
    return Meta(title="true|false", description=f"{description} ({source})")


def _no(description: str, source: str) -> Meta:
    return Meta(title="false|true", description=f"{description} ({source})")


class SamarOptions(Options, frozen=True, kw_only=True):
    """Rule variants, named as in the rulings; the first value of each is the default."""

    # --- Combat dice ---
    point_blank_dice: Annotated[
        Literal[-2, 2, 0], _of("dice that point blank range adds to gunfire", "A-01")
    ] = -2
    min_dice: Annotated[
        Literal["torpedo_only", "never", "always"],
        _of("attacks that keep one die when the count comes to none", "A-03"),
    ] = "torpedo_only"
    critical_markers: Annotated[
        Literal[1, 2], _of("hit markers that a critical hit puts on a ship", "A-40")
    ] = 1
    diw_as_slowed: Annotated[
        bool, _yes("does a ship dead in the water shoot and get shot at as if slowed", "A-41")
    ] = True
    p_high_arc: Annotated[
        Literal[1, 2], _of("what flag P adds to the critical die of high-arc fire", "A-38")
    ] = 1
    t_flag: Annotated[
        Literal["damage_plus_1", "none", "double_waterline"],
        _of("what flag T does when a torpedo hits", "A-39"),
    ] = "damage_plus_1"
    secondary_surface_fire: Annotated[
        Literal["off", "instead_of_main"],
        _of("may a secondary battery fire on a ship in place of the main one", "A-26"),
    ] = "off"

    # --- Line of sight, arcs, terrain ---
    arc_half_angle: Annotated[
        Literal[30, 60], _of("degrees that the bow and stern arcs reach to each side", "A-22")
    ] = 30
    arc_boundary: Annotated[
        Literal["broadside", "end"],
        _of("arc of a target exactly on the limit: the broadside, or bow and stern", "A-22"),
    ] = "broadside"
    los_graze: Annotated[
        Literal["both_sides", "either_side", "none"],
        _of("hexes beside a hexside the line runs along that must be in the way", "A-23"),
    ] = "both_sides"
    smoke_end_hexes: Annotated[
        Literal["both", "target", "none"],
        _of("which end hexes of a line of sight count for smoke", "A-25"),
    ] = "both"
    shallows_radar: Annotated[
        Literal["target", "none", "los"],
        _of("shallows that put radar out: the target's hex, none, or any on the line", "A-35"),
    ] = "target"
    shallows_armor: Annotated[
        Literal["current", "front"], _of("armor that makes a ship too heavy for shallows", "A-37")
    ] = "current"

    # --- Sequence ---
    combat_declaration: Annotated[
        Literal["alternate", "plot"],
        _of("attacks are made one by one in turn, or all plotted beforehand", "A-32"),
    ] = "alternate"
    air_timing: Annotated[
        Literal["owner_movement", "combat_phase"],
        _of("when aircraft are placed: in the owner's movement, or as combat begins", "A-07"),
    ] = "owner_movement"
    combined_fire: Annotated[
        Literal["while_marked", "resolution_turn"],
        _of("how long guns are barred from a ship under air attack", "A-11"),
    ] = "while_marked"
    evasive_in_combat: Annotated[
        bool, _no("may ships take evasive action as a combat phase begins", "A-30")
    ] = False

    # --- Movement ---
    one_speed_change: Annotated[
        bool, _yes("must a ship return to battle speed between two other speeds", "A-28")
    ] = True
    cruise_floor: Annotated[
        bool, _no("does a ship slowing to cruise move 3 hexes at least", "A-29")
    ] = False
    pivot: Annotated[
        Literal["per_hex", "per_move"], _of("what a ship's maneuver rating limits", "A-54")
    ] = "per_hex"
    fouling_critical: Annotated[
        Literal["roll", "automatic"],
        _of("is a die thrown for the critical of a collision, or is it certain", "A-17"),
    ] = "roll"
    reaction_fire: Annotated[
        Literal["every_hex", "once_per_enemy"],
        _of("how often one enemy fires on a ship that moves past", "A-19"),
    ] = "every_hex"
    reaction_optional: Annotated[bool, _no("may the owner hold reaction fire back", "A-19")] = False
    movement_sequence: Annotated[
        Literal["standard", "by_speed"],
        _of("sides move one after the other, or by speed as the designer advises", "rule 3.5"),
    ] = "standard"
    panic_scope: Annotated[
        Literal["per_throw", "per_phase"],
        _of("dice added up for panic: those of one throw, or of the whole phase", "A-12"),
    ] = "per_throw"

    # --- Entry, air, victory ---
    bombardment_entry: Annotated[
        Literal["mandatory", "optional"],
        _of("must the Bombardment Group's drawn ships enter", "A-52"),
    ] = "mandatory"
    special_timing: Annotated[
        Literal["movement", "immediate"],
        _of("when a special attack is placed: in the IJN movement, or at once", "A-27"),
    ] = "movement"
    aa_limit: Annotated[
        Literal["per_attack", "per_phase"], _of("how often one ship may fire AA", "A-46")
    ] = "per_attack"
    air_pooling: Annotated[
        Literal["sum", "each"],
        _of("do air units of one type throw together, or each for itself", "A-47"),
    ] = "sum"
    air_smoke: Annotated[
        Literal["target_hex", "none"], _of("smoke that hampers an air attack", "A-48")
    ] = "target_hex"
    air_broadside: Annotated[
        Literal["torpedo", "all", "none"],
        _of("aircraft that always have the target's broadside", "A-48"),
    ] = "torpedo"
    air_target_lost: Annotated[
        Literal["return", "spent"],
        _of("what becomes of aircraft whose target is gone", "A-49"),
    ] = "return"
    early_south_exit: Annotated[
        Literal["no_credit", "forbidden"],
        _of("IJN ships leaving by the south before the map is clear", "A-15"),
    ] = "no_credit"
    clear_test: Annotated[
        Literal["map", "taffy3"],
        _of("USN ships that must be gone: all on the map, or Taffy 3 alone", "A-14"),
    ] = "map"
    early_end: Annotated[
        bool, _yes("does the game stop once a major victory is certain", "A-16")
    ] = True
    optional_cruisers: Annotated[
        Literal["none", "CA7", "CA8", "CA9", "CA7+CA8", "CA7+CA9", "CA8+CA9", "CA7+CA8+CA9"],
        _of("which of CA7 Atago, CA8 Maya and CA9 Myoko sail too", "A-57"),
    ] = "none"
    battle_speed: Annotated[
        Literal["85", "full"],
        _of("battle speed is 85 percent of the historical maximum, or all of it", "reconstructed"),
    ] = "85"

    # --- At the table ---
    routine_choices: Annotated[
        Literal["auto", "ask"],
        _of("order of reaction fire and use of AA: taken automatically, or asked", "A-20, A-46"),
    ] = "auto"
