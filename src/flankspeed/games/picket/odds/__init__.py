"""What prices: exact chances of Picket Duty, and what is at stake; no rule reads it."""
