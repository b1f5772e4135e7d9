"""Whole matches over the wire: by choices, by bots, with typed-in dice, taken back, taken in."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import httpx
import pytest
from table_server import Seat, Server, draw_together, play_out, problem

from flankspeed import bots, games
from flankspeed.engine import Record, verify

GAMES = list(games.names())
SHORT = {"kamikaze": "dives-3"}


def verified(text: str) -> Record:
    record = Record.parse(text)
    verify(games.load(record.header.game), record)
    return record


@pytest.mark.parametrize("game", GAMES)
def test_a_match_by_choices(fair: Server, game: str) -> None:
    table = fair.begin(game, scenario=SHORT.get(game))
    alone = draw_together(table)["shared"] is None
    assert alone == (len(games.load(game).seats) == 1)
    random = Random(1)
    last = play_out(table, random.choice)
    assert last["result"]["outcome"]
    undo = {"allowed": False, "reason": "the game is over", "seat": None, "points": []}
    assert last["undo"] == undo | {"after_dice": None}
    record = verified(table.watcher.text("/record"))
    assert record.key
    assert record.header.dice.startswith("sha256 " if alone else "shared ")
    assert len(record.lines) >= last["choices"]
    log = table.watcher.get("/log")
    assert len(log) == last["log_length"]
    assert [entry["number"] for entry in log] == list(range(len(log)))
    assert any(entry["dice"] for entry in log)
    assert table.watcher.get("/log?from=3") == log[3:]
    told = table.watcher.get("/since?choice=1")
    assert told == sorted(told, key=lambda line: -line["weight"])
    assert {line["choice"] for line in told} <= set(range(2, last["choices"] + 1))
    assert table.watcher.get(f"/since?choice={last['choices']}") == []


@pytest.mark.parametrize(
    ("seats", "options", "value"),
    [
        ({}, {}, "ask"),
        ({"ijn": "lieutenant"}, {}, "ask"),
        ({"usn": "lieutenant"}, {}, "auto"),
        ({}, {"p2.usChoices": "auto"}, "auto"),
        ({"usn": "lieutenant"}, {"p2.usChoices": "ask"}, "ask"),
    ],
)
def test_an_option_may_have_another_default_where_a_person_sits(
    server: Server, seats: dict[str, str], options: dict[str, str], value: str
) -> None:
    table = server.begin("kamikaze", scenario="dives-1", seats=seats, options=options, seed=3)
    assert table.watcher.position()["options"]["p2.usChoices"] == value


@pytest.mark.parametrize("game", GAMES)
def test_a_match_by_bots(server: Server, game: str) -> None:
    seats = dict.fromkeys(games.load(game).seats, "random")
    table = server.begin(game, seats=seats)
    assert set(table.links) == {*seats, "watch"}
    table.watcher.until("over")
    record = verified(table.watcher.text("/record"))
    assert record.result is not None
    assert record.header.seats == seats


@pytest.mark.parametrize("game", ["kamikaze", "samar"])
def test_a_match_against_a_bot(server: Server, game: str) -> None:
    table = server.begin(game, seats={"ijn": bots.names(games.load(game))[1]}, seed=5)
    usn = table.seat("usn")
    random = Random(2)
    for _ in range(12):
        position = usn.until("turn", seat="usn")
        if position["result"]:
            break
        choices = position["view"]["shortcuts"] or position["view"]["options"]
        usn.choose(random.choice(choices)["text"], position["version"])
    usn.until("turn", seat="usn")
    assert usn.position()["fault"] is None
    record = verified(usn.text("/record"))
    assert {line.seat for line in record.lines if line.number} == {"usn", "ijn"}
    assert record.header.dice == "seed 5"


def test_what_a_match_begins_with(server: Server) -> None:
    options = {"p1.fig2": "hard"}
    table = server.begin("kamikaze", scenario="dives-2", options=options, name="An evening", seed=3)
    position = table.seat("ijn").position()
    assert position["name"] == "An evening"
    assert position["scenario"] == "dives-2"
    assert position["options"]["p1.fig2"] == "hard"
    assert position["seats"] == {"usn": "human", "ijn": "human"}
    assert position["version"] == position["choices"] == 0
    assert position["view"]["seat"] == "ijn"
    assert position["view"]["options"]
    other = table.seat("usn").position()
    assert other["view"]["options"] == []
    assert other["view"]["waiting_for"] == "ijn"
    assert table.watcher.position()["seat"] is None


def test_the_games(server: Server) -> None:
    infos = {info["name"]: info for info in server.client.get("/api/games").json()}
    assert list(infos) == GAMES
    for name, info in infos.items():
        game = games.load(name)
        assert info["seats"] == list(game.seats)
        assert info["summary"]
        assert [s["name"] for s in info["scenarios"]] == [s.name for s in game.scenarios]
        assert info["bots"] == bots.names(games.load(name))
        rules = {rule["id"] for rule in server.client.get(f"/api/games/{name}/rules").json()}
        charts = server.client.get(f"/api/games/{name}/charts").json()
        assert charts
        for chart in charts:
            assert chart["rule"] in rules
            width = max(1, len(chart["columns"]))
            assert all(len(row["cells"]) == width for row in chart["rows"])
    own = [s for s in infos["picket"]["scenarios"] if s["own"]]
    assert [s["name"] for s in own] == [games.load("picket").own_scenario]


def test_an_answer_brings_all_that_is_shown(server: Server) -> None:
    """One request where there were four: what it brings is what each of them would bring."""
    table = server.begin("samar", seed=1)
    usn = table.seat("usn")
    assert usn.position()["shown"] is None
    body = {"version": 0, "choice": "formation"}
    shown = usn.post("/choices?log=0", **body).json()["shown"]
    assert (shown["first"], shown["log"]) == (0, usn.get("/log"))
    assert shown["picture"]["parts"] == [usn.text("/picture")]
    again = usn.get(f"?log={len(shown['log']) - 2}&overlays=range:U-DD4")["shown"]
    assert again["log"] == shown["log"][-2:]
    assert again["picture"]["parts"] == [usn.text("/picture?overlays=range:U-DD4")]
    assert usn.get("?log=7&undone=1")["shown"]["first"] == 0
    for told in (shown["odds"], again["odds"]):
        assert told is None or told == usn.get("/odds")
    watched = table.watcher.get("?log=0&overlays=range:none")["shown"]
    assert watched["odds"] == {}
    assert watched["picture"]["parts"] == [table.watcher.text("/picture")]


def test_pictures(server: Server) -> None:
    table = server.begin("samar", seed=1)
    usn = table.seat("usn")
    answer = usn.ask("GET", "/picture")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg")
    again = usn.ask("GET", "/picture", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    # Only who must choose sees what can be chosen.
    others = table.seat("ijn").ask("GET", "/picture")
    assert others.text != answer.text
    assert others.text == table.watcher.text("/picture")
    assert len({each.headers["etag"] for each in (answer, others)}) == 2
    usn.choose(usn.position()["view"]["options"][0]["text"], 0)
    changed = usn.ask("GET", "/picture", headers={"If-None-Match": answer.headers["etag"]})
    assert changed.status_code == 200


def test_overlays(server: Server) -> None:
    table = server.begin("samar", seed=1)
    usn = table.seat("usn")
    usn.choose("formation", 0)
    ship = next(s for s in usn.position()["view"]["board"]["ships"] if s["hex"])
    assert usn.text(f"/picture?overlays=range:{ship['id']}") != usn.text("/picture")
    assert "nothing" in problem(usn.ask("GET", "/picture?overlays=nothing"), 422)


def test_a_shortcut_is_many_choices(server: Server) -> None:
    table = server.begin("samar", seed=1)
    usn = table.seat("usn")
    assert "formation" in [s["text"] for s in usn.position()["view"]["shortcuts"]]
    position = usn.choose("formation", 0)
    assert position["version"] == 1
    assert position["choices"] > 3


def test_undo(server: Server) -> None:
    table = server.begin("kamikaze", seed=1)
    ijn = table.seat("ijn")
    first = ijn.choose("pick E1", 0)
    assert first["undo"]["reason"] == "dice were thrown after 'pick E1' (movement points)"
    assert "cannot be taken back" in problem(ijn.post("/undo", version=1), 409)
    second = ijn.choose("enter 11", 1)
    told = ijn.get("/log")
    assert len(told) == second["log_length"]
    points = [{"to": 1, "label": "enter at (11,1) S"}]
    allowed = {"allowed": True, "reason": "", "seat": "ijn", "points": points}
    assert second["undo"] == allowed | {"after_dice": None}
    reason = "the last choice was ijn's"
    barred = {"allowed": False, "reason": reason, "seat": "ijn", "points": []}
    barred |= {"after_dice": None}
    assert table.seat("usn").position()["undo"] == barred
    problem(table.seat("usn").post("/undo", version=2), 409)
    answer = ijn.post("/undo", version=2)
    assert answer.status_code == 200
    back = answer.json()
    assert (back["version"], back["choices"], back["undone"]) == (3, 1, 1)
    assert back["view"] == first["view"]
    assert back["log_length"] == len(ijn.get("/log")) == first["log_length"]
    third = ijn.choose("enter 12", 3)
    assert third["choices"] == 2
    now = ijn.get("/log")
    assert now[: first["log_length"]] == told[: first["log_length"]]
    assert now[first["log_length"] :] != told[first["log_length"] :]
    verified(ijn.text("/record"))


def type_in(seat: Seat, position: Any, random: Random) -> Any:
    need = position["need"]
    values = [random.randint(1, need["sides"]) for _ in range(need["count"])]
    answer = seat.post("/dice", version=position["version"], values=values)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_typed_in_dice(server: Server) -> None:
    table = server.begin("kamikaze", scenario="dives-1", dice="entered")
    ijn = table.seat("ijn")
    position = ijn.position()
    assert position["dice_kind"] == "entered"
    assert position["need"] == {"count": 1, "sides": 8, "why": "entry point"}
    assert "8" in problem(ijn.post("/dice", version=0, values=[9]), 422)
    problem(ijn.post("/dice", version=0, values=[1, 2]), 422)
    problem(ijn.post("/choices", version=0, choice="face E"), 422)
    problem(table.watcher.post("/dice", version=0, values=[1]), 403)
    random = Random(3)
    for _ in range(500):
        if position["result"]:
            break
        turn = table.seat(position["view"]["waiting_for"] or "ijn")
        if position["need"]:
            position = type_in(turn, position, random)
        else:
            options = turn.position()["view"]["options"]
            position = turn.choose(random.choice(options)["text"], position["version"])
    assert position["result"]
    assert verified(ijn.text("/record")).header.dice == "entered"


def test_a_choice_that_waits_for_dice_can_be_taken_back(server: Server) -> None:
    table = server.begin("kamikaze", dice="entered")
    ijn = table.seat("ijn")
    position = ijn.choose("pick E1", 0)
    assert position["need"]["why"] == "movement points"
    assert (position["undo"]["allowed"], position["undo"]["seat"]) == (True, "ijn")
    problem(table.seat("usn").post("/dice", version=1, values=[3]), 403)
    back = ijn.post("/undo", version=1).json()
    assert back["need"] is None
    assert back["choices"] == 0


def test_dice_of_a_bot_are_typed_in_by_a_human(server: Server) -> None:
    table = server.begin("kamikaze", seats={"ijn": "random"}, dice="entered")
    usn = table.seat("usn")
    random = Random(4)
    for _ in range(6):
        type_in(usn, usn.until("need"), random)
    assert len(usn.get("/log")) > 6


def test_the_past(server: Server) -> None:
    table = server.begin("kamikaze", scenario="dives-2", seed=9)
    random = Random(5)
    seen = {}
    ijn, usn = table.seat("ijn"), table.seat("usn")

    def pick(options: Any) -> Any:
        position = ijn.position()
        board = position["view"]["board"]
        seen[position["choices"]] = board, table.watcher.text("/picture")
        return random.choice(options)

    problem(usn.ask("GET", "/position?at=1"), 404)
    problem(usn.ask("GET", "/position?at=0&seat=ijn"), 403)
    last = play_out(table, pick)
    for number in random.sample(sorted(seen), min(len(seen), 12)):
        board, picture = seen[number]
        past = usn.get(f"/position?at={number}&seat=ijn")
        assert past["view"]["board"] == board
        assert past["choices"] == number
        assert past["undo"]["allowed"] is False
        log = [entry for entry in usn.get("/log") if entry["choice"] <= number]
        assert past["log_length"] == len(log)
        assert table.watcher.text(f"/picture?at={number}") == picture
    assert usn.get(f"/position?at={last['choices']}")["result"] == last["result"]
    problem(usn.ask("GET", f"/position?at={last['choices'] + 1}"), 404)
    problem(usn.ask("GET", "/position?at=0&seat=raf"), 404)


def test_a_record_is_taken_in(server: Server) -> None:
    table = server.begin("kamikaze", scenario="dives-2", seed=4)
    over = play_out(table, Random(6).choice)
    text = table.watcher.text("/record")
    copy = server.take_in(text, name="A copy")
    position = copy.watcher.position()
    assert position["name"] == "A copy"
    assert position["result"] == over["result"]
    assert copy.watcher.text("/record") == text
    assert copy.watcher.get("/log") == table.watcher.get("/log")


def test_an_unfinished_record_goes_on(server: Server) -> None:
    table = server.begin("kamikaze", seed=4)
    ijn = table.seat("ijn")
    ijn.choose("pick E1", 0)
    copy = server.take_in(ijn.text("/record"), seats={"usn": "random"})
    assert copy.links.keys() == {"ijn", "watch"}
    position = copy.seat("ijn").choose("enter 11", 0)
    assert position["choices"] == 2
    assert position["seats"] == {"usn": "random", "ijn": "human"}
    verified(copy.watcher.text("/record"))


def test_a_record_that_does_not_replay(server: Server) -> None:
    table = server.begin("kamikaze", seed=4)
    table.seat("ijn").choose("pick E1", 0)
    text = table.watcher.text("/record")
    for wrong in ("", "nothing", text.replace("pick E1", "pick E9"), text[:-5]):
        answer = server.client.post("/api/matches/import", json={"record": wrong})
        assert problem(answer, 422)


def test_advice_and_odds(server: Server) -> None:
    table = server.begin("kamikaze", seed=1)
    ijn = table.seat("ijn")
    advice = ijn.get("/advice")
    texts = {option["text"]: option["label"] for option in ijn.position()["view"]["options"]}
    assert texts[advice["text"]] == advice["label"]
    assert advice["bot"] == bots.strongest(games.load("kamikaze"))
    assert re.match(r"sinks her about \d+\.\d% ± \d", advice["numbers"])
    assert {each["text"] for each in advice["weighed"]} == set(texts)
    assert advice["weighed"][0]["text"] == advice["text"]
    costs = [each["cost"] for each in advice["weighed"]]
    assert costs == sorted(costs)
    assert costs[0] == 0
    assert ijn.get("/odds") == {}  # nothing is thrown at by picking a plane
    problem(table.seat("usn").ask("GET", "/advice"), 409)
    assert table.seat("usn").get("/odds") == {}
    problem(table.watcher.ask("GET", "/advice"), 409)


def test_odds_name_what_counts(server: Server) -> None:
    ijn = server.begin("kamikaze", scenario="dives-1", seed=4).seat("ijn")
    odds, advice = ijn.get("/odds"), ijn.get("/advice")
    guns = [{"name": "stern 5-inch", "value": 3}]
    assert odds["face E"] == {"text": "crash 51.6%, volley of 3 dice", "modifiers": guns}
    assert advice["modifiers"] == odds[advice["text"]]["modifiers"]
    assert (advice["numbers"], advice["unit"]) == (
        "sinks her 8.6%, crash 51.6% at best",
        "percentage points of winning",
    )


def test_odds_of_an_attack(server: Server) -> None:
    """Some day of the first few has an attack, and guns to be aimed at it."""
    assert any(_odds_were_told(server, seed) for seed in range(12))


def _odds_were_told(server: Server, seed: int) -> bool:
    usn = server.begin("picket", seed=seed).seat("usn")
    random = Random(seed)
    position = usn.position()
    while not position["result"]:
        odds = usn.get("/odds")
        if odds:
            assert all(told["text"] for told in odds.values())
            aimed = [told["modifiers"] for text, told in odds.items() if text.startswith("aim ")]
            assert aimed
            assert all(entry["name"] and entry["value"] for entry in aimed[0])
            texts = {option["text"] for option in position["view"]["options"]}
            assert odds.keys() <= texts | {s["text"] for s in position["view"]["shortcuts"]}
            return True
        choice = random.choice(position["view"]["options"])
        position = usn.choose(choice["text"], position["version"])
    return False


def test_options_and_abbreviations_have_words(server: Server) -> None:
    found = {game["name"]: game for game in httpx.get(f"{server.url}/api/games").json()}
    dice = next(o for o in found["samar"]["options"] if o["name"] == "min_dice")
    assert dice["title"] == "Attacks that keep one die"
    assert dice["words"]["torpedo_only"] == "torpedoes only"
    assert found["samar"]["legend"]["CVE"] == "escort carrier"


def test_briefings(server: Server) -> None:
    table = server.begin("kamikaze", scenario="dives-2", seed=1)
    told = {seat: table.seat(seat).get("/briefing") for seat in ("usn", "ijn")}
    assert told["usn"]["rule"] == "K-0-goal-1"
    assert told["ijn"]["rule"] == "K-0-goal-2"
    watched = table.watcher.get("/briefing")
    assert (watched["situation"], watched["goal"]) == (told["usn"]["situation"], "")
    path = "/api/games/kamikaze/briefing"
    asked = httpx.get(f"{server.url}{path}?scenario=dives-2&seat=ijn")
    assert asked.json() == told["ijn"]
    assert httpx.get(f"{server.url}{path}?seat=ijn").json()["rule"] == "K-0-goal-2"
    problem(httpx.get(f"{server.url}{path}?scenario=x&seat=ijn"), 422)
    problem(httpx.get(f"{server.url}{path}?seat=raf"), 422)
    problem(httpx.get(f"{server.url}/api/games/chess/briefing?seat=usn"), 404)


# --- Taking many choices back ---


def test_choices_are_taken_back_to_a_point(server: Server) -> None:
    usn = server.begin("samar", seed=1).seat("usn")
    position = usn.position()
    for _ in range(3):
        choice = position["view"]["options"][0]
        position = usn.choose(choice["text"], position["version"])
    points = position["undo"]["points"]
    assert [point["to"] for point in points] == [2, 1, 0]
    answer = usn.post("/undo", version=position["version"], to=1)
    assert answer.status_code == 200, answer.text
    assert (answer.json()["choices"], answer.json()["undone"]) == (1, 1)
    refused = usn.post("/undo", version=answer.json()["version"], to=5)
    assert refused.status_code == 409
    assert "There is nothing to take back" in refused.json()["detail"]


def test_where_ships_can_be_sent_is_told_to_those_who_move_them(server: Server) -> None:
    table = server.begin("samar", seed=1)
    usn, ijn = table.seat("usn"), table.seat("ijn")
    usn.choose("formation", usn.position()["version"])
    ijn.choose("usn first", ijn.position()["version"])
    position = usn.position()
    assert "ship:U-DD4" in position["view"]["travellers"]
    assert ijn.position()["view"]["travellers"] == []
    assert ijn.get("/destinations?who=ship:U-DD4") == []
    found = usn.get("/destinations?who=ship:U-DD4")
    goal = next(one for one in found if not one["risky"])
    after = usn.choose(goal["text"], position["version"])
    assert after["choices"] > position["choices"] + 1
    assert usn.get("/destinations?who=ship:U-DD4") == []  # she has moved
