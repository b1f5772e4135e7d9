"""The exact chances of Kamikaze Attack!."""
