"""The figures of the game: its `*.toml`, and what reads and checks them."""
