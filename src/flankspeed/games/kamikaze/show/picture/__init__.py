"""The picture of Kamikaze Attack!: the board, the pieces on it, the panel beside it."""
