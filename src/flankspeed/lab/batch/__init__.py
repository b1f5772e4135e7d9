"""Many games of one kind in lock step, for those who learn: what is seen of all, in one array."""

from flankspeed.lab.batch.arrays import Arrays
from flankspeed.lab.batch.lockstep import Lockstep

__all__ = ["Arrays", "Lockstep"]
