"""What the app asks about a game that is played by hand.

The app shows a board and a tray of items. What is taken from the tray, or chosen on the board before a
move is complete, is *in hand*. A tap on an item, or a click on a cell, gives either a move or what is in
hand from then on; so a game may ask for as many steps as it likes. Nothing here knows of a browser.
"""

from __future__ import annotations

from dataclasses import dataclass

from boardlab.core import Cell, Game, Move, State
from boardlab.polyomino import Shape

__all__ = ["NO_HINT", "Controls", "Form", "Hint", "Item", "Side", "number"]


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
    mark
        What is written on the shape, for those who do not see its colour.
    count
        How many are left, where there can be more than one.
    note
        What is written in its corner where there is no count, such as who has it.
    there, stuck, held
        Whether it is left; whether it is, but fits nowhere now; whether it is in hand.
    why
        A sentence why it cannot be taken now, be it there or not.
    """

    key: str
    label: str
    cells: Shape = ()
    color: str | None = None
    mark: str = ""
    count: int | None = None
    note: str = ""
    there: bool = True
    stuck: bool = False
    held: bool = False
    why: str = ""


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


@dataclass(frozen=True, slots=True)
class Hint:
    """What is shown on the board to help with the choice that comes next.

    Attributes
    ----------
    rings
        Sets of cells, each ringed as one, such as the line that counts.
    dots
        Cells that can be chosen.
    """

    rings: tuple[tuple[Cell, ...], ...] = ()
    dots: tuple[Cell, ...] = ()


NO_HINT = Hint()


def number(score: float) -> str:
    """Write a score as people do, with a real minus sign and halves.

    >>> number(0.5), number(12), number(-3.0)
    ('½', '12', '−3')
    """
    whole, part = divmod(abs(score), 1)
    text = (f"{whole:.0f}" if whole else "") + "½" if part == 0.5 else f"{abs(score):g}"
    return f"\N{MINUS SIGN}{text}" if score < 0 else text


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

    def hint(self, state: State, hand: str | None) -> Hint:
        """Show on the board what can be chosen next, and what that depends on."""
        return NO_HINT

    def prompt(self, state: State, hand: str | None) -> str:
        """Say in a sentence what to do next."""
        return "Choose a cell."

    def told(self, move: Move) -> str:
        """Write a move for the list of moves."""
        return str(move)

    def news(self, state: State) -> str:
        """Say what to know about a position that a move has just led to; nothing where all is as before."""
        return ""

    def scored(self, state: State) -> bool:
        """Tell whether scores mean something yet."""
        return True

    def how_won(self, state: State) -> str:
        """Say how the winners of a game have won, to follow on their names; nothing needs to be said."""
        return f"with {number(state.scores[state.winners[0]])} points"
