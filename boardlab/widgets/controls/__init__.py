"""What a player does to make a move: one entry for each game, and all that a new game needs here."""

from __future__ import annotations

from boardlab.core import Game
from boardlab.widgets.controls.base import Controls, Form, Hint, Item, Side
from boardlab.widgets.controls.blokus import BlokusControls
from boardlab.widgets.controls.dakapo import DakapoControls
from boardlab.widgets.controls.isaac import IsaacControls
from boardlab.widgets.controls.placing import Placing, flipped, pivoted, turned
from boardlab.widgets.controls.polyssimo import PolyssimoControls

__all__ = [
    "CONTROLS",
    "Controls",
    "Form",
    "Hint",
    "Item",
    "Placing",
    "Side",
    "controls_for",
    "flipped",
    "pivoted",
    "turned",
]

CONTROLS: dict[str, type[Controls]] = {
    "blokus": BlokusControls,
    "isaac": IsaacControls,
    "polyssimo": PolyssimoControls,
    "dakapo": DakapoControls,
}
"""Name of a game -> how it is played by hand."""


def controls_for(game: Game) -> Controls:
    """Return the controls of a game.

    Raises
    ------
    ValueError
        If the app has none for it.
    """
    if game.name not in CONTROLS:
        raise ValueError(f"the app does not know how {game.title} is played by hand; add it to CONTROLS")
    return CONTROLS[game.name](game)
