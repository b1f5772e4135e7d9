"""Day by day: set-up, stations and support, weather, phases, maintenance, anchorage, winning."""
