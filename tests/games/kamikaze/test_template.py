"""The template for figures of one's own: it says what the game has, and what is changed counts."""

from __future__ import annotations

from templates import NEEDED, changed, charts_with, switched_on

from flankspeed import games

TEMPLATE = games.load("kamikaze").find_template("figures")
OURS = charts_with("kamikaze", TEMPLATE, "")


def test_it_says_what_the_game_has() -> None:
    as_it_stands = charts_with("kamikaze", TEMPLATE, TEMPLATE.text)
    whole = charts_with("kamikaze", TEMPLATE, switched_on(TEMPLATE.text), NEEDED["kamikaze"])
    for charts in (as_it_stands, whole):
        assert charts.battery.bearing == OURS.battery.bearing
        assert [mount.name for mount in charts.battery.mounts] == [
            mount.name for mount in OURS.battery.mounts
        ]
        assert charts.entry_points == OURS.entry_points
        assert [charts.shot(0, facing).chance for facing in range(8)] == [
            OURS.shot(0, facing).chance for facing in range(8)
        ]


def test_what_a_player_changes_counts() -> None:
    text = changed(TEMPLATE.text, "#kill_numbers = [3, 4", "kill_numbers = [2, 4")
    text = changed(text, "#entry_points = [[11, 1]", "entry_points = [[12, 1]")
    text = changed(text, 'id = "45", type = "40mm"', 'id = "45", type = "20mm"')
    charts = charts_with("kamikaze", TEMPLATE, text, NEEDED["kamikaze"])
    assert charts.shot(0, 0).chance > OURS.shot(0, 0).chance
    assert charts.entry_points[0] == OURS.entry_points[0] + 1
    assert "20mm mount 45" in [mount.name for mount in charts.battery.mounts]
