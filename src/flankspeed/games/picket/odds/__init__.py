"""The odds of Picket Duty: exact chances, what is at stake, and the best fire by them."""
