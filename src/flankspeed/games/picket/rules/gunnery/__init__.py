"""Gunnery: defensive fire at regular planes (6.8), and the defence against specials (6.9)."""
