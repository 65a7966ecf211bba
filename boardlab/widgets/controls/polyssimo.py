"""Polyssimo Challenge by hand."""

from __future__ import annotations

from typing import cast

from boardlab.core import Game, Move, State
from boardlab.games.polyssimo import Draft, Polyssimo, PolyssimoState
from boardlab.widgets.controls.base import Item, number
from boardlab.widgets.controls.placing import Placing

__all__ = ["PolyssimoControls"]


class PolyssimoControls(Placing):
    """Polyssimo: a tap drafts a piece, and later takes it in hand; the tray shows who has which all along."""

    game: Polyssimo

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.shapes = dict(self.game.pieces)

    def tray(self, state: State, hand: str | None) -> tuple[Item, ...]:
        return tuple(self._item(cast("PolyssimoState", state), hand, name) for name in self.shapes)

    def _item(self, state: PolyssimoState, hand: str | None, name: str) -> Item:
        owner = next((seat for seat in range(self.game.players) if name in state.hand(seat)), None)
        note = "" if owner is None else str(owner + 1)
        why = ""
        if state.phase == "draft":
            there = name in state.pool
            refusal = state.why_illegal(self._draft(name))
            stuck, why = there and refusal is not None, refusal.message if refusal else ""
        else:
            there = owner is not None and owner == state.current_player
            stuck = there and not self.places(state, name)
            if not there:
                why = "on the board" if owner is None else f"player {owner + 1} has it"
        return Item(
            name,
            name,
            cells=self.shapes[name],
            color=name,
            note=note,
            there=there,
            stuck=stuck,
            held=name == hand,
            why=why,
        )

    def _draft(self, name: str) -> Move:
        return next(draft for draft in self.game.drafts if draft.piece == name)

    def take(self, state: State, hand: str | None, key: str) -> Move | str | None:
        return self._draft(key) if state.phase == "draft" else super().take(state, hand, key)

    def prompt(self, state: State, hand: str | None) -> str:
        if state.phase == "draft":
            return "The draft: choose a piece for your hand."
        return super().prompt(state, hand)

    def told(self, move: Move) -> str:
        return f"takes {move.piece}" if isinstance(move, Draft) else super().told(move)

    def news(self, state: State) -> str:
        return "The draft is over: now place." if state.ply == len(self.shapes) else ""

    def scored(self, state: State) -> bool:
        return state.phase != "draft"

    def how_won(self, state: State) -> str:
        best = max(state.scores)
        last = ", and placed later than the others" if state.scores.count(best) > 1 else ""
        return f"with {number(-best)} cells left{last}"
