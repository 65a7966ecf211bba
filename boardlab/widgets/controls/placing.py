"""Games whose pieces are polyominoes: what their controls have in common."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import ClassVar

from boardlab.core import Cell, Game, Move, State, reading_order
from boardlab.polyomino import Shape, normalize
from boardlab.widgets.controls.base import Controls, Form, Item

__all__ = ["Placing", "flipped", "pivoted", "turned"]


class Placing(Controls):
    """Polyominoes taken from the tray, turned, flipped and laid on the board."""

    shapes: Mapping[str, Shape]
    """Name of a piece -> its shape, in the order of the tray."""
    counted: ClassVar[bool] = False
    """Whether there can be several pieces of one name."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._seen: State | None = None
        self._places: dict[str, list[Move]] = {}
        self._forms: dict[str, tuple[Form, ...]] = {}

    def left(self, state: State) -> tuple[str, ...]:
        """Name the pieces that the side to move has left; a name comes as often as there are such pieces."""
        return state.hand(state.current_player) if state.current_player is not None else ()

    def move(self, piece: str, cells: tuple[Cell, ...]) -> Move:
        """Make the move that lays a piece on some cells, in reading order."""
        return Move(piece, cells)

    def places(self, state: State, piece: str) -> list[Move]:
        """List the legal moves of a piece."""
        if state is not self._seen:
            self._seen, self._places, self._forms = state, {}, {}
            for move in state.legal_moves():
                self._places.setdefault(move.piece, []).append(move)
        return self._places.get(piece, [])

    def tray(self, state: State, hand: str | None) -> tuple[Item, ...]:
        left = self.left(state)
        return tuple(
            Item(
                name,
                name,
                cells=shape,
                count=left.count(name) if self.counted else None,
                there=name in left,
                stuck=name in left and not self.places(state, name),
                held=name == hand,
            )
            for name, shape in self.shapes.items()
        )

    def forms(self, state: State, hand: str | None) -> tuple[Form, ...]:
        if hand is None:
            return ()
        places = self.places(state, hand)
        if hand not in self._forms:
            self._forms[hand] = self._find_forms(hand, places)
        return self._forms[hand]

    def _find_forms(self, hand: str, places: list[Move]) -> tuple[Form, ...]:
        ways = pivoted(self.shapes[hand])
        anchors: list[set[Cell]] = [set() for _ in ways]
        lying: dict[Shape, list[tuple[int, int]]] = {}
        for form, cells in enumerate(ways):
            lying.setdefault(normalize(cells), []).append((form, cells.index(Cell(0, 0))))
        for move in places:
            for form, anchor in lying[normalize(move.cells)]:
                anchors[form].add(move.cells[anchor])
        return tuple(Form(cells, frozenset(found)) for cells, found in zip(ways, anchors, strict=True))

    def lay(self, state: State, hand: str | None, form: int, cell: Cell) -> Move | str | None:
        assert hand is not None
        steps = pivoted(self.shapes[hand])[form]
        return self.move(hand, tuple(Cell(cell.x + dx, cell.y + dy) for dx, dy in steps))

    def prompt(self, state: State, hand: str | None) -> str:
        if hand is None:
            return "Choose a piece."
        if not self.places(state, hand):
            return f"{hand} has no place left now: choose another piece."
        return f"{hand} in hand: choose where it goes."

    def told(self, move: Move) -> str:
        return f"{move.piece} {move}"


@cache
def pivoted(shape: Shape) -> tuple[Shape, ...]:
    """List the ways in which a shape can be turned and flipped around one of its cells.

    That cell, at (0, 0), stays under the pointer while the piece turns. It is the one that leaves the
    fewest different ways and, of several, the one nearest to the middle.

    >>> from boardlab.polyomino import PIECES
    >>> [len(pivoted(PIECES[piece])) for piece in ("1", "I3", "V5", "F")]
    [1, 2, 4, 8]
    """
    middle_x = sum(x for x, _ in shape) / len(shape)
    middle_y = sum(y for _, y in shape) / len(shape)

    def around(pivot: Cell) -> tuple[Shape, ...]:
        found = [_sorted((x - pivot.x, y - pivot.y) for x, y in shape)]
        for form in found:
            found += [way for way in dict.fromkeys((turned(form), flipped(form))) if way not in found]
        return tuple(found)

    def distance(cell: Cell) -> float:
        return (cell.x - middle_x) ** 2 + (cell.y - middle_y) ** 2

    return min((len(ways := around(cell)), distance(cell), ways) for cell in shape)[2]


def turned(form: Shape) -> Shape:
    """Turn the steps of a form by a quarter, clockwise."""
    return _sorted((y, -x) for x, y in form)


def flipped(form: Shape) -> Shape:
    """Flip the steps of a form, left to right."""
    return _sorted((-x, y) for x, y in form)


def _sorted(steps: Iterable[tuple[int, int]]) -> Shape:
    return tuple(sorted((Cell(x, y) for x, y in steps), key=reading_order))
