"""The figures of Picket Duty (`*.toml`), and the modules that load and check them."""
