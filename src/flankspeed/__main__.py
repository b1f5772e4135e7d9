"""`python -m flankspeed` is `flankspeed`."""

from flankspeed.cli import main

if __name__ == "__main__":
    main()
