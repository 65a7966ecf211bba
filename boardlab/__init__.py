"""Board games to play, learn and analyse in notebooks."""

from __future__ import annotations

from boardlab.core import IllegalMoveError
from boardlab.games import GAMES, make
from boardlab.match import Match
from boardlab.records import Record, load

__all__ = ["GAMES", "IllegalMoveError", "Match", "Record", "__version__", "load", "make"]

__version__ = "0.1.0"
