"""What Samar tells agents: what can be chosen, what is seen, how a side stands."""
