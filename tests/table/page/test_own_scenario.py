"""Files of a player's own at the table: scenario and names of Picket, figures of the others."""

from __future__ import annotations

from typing import Any

import pytest
from table_server import Server, problem

OWN = """
[scenario]
title = "A quiet night"
date = "Apr 6"
ship = "Laffey"
station = 1
first_phase = "night"
phases = 1

[options]
mode = "advanced"
attack_ends = 0
"""
KILLS = "kill_numbers = [3, 4, 5, 6, 5]\n"


def refusal(server: Server, status: int = 422, **wanted: Any) -> str:
    return problem(server.client.post("/api/matches", json=wanted), status)


def test_a_scenario_of_ones_own_begins_and_is_recorded_whole(server: Server) -> None:
    seat = server.begin("picket", scenario="own", file=OWN).seat("usn")
    position = seat.position()
    assert position["scenario"] == "own"
    assert position["options"]["mode"] == "advanced"
    record = seat.text("/record")
    assert '"title":"A quiet night"' in record
    again = server.take_in(record).watcher.position()
    assert again["choices"] == position["choices"]


def test_an_option_chosen_beats_the_file(server: Server) -> None:
    table = server.begin("picket", scenario="own", file=OWN, options={"mode": "basic"})
    options = table.watcher.position()["options"]
    assert (options["mode"], options["attack_ends"]) == ("basic", "0")


@pytest.mark.parametrize(
    ("file", "says"),
    [
        ("", "A scenario of your own needs its file."),
        ("[scenario\n", "Your file is not valid TOML: "),
        ("a=" + "[" * 30_000, "Your file is nested too deeply."),
        ("[scenario]\nphases = 1\n", "`date`"),
        ('[scenario]\ndate = "Aug 6"\n', "not on the time sheet"),
        ('[scenario]\ndate = "Apr 6"\nphases = 99\n', "phases"),
        ('[options]\nmode = "basic"\n', "Your file: Object missing required field `scenario`."),
        ('[scenario]\ndate = "Apr 6"\n[options]\nmode = "expert"\n', "Option mode cannot be"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_in_one_sentence(
    server: Server, file: str, says: str
) -> None:
    assert says in refusal(server, game="picket", scenario="own", file=file)


def test_a_file_has_its_limits_and_its_games(server: Server) -> None:
    assert "65536" in refusal(server, 400, game="picket", scenario="own", file="#" * 65_537)
    assert refusal(server, game="picket", scenario="3", file=OWN) == (
        "Picket takes no data 'options', only a scenario and names."
    )
    card = '[scenario]\ndate = "Apr 6"\n'
    assert refusal(server, game="picket", scenario="3", file=card) == (
        "Scenario 3 has its own card: yours is played as 'own'."
    )


def test_figures_of_ones_own(server: Server) -> None:
    custom = {"p1.fig2": "custom"}
    table = server.begin("kamikaze", file=KILLS, options=custom)
    assert '"kill_numbers":[3,4,5,6,5]' in table.watcher.text("/record")
    assert "kill_numbers" in refusal(
        server, game="kamikaze", file="kill_numbers = 3", options=custom
    )
    yamato = "[ships.J-Yamato]\nfront = { gunnery = 6 }\n"
    assert "J-Yamato" in server.begin("samar", file=yamato).watcher.text("/record")


def test_names_of_ones_own(server: Server) -> None:
    names = '[names]\nships = ["Steadfast"]\ncaptain = "R. Miller"\n'
    seat = server.begin("picket", scenario="3", file=names).seat("usn")
    position = seat.position()
    board = position["view"]["board"]
    assert (board["ship"], board["people"][0]["called"]) == ("Steadfast", "R. Miller")
    assert "Captain R. Miller" in position["log_sheet"]
    bad = '[names]\ncaptain = "[x]"\n'
    assert "'[x]' cannot name a" in refusal(server, game="picket", scenario="3", file=bad)


def test_the_games_say_what_they_take(server: Server) -> None:
    games = {game["name"]: game for game in server.client.get("/api/games").json()}
    assert {name: game["figures"] for name, game in games.items()} == {
        "samar": True,
        "picket": True,
        "kamikaze": True,
    }
    own = {name: [s["name"] for s in game["scenarios"] if s["own"]] for name, game in games.items()}
    assert own == {"samar": [], "picket": ["own"], "kamikaze": []}


@pytest.mark.slow
def test_a_file_is_pasted_and_chosen_on_the_start_page(server: Server, tmp_path: Any) -> None:
    pytest.importorskip("playwright", reason="the tests of the page need the package playwright")
    from table_browser import CHROMIUM, Visitor, chromium

    if not CHROMIUM:
        pytest.skip("the tests of the page need Debian's chromium")
    path = tmp_path / "own.toml"
    path.write_text(OWN, encoding="utf-8")
    with chromium() as browser:
        one = Visitor(browser, server.url)
        one.open()
        page = one.page
        page.locator("input[name=game][value=picket]").check()
        text = page.locator("textarea[name=own-scenario]")
        assert not text.is_visible()
        page.locator("select[name=scenario]").select_option("own")
        text.fill("[scenario]\nphases = 1\n")
        start = page.get_by_role("button", name="Start the match")
        start.click()
        said = page.get_by_role("alert").filter(has_text="`date`")
        said.wait_for()
        one.shot("own-scenario-refused")
        one.complaints.clear()  # the browser reports an answer of 422, which was wanted
        page.get_by_label("Your scenario: choose a file").set_input_files(path)
        page.wait_for_function(
            "() => document.querySelector('[name=own-scenario]').value.includes('Laffey')"
        )
        assert said.count() == 0
        start.click()
        assert one.settled()["state"] == "yours"
        assert "A scenario of your own" in page.title()
        one.close()
