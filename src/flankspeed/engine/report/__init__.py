"""The report of a match that is over: why it ended so, what it cost, when it turned, and luck."""
