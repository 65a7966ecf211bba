"""Strategies for Polyssimo Challenge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from random import Random
from typing import Any

from boardlab.bots.simple import best
from boardlab.core import Move

__all__ = ["greedy"]

ENOUGH = 100
"""With so many placements to choose from, easier pieces wait for later turns."""
SHORTLIST = 24
"""How many of the placements are looked at more closely."""
HALF = 40
"""A piece with so many placements left is taken to be placed in the end in one case of two."""


def greedy(state: Any, random: Random) -> Move:
    """Draft pieces that are easy to place, and place them so that own pieces keep room.

    In the draft it takes the piece that has most places left late in the game. If each cell is still free
    with a chance of one in three, a piece of k cells with n placements on the empty board can expect
    n / 3ᵏ of them. So pentominoes come before hexominoes, all but the awkward X and I, and nimble pieces
    before symmetric ones.

    Then it thinks in this order:

    1. Which pieces? Large ones first, and of these the ones that fit in the fewest places; easier pieces
       come into question only when the hard ones leave few placements to choose from.
    2. What can each player still place after my move? A piece with n placements left counts as
       n / (n + 40) of its cells. I want many such cells for myself and few for the others, and put the
       best moves on a shortlist.
    3. Which of these leave footprints that only one's own piece fits? A piece with a placement none of
       whose cells another player can cover is as good as placed, and counts with all its cells. So a
       piece that is safe can wait, one in danger goes first, and a place that only the others could use
       is better spoilt.

    Moves of equal value have the same chance.
    """
    return best(_drafts(state) if state.phase == "draft" else _placements(state), random)


def _drafts(state: Any) -> Iterator[tuple[float, Move]]:
    """Go through the pieces to draft with their values."""
    table = state.game.table
    for move in state.legal_moves():
        piece = table.names.index(move.piece)
        yield table.of_piece[piece].bit_count() / 3 ** len(state.game.pieces[move.piece]), move


def _placements(state: Any) -> list[tuple[float, Move]]:
    """List the placements on the shortlist with their values."""
    view = _View(state)
    valued = [(view.value(move), number, move) for number, move in enumerate(view.moves())]
    valued.sort(key=lambda item: (-item[0], item[1]))
    return [(view.value(move, footprints=True), move) for _, _, move in valued[:SHORTLIST]]


class _View:
    """What the player to move sees: who holds which pieces, and where they fit.

    Attributes
    ----------
    fits
        For each seat, the set of placements that it could make.
    """

    def __init__(self, state: Any) -> None:
        self.state, self.table, self.seat = state, state.game.table, state.current_player
        sizes = [len(state.game.pieces[name]) for name in self.table.names]
        self.fits = [state.legal_of(seat) for seat in range(state.game.players)]
        self.pieces = [
            [
                (size, fits & of_piece)
                for piece, (size, of_piece) in enumerate(zip(sizes, self.table.of_piece, strict=True))
                if state.hands[seat] >> piece & 1 and fits & of_piece
            ]
            for seat, fits in enumerate(self.fits)
        ]

    def moves(self) -> list[Move]:
        """List the placements of the hardest pieces, of so many pieces that there are enough of them."""
        chosen = 0
        for _, placements in sorted(self.pieces[self.seat], key=lambda item: (-item[0], item[1].bit_count())):
            chosen |= placements
            if chosen.bit_count() >= ENOUGH:
                break
        number = self.table.number
        return [move for move in self.state.legal_moves() if chosen >> number[move.cells] & 1]

    def value(self, move: Move, *, footprints: bool = False) -> float:
        """Value a placement: the cells that I can expect to place, less those of the others."""
        table = self.table
        number = table.number[move.cells]
        hit = reduce(int.__or__, [table.cover[cell] for cell in table.cells[number]])
        fits = [placements ^ (placements & hit) for placements in self.fits]
        mine = fits[self.seat]
        fits[self.seat] = mine ^ (mine & table.of_piece[table.piece[number]])
        value = float(len(move.cells))
        for seat, pieces in enumerate(self.pieces):
            safe = self._safe(seat, fits) if footprints else 0
            cells = _expected(pieces, fits[seat], safe)
            value += cells if seat == self.seat else -cells / (len(fits) - 1)
        return value

    def _safe(self, seat: int, fits: Sequence[int]) -> int:
        """Return the placements of a seat that no other seat can hinder."""
        own = fits[seat]
        others = reduce(int.__or__, [placements for other, placements in enumerate(fits) if other != seat])
        for cover in self.table.cover:
            if own & cover and others & cover:
                own ^= own & cover
        return own


def _expected(pieces: Sequence[tuple[int, int]], fits: int, safe: int) -> float:
    """Return how many cells of some pieces, each a size and its placements, can be expected to be placed."""
    cells = 0.0
    for size, placements in pieces:
        count = (placements & fits).bit_count()
        cells += size * (1.0 if placements & safe else count / (count + HALF))
    return cells
