"""Strategies for Dakapo."""

from __future__ import annotations

from random import Random
from typing import Any

from boardlab.bots.simple import best
from boardlab.core import Move

__all__ = ["greedy", "move_value", "safe_replies"]

WON, LOST = 1000.0, -1000.0
"""Values beyond any number of replies, of which there are fewer than 256."""
_CELLS = 64
_BOARD = (1 << _CELLS) - 1
_LEFT = sum(1 << 8 * row for row in range(8))
_RIGHT = _LEFT << 7
"""The cells of the first and the last column, as bits over cells."""


def greedy(state: Any, random: Random) -> Move:
    """Look two stones ahead: at the opponent's replies to each move, and whether they lose at once.

    It thinks in this order:

    1. Can I win at once? Then I do.
    2. After which moves could the opponent complete a square with a colour that he may place? Those I
       avoid; if there are no others, I leave him as few such squares as I can.
    3. Of the other moves, I take one that leaves him the fewest safe replies: stones after which I could
       not complete a square in turn. If he has none, I have as good as won. So I build threats, and
       block a square that only he could complete.

    Moves of equal value have the same chance.
    """
    return best(((move_value(state, move), move) for move in state.legal_moves()), random)


def move_value(state: Any, move: Move) -> float:
    """Value a legal move: a win, a draw, a loss to come, or minus the opponent's safe replies."""
    after = state.step(move)
    if after.is_over:
        return WON if after.winners == (state.current_player,) else 0.0
    winning = (after.legal & after.board.completing).bit_count()
    return LOST - winning if winning else float(-safe_replies(after))


def safe_replies(state: Any) -> int:
    """Count the legal moves after which the next player cannot complete a square at once.

    Whoever is to move has no square to complete. The next player may complete one in any colour but the
    one placed in between, on a cell beside a stone. So a stone leaves no such square only if it lies on
    the one cell where there is any, and if it does not lie beside a cell that would become one.
    """
    board, count = state.board, 0
    ready = board.completing & board.open
    later = board.completing ^ ready
    for color in range(len(board.stones)):
        legal = _lane(state.legal, color)
        if not legal:
            continue
        cells = beyond = 0
        for other in range(len(board.stones)):
            if other != color:
                cells |= _lane(ready, other)
                beyond |= _lane(later, other)
        if cells & (cells - 1):
            continue
        if cells:
            legal &= cells
        count += (legal & ~_beside(beyond)).bit_count()
    return count


def _lane(stones: int, color: int) -> int:
    """Return the cells of the stones of one colour in a set, as bits over cells."""
    return stones >> _CELLS * color & _BOARD


def _beside(cells: int) -> int:
    """Return the cells that share an edge with some cells."""
    sideways = (cells & ~_RIGHT) << 1 | (cells & ~_LEFT) >> 1
    return (sideways | cells << 8 | cells >> 8) & _BOARD
