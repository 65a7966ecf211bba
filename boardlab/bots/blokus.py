"""Strategies for Blokus."""

from __future__ import annotations

from math import hypot, log
from random import Random
from typing import Any

from boardlab.bots.simple import best
from boardlab.core import Move

__all__ = ["mobility", "mobility_value"]

SIZE, OWN, OTHERS, CENTRE = 0.5, 1.0, 2.0, 0.5
"""Weights of a cell placed, of own moves and the opponents' (as logarithms), of the way to the centre."""
OPENING = 5
"""How many pieces of a colour are drawn to the centre."""


def mobility(state: Any, random: Random) -> Move:
    """Choose the move that leaves one's own colours many placements and the others few.

    Moves of equal value have the same chance.
    """
    return best(((mobility_value(state, move), move) for move in state.legal_moves()), random)


def mobility_value(state: Any, move: Move) -> float:
    """Value a legal move: a large piece, own placements, few of the others, an early way to the centre."""
    game, seat = state.game, state.current_player
    after = state.step(move)
    own = others = 0
    for color in range(len(game.colors)):
        count = after.legal_of(color).bit_count()
        if game.is_shared(color):
            continue
        if color % game.players == seat:
            own += count
        else:
            others += count
    value = SIZE * len(move.cells) + OWN * log(1 + own) - OTHERS * log(1 + others)
    if len(state.color_hand(state.color)) > len(game.table.names) - OPENING:
        middle = (game.width - 1) / 2
        value -= CENTRE * min(hypot(cell.x - middle, cell.y - middle) for cell in move.cells)
    return value
