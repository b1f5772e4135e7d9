"""5.0 Gunnery, 6.0 Damage, 7.0 Torpedoes: one attack, from the line of sight to the sinking."""
