"""4.0 Movement: one ship's move, and what meets it on its way."""
