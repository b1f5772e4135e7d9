"""The store: matches on disk, the same in SQLite and PostgreSQL."""
