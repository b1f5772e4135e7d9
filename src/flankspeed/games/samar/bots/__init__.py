"""The admirals of Samar."""
