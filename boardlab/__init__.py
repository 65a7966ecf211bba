"""Board games to play, learn and analyse in notebooks."""

from __future__ import annotations

from boardlab.core import IllegalMoveError
from boardlab.games import GAMES, make

__all__ = ["GAMES", "IllegalMoveError", "__version__", "make"]

__version__ = "0.1.0"
