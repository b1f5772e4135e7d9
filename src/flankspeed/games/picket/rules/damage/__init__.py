"""Damage: what hits and near misses do to the ship (7.3 to 7.5), and the state she is in."""
