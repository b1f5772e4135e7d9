"""Templates at the table: offered with the games, and downloaded."""

from __future__ import annotations

from table_server import Server, problem

from flankspeed import games

TEMPLATES = [(game, each) for game in games.names() for each in games.load(game).templates()]


def test_the_games_say_which_they_have(server: Server) -> None:
    infos = {game["name"]: game for game in server.client.get("/api/games").json()}
    assert infos["picket"]["templates"] == [
        {"name": "names", "title": "Names for your ships and crew", "scenario": False},
        {"name": "scenario", "title": "A scenario of your own", "scenario": True},
    ]


def test_each_is_a_file_that_a_match_begins_with(server: Server) -> None:
    for game, template in TEMPLATES:
        answer = server.client.get(f"/api/games/{game}/templates/{template.name}")
        assert (answer.status_code, answer.text) == (200, template.text)
        assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
        file = f'attachment; filename="{game}-{template.name}.toml"'
        assert answer.headers["Content-Disposition"] == file
        scenario = games.load(game).own_scenario if template.scenario else None
        table = server.begin(game, scenario=scenario, file=answer.text)
        assert table.watcher.position()["game"] == game


def test_what_is_not_there(server: Server) -> None:
    answer = server.client.get("/api/games/picket/templates/chart")
    assert problem(answer, 404) == "Picket has no template 'chart' (there are: names, scenario)."
    assert "chess" in problem(server.client.get("/api/games/chess/templates/names"), 404)
