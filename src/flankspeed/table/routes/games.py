"""The games as the page asks for them: what can be chosen, the rules, the charts."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import Any

from litestar import Response, get
from litestar.params import FromPath, FromQuery

from flankspeed import bots, games
from flankspeed.engine import Game, MissingPackage, OptionError
from flankspeed.engine.game import Rule
from flankspeed.engine.show.briefing import Briefing
from flankspeed.engine.show.chart_view import ChartView
from flankspeed.table.problems import Refused, documented
from flankspeed.table.wire import GameInfo, LessonInfo, ScenarioInfo, SideInfo, TemplateInfo, Word


@get("/api/games", summary="All games", responses=documented())
async def list_games() -> list[GameInfo]:
    """All games, and what can be chosen before they begin."""
    return [_info(name) for name in games.names()]


@get("/api/games/{game:str}/rules", summary="The rule index", responses=documented(404))
async def list_rules(game: FromPath[str]) -> list[Rule]:
    """The rule index of a game."""
    return _rules(_known(game))


@get("/api/games/{game:str}/briefing", summary="A briefing", responses=documented(404, 422))
async def get_briefing(
    game: FromPath[str], seat: Word, scenario: FromQuery[Word | None] = None
) -> Briefing:
    """What a seat is told before a scenario begins; before the first one if none is named."""
    known = games.load(_known(game))
    return known.briefing(known.find_scenario(scenario).name, known.check_seat(seat))


@get("/api/games/{game:str}/charts", summary="The charts", responses=documented(404))
async def list_charts(game: FromPath[str]) -> list[ChartView]:
    """The charts and named figures of a game."""
    return _charts(_known(game))


@get(
    "/api/games/{game:str}/templates/{name:str}",
    summary="A template",
    media_type="text/plain",
    responses=documented(404),
)
async def get_template(game: FromPath[str], name: FromPath[str]) -> Response[str]:
    """A file to fill in, for a scenario or figures of the player's own."""
    try:
        text = games.load(_known(game)).find_template(name).text
    except OptionError as error:
        raise Refused(404, str(error)) from None
    headers = {"Content-Disposition": f'attachment; filename="{game}-{name}.toml"'}
    return Response(text, media_type="text/plain", headers=headers)


def describe(name: str) -> None:
    """Find out all that can be asked of a game, and what a seat is told before it begins."""
    _info(name)
    _rules(name)
    _charts(name)
    game = games.load(name)
    for seat in game.seats:
        game.briefing(game.find_scenario(None).name, seat)


def _known(name: str) -> str:
    try:
        games.load(name)
    except OptionError as error:
        raise Refused(404, str(error)) from None
    return name


@cache
def _rules(name: str) -> list[Rule]:
    return games.load(name).rules()


@cache
def _charts(name: str) -> list[ChartView]:
    return list(games.load(name).charts())


@cache
def _info(name: str) -> GameInfo:
    game = games.load(name)
    return GameInfo(
        name=name,
        title=game.title,
        summary=game.summary,
        seats=list(game.seats),
        enemies=list(game.enemies),
        scenarios=[
            ScenarioInfo(*s, about=s.about, own=s.name == game.own_scenario) for s in game.scenarios
        ],
        options=game.option_infos(),
        bots=_bots(game),
        bot_words={**game.bot_words()},
        figures=game.own_figures,
        sides={
            seat: SideInfo(side.name, side.sign, side.colour) for seat, side in game.sides.items()
        },
        emblem=game.emblem,
        dark=game.dark,
        overlays=list(game.overlays),
        people_options={seat: {**usual} for seat, usual in game.people_options.items()},
        legend={**game.legend()},
        facts=game.facts(),
        lessons=[
            LessonInfo(each.name, each.title, each.learner, each.minutes, len(each.cards))
            for each in game.lessons()
        ],
        templates=[TemplateInfo(each.name, each.title, each.scenario) for each in game.templates()],
    )


def _bots(game: Game[Any]) -> list[str]:
    """The bots whose packages are installed."""
    found = []
    for name in bots.names(game):
        with suppress(MissingPackage):
            bots.make(game, name)
            found.append(name)
    return found
