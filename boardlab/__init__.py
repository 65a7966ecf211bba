"""Board games to play, learn and analyse in notebooks."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from boardlab.core import IllegalMoveError
from boardlab.games import GAMES, make

if TYPE_CHECKING:
    from boardlab import bots, polyomino, render
    from boardlab.match import Match
    from boardlab.records import Record, load
    from boardlab.widgets import App

__all__ = [
    "GAMES",
    "IllegalMoveError",
    "Match",
    "Record",
    "__version__",
    "bots",
    "load",
    "make",
    "play",
    "polyomino",
    "render",
]

__version__ = "0.1.0"


def play(game: Any = "blokus", seats: Any = None, **options: Any) -> App:
    """Show a game in a notebook, to play on with mouse, touch or keys.

    Parameters
    ----------
    game
        The name of a game; or a game, a match or a record, to go on with.
    seats
        Who plays, from seat to player, such as ``{1: "greedy"}``; seats are counted from 0. A player is
        the name of a bot, a function from a state to a move, or None for a person.
    **options
        Options of the game, such as ``players=2``, and of the app: ``seed``, ``size``, ``palette``,
        ``pause``; :class:`boardlab.widgets.App` explains them.

    Without ipywidgets and anywidget it is a picture, with a sentence on what to install.

    Raises
    ------
    ValueError
        If there is no such game, option, seat or bot.
    """
    from boardlab import widgets

    return widgets.play(game, seats=seats, **options)


_LATER = {"Match": "match", "Record": "records", "load": "records"}
"""Name -> the module it comes from, for names that not everybody needs."""


def __getattr__(name: str) -> Any:
    """Load a part of the package when it is first asked for, so that importing boardlab stays quick."""
    if name in _LATER:
        return getattr(import_module(f"boardlab.{_LATER[name]}"), name)
    if name in ("bots", "conformance", "polyomino", "records", "render", "widgets"):
        return import_module(f"boardlab.{name}")
    raise AttributeError(f"boardlab has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
