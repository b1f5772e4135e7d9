"""Samar's figures: the TOML files, what reads and checks them, and what they fix before play."""
