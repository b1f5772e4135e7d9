"""Worker processes: the pool of them, the pipe to one, and the jobs they do."""
