"""Pictures that pages have: of the next one only what differs is sent.

A picture is cut into pieces at every `<`; a patch names runs of pieces of the picture before.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict

from flankspeed.table.wire import Drawn

MOST = 64  # pages whose last picture is kept, some hundred kilobytes each
_CUT = "<"
_TELLING = 12  # characters of a piece that is looked for elsewhere than where it should follow


class Pictures:
    """The last picture that was sent to each page, of the pages that were sent any last."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: OrderedDict[str, tuple[str, str]] = OrderedDict()  # page: tag, picture
        self._lock = threading.Lock()  # pictures are drawn in threads

    def last(self, page: str) -> str:
        """The tag of the picture that a page was sent last; empty if that is not known."""
        return self._kept.get(page, ("", ""))[0]

    def drawn(self, page: str, have: str, picture: str) -> Drawn:
        """A picture for a page that has the one with the tag `have`: a patch if that is known."""
        tag = hashlib.blake2b(picture.encode(), digest_size=10).hexdigest()
        if not page:
            return Drawn(tag, "", [picture])
        with self._lock:
            known, base = self._kept.pop(page, ("", ""))
            self._kept[page] = tag, picture
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        if not have or have != known:
            return Drawn(tag, "", [picture])
        return Drawn(tag, known, patch(base.split(_CUT), picture.split(_CUT)))


def patch(base: list[str], pieces: list[str]) -> list[str | tuple[int, int]]:
    """What makes the pieces of the base: runs of these (from, to), and text of further ones.

    A piece is looked for where it should follow, then anywhere if it is long enough to tell.
    """
    where = {piece: number for number, piece in enumerate(base) if len(piece) >= _TELLING}
    parts: list[str | tuple[int, int]] = []
    fresh: list[str] = []
    here = number = 0
    while number < len(pieces):
        piece = pieces[number]
        first = here if here < len(base) and base[here] == piece else where.get(piece, -1)
        if first < 0:
            fresh.append(piece)
            here += 1
            number += 1
            continue
        if fresh:
            parts.append(_CUT.join(fresh))
            fresh = []
        here = first
        while here < len(base) and number < len(pieces) and base[here] == pieces[number]:
            here += 1
            number += 1
        parts.append((first, here))
    if fresh:
        parts.append(_CUT.join(fresh))
    return parts
