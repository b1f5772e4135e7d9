"""Damage: what hits and near misses do to the ship and her people (7.3 to 7.6)."""
