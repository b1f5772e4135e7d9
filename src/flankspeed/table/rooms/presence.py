"""Presence: who is here by way of the other servers, as these tell it."""

from __future__ import annotations

import time

from flankspeed.table.store.company import ALIVE, Told

SILENT = 4 * ALIVE  # seconds after which a server that says nothing is taken for gone


class Presence:
    """What the other servers have said of those who are with them."""

    def __init__(self) -> None:
        self._there: dict[str, dict[str, Told]] = {}  # by server and match
        self._heard: dict[str, float] = {}

    def hear(self, told: Told) -> set[str]:
        """Note what a server says; the matches in which others are here than before."""
        if told.what == "bye":
            return self._forget(told.by)
        gone = self._forget(told.by) if told.what == "hello" else set[str]()  # nobody is with it
        self._heard[told.by] = time.monotonic()
        there = self._there.setdefault(told.by, {})
        if told.what != "here":
            return gone
        there.pop(told.match, None)
        if told.seats or told.watching:
            there[told.match] = told
        return {told.match}

    def knows(self, server: str) -> bool:
        """Whether a server has said something that we remember."""
        return server in self._heard

    def follows(self, match_id: str) -> bool:
        """Whether anybody follows a match elsewhere."""
        return any(match_id in there for there in self._there.values())

    def forget_silent(self) -> bool:
        """Forget servers that are gone without a word; whether there were any."""
        deadline = time.monotonic() - SILENT
        silent = [server for server, heard in self._heard.items() if heard < deadline]
        for server in silent:
            self._forget(server)
        return bool(silent)

    def _forget(self, server: str) -> set[str]:
        self._heard.pop(server, None)
        return set(self._there.pop(server, {}))

    def here(self, match_id: str) -> tuple[list[str], int]:
        """The seats that follow a match elsewhere, and how many who watch."""
        told = [there[match_id] for there in self._there.values() if match_id in there]
        return [seat for each in told for seat in each.seats], sum(each.watching for each in told)
