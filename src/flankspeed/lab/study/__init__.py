"""Studies: an experiment described in a file, run anywhere, resumed, reported."""
