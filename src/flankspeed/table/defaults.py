"""What a server allows unless told otherwise; it needs no package, so that `--help` can say it."""

from __future__ import annotations

from datetime import timedelta

RATE = 200.0  # requests a second that a client may make
AWAY = timedelta(days=3)  # after so long others may put somebody on a seat
CONNECTIONS = 1000  # at once
SECONDS = 10.0  # for the head of a request; and for a body, beyond what its length takes
