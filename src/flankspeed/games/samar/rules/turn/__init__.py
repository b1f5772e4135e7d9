"""3.0 Course of the game: set-up, entry, the phases of a turn, victory."""
