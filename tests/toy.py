"""A whole game in a few lines: the example for whoever adds one, and the one that the tests break."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from boardlab.core import Cell, Game, Move, Refusal, State, check_choice, listed, reading_order, with_item


@dataclass(frozen=True)
class Dominoes(Game):
    """Two players lay dominoes on a small square: the first upright, the second flat.

    Raises
    ------
    ValueError
        If ``size`` is not 3, 4 or 5.
    """

    size: int = 3

    name: ClassVar[str] = "dominoes"
    players = 2
    title = "Dominoes"
    rules: ClassVar[Mapping[str, str]] = {
        "T1": "A domino lies wholly on the board, on empty cells.",
        "T2": "The first player lays dominoes upright, the second flat.",
        "T3": "Whoever can lay a domino must; whoever cannot is skipped.",
        "T4": "The game ends when nobody can lay a domino; each domino laid is a point.",
    }

    def __post_init__(self) -> None:
        check_choice("size", self.size, (3, 4, 5))

    @property
    def width(self) -> int:
        return self.size

    height = width

    def initial_state(self) -> DominoesState:
        return DominoesState(self, ply=0, turn=0, skipped=(), laid=((), ()))

    def parse_move(self, text: str) -> Move:
        return Move("2", tuple(sorted(map(Cell.parse, text.split(",")), key=reading_order)))


@dataclass(frozen=True, slots=True)
class DominoesState(State):
    """A position: the dominoes that each player has laid."""

    game: Dominoes
    ply: int
    turn: int | None
    skipped: tuple[int, ...]
    laid: tuple[tuple[tuple[Cell, ...], ...], ...]

    def legal_moves(self) -> list[Move]:
        return [] if self.turn is None else self._moves_of(self.turn)

    def _moves_of(self, seat: int) -> list[Move]:
        size, dx, dy = self.game.size, (0, 1)[seat], (1, 0)[seat]
        dominoes = ((Cell(x, y), Cell(x + dx, y + dy)) for y in range(size - dy) for x in range(size - dx))
        covered = set(self.grid)
        return [Move("2", domino) for domino in dominoes if covered.isdisjoint(domino)]

    def _is_legal(self, move: Move) -> bool:
        return move in self.legal_moves()

    def _broken_rules(self, move: Move) -> Iterator[Refusal]:
        if self.turn is None:
            yield Refusal("T4", "T4: the game is over, nobody can lay a domino any more")
            return
        yield from self._misplaced("T1", move.cells)
        way = ("upright", "flat")[self.turn]
        dx, dy = ((0, 1), (1, 0))[self.turn]
        if [(x + dx, y + dy) for x, y in move.cells[:-1]] != list(move.cells[1:]) or len(move.cells) != 2:
            message = f"T2: {listed(move.cells) or 'no cell'} would be no domino that lies {way}"
            yield Refusal("T2", message, move.cells)

    def _step(self, move: Move) -> DominoesState:
        seat = self.turn
        assert seat is not None
        laid = with_item(self.laid, seat, (*self.laid[seat], move.cells))
        after = replace(self, ply=self.ply + 1, turn=None, skipped=(), laid=laid)
        if after._moves_of(1 - seat):
            return replace(after, turn=1 - seat)
        if after._moves_of(seat):
            return replace(after, turn=seat, skipped=(1 - seat,))
        return after

    @property
    def current_player(self) -> int | None:
        return self.turn

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(map(len, self.laid))

    @property
    def grid(self) -> dict[Cell, str]:
        return {
            cell: ("blue", "red")[seat]
            for seat, dominoes in enumerate(self.laid)
            for domino in dominoes
            for cell in domino
        }

    @property
    def pieces(self) -> list[tuple[Cell, ...]]:
        return [domino for dominoes in self.laid for domino in dominoes]

    def hand(self, seat: int) -> tuple[str, ...]:
        check_choice("seat", seat, range(self.game.players))
        return ("2",)
