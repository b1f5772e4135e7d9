"""8.0 Air: units are placed on ships, fired on by them, and strike."""
