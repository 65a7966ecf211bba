"""Strategies for Isaac."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import log
from random import Random
from typing import Any, NamedTuple

from boardlab.bots.simple import best
from boardlab.core import Move

__all__ = ["greedy"]

VALUES = (1, 2, 3, 4, 6)
"""What is printed on the bars of 3, 4, 5, 6 and 7 cells."""
ROOM = 0.2
"""What room for the bars in hand weighs against a point, while bars are placed."""
LATER, NEXT = 0.5, 0.5
"""Shares to hope for: of what each bar left would score now, and of the best one's points once more."""
GOAL = 100
WON, LOST = 1000, -1000
"""Values beyond any number of points."""


def greedy(state: Any, random: Random) -> Move:
    """Place bars where they will score, and remove them for points without giving up the shorter ones.

    While bars are placed, it adds up for each placement

    1. the points that the new bar would score, and what it adds to those of the own bars whose lines it
       touches, less what it adds to the opponent's. So bars of high value go where there is a crowd, and
       the others onto the lines of own bars of high value, off those of the opponent;
    2. the room that is left: for each length in hand the value of the bar × the logarithm of the number
       of places for it, less the same for the opponent. So long bars go first, while there is room.

    When bars are removed, it thinks in this order:

    1. Can I reach 100? Then I win.
    2. After which moves could the opponent reach 100? Those I avoid.
    3. What is left to hope for, after each bar and each advance? Half of what my bars would score now,
       and half of the best one's points once more, doubled by the markers where they would stand; less
       the same for the opponent. Bars shorter than the one removed are lost, so short bars go first. An
       advance may stop early on the line of my next bar, or to keep the marker off the opponent's line.

    Moves of equal value have the same chance.
    """
    return best(_removals(state) if state.phase == "score" else _placements(state), random)


# -- placing -----------------------------------------------------------------------------------------


def _placements(state: Any) -> Iterator[tuple[float, Move]]:
    """Go through the legal placements with their values."""
    table, seat = state.game.table, state.current_player
    board = state.bars[0] | state.bars[1]
    crowd = [(board & on_line).bit_count() for on_line in table.on_line]
    stake = [0] * len(crowd)
    for bar in _numbers(state, board):
        value = VALUES[table.piece[bar]]
        stake[table.line[bar]] += value if state.bars[seat] >> bar & 1 else -value

    for move in state.legal_moves():
        bar = table.number[move.cells]
        line, piece = table.line[bar], table.piece[bar]
        points = VALUES[piece] * crowd[line] + sum(stake[other] for other in _lines(table, bar))
        free = state.free & table.apart[bar]
        hand = list(state.hands[seat])
        hand[piece] -= 1
        room = _room(table, hand, free) - _room(table, state.hands[1 - seat], free)
        yield points + ROOM * room, move


def _lines(table: Any, bar: int) -> Iterator[int]:
    """Go through the lines on which a bar has a cell: the rows 0 to 9, and the columns 10 to 19."""
    yield from {cell // 10 for cell in table.cells[bar]}
    yield from {10 + cell % 10 for cell in table.cells[bar]}


def _room(table: Any, hand: Sequence[int], free: int) -> float:
    """Value the room for a hand, which has so many bars of each length, on the free cells."""
    return sum(
        value * log(1 + (free & table.of_piece[piece]).bit_count())
        for piece, (count, value) in enumerate(zip(hand, VALUES, strict=True))
        if count
    )


# -- removing ----------------------------------------------------------------------------------------


class _Bar(NamedTuple):
    """A bar that may still be removed."""

    points: int
    """What it would score without markers."""
    line: int
    """The cells of its line, as bits over cell numbers."""
    cells: int
    """Its own cells."""


def _removals(state: Any) -> Iterator[tuple[float, Move]]:
    """Go through the legal removals with their values."""
    table, seat = state.game.table, state.current_player
    own, other = state.markers[seat], state.markers[1 - seat]
    his_marker = _marker(1 - seat, other)
    his_bars = 0 if state.out[1 - seat] else state.bars[1 - seat] & table.at_least[state.longest[1 - seat]]
    for cells, moves in groupby(state.legal_moves(), key=lambda move: move.cells):
        board = (state.bars[0] | state.bars[1]) ^ 1 << table.number[cells]
        mine = _left(state, board, state.bars[seat] & table.at_least[len(cells)])
        his = _left(state, board, his_bars)
        later = LATER * (sum(bar.points for bar in mine) - sum(bar.points for bar in his))
        for move in moves:
            score = own + move.advance
            if score == GOAL:
                yield WON, move
                continue
            marked = his_marker | _marker(seat, score)
            his_next = _next(his, marked)
            value = move.advance + later + NEXT * (_next(mine, marked) - his_next)
            yield (LOST + value if other + his_next >= GOAL else value), move


def _left(state: Any, board: int, bars: int) -> list[_Bar]:
    """Describe those of some bars that are still on the board."""
    found = []
    for bar in _numbers(state, board & bars):
        value, line, on_line, cells, _, _ = state.game.table.facts[bar]
        found.append(_Bar(((board & on_line).bit_count() - 1) * value, line, cells))
    return found


def _next(bars: Sequence[_Bar], marked: int) -> int:
    """Return what the best of some bars would score with the markers on the marked cells."""
    return max(
        (bar.points << (bar.line & marked).bit_count() for bar in bars if not bar.cells & marked), default=0
    )


def _marker(seat: int, score: int) -> int:
    """Return the cell of a marker as a bit over cell numbers: Dark counts from a1, Light from j10."""
    return 1 << (GOAL - 1 - score if seat else score)


def _numbers(state: Any, bars: int) -> list[int]:
    """List the numbers of the bars on the board that are in a set of placements."""
    number = state.game.table.number
    return [number[cells] for cells in state.pieces if bars >> number[cells] & 1]
