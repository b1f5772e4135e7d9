"""The tables of the store, the same in SQLite and PostgreSQL."""

from __future__ import annotations

from sqlalchemy import (
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

METADATA = MetaData()

_ID = String(32)


def _match_id() -> Column[str]:
    return Column("match", _ID, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True)


# `header` is the record's, `key` the secret of its dice; `choice` and `values` are a choice that
# waits for typed-in dice and those typed in so far; `turn` is the seat to choose, empty if none is.
MATCHES = Table(
    "matches",
    METADATA,
    Column("id", _ID, primary_key=True),
    Column("name", Text, nullable=False),
    Column("header", Text, nullable=False),
    Column("key", String(64), nullable=False),
    Column("seats", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("undone", Integer, nullable=False),
    Column("choice", Text, nullable=False),
    Column("values", Text, nullable=False),
    Column("turn", String(40), nullable=False),
    Column("created", String(32), nullable=False),
    Column("changed", String(32), nullable=False),
)

# The lines of the record, by their place in it.
LINES = Table(
    "lines",
    METADATA,
    _match_id(),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False),
)

# Matches at one moment, after so many lines of the record, and the log since the one before, which
# had so many entries less; both are JSON, compressed. `edition` is that of the game's rules.
SNAPSHOTS = Table(
    "snapshots",
    METADATA,
    _match_id(),
    Column("lines", Integer, primary_key=True, autoincrement=False),
    Column("entries", Integer, nullable=False),
    Column("edition", String(16), nullable=False),
    Column("data", LargeBinary, nullable=False),
    Column("log", LargeBinary, nullable=False),
)

# The state that a match was last seen in, after so many choices and undos: text, compressed.
VOUCHED = Table(
    "vouched",
    METADATA,
    _match_id(),
    Column("choices", Integer, nullable=False),
    Column("undone", Integer, nullable=False),
    Column("state", LargeBinary, nullable=False),
)

# The version that a match was begun with, and the edition of the rules that it was last played by.
EDITIONS = Table(
    "editions",
    METADATA,
    _match_id(),
    Column("version", Text, nullable=False),
    Column("edition", String(16), nullable=False),
)

# The lessons that matches were begun from; most were begun from none.
LESSONS = Table("lessons", METADATA, _match_id(), Column("name", String(40), nullable=False))

# Matches that were taken in from a record, and how many choices it had.
IMPORTS = Table("imports", METADATA, _match_id(), Column("choices", Integer, nullable=False))

# Wishes to take choices back after dice: whose, to how many choices, why, and who has agreed.
ASKED = Table(
    "asked",
    METADATA,
    _match_id(),
    Column("seat", String(40), nullable=False),
    Column("to", Integer, nullable=False),
    Column("words", Text, nullable=False),
    Column("agreed", Text, nullable=False),
)

# Draws that are offered: by whom, and who has agreed.
OFFERED = Table(
    "offered",
    METADATA,
    _match_id(),
    Column("seat", String(40), nullable=False),
    Column("agreed", Text, nullable=False),
)

# What those who sit there are called.
NAMES = Table(
    "names",
    METADATA,
    _match_id(),
    Column("seat", String(40), primary_key=True),
    Column("name", Text, nullable=False),
)

# Seats that anybody may take.
OPEN_SEATS = Table(
    "open_seats", METADATA, _match_id(), Column("seat", String(40), primary_key=True)
)

# The match that those who have played this one play next.
NEXT = Table("next", METADATA, _match_id(), Column("next", _ID, nullable=False))

# Who wants to be told of his turn, and where; `code` is one he has still to type, if any.
NOTICES = Table(
    "notices",
    METADATA,
    _match_id(),
    Column("seat", String(40), primary_key=True),
    Column("to", Text, nullable=False),
    Column("code", String(6), nullable=False),
    Column("tries", Integer, nullable=False),
)

# Who may sit where: SHA-256 of the token.
TOKENS = Table(
    "tokens",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("match", _ID, ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("seat", String(40), nullable=False),
    Index("tokens_of_match", "match"),
)

# When links end, of those that do.
EXPIRES = Table(
    "expires",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("match", _ID, ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("at", String(32), nullable=False),
    Index("expires_of_match", "match"),
)

# When those who hold the seats were here last.
SEEN = Table(
    "seen",
    METADATA,
    _match_id(),
    Column("seat", String(40), primary_key=True),
    Column("at", String(32), nullable=False),
)

# Requests that were applied, so that a repeated one is not applied again.
KEYS = Table(
    "keys",
    METADATA,
    _match_id(),
    Column("seat", String(40), primary_key=True),
    Column("key", String(64), primary_key=True),
    Column("request", String(64), nullable=False),
)

CHAT = Table(
    "chat",
    METADATA,
    _match_id(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", String(32), nullable=False),
)

NOTES = Table(
    "notes",
    METADATA,
    _match_id(),
    Column("seat", String(40), primary_key=True),
    Column("text", Text, nullable=False),
)

# How many matches clients have begun today, and the key of the hashes that they are known by.
DAYS = Table(
    "days",
    METADATA,
    Column("day", String(10), primary_key=True),
    Column("key", String(64), nullable=False),
)
BEGUN = Table(
    "begun",
    METADATA,
    Column("day", String(10), primary_key=True),
    Column("client", String(64), primary_key=True),
    Column("matches", Integer, nullable=False),
)
