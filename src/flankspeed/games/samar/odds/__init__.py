"""The exact chances of Samar."""
