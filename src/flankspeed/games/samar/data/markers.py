"""2.7 What markers a ship can bear, and where a counter can be."""

from __future__ import annotations

from typing import Final, TypeAlias

ShipNumber: TypeAlias = int  # its place in the order of battle, `Charts.ships`
AirKind: TypeAlias = int  # an index into `Charts.squadrons`
Attacker: TypeAlias = int  # a ship's number, or -1 - kind for aircraft

Navy: TypeAlias = int
IJN: Final = 0
USN: Final = 1
SEATS: Final = ("ijn", "usn")  # by navy

# Where a ship is when it is not on the map (on it: the hex, which is positive).
LATER: Final = -1  # joins its cup on a later turn
CUP: Final = -2  # in its cup
WAITING: Final = -3  # off the map, to be set up or to enter
LEFT: Final = -4  # left the map
SOUTH: Final = -5  # left by the south after clearing: it counts for victory (3.4)
SUNK: Final = -6  # a hulk that has gone down
ABSENT: Final = -7  # not in this game

# 4.1: the voluntary speed statuses; a ship without marker is at battle speed.
SpeedStatus: TypeAlias = int
BATTLE: Final = 0
CRUISE: Final = 1
FLANK: Final = 2
EVASIVE: Final = 3
STATUSES: Final = ("battle", "cruise", "flank", "evasive")

# What is left of a ship's propulsion; a hulk is a ship that is sinking.
FIT: Final = 0
SLOWED: Final = 1
DIW: Final = 2
HULK: Final = 3
CONDITIONS: Final = ("fit", "slowed", "dead in the water", "hulk")

# Where an air unit is when it is not on a target (on it: the ship's number).
AIR_CUP: Final = -1
AIR_BOX: Final = -2
AIR_SPENT: Final = -3

# The phases of a turn (3.3), for the view; what is announced as it begins comes before them (2.2).
SET_UP: Final = 0
COMBAT: Final = 1
MOVEMENT: Final = 2
REMOVAL: Final = 3
TURN: Final = 4
PHASES: Final = ("set-up", "combat", "movement", "removal", "start of turn")
NOT_SAID: Final = -1  # which side moves first, until the IJN has chosen (D-20)

# What an attack is made with. Reaction fire is gunfire, but follows its own rules (4.3).
Weapon: TypeAlias = int
GUN: Final = 0
SECONDARY: Final = 1
REACTION: Final = 2
TORPEDO: Final = 3
AIR_TORPEDO: Final = 4
BOMB: Final = 5
STRAFE: Final = 6
