"""Lessons: a first match with cards beside it that say what, why and where to press."""
