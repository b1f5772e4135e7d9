"""Records: what a match is written down as, read, replayed and checked."""
