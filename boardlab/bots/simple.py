"""Strategies that look at the moves alone, not at what follows from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from boardlab.core import Move, State

__all__ = ["best", "largest_piece", "pick", "random_move"]


def random_move(state: State, random: Random) -> Move:
    """Choose any legal move, each with the same chance."""
    return pick(state.legal_moves(), random)


def largest_piece(state: State, random: Random) -> Move:
    """Choose any move of the largest pieces that can be placed."""
    moves = state.legal_moves()
    size = max(len(move.cells) for move in moves)
    return pick([move for move in moves if len(move.cells) == size], random)


def pick(moves: Sequence[Move], random: Random) -> Move:
    """Choose one of some moves, each with the same chance.

    Only ``Random.random`` promises the same numbers in every version of Python.
    """
    return moves[int(random.random() * len(moves))]


def best(valued: Iterable[tuple[float, Move]], random: Random) -> Move:
    """Choose a move of the highest value; moves of equal value have the same chance."""
    highest = float("-inf")
    found: list[Move] = []
    for value, move in valued:
        if value > highest or not found:
            highest, found = value, []
        if value == highest:
            found.append(move)
    return pick(found, random)
