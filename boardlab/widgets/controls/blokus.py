"""Blokus by hand."""

from __future__ import annotations

from typing import cast

from boardlab.core import State
from boardlab.games.blokus import Blokus, BlokusState
from boardlab.polyomino import PIECES
from boardlab.widgets.controls.base import Side
from boardlab.widgets.controls.placing import Placing

__all__ = ["BlokusControls"]


class BlokusControls(Placing):
    """Blokus: the pieces of the colour to move, placed by their cells."""

    game: Blokus
    shapes = PIECES

    def sides(self, state: State) -> tuple[Side, ...]:
        assert isinstance(state, BlokusState)
        game = self.game
        return tuple(
            Side(
                name,
                name,
                None if game.is_shared(color) else color % game.players,
                state.color_scores[color],
                len(state.color_hand(color)),
            )
            for color, name in enumerate(game.colors)
        )

    def side_to_move(self, state: State) -> int | None:
        return cast("BlokusState", state).color

    def left(self, state: State) -> tuple[str, ...]:
        color = self.side_to_move(state)
        return () if color is None else cast("BlokusState", state).color_hand(color)
