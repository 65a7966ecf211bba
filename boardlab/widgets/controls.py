"""What a player does to make a move: one entry for each game, and all that a new game needs here.

The app shows a board and a tray of items. What is taken from the tray, or chosen on the board before a
move is complete, is *in hand*. A tap on an item, or a click on a cell, gives either a move or what is in
hand from then on; so a game may ask for as many steps as it likes. Nothing here knows of a browser.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, cast

from boardlab.core import Cell, Game, Move, State, reading_order
from boardlab.games.blokus import Blokus, BlokusState
from boardlab.polyomino import PIECES, Shape, normalize

__all__ = [
    "CONTROLS",
    "Controls",
    "Form",
    "Item",
    "Placing",
    "Side",
    "controls_for",
    "flipped",
    "pivoted",
    "turned",
]


@dataclass(frozen=True, slots=True)
class Side:
    """What has a turn and a score: a seat or, where a seat has several, one of its colours.

    Attributes
    ----------
    name, key
        What it is called, and the palette key that it is drawn in.
    seat
        Who plays it; None if all do, in turn.
    score, left
        Its score, and how many pieces it has left, or None where it has none of its own.
    """

    name: str
    key: str
    seat: int | None
    score: float
    left: int | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """A button of the tray.

    Attributes
    ----------
    key
        What the game knows it by.
    label
        What people call it.
    cells
        The shape drawn on it; its label is written where there is none.
    color
        Palette key of the shape; None for that of the side to move.
    count
        How many are left, where there can be more than one.
    there, stuck, held
        Whether it is left; whether it is, but fits nowhere now; whether it is in hand.
    """

    key: str
    label: str
    cells: Shape = ()
    color: str | None = None
    count: int | None = None
    there: bool = True
    stuck: bool = False
    held: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """One way in which what is in hand can lie.

    Attributes
    ----------
    cells
        Its cells as steps from the cell clicked.
    anchors
        The cells where a click is legal.
    """

    cells: tuple[Cell, ...]
    anchors: frozenset[Cell]


class Controls:
    """How a game is played by hand; the app asks, a game's subclass answers.

    Subclasses say what the tray shows and what a tap and a click mean. The answers given here suit a
    game of two or more seats with nothing to take in hand: a click on a cell is a move of that cell.
    """

    def __init__(self, game: Game) -> None:
        self.game = game

    def sides(self, state: State) -> tuple[Side, ...]:
        """List what has a turn and a score, in the order of play; ``state.skipped`` counts in it."""
        return tuple(
            Side(f"player {seat + 1}", str(seat), seat, score, len(state.hand(seat)))
            for seat, score in enumerate(state.scores)
        )

    def side_to_move(self, state: State) -> int | None:
        """Return the index of the side to move; None when the game is over."""
        return state.current_player

    def tray(self, state: State, hand: str | None) -> tuple[Item, ...]:
        """List the buttons of the tray; pieces that were placed stay, as ones that are not there."""
        return ()

    def take(self, state: State, hand: str | None, key: str) -> Move | str | None:
        """Say what a tap on an item leads to: a move, or what is in hand then."""
        return None if key == hand else key

    def forms(self, state: State, hand: str | None) -> tuple[Form, ...]:
        """List the ways in which what is in hand can lie; some games ask for a cell with nothing in hand."""
        return ()

    def lay(self, state: State, hand: str | None, form: int, cell: Cell) -> Move | str | None:
        """Say what a click on a cell leads to, be it legal or not: a move, or what is in hand then."""
        return Move(hand or "", (cell,))

    def prompt(self, state: State, hand: str | None) -> str:
        """Say in a sentence what to do next."""
        return "Choose a cell."

    def told(self, move: Move) -> str:
        """Write a move for the list of moves."""
        return str(move)


class Placing(Controls):
    """Polyominoes taken from the tray, turned, flipped and laid on the board."""

    shapes: ClassVar[Mapping[str, Shape]]
    """Name of a piece -> its shape, in the order of the tray."""

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
        return "Choose a piece." if hand is None else f"{hand} in hand: choose where it goes."

    def told(self, move: Move) -> str:
        return f"{move.piece} {move}"


@cache
def pivoted(shape: Shape) -> tuple[Shape, ...]:
    """List the ways in which a shape can be turned and flipped around one of its cells.

    That cell, at (0, 0), stays under the pointer while the piece turns. It is the one that leaves the
    fewest different ways and, of several, the one nearest to the middle.

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


# -- the games -----------------------------------------------------------------------------------


class BlokusControls(Placing):
    """Blokus: the pieces of the colour to move, placed by their cells."""

    game: Blokus
    shapes = PIECES

    def sides(self, state: State) -> tuple[Side, ...]:
        assert isinstance(state, BlokusState)
        game = self.game
        return tuple(
            Side(
                name,
                name,
                None if game.is_shared(color) else color % game.players,
                state.color_scores[color],
                len(state.color_hand(color)),
            )
            for color, name in enumerate(game.colors)
        )

    def side_to_move(self, state: State) -> int | None:
        return cast("BlokusState", state).color

    def left(self, state: State) -> tuple[str, ...]:
        color = self.side_to_move(state)
        return () if color is None else cast("BlokusState", state).color_hand(color)


CONTROLS: dict[str, type[Controls]] = {
    "blokus": BlokusControls,
}
"""Name of a game -> how it is played by hand."""


def controls_for(game: Game) -> Controls:
    """Return the controls of a game.

    Raises
    ------
    ValueError
        If the app has none for it.
    """
    if game.name not in CONTROLS:
        raise ValueError(f"the app does not know how {game.title} is played by hand; add it to CONTROLS")
    return CONTROLS[game.name](game)
