"""Bots for Picket Duty."""
