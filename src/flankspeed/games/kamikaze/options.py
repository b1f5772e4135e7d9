"""The options of the game: one for every ruling that players may want to make otherwise."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from flankspeed.engine import Options


def _of(description: str, ruling: str) -> Meta:
    return Meta(description=f"{description} ({ruling})")


class KamikazeOptions(Options, frozen=True, kw_only=True):
    """Rule variants, named as in the rulings; the first value of each is the default."""

    sharp_turns: Annotated[
        Literal["none", "extended"], _of("moves sharper than 90 degrees, at 4 and 5 MP", "A-08")
    ] = field(name="sharpTurns", default="none")
    plane_order: Annotated[
        Literal["free", "numbered"], _of("order of planes inside a group", "A-05")
    ] = field(name="p1.planeOrder", default="free")
    mp_roll: Annotated[
        Literal["perPlane", "perGroup"], _of("when movement points are rolled", "A-05")
    ] = field(name="p1.mpRoll", default="perPlane")
    entry_cost: Annotated[Literal[1, 0], _of("MP that the entry square costs", "A-06")] = field(
        name="p1.entryCost", default=1
    )
    entry_facing: Annotated[
        Literal["inward", "inward3"], _of("facings a plane may enter with", "A-07")
    ] = field(name="p1.entryFacing", default="inward")
    fire_from_occupied: Annotated[
        Literal["no", "yes"], _of("may a fighter fire from a square it shares", "A-09")
    ] = field(name="p1.fireFromOccupied", default="no")
    leftover: Annotated[
        Literal["strict", "forfeit"],
        _of("MP that cannot be spent: the plane is lost, or the MP are", "A-10"),
    ] = field(name="p1.leftover", default="strict")
    edge_exit: Annotated[
        Literal["forbidden", "lost"], _of("leaving by an edge that is no exit", "A-12")
    ] = field(name="p1.edgeExit", default="forbidden")
    fire_arc: Annotated[
        Literal["ahead", "front3"], _of("squares a fighter can fire into", "A-13")
    ] = field(name="p1.fireArc", default="ahead")
    refire: Annotated[
        Literal["otherTarget", "anyAfterMove"],
        _of("whom a fighter may attack again in one turn", "A-15"),
    ] = field(name="p1.refire", default="otherTarget")
    must_fire: Annotated[Literal["no", "yes"], _of("must a fighter fire if it can", "A-16")] = (
        field(name="p1.mustFire", default="no")
    )
    end_check: Annotated[
        Literal["immediate", "endOfTurn"], _of("when the end of phase 1 is tested", "A-18")
    ] = field(name="p1.endCheck", default="immediate")
    turn_cap: Annotated[
        int,
        Meta(
            ge=0,
            le=1000,
            title="a number of turns from 0 (no stop) to 1000",
            description="turn after which kamikazes still on the board are lost (A-19)",
        ),
    ] = field(name="p1.turnCap", default=20)
    kamikaze_advance: Annotated[
        Literal["free", "mustAdvance"],
        _of("must each kamikaze's move end further south if it can", "A-19"),
    ] = field(name="p1.kamikazeAdvance", default="free")
    fig2: Annotated[
        Literal["graded", "frontSix", "hard", "custom"],
        _of("kill numbers by aspect; custom takes them from your own figures", "A-20"),
    ] = field(name="p1.fig2", default="graded")
    entry_layout: Annotated[
        Literal["compass", "custom"],
        _of("the eight entry points; custom takes them from your own figures", "A-21"),
    ] = field(name="p2.entryLayout", default="compass")
    turret53: Annotated[Literal["stern", "amidships"], _of("the section of mount 53", "A-22")] = (
        field(name="p2.turret53", default="stern")
    )
    range: Annotated[
        Literal["ship", "section"],
        _of("range counts from the nearest ship square or the gun's own", "A-23"),
    ] = field(name="p2.range", default="ship")
    cone_midships: Annotated[
        Literal["off", "on"], _of("do amidships guns fire into the fore and aft cones", "A-24")
    ] = field(name="p2.coneMidships", default="off")
    diag_bow40: Annotated[
        Literal["both", "near"], _of("bow 40mm that fire on the fore diagonals", "A-25")
    ] = field(name="p2.diagBow40", default="both")
    beam_row: Annotated[
        Literal["choice", "cameFrom", "bow", "stern"],
        _of("guns that join the amidships guns on row 12", "A-26"),
    ] = field(name="p2.beamRow", default="choice")
    hold_fire: Annotated[Literal["no", "yes"], _of("may the US hold guns back", "A-28")] = field(
        name="p2.holdFire", default="no"
    )
    crash_volley: Annotated[
        Literal["off", "on"], _of("one more volley on the crash move", "A-29")
    ] = field(name="p2.crashVolley", default="off")
    jink_square: Annotated[
        Literal["abeam", "quarter", "mixed"], _of("the square a jink leads to", "A-32")
    ] = field(name="p2.jinkSquare", default="abeam")
    jink_into_ship: Annotated[
        Literal["crash", "splash"], _of("what a jink into a ship square is", "A-34")
    ] = field(name="p2.jinkIntoShip", default="crash")
    splash: Annotated[
        Literal["exhausted", "doomed"],
        _of("a dive ends when no move is left, or when the ship is out of reach", "A-35"),
    ] = field(name="p2.splash", default="exhausted")
    loss_side: Annotated[
        Literal["near", "us", "die"], _of("which side loses guns first", "A-37")
    ] = field(name="p2.lossSide", default="near")
    loss_ahead: Annotated[
        Literal["us", "die"], _of("which bow 40mm a crash from dead ahead destroys", "A-37")
    ] = field(name="p2.lossAhead", default="us")
    jink_volley: Annotated[
        Literal["off", "on"], _of("a volley for each square jinked into", "A-42")
    ] = field(name="p2.jinkVolley", default="off")
    us_choices: Annotated[
        Literal["auto", "ask"],
        _of(
            "gun group and gun loss: taken automatically, or asked of the US, as a person is",
            "A-26, A-37",
        ),
    ] = field(name="p2.usChoices", default="auto")
