"""The attack: what comes (6.6, 6.7), the emergency manoeuvre (6.10), and the dives (7.1, 7.2)."""
