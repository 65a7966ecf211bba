"""The games that boardlab plays, and how to make one."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from boardlab.core import Game, listed, quoted
from boardlab.games.blokus import Blokus
from boardlab.games.dakapo import Dakapo
from boardlab.games.isaac import Isaac
from boardlab.games.polyssimo import Polyssimo

__all__ = ["GAMES", "make"]

GAMES: dict[str, type[Game]] = {
    "blokus": Blokus,
    "isaac": Isaac,
    "polyssimo": Polyssimo,
    "dakapo": Dakapo,
}
"""Name -> the class of the game's rules."""


def make(name: str, /, **options: Any) -> Game:
    """Make a game from its name and options.

    Raises
    ------
    ValueError
        If there is no game of that name, or an option is unknown or impossible; the message lists the
        right ones.

    Examples
    --------
    >>> make("blokus", variant="duo").options
    {'players': 2, 'variant': 'duo', 'corners': 'any', 'scoring': 'advanced'}
    """
    if not isinstance(name, str) or name not in GAMES:
        raise ValueError(f"there is no game {quoted(str(name))}; the games are {listed(GAMES)}")
    known = [field.name for field in fields(GAMES[name])]  # type: ignore[arg-type]
    for option in options:
        if option not in known:
            raise ValueError(f"{name} has no option {quoted(option)}; its options are {listed(known)}")
    return GAMES[name](**options)
