"""2.7 What markers a ship can bear, and where a counter can be."""

from __future__ import annotations

from typing import TypeAlias

ShipNumber: TypeAlias = int  # its place in the order of battle, `Charts.ships`
AirKind: TypeAlias = int  # an index into `Charts.squadrons`
Attacker: TypeAlias = int  # a ship's number, or -1 - kind for aircraft

Navy: TypeAlias = int
IJN, USN = 0, 1
SEATS = ("ijn", "usn")  # by navy

# Where a ship is when it is not on the map (on it: the hex, which is positive).
LATER = -1  # joins its cup on a later turn
CUP = -2  # in its cup
WAITING = -3  # off the map, to be set up or to enter
LEFT = -4  # left the map
SOUTH = -5  # left by the south after clearing: it counts for victory (3.4)
SUNK = -6  # a hulk that has gone down
ABSENT = -7  # not in this game

# 4.1: the voluntary speed statuses; a ship without marker is at battle speed.
SpeedStatus: TypeAlias = int
BATTLE, CRUISE, FLANK, EVASIVE = range(4)
STATUSES = ("battle", "cruise", "flank", "evasive")

# What is left of a ship's propulsion; a hulk is a ship that is sinking.
FIT, SLOWED, DIW, HULK = range(4)
CONDITIONS = ("fit", "slowed", "dead in the water", "hulk")

# Where an air unit is when it is not on a target (on it: the ship's number).
AIR_CUP, AIR_BOX, AIR_SPENT = -1, -2, -3

# The phases of a turn (3.3), for the view; what is announced as it begins comes before them (2.2).
SET_UP, COMBAT, MOVEMENT, REMOVAL, TURN = range(5)
PHASES = ("set-up", "combat", "movement", "removal", "start of turn")
NOT_SAID = -1  # which side moves first, until the IJN has chosen (D-20)

# What an attack is made with. Reaction fire is gunfire, but follows its own rules (4.3).
Weapon: TypeAlias = int
GUN, SECONDARY, REACTION, TORPEDO, AIR_TORPEDO, BOMB, STRAFE = range(7)
