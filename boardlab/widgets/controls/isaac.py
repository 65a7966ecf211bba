"""Isaac by hand."""

from __future__ import annotations

from typing import cast

from boardlab.core import Cell, Game, Move, State
from boardlab.games.isaac import BarMove, Isaac, IsaacState
from boardlab.polyomino import Shape
from boardlab.widgets.controls.base import NO_HINT, Form, Hint, Item, Side, number
from boardlab.widgets.controls.placing import Placing

__all__ = ["IsaacControls"]

_GOAL = 100
_ONE = (Cell(0, 0),)
_NAMES = ("Dark", "Light")
_KEYS = ("dark", "light")
_MARKERS = "▲▼"
_STEPS = ((12, 1), (24, 2), (60, 5), (_GOAL, 10))
"""Points up to which the tray offers advances in which steps; the board offers them all."""


class IsaacControls(Placing):
    """Isaac: bars are laid; then a click takes one of them in hand, and the next says how far to advance.

    In hand is the length of a bar that is placed, or the text of one that is removed, such as ``a1-c1``.
    """

    game: Isaac
    counted = True

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.shapes = {str(length): _bar(length) for length in range(3, 8)}
        self._scoring: IsaacState | None = None
        self._advances: dict[str, list[int]] = {}

    def sides(self, state: State) -> tuple[Side, ...]:
        assert isinstance(state, IsaacState)
        return tuple(
            Side(
                _NAMES[seat],
                _KEYS[seat],
                seat,
                score,
                state.bars[seat].bit_count() if state.scoring else len(state.hand(seat)),
            )
            for seat, score in enumerate(state.scores)
        )

    def move(self, piece: str, cells: tuple[Cell, ...]) -> Move:
        return BarMove(piece, cells)

    def advances(self, state: IsaacState) -> dict[str, list[int]]:
        """Return for each bar that may be removed, by its text, how far the marker may advance then."""
        if state is not self._scoring:
            self._scoring, self._advances = state, {}
            for move in cast("list[BarMove]", state.legal_moves()):
                if move.advance is not None:
                    self._advances.setdefault(_text(move.cells), []).append(move.advance)
        return self._advances

    def tray(self, state: State, hand: str | None) -> tuple[Item, ...]:
        assert isinstance(state, IsaacState)
        if not state.scoring:
            return super().tray(state, hand)
        allowed = self.advances(state).get(hand or "", [])
        step = next(step for most, step in _STEPS if not allowed or allowed[-1] <= most)
        return tuple(
            Item(f"+{advance}", f"+{advance}")
            for advance in allowed
            if advance % step == 0 or advance == allowed[-1]
        )

    def take(self, state: State, hand: str | None, key: str) -> Move | str | None:
        if state.phase == "score":
            return self.game.parse_move(f"{hand}{key}")
        return super().take(state, hand, key)

    def forms(self, state: State, hand: str | None) -> tuple[Form, ...]:
        assert isinstance(state, IsaacState)
        if not state.scoring:
            return super().forms(state, hand)
        if state.is_over:
            return ()
        cells = self._stops(state, hand) if hand else self._removable(state)
        return (Form(_ONE, frozenset(cells)),)

    def _stops(self, state: IsaacState, hand: str) -> list[Cell]:
        """List the cells where the marker may stop; 100 has none."""
        seat = cast("int", state.seat)
        scores = [state.markers[seat] + advance for advance in self.advances(state).get(hand, [])]
        return [self.game.marker_cell(seat, score) for score in scores if score < _GOAL]

    def _removable(self, state: IsaacState) -> list[Cell]:
        return [cell for bar in self.advances(state) for cell in self._cells(bar)]

    def _cells(self, bar: str) -> tuple[Cell, ...]:
        return self.game.parse_move(bar).cells

    def lay(self, state: State, hand: str | None, form: int, cell: Cell) -> Move | str | None:
        assert isinstance(state, IsaacState)
        if not state.scoring:
            return super().lay(state, hand, form, cell)
        seat, allowed = cast("int", state.seat), self.advances(state)
        advance = self._score(seat, cell) - state.markers[seat]
        if hand and advance in allowed[hand]:
            return self.game.parse_move(f"{hand}+{advance}")
        cells = next((bar for bar in state.pieces if cell in bar), (cell,))
        if _text(cells) in allowed:  # another bar than the one in hand, or the same to put it back
            return None if _text(cells) == hand else _text(cells)
        if hand:
            cells = self._cells(hand)
        return BarMove(str(len(cells)), cells, advance if hand else 0)

    def _score(self, seat: int, cell: Cell) -> int:
        score = cell.x + self.game.width * cell.y
        return _GOAL - 1 - score if seat else score

    def hint(self, state: State, hand: str | None) -> Hint:
        assert isinstance(state, IsaacState)
        if not state.scoring or state.is_over:
            return NO_HINT
        if hand is None:
            bars = map(self._cells, self.advances(state))
            return Hint(dots=tuple(bar[len(bar) // 2] for bar in bars))
        bar = self._cells(hand)
        return Hint((self._line(bar), bar), tuple(self._stops(state, hand)))

    def _line(self, bar: tuple[Cell, ...]) -> tuple[Cell, ...]:
        """Return the row or column in which a bar lies."""
        x, y = bar[0]
        if bar[1].y == y:
            return tuple(Cell(column, y) for column in range(self.game.width))
        return tuple(Cell(x, row) for row in range(self.game.height))

    def prompt(self, state: State, hand: str | None) -> str:
        assert isinstance(state, IsaacState)
        if not state.scoring:
            return "Choose a bar." if hand is None else f"Bar of {hand} in hand: choose where it goes."
        if hand is None:
            return "Choose one of your bars on the board, to remove it for points."
        seat = cast("int", state.seat)
        bars, value, markers, points = state.points(hand)
        count = "1 bar" if bars == 1 else f"{bars} bars"
        told = f"{count} × {value}{' × 2' * markers} = {points}"
        if state.markers[seat] + points >= _GOAL:
            told += f", and +{_GOAL - state.markers[seat]} wins"
        return f"{told}. Choose how far {_MARKERS[seat]} advances, on the board or by a button."

    def told(self, move: Move) -> str:
        advance = cast("BarMove", move).advance
        bar = f"{move.piece} {_text(move.cells)}"
        return bar if advance is None else f"{bar} removed, +{advance}"

    def news(self, state: State) -> str:
        assert isinstance(state, IsaacState)
        bars = sum(seat.bit_count() for seat in state.bars)
        if state.scoring and state.ply == bars:  # none has been removed
            return f"No more bars fit: {_NAMES[cast('int', state.seat)]} begins to score."
        return ""

    def scored(self, state: State) -> bool:
        return cast("IsaacState", state).scoring

    def how_won(self, state: State) -> str:
        dark, light = state.scores
        if dark != light:
            return super().how_won(state)
        return f"with {number(dark)} points each, by the bars left unplaced (I9)"


def _bar(length: int) -> Shape:
    return tuple(Cell(x, 0) for x in range(length))


def _text(cells: tuple[Cell, ...]) -> str:
    return str(BarMove(str(len(cells)), cells))
