"""Pictures that pages have: of the next one only what differs is sent.

A picture is cut into pieces at every `<`; a patch names runs of pieces of the picture before.
"""

from __future__ import annotations

from collections import OrderedDict

from flankspeed.table.wire import Drawn

MOST = 64  # pages whose last picture is kept, some hundred kilobytes each
_CUT = "<"
_TELLING = 12  # characters of a piece that is looked for elsewhere than where it should follow
_BEHIND = 200  # how far it is looked for behind that place
_STRIDE = 256  # pieces that are compared at once
_MASK = (1 << 64) - 1


class Pictures:
    """The last picture that was sent to each page, of the pages that were sent any last."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: OrderedDict[str, tuple[str, list[str]]] = OrderedDict()  # page: tag, pieces

    def last(self, page: str) -> str:
        """The tag of the picture that a page was sent last; empty if that is not known."""
        return self._kept.get(page, ("", []))[0]

    def drawn(self, page: str, have: str, picture: str) -> Drawn:
        """A picture for a page that has the one with the tag `have`: a patch if that is known."""
        tag = f"{hash(picture) & _MASK:016x}"  # of this process: what others know has other tags
        if not page:
            return Drawn(tag, "", [picture])
        pieces = picture.split(_CUT)
        known, base = self._kept.pop(page, ("", []))
        self._kept[page] = tag, pieces
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
        if not have or have != known:
            return Drawn(tag, "", [picture])
        return Drawn(tag, known, patch(base, pieces))


def patch(base: list[str], pieces: list[str]) -> list[str | tuple[int, int]]:
    """What makes the pieces of the base: runs of these (from, to), and text of further ones.

    A piece is looked for where it should follow. If it is not there, nor is what follows it, it is
    looked for further on and a little behind, provided that it is long enough to tell.
    """
    where: dict[str, int] = {}
    parts: list[str | tuple[int, int]] = []
    here = number = new = 0  # `new`: where it began that nothing was found
    while number < len(pieces):
        if base[here : here + 1] != pieces[number : number + 1]:
            first = -1
            if base[here + 1 : here + 2] != pieces[number + 1 : number + 2]:
                where = where or _places(base, here - _BEHIND)
                piece = pieces[number]
                first = where.get(piece, -1) if len(piece) >= _TELLING else -1
            if first < 0:
                here, number = here + 1, number + 1
                continue
            here = first
        if new < number:
            parts.append(_CUT.join(pieces[new:number]))
        length = _same(base, here, pieces, number)
        parts.append((here, here + length))
        here, number = here + length, number + length
        new = number
    if new < number:
        parts.append(_CUT.join(pieces[new:number]))
    return parts


def _places(base: list[str], first: int) -> dict[str, int]:
    """Where the pieces from there on are."""
    first = max(0, first)
    return dict(zip(base[first:], range(first, len(base)), strict=True))


def _same(base: list[str], here: int, pieces: list[str], number: int) -> int:
    """How many pieces are the same from there on; many are compared at once, for most are."""
    length, step = 0, _STRIDE
    while step:
        some = base[here + length : here + length + step]
        if some and some == pieces[number + length : number + length + step]:
            length += len(some)
        else:
            step //= 2
    return length
