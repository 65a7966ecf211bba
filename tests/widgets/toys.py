"""A game with every kind of input that the next games need, on a board that is not square."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from boardlab.core import Cell, Game, Move, Refusal, State
from boardlab.widgets.controls import Controls, Form, Item


@dataclass(frozen=True)
class Toy(Game):
    """Two players draft a name, place two stones, and then remove one each and score 0 to 2 points for it."""

    name: ClassVar[str] = "toy"
    rules: ClassVar[Mapping[str, str]] = {"T1": "A stone lies on an empty cell."}
    players = 2
    title = "Toy"
    width, height = 5, 3

    def initial_state(self) -> ToyState:
        return ToyState(self)

    def parse_move(self, text: str) -> Move:
        piece, _, cell = text.partition("@")
        return Move(piece, (Cell.parse(cell),) if cell else ())


@dataclass(frozen=True, slots=True)
class ToyState(State):
    """A position, as the moves that led to it."""

    game: Toy
    moves: tuple[Move, ...] = ()
    skipped: tuple[int, ...] = ()

    @property
    def ply(self) -> int:  # type: ignore[override]
        return len(self.moves)

    @property
    def phase(self) -> str:
        return ("draft", "draft", "place", "place", "score", "score", "over")[self.ply]

    @property
    def current_player(self) -> int | None:
        return None if self.ply == 6 else self.ply % 2

    @property
    def grid(self) -> dict[Cell, str]:
        gone = {move.cells[0] for move in self.moves[4:]}
        return {move.cells[0]: move.piece for move in self.moves[2:4] if move.cells[0] not in gone}

    @property
    def scores(self) -> tuple[float, ...]:
        return tuple(sum(int(move.piece) for move in self.moves[4 + seat :: 2]) for seat in (0, 1))

    def hand(self, seat: int) -> tuple[str, ...]:
        return tuple(move.piece for move in self.moves[seat:2:2])

    def legal_moves(self) -> list[Move]:
        board = [Cell(x, y) for y in range(3) for x in range(5)]
        match self.phase:
            case "draft":
                taken = {move.piece for move in self.moves}
                return [Move(name, ()) for name in ("A", "B") if name not in taken]
            case "place":
                return sorted(
                    Move(key, (cell,)) for key in ("red", "green") for cell in board if cell not in self.grid
                )
            case "score":
                return sorted(Move(str(points), (cell,)) for points in (0, 1, 2) for cell in self.grid)
        return []

    def _is_legal(self, move: Move) -> bool:
        return move in self.legal_moves()

    def _broken_rules(self, move: Move) -> Iterator[Refusal]:
        yield Refusal("T1", "T1: that cannot be", move.cells)

    def _step(self, move: Move) -> ToyState:
        return ToyState(self.game, (*self.moves, move))


class ToyControls(Controls):
    """A tap drafts; a colour and a cell place; a stone on the board, and then points, score."""

    def tray(self, state: State, hand: str | None) -> tuple[Item, ...]:
        if state.phase == "draft":
            return tuple(Item(name, f"Name {name}", there=name in _pieces(state)) for name in ("A", "B"))
        if state.phase == "place":
            return tuple(
                Item(key, key, cells=(Cell(0, 0),), color=key, count=9, held=key == hand)
                for key in ("red", "green")
            )
        return tuple(Item(str(points), f"+{points}") for points in range(3)) if hand else ()

    def take(self, state: State, hand: str | None, key: str) -> Move | str | None:
        if state.phase == "draft":
            return Move(key, ())
        if state.phase == "score":
            return Move(key, (Cell.parse(hand or ""),))
        return super().take(state, hand, key)

    def forms(self, state: State, hand: str | None) -> tuple[Form, ...]:
        one = (Cell(0, 0),)
        if state.phase == "place" and hand:
            return (Form(one, frozenset(move.cells[0] for move in state.legal_moves())),)
        if state.phase == "score" and not hand:
            return (Form(one, frozenset(state.grid)),)
        if state.phase == "score":
            return (Form(one, frozenset(Cell(points, 2) for points in range(3))),)
        return ()

    def lay(self, state: State, hand: str | None, form: int, cell: Cell) -> Move | str | None:
        if state.phase == "score" and not hand:
            return str(cell) if cell in state.grid else None
        if state.phase == "score":
            return Move(str(cell.x), (Cell.parse(hand or ""),))
        return Move(hand or "", (cell,))

    def told(self, move: Move) -> str:
        return " ".join([move.piece, *map(str, move.cells)])


def _pieces(state: State) -> set[str]:
    return {move.piece for move in state.legal_moves()}
