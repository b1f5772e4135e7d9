"""Quotas: how many matches a client has begun today, so that a restart does not forget it.

No address is stored: a client is a keyed hash of it, and the key is drawn anew each day and deleted
with the counts after it. Nothing tells then who it was.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

from sqlalchemy import Connection, delete, insert, select, update

from flankspeed.table.store.schema import BEGUN, DAYS


def begin_one(connection: Connection, client: str, day: str, most: int) -> bool:
    """Count one more match of a client on a day; False, and none is counted, if that is too many.

    What is known of other days is deleted. Two servers may be the first on a day, or of a client:
    one of them cannot write, and must try again.
    """
    connection.execute(delete(BEGUN).where(BEGUN.c.day != day))
    connection.execute(delete(DAYS).where(DAYS.c.day != day))
    known = hmac.new(_key(connection, day), client.encode(), hashlib.sha256).hexdigest()
    these = (BEGUN.c.day == day) & (BEGUN.c.client == known)
    if connection.scalar(select(BEGUN.c.matches).where(these)) is None:
        connection.execute(insert(BEGUN), {"day": day, "client": known, "matches": 1})
        return most > 0
    more = update(BEGUN).where(these, BEGUN.c.matches < most)
    return connection.execute(more.values(matches=BEGUN.c.matches + 1)).rowcount == 1


def _key(connection: Connection, day: str) -> bytes:
    found = connection.scalar(select(DAYS.c.key).where(DAYS.c.day == day))
    if found is None:
        found = secrets.token_hex(32)
        connection.execute(insert(DAYS), {"day": day, "key": found})
    return bytes.fromhex(found)
