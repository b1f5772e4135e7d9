"""The ladder: how strong the bots of a game are."""
