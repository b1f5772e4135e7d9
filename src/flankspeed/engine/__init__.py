"""The engine: what every game stands on. It knows no game."""

from flankspeed.engine.bot import Adviser, Bot, Weighed
from flankspeed.engine.chart import Chart
from flankspeed.engine.decision import Choice, Decision
from flankspeed.engine.destination import Destination
from flankspeed.engine.dice import Dice, Entered, Rolled, Scripted
from flankspeed.engine.errors import (
    DataError,
    DiceError,
    FlankspeedError,
    IllegalChoice,
    MissingPackage,
    NeedDice,
    OptionError,
    RecordError,
    UndoBarred,
)
from flankspeed.engine.event import Event, Log
from flankspeed.engine.feature import Feature
from flankspeed.engine.game import Game, Options, Overlay, Scenario, Trial, Yardstick
from flankspeed.engine.match import Match
from flankspeed.engine.odds import Odds, OddsReport
from flankspeed.engine.question import Question
from flankspeed.engine.records.record import Record
from flankspeed.engine.records.record_file import RecordLock
from flankspeed.engine.records.replay import reopen, replay, resume, verify
from flankspeed.engine.records.shared_dice import SharedDice
from flankspeed.engine.roll import Count, Each, Reading, Roll
from flankspeed.engine.show.view import View
from flankspeed.engine.side import Side
from flankspeed.engine.step import State, Step
from flankspeed.engine.values import Figure, Modifier, Result, Throw, Used

__all__ = [
    "Adviser",
    "Bot",
    "Chart",
    "Choice",
    "Count",
    "DataError",
    "Decision",
    "Destination",
    "Dice",
    "DiceError",
    "Each",
    "Entered",
    "Event",
    "Feature",
    "Figure",
    "FlankspeedError",
    "Game",
    "IllegalChoice",
    "Log",
    "Match",
    "MissingPackage",
    "Modifier",
    "NeedDice",
    "Odds",
    "OddsReport",
    "OptionError",
    "Options",
    "Overlay",
    "Question",
    "Reading",
    "Record",
    "RecordError",
    "RecordLock",
    "Result",
    "Roll",
    "Rolled",
    "Scenario",
    "Scripted",
    "SharedDice",
    "Side",
    "State",
    "Step",
    "Throw",
    "Trial",
    "UndoBarred",
    "Used",
    "View",
    "Weighed",
    "Yardstick",
    "reopen",
    "replay",
    "resume",
    "verify",
]
