"""A film as one SVG: all pieces of all frames, each seen only while it is its turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import NamedTuple

from film.frames import Caption, Frame
from film.merging import Shown, board, merged

from flankspeed.engine import Throw
from flankspeed.engine.show.svg import box, circle, clean, group, number, tag, text

_WIDTH = 830  # as wide as a README is shown
_MARGIN, _HEAD, _LINE, _LETTERS, _ROWS = 16, 20, 18, (82, 112), 5
_DIE = 22
_PIPS = {
    1: (4,),
    2: (2, 6),
    3: (2, 4, 6),
    4: (0, 2, 6, 8),
    5: (0, 2, 4, 6, 8),
    6: (0, 2, 3, 5, 6, 8),
}

Run = tuple[int, int]  # frames from one up to, but without, another


class Reel(NamedTuple):
    """How a film is shown: the part of the picture, the seconds of a frame, and of the last one."""

    part: tuple[float, float, float, float]  # left, top, width, height
    seconds: float
    last: float
    name: str


def film(frames: Sequence[Frame], reel: Reel) -> str:
    """The film; who wants no motion sees the last frame, and letters follow the reader's theme."""
    height = _WIDTH * reel.part[3] / reel.part[2]
    captions = [_caption(frame.caption, height) for frame in frames]
    tall = height + max(below for _, below in captions)
    boards = [board(frame.picture) for frame in frames]
    shown = merged(boards)
    runs = {run for piece in shown for run in piece.runs} | {
        (at, at + 1) for at in range(len(frames))
    }
    scene = tag(
        "svg",
        group(_board(shown, len(frames)), transform=boards[0].get("transform")),
        width=_WIDTH,
        height=height,
        viewBox=" ".join(number(side) for side in reel.part),
    )
    told = [_while((at, at + 1), words, len(frames)) for at, (words, _) in enumerate(captions)]
    return tag(
        "svg",
        tag("title", clean(reel.name)),
        tag("style", _style(sorted(runs), len(frames), reel)),
        box(0, 0, _WIDTH, tall, rx=10, class_="sheet"),
        scene,
        *told,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_WIDTH} {number(tall)}",
        width=_WIDTH,
        height=tall,
        role="img",
        font_family="Helvetica Neue, Helvetica, Arial, Liberation Sans, sans-serif",
    )


# --- The board ---


def _board(shown: Iterable[Shown], frames: int) -> Iterator[str]:
    """Every piece in the group that holds it."""
    holding = ""
    for piece, runs in shown:
        if piece.group != holding:
            yield "</g>" if holding else ""
            yield (holding := piece.group)
        for run in runs:
            yield _while(run, piece.markup, frames)
    yield "</g>" if holding else ""


def _while(run: Run, markup: str, frames: int) -> str:
    """Markup that is seen in a run of frames; what is always seen needs no word of it."""
    if run == (0, frames):
        return markup
    ends = " end" if run[1] == frames else ""
    return group([markup], class_=f"cut {_name(run)}{ends}")


# --- Time ---


def _name(run: Run) -> str:
    return f"f{run[0]}-{run[1]}"


def _style(runs: Iterable[Run], frames: int, reel: Reel) -> str:
    """Colours for both themes, and when each run of frames is seen."""
    whole = reel.seconds * (frames - 1) + reel.last
    rules = [
        ".sheet{fill:#fbfaf6}.ink{fill:#22303a}.dim{fill:#5f707c}",
        "@media(prefers-color-scheme:dark)"
        "{.sheet{fill:#0c2433}.ink{fill:#eaf2f5}.dim{fill:#9db4c0}}",
        ".cut{visibility:hidden}.end{visibility:visible}",
        "@media(prefers-reduced-motion:no-preference)"
        f"{{.cut{{animation:{number(whole)}s step-end infinite}}",
        *(f".{_name(run)}{{animation-name:{_name(run)}}}" for run in runs),
        "}",
    ]
    for run in runs:
        first, after = (100 * at * reel.seconds / whole for at in run)
        states = [(0.0, "hidden"), (first, "visible")]
        if run[1] < frames:
            states.append((after, "hidden"))
        moments = "".join(f"{at:.3f}%{{visibility:{state}}}" for at, state in dict(states).items())
        rules.append(f"@keyframes {_name(run)}{{{moments}}}")
    return "".join(rules)


# --- Captions ---


def _caption(caption: Caption, top: float) -> tuple[str, float]:
    """The words and dice of a frame, and how high they are."""
    head, more = _LETTERS
    parts, y = [], top + 8
    for line in wrap(caption.head, head):
        y += _HEAD
        parts.append(text(line, _MARGIN, y, font_size=16, font_weight="bold", class_="ink"))
    if caption.throws:
        parts.append(_dice(caption.throws, y + 9))
        y += _DIE + 12
    for words in caption.more[:_ROWS]:
        for line in wrap(words, more):
            y += _LINE
            parts.append(text(line, _MARGIN, y, font_size=14, class_="dim"))
    return "".join(parts), y + 14 - top


def _dice(throws: Iterable[Throw], y: float) -> str:
    """All dice in a row, those of one throw together."""
    parts, x = [], float(_MARGIN)
    for throw in throws:
        for value in throw.values:
            parts.append(group([_die(value)], transform=f"translate({number(x)} {number(y)})"))
            x += _DIE + 4
        x += 14
    return "".join(parts)


def _die(value: int) -> str:
    """A die with its pips, which lie on three rows of three."""
    pips = [
        circle(5.5 + 5.5 * (at % 3), 5.5 + 5.5 * (at // 3), 2.1, fill="#22303a")
        for at in _PIPS[value]
    ]
    face = box(0.5, 0.5, _DIE - 1, _DIE - 1, rx=4, fill="#fff", stroke="#22303a")
    return face + "".join(pips)
