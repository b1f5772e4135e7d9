"""Odds: what the exact chances of all games have in common."""
