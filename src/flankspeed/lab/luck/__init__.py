"""Luck: every throw of a match against what was to be expected of it."""
