"""Day by day: set-up (2.0), turns and phases (3.0), maintenance (8), anchorage, winning (10)."""
