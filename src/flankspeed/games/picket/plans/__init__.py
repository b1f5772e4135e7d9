"""Plans: who fires at whom, who repairs what, and the shortcuts by them; no rule reads it."""
