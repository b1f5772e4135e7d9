"""What is seen of Picket Duty: view, text board, words, charts, pictures; no rule reads it."""
