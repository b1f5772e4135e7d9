"""Views: what one seat may see."""

import msgspec
import pytest
from toy_game import nim, play

from flankspeed.engine import OptionError, Rolled, Scripted, View

MATCH = nim(Rolled(1), heap=7)


@pytest.mark.parametrize("seat", ["usn", "ijn", None])
def test_a_view_becomes_json_and_comes_back(seat: str | None) -> None:
    view = MATCH.view(seat)
    data = msgspec.json.decode(msgspec.json.encode(view))
    assert data["board"] == {"heap": 7}
    assert msgspec.convert(data, View) == msgspec.structs.replace(view, board={"heap": 7})


@pytest.mark.parametrize(("seat", "sees"), [("usn", 4), ("ijn", 0), (None, 0)])
def test_only_the_seat_that_must_choose_sees_options(seat: str | None, sees: int) -> None:
    view = MATCH.view(seat)
    assert len(view.options) == sees
    assert (view.game, view.seat) == ("nim", seat)
    assert (view.waiting_for, view.prompt) == ("usn", "7 matches: take some")
    assert (view.winner, view.outcome) == (None, None)


def test_an_option_has_text_label_and_place() -> None:
    option = MATCH.view("usn").options[1]
    assert (option.text, option.label, option.place) == ("take 2", "take 2 matches", "match:2")


@pytest.mark.parametrize(
    ("die", "winner", "outcome"), [(3, "usn", "the last match"), (4, None, "a draw")]
)
def test_the_end_is_seen_by_all(die: int, winner: str | None, outcome: str) -> None:
    match = play(nim(Scripted([die]), heap=3), "gamble")
    for seat in ("usn", "ijn", None):
        view = match.view(seat)
        assert (view.winner, view.outcome) == (winner, outcome)
        assert (view.waiting_for, view.prompt, view.options) == (None, "", [])


def test_unknown_seats_see_nothing() -> None:
    with pytest.raises(OptionError, match=r"nim has no seat 'raf' \(there are: usn, ijn\)"):
        MATCH.view("raf")
