"""Dakapo by hand."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import cast

from boardlab.core import Cell, Move, State, listed
from boardlab.games.dakapo import Dakapo, DakapoState, StoneMove
from boardlab.widgets.controls.base import Controls, Form, Item, Side

__all__ = ["DakapoControls"]

_COLORS: Mapping[str, str] = MappingProxyType({"R": "red", "Y": "yellow", "G": "green", "B": "blue"})
_STONE = (Cell(0, 0),)
_CLAIM = "!"


class DakapoControls(Controls):
    """Dakapo: a colour from the tray, and a cell; with ``claim`` another item claims with the stone.

    In hand is the letter of a colour, followed by ``!`` where the move is to claim.
    """

    game: Dakapo

    def sides(self, state: State) -> tuple[Side, ...]:
        return tuple(
            Side(f"player {seat + 1}", str(seat), seat, score) for seat, score in enumerate(state.scores)
        )

    def tray(self, state: State, hand: str | None) -> tuple[Item, ...]:
        letter, claim = _parts(hand)
        supply, forbidden = state.hand(0), cast("DakapoState", state).forbidden
        items = [
            Item(
                key,
                color,
                cells=_STONE,
                color=color,
                mark=key,
                count=supply.count(key),
                there=key in supply,
                held=key == letter,
                why=f"D4: the opponent has just placed {color}; choose another colour"
                if color == forbidden
                else f"D5: all stones of {color} are on the board"
                if key not in supply
                else "",
            )
            for key, color in _COLORS.items()
        ]
        if self.game.claim:
            items.append(Item(_CLAIM, "claim", held=claim))
        return tuple(items)

    def take(self, state: State, hand: str | None, key: str) -> Move | str | None:
        letter, claim = _parts(hand)
        if key == _CLAIM:
            claim = not claim
        else:
            letter = "" if key == letter else key
        return letter + _CLAIM * claim or None

    def forms(self, state: State, hand: str | None) -> tuple[Form, ...]:
        letter, claim = _parts(hand)
        if not letter:
            return ()
        anchors = (
            move.cells[0]
            for move in state.legal_moves()
            if move.piece == letter and cast("StoneMove", move).claim == claim
        )
        return (Form(_STONE, frozenset(anchors)),)

    def lay(self, state: State, hand: str | None, form: int, cell: Cell) -> Move | str | None:
        letter, claim = _parts(hand)
        return StoneMove(letter, (cell,), claim)

    def prompt(self, state: State, hand: str | None) -> str:
        letter, claim = _parts(hand)
        if letter:
            return f"{_COLORS[letter].capitalize()} in hand{' to claim with' * claim}: choose a cell."
        forbidden = cast("DakapoState", state).forbidden
        why = f", but not {forbidden}, which the opponent has just placed" if forbidden else ""
        return f"Choose a colour{' to claim with' * claim}{why}."

    def told(self, move: Move) -> str:
        claimed = ", and claims a square" if cast("StoneMove", move).claim else ""
        return f"{_COLORS[move.piece]} {listed(move.cells)}{claimed}"

    def news(self, state: State) -> str:
        forbidden = cast("DakapoState", state).forbidden
        return f"So {forbidden} is forbidden this turn (D4)." if forbidden else ""

    def scored(self, state: State) -> bool:
        return state.is_over

    def how_won(self, state: State) -> str:
        square = cast("DakapoState", state).winning_square
        if square:
            return f"with a square of {state.grid[square[0]]} at {listed(square)}"
        if len(state.winners) > 1:
            return "because the board is full"
        return f"because player {2 - state.winners[0]} cannot place a stone"


def _parts(hand: str | None) -> tuple[str, bool]:
    """Return the letter of the colour in hand, if any, and whether the move is to claim."""
    text = hand or ""
    return text.removesuffix(_CLAIM), text.endswith(_CLAIM)
