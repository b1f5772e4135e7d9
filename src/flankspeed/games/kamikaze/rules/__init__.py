"""The rules of Kamikaze Attack!, named as in the rulebook."""
