"""The table: a server that lets people and bots play all games in the browser."""
