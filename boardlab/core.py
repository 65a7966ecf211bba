"""What every game shares: cells, moves, refusals, games and states.

A *game* is rules and options, a *state* is one position, a *move* leads from one state to the next.
Games and states never change; everything that has a history lives in :mod:`boardlab.match`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import total_ordering
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self, TypeVar

if TYPE_CHECKING:
    from random import Random

__all__ = [
    "Cell",
    "Game",
    "IllegalMoveError",
    "Move",
    "Refusal",
    "Scale",
    "State",
    "check_choice",
    "checked_text",
    "listed",
    "next_turn",
    "perft",
    "quoted",
    "reading_order",
    "with_item",
]

_COLUMNS = "abcdefghijklmnopqrstuvwxyz"
_MAX_ROW_DIGITS = 3
_T = TypeVar("_T")


class Cell(NamedTuple):
    """A cell of a board: column ``x`` and row ``y``, both counted from 0 at the bottom left.

    Examples
    --------
    >>> str(Cell(0, 0)), str(Cell(8, 9))
    ('a1', 'i10')
    >>> Cell.parse("C4")
    Cell(x=2, y=3)
    """

    x: int
    y: int

    def __str__(self) -> str:
        if 0 <= self.x < len(_COLUMNS):
            return f"{_COLUMNS[self.x]}{self.y + 1}"
        return f"({self.x},{self.y})"

    @classmethod
    def parse(cls, text: str) -> Cell:
        """Read a column letter and a row number; whether the cell is on a board is the game's to say.

        Raises
        ------
        ValueError
            If the text is anything else.
        """
        word = text.strip().lower()
        row = word[1:]
        if word[:1] not in _COLUMNS or not word or not (row.isascii() and row.isdigit()):
            raise ValueError(
                f"{quoted(text)} is not a cell; write a column letter and a row number, such as a1"
            )
        if len(row) > _MAX_ROW_DIGITS:
            raise ValueError(f"{quoted(text)} is not a cell; no board has a row with so long a number")
        return cls(_COLUMNS.index(word[0]), int(row) - 1)


def quoted(text: str, limit: int = 40) -> str:
    """Show a user's text in an error message, shortened and with control characters made visible."""
    return repr(text if len(text) <= limit else text[: limit - 1] + "…")


def checked_text(text: object) -> str:
    """Check that a move's text is a text.

    Raises
    ------
    TypeError
        If it is something else.
    """
    if not isinstance(text, str):
        raise TypeError(f"the text of a move is a str, not {type(text).__name__}")
    return text


def listed(things: Iterable[object], last: str = "and", limit: int = 6) -> str:
    """Join things as a sentence does, naming no more than ``limit`` of them.

    >>> listed(["a1", "a2", "a3"], "or")
    'a1, a2 or a3'
    """
    words = [str(thing) for thing in islice(things, limit + 1)]
    if len(words) > limit:
        return ", ".join(words[:limit]) + ", …"
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def check_choice(option: str, value: object, allowed: Sequence[object], where: str = "") -> None:
    """Check an option of a game.

    Raises
    ------
    ValueError
        If the value, or its type, is not one of those allowed.
    """
    if not any(value == choice and type(value) is type(choice) for choice in allowed):
        context = f" {where}" if where else ""
        shown = quoted(value) if isinstance(value, str) else quoted(repr(value))[1:-1]
        raise ValueError(f"{option} must be {listed(map(repr, allowed), 'or')}{context}, not {shown}")


def with_item(values: tuple[_T, ...], index: int, value: _T) -> tuple[_T, ...]:
    """Return a tuple with one item changed."""
    return (*values[:index], value, *values[index + 1 :])


def reading_order(cell: Cell) -> tuple[int, int]:
    """Sort key of cells in the text of a move: rows bottom to top, left to right in a row."""
    return cell.y, cell.x


def next_turn(
    order: Iterable[int], legal_of: Callable[[int], int]
) -> tuple[int | None, tuple[int, ...], int]:
    """Find whose turn it is where those without a move are skipped.

    Parameters
    ----------
    order
        Seats, or colours, in the order of their turns.
    legal_of
        Returns what one of them may play, as a set of moves in a bit mask.

    Returns
    -------
    tuple
        The first who can move, those skipped before, and the legal moves; ``(None, (), 0)`` if nobody can.
    """
    skipped: list[int] = []
    for following in order:
        legal = legal_of(following)
        if legal:
            return following, tuple(skipped), legal
        skipped.append(following)
    return None, (), 0


@total_ordering
@dataclass(frozen=True, slots=True)
class Move:
    """A move: the piece and the cells it is about, in reading order.

    Equal moves have one text, and moves are sorted by their cells in reading order.
    """

    piece: str
    cells: tuple[Cell, ...]

    def __str__(self) -> str:
        return ",".join(map(str, self.cells))

    @property
    def sort_key(self) -> tuple[Any, ...]:
        """What moves of one game are sorted by."""
        return tuple(map(reading_order, self.cells)), self.piece

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return self.sort_key < other.sort_key


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is not legal.

    Attributes
    ----------
    rule
        Id of the rule broken, such as ``"B4"``; the first one where several are.
    message
        One sentence for a learner, starting with the rule's id.
    cells
        The cells to show beside the sentence; may be empty or off the board.
    all
        Ids of every rule broken, ``rule`` first.
    """

    rule: str
    message: str
    cells: tuple[Cell, ...] = ()
    all: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.message

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:  # noqa: FBT001  # IPython calls it so
        printer.text(self.message)


class IllegalMoveError(ValueError):
    """A move that the rules forbid; ``refusal`` says which rule, and why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal

    def __str__(self) -> str:
        return self.refusal.message


class Scale(NamedTuple):
    """Numbers along two edges of a board that meet in a corner; a cell's is its row's with its column's."""

    key: str
    """Palette key of whoever counts so."""
    mark: str
    """What the corner shows."""
    rows: tuple[str, ...]
    """For each row, from the bottom."""
    columns: tuple[str, ...]
    """For each column, from the left."""


class Game(ABC):
    """Rules and options. A game is a frozen dataclass whose fields are its options.

    So games with equal options are equal, can be hashed and pickled, and
    ``make(game.name, **game.options) == game``.
    """

    name: ClassVar[str]
    """The name that :func:`boardlab.make` knows the game by."""
    rules: ClassVar[Mapping[str, str]]
    """Rule id -> the rule in one sentence."""
    players: int

    @property
    @abstractmethod
    def title(self) -> str:
        """The game's name as people write it."""

    @property
    @abstractmethod
    def width(self) -> int:
        """Columns of the board."""

    @property
    @abstractmethod
    def height(self) -> int:
        """Rows of the board."""

    @property
    def options(self) -> dict[str, Any]:
        """The options as a plain dict."""
        return {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]

    @property
    def scales(self) -> tuple[Scale, ...]:
        """Up to two scales along the edges: the first on the left and below, the second opposite."""
        return ()

    @abstractmethod
    def initial_state(self) -> State:
        """Return the position before the first move."""

    @abstractmethod
    def parse_move(self, text: str) -> Move:
        """Read a move's text, in any case; whether it is legal is the state's to say.

        Raises
        ------
        ValueError
            If the text is not that of a move; the message says what is wrong with it.
        """

    def on_board(self, cell: Cell) -> bool:
        """Tell whether the board has this cell."""
        return 0 <= cell.x < self.width and 0 <= cell.y < self.height

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), tuple(self.options.values())


class State(ABC):
    """A position: immutable, hashable, comparable, picklable.

    A subclass provides the abstract members; legality is decided by :meth:`is_legal` alone, and put
    into words by :meth:`why_illegal`.
    """

    __slots__ = ()

    game: Game
    ply: int
    """Moves made since the start."""
    skipped: tuple[int, ...]
    """Seats (colours, where they are not the same) passed over since the last move, having none."""

    # -- what can be played ----------------------------------------------------------------------

    @abstractmethod
    def legal_moves(self) -> list[Move]:
        """List the legal moves, sorted; empty only when the game is over."""

    def count_legal_moves(self) -> int:
        """Count the legal moves."""
        return len(self.legal_moves())

    def is_legal(self, move: Move | str) -> bool:
        """Tell whether the move may be played now.

        Raises
        ------
        ValueError, TypeError
            If the argument is not a move, nor the text of one.
        """
        return self._is_legal(self._read(move))

    def why_illegal(self, move: Move | str) -> Refusal | None:
        """Explain why a move may not be played; None if it may.

        Raises
        ------
        ValueError, TypeError
            If the argument is not a move, nor the text of one.
        """
        move = self._read(move)
        return None if self._is_legal(move) else self._refuse(move)

    def step(self, move: Move | str) -> Self:
        """Return the state after a move; this one stays as it is.

        Raises
        ------
        IllegalMoveError
            If the rules forbid the move; its ``refusal`` says why.
        ValueError, TypeError
            If the argument is not a move, nor the text of one.
        """
        move = self._read(move)
        if not self._is_legal(move):
            raise IllegalMoveError(self._refuse(move))
        return self._step(move)

    def playout(self, rng: Random) -> tuple[float, ...]:
        """Play one uniformly random game from here to its end and return its scores."""
        state = self
        while not state.is_over:
            moves = state.legal_moves()
            state = state._step(moves[int(rng.random() * len(moves))])
        return state.scores

    def _read(self, move: Move | str) -> Move:
        if isinstance(move, str):
            return self.game.parse_move(move)
        if isinstance(move, Move):
            return move
        raise TypeError(f"a move is a Move or its text, not {type(move).__name__}")

    def _refuse(self, move: Move) -> Refusal:
        if not isinstance(move.piece, str):
            raise TypeError(f"the piece of a move is its name, not {quoted(repr(move.piece))[1:-1]}")
        if not isinstance(move.cells, tuple) or not all(isinstance(cell, Cell) for cell in move.cells):
            raise TypeError(f"the cells of a move are a tuple of Cell, not {quoted(repr(move.cells))[1:-1]}")
        broken = list(self._broken_rules(move))
        if not broken:  # an unusual Move, such as one with its cells in another order
            raise ValueError(
                f"{quoted(str(move))} breaks no rule, but is not as the game makes it; give its text"
            )
        return replace(broken[0], all=tuple(dict.fromkeys(refusal.rule for refusal in broken)))

    def _misplaced(self, rule: str, cells: Iterable[Cell]) -> Iterator[Refusal]:
        """Explain which cells of a placement lie off the board or are covered already."""
        cells, grid = tuple(cells), self.grid
        outside = tuple(cell for cell in cells if not self.game.on_board(cell))
        if outside:
            board = f"the board of {self.game.width} columns and {self.game.height} rows"
            yield Refusal(rule, f"{rule}: {listed(outside)} would lie off {board}", outside)
        covered = tuple(cell for cell in cells if cell in grid)
        if covered:
            yield Refusal(rule, f"{rule}: {covered[0]} is covered by {grid[covered[0]]} already", covered)

    @abstractmethod
    def _is_legal(self, move: Move) -> bool: ...

    @abstractmethod
    def _broken_rules(self, move: Move) -> Iterator[Refusal]:
        """Explain each rule that an illegal move breaks, the one to name first."""

    @abstractmethod
    def _step(self, move: Move) -> Self:
        """Make a move that is known to be legal."""

    # -- where the game stands -------------------------------------------------------------------

    @property
    @abstractmethod
    def current_player(self) -> int | None:
        """The seat to move, counted from 0; None when the game is over."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.current_player is None

    @property
    def phase(self) -> str:
        """The part of the game: ``"over"`` at its end, ``"play"`` before, unless the game has more parts."""
        return "over" if self.is_over else "play"

    @property
    @abstractmethod
    def scores(self) -> tuple[float, ...]:
        """One score a seat, higher is better; in an unfinished game, as if it ended now."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won or share the win; empty while the game is on."""
        if not self.is_over:
            return ()
        best = max(self.scores)
        return tuple(seat for seat, score in enumerate(self.scores) if score == best)

    # -- what drawing needs ----------------------------------------------------------------------

    @property
    @abstractmethod
    def grid(self) -> dict[Cell, str]:
        """Cell -> palette key, for the cells that are covered."""

    @property
    def pieces(self) -> list[tuple[Cell, ...]]:
        """The pieces on the board, each as its cells: here, what one palette key covers without a gap.

        Games in which pieces of one colour may lie side by side say more precisely what is one piece.
        """
        left = dict(self.grid)
        found = []
        while left:
            first, key = left.popitem()
            piece = [first]
            for x, y in piece:
                for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                    if left.get(cell) == key:  # type: ignore[call-overload]  # a Cell equals its pair
                        del left[cell]  # type: ignore[arg-type]
                        piece.append(Cell(*cell))
            found.append(tuple(sorted(piece, key=reading_order)))
        return found

    @property
    def marks(self) -> dict[Cell, str]:
        """Cell -> a short text to write on it."""
        return {}

    @property
    def joined(self) -> tuple[Cell, ...]:
        """Cells to join by lines, going round, such as the corners of a square that has won."""
        return ()

    @abstractmethod
    def hand(self, seat: int) -> tuple[str, ...]:
        """Names of the pieces that a seat has left."""

    def __str__(self) -> str:
        from boardlab.render import text_board

        return text_board(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:  # noqa: FBT001  # IPython calls it so
        printer.text(str(self))

    def _repr_svg_(self) -> str:
        from boardlab.render import svg_board

        return svg_board(self)


def perft(state: State, depth: int) -> int:
    """Count the sequences of exactly ``depth`` legal moves from a state.

    A game that ends earlier adds nothing, as in the chess programmers' test of that name.
    """
    if depth == 0:
        return 1
    if depth == 1:
        return state.count_legal_moves()
    return sum(perft(state._step(move), depth - 1) for move in state.legal_moves())
