"""The bots of Picket Duty, and the plan of repairs they share with `auto`."""
