"""The past of matches: from the store and back, snapshots, the states before, other rules."""
