"""The duty station: its support (4.0 to 5.3, 6.5), its weather (6.1 to 6.4), leaving it (9.0)."""
