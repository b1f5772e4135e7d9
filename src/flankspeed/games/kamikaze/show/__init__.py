"""How Kamikaze Attack! is shown: as data, in words, in letters, as a picture."""
