"""Bots for Kamikaze Attack!."""
