"""Dakapo (Stephan Miksch, 2013): place stones of four colours, and complete a square of one colour.

The rules D1 to D9 are in :data:`Dakapo.rules`. Sources: the publisher's rule sheet; the help pages of
Board Game Arena.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from boardlab.core import (
    Cell,
    Game,
    Move,
    Refusal,
    State,
    check_choice,
    checked_text,
    listed,
    quoted,
    reading_order,
    with_item,
)
from boardlab.games.drawing import read_drawing
from boardlab.placements import bit_set, members, nth_member, without
from boardlab.polyomino import edge_cells

if TYPE_CHECKING:
    from random import Random

__all__ = ["Dakapo", "DakapoState", "StoneMove", "squares"]

_SIZE = 8
_CELLS = _SIZE * _SIZE
_FULL = (1 << _CELLS) - 1
_COLORS = ("red", "yellow", "green", "blue")
_LETTERS = "RYGB"
_SUPPLY = 16
"""How many stones of each colour there are, on the board and off it."""
_START = """
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . R Y . . .
    . . . B G . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
"""


@dataclass(frozen=True, slots=True)
class StoneMove(Move):
    """Place a stone; its piece is the letter of its colour.

    Attributes
    ----------
    claim
        Whether the player says that the stone completes a square (D9).
    """

    claim: bool = False

    def __str__(self) -> str:
        return f"{self.piece}{','.join(map(str, self.cells))}{'!' * self.claim}"

    @property
    def sort_key(self) -> tuple[Any, ...]:
        """Claims come last; then colours go in the order red, yellow, green, blue."""
        return self.claim, _LETTERS.find(self.piece), tuple(map(reading_order, self.cells))


def squares(points: Iterable[tuple[int, int]]) -> list[tuple[Cell, ...]]:
    """List the squares with all corners among some points; their sides may have any direction.

    An n × n grid of points has n²(n² − 1)/12 of them (OEIS A002415).

    Returns
    -------
    list
        The four corners of each square in reading order.

    Examples
    --------
    >>> len(squares((x, y) for x in range(8) for y in range(8)))
    336
    >>> len(squares([(0, 0), (1, 2), (3, 1), (2, -1)]))
    1
    """
    inside = {Cell(x, y) for x, y in points}
    found = []
    for x, y in inside:
        for x2, y2 in inside:
            dx, dy = x2 - x, y2 - y
            # Gone round counterclockwise, each square has one side alone in these directions.
            if dx > 0 and dy >= 0:
                corners = Cell(x, y), Cell(x2, y2), Cell(x2 - dy, y2 + dx), Cell(x - dy, y + dx)
                if inside.issuperset(corners):
                    found.append(tuple(sorted(corners, key=reading_order)))
    return sorted(found)


class _Tables(NamedTuple):
    """What the rules look up. A stone of a colour on a cell has the number 64 × colour + cell."""

    moves: tuple[StoneMove, ...]
    """Number -> the move that places the stone."""
    claims: tuple[StoneMove, ...]
    """Number -> the move that places the stone and claims a square."""
    number: dict[Move, int]
    """Move, with a claim or without -> number."""
    near: tuple[int, ...]
    """Number -> the stones of any colour beside it."""
    shut: tuple[int, ...]
    """Number -> the stones that it rules out: any on its cell, and those of its colour beside it."""
    corners: tuple[tuple[int, ...], ...]
    """Cell -> for each square through it, the three other corners as bits over cells."""
    lanes: tuple[int, ...]
    """Colour -> all stones of the colour."""


@cache
def _tables() -> _Tables:
    """Make the tables on first use."""
    board = [Cell(x, y) for y in range(_SIZE) for x in range(_SIZE)]
    index = {cell: number for number, cell in enumerate(board)}
    beside = [bit_set(index[other] for other in edge_cells([cell]) if other in index) for cell in board]
    corners: list[list[int]] = [[] for _ in board]
    for square in squares(board):
        for cell in square:
            corners[index[cell]].append(bit_set(index[other] for other in square if other != cell))
    moves = [StoneMove(letter, (cell,)) for letter in _LETTERS for cell in board]
    claims = [StoneMove(letter, (cell,), claim=True) for letter in _LETTERS for cell in board]
    stones = [divmod(number, _CELLS) for number in range(len(moves))]
    each = sum(1 << _CELLS * color for color in range(len(_COLORS)))
    return _Tables(
        moves=tuple(moves),
        claims=tuple(claims),
        number={move: number for some in (moves, claims) for number, move in enumerate(some)},
        near=tuple(each * beside[cell] for _, cell in stones),
        shut=tuple(each << cell | beside[cell] << _CELLS * color for color, cell in stones),
        corners=tuple(map(tuple, corners)),
        lanes=tuple(_FULL << _CELLS * color for color in range(len(_COLORS))),
    )


@dataclass(frozen=True)
class Dakapo(Game):
    """The rules of Dakapo, with their option.

    Parameters
    ----------
    claim
        Whether a square wins only for a player who claims it (D9).

    Raises
    ------
    ValueError
        If the option is not True or False.

    Examples
    --------
    >>> Dakapo().initial_state().count_legal_moves()
    24
    """

    claim: bool = False

    name: ClassVar[str] = "dakapo"
    title = "Dakapo"
    players = 2
    width = _SIZE
    height = _SIZE
    rules: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "D1": "One stone of each colour lies in the centre, and 15 of each are in the common supply.",
            "D2": "In turn, each player places a stone of any colour on an empty cell beside a stone.",
            "D3": "A stone never lies beside one of its own colour.",
            "D4": "A stone never has the colour of the one that the opponent has just placed.",
            "D5": "A colour that is used up cannot be placed.",
            "D6": "Whoever places the fourth corner of a square of one colour, at any angle, wins.",
            "D7": "Whoever cannot place a stone loses.",
            "D8": "A full board without a winner is a draw.",
            "D9": "As an option, a square wins only if it is claimed with the stone that completes it.",
        }
    )

    def __post_init__(self) -> None:
        check_choice("claim", self.claim, (False, True))

    def initial_state(self) -> DakapoState:
        return self.position(_START)

    def position(self, drawing: str, player: int = 0, forbidden: str | None = None) -> DakapoState:
        """Return a position that is drawn, as lessons and tests need it.

        Parameters
        ----------
        drawing
            Eight rows of eight cells, top row first: R, Y, G and B for stones, dots for empty cells.
        player
            The seat to move.
        forbidden
            The colour of the stone that the opponent has just placed, such as ``"red"`` (D4).

        Raises
        ------
        ValueError
            If that is not a position of the game.
        """
        check_choice("player", player, (0, 1))
        check_choice("forbidden", forbidden, (None, *_COLORS))
        board = Board((0,) * len(_COLORS), 0, 0, 0)
        for cell, letter in read_drawing(drawing, _SIZE, _SIZE).items():
            check_choice(f"the stone on {cell}", letter, tuple(_LETTERS))
            stone = _CELLS * _LETTERS.index(letter) + _SIZE * cell.y + cell.x
            if board.closed >> stone & 1:
                raise ValueError(f"the stone on {cell} lies beside one of its colour, or is the 17th")
            board = board.after(stone)
        last = None if forbidden is None else _COLORS.index(forbidden)
        ply = sum(stones.bit_count() for stones in board.stones) - len(_COLORS)
        return _to_move(self, max(ply, 0), player, board, last)

    def parse_move(self, text: str) -> StoneMove:
        """Read ``Rd3``, or ``Rd3!`` with a claim, in any case.

        A cell off the board makes a move as well, for the rules to refuse.

        Raises
        ------
        ValueError
            If the text is anything else.
        """
        word = checked_text(text).strip()
        letter, claim = word[:1].upper(), word.endswith("!")
        if not letter or letter not in _LETTERS:
            raise ValueError(f"{quoted(text)} is not a move; write a colour R, Y, G or B and a cell: Rd3")
        return StoneMove(letter, (Cell.parse(word[1:].removesuffix("!")),), claim)


class Board(NamedTuple):
    """The stones on the board, and what follows from them."""

    stones: tuple[int, ...]
    """For each colour, its stones as bits over cells."""
    open: int
    """The stones that would lie beside a stone (D2)."""
    closed: int
    """The stones that would lie on a stone (D2) or beside one of their colour (D3), or are used up (D5)."""
    completing: int
    """The stones that would complete a square (D6), without those that are closed."""

    def after(self, stone: int) -> Board:
        """Return the board with one more stone."""
        tables, (color, cell) = _tables(), divmod(stone, _CELLS)
        own = self.stones[color] | 1 << cell
        closed = self.closed | tables.shut[stone]
        if own.bit_count() == _SUPPLY:
            closed |= tables.lanes[color]
        completing = self.completing | _gaps(tables.corners[cell], own) << _CELLS * color
        return Board(
            stones=with_item(self.stones, color, own),
            open=self.open | tables.near[stone],
            closed=closed,
            completing=without(completing, closed),
        )


@dataclass(frozen=True, slots=True)
class DakapoState(State):
    """A position in Dakapo.

    A stone of a colour on a cell has the number 64 × colour + cell, with the colours red, yellow, green,
    blue and the cells in reading order. Sets of stones are bit masks over these numbers.

    Attributes
    ----------
    seat
        The seat to move; None when the game is over.
    board
        The stones on the board, and the sets of stones that follow from them.
    last
        Index of the colour placed last; None at the start.
    winner
        The seat that won; None in an unfinished game and in a draw.
    square
        The cells of the square that won, as bits over cells; 0 if there is none.
    legal
        The stones that may be placed.
    """

    game: Dakapo
    ply: int
    seat: int | None
    board: Board
    last: int | None
    winner: int | None = None
    square: int = 0
    legal: int = field(default=0, compare=False, repr=False)

    skipped = ()

    # -- what can be played ----------------------------------------------------------------------

    def legal_moves(self) -> list[Move]:
        tables = _tables()
        moves: list[Move] = [tables.moves[stone] for stone in members(self.legal)]
        if self.game.claim:
            moves += [tables.claims[stone] for stone in members(self.legal & self.board.completing)]
        return moves

    def count_legal_moves(self) -> int:
        count = self.legal.bit_count()
        if self.game.claim:
            count += (self.legal & self.board.completing).bit_count()
        return count

    def _is_legal(self, move: Move) -> bool:
        stone = _number(move)
        if stone is None or not isinstance(move, StoneMove) or not self.legal >> stone & 1:
            return False
        return not move.claim or (self.game.claim and bool(self.board.completing >> stone & 1))

    def _step(self, move: Move) -> DakapoState:
        return self.after(_tables().number[move], claim=isinstance(move, StoneMove) and move.claim)

    def after(self, stone: int, *, claim: bool = False) -> DakapoState:
        """Return the state after a legal stone, by its number, unchecked."""
        seat: int = self.seat  # type: ignore[assignment]  # there is no legal stone when it is None
        board, ply = self.board.after(stone), self.ply + 1
        if self.board.completing >> stone & 1 and claim == self.game.claim:
            color, cell = divmod(stone, _CELLS)
            return DakapoState(self.game, ply, None, board, color, seat, _square(board.stones[color], cell))
        return _to_move(self.game, ply, 1 - seat, board, stone // _CELLS)

    def playout(self, rng: Random) -> tuple[float, ...]:
        if self.seat is None:
            return self.scores
        seat, claim, draw = self.seat, self.game.claim, rng.random
        _, _, _, near, shut, corners, lanes = _tables()
        stones, opened, closed, completing = self.board
        own, used = list(stones), [color.bit_count() for color in stones]
        barred = 0 if self.last is None else lanes[self.last]
        while True:
            legal = without(opened, closed | barred)
            count = legal.bit_count()
            if not legal:
                return _result(None if sum(own) == _FULL else 1 - seat)
            chosen = int(draw() * (count + (legal & completing).bit_count() if claim else count))
            if chosen >= count:
                return _result(seat)
            stone = nth_member(legal, chosen)
            if completing >> stone & 1 and not claim:
                return _result(seat)
            color, cell = divmod(stone, _CELLS)
            mask = own[color] = own[color] | 1 << cell
            opened |= near[stone]
            closed |= shut[stone]
            barred = lanes[color]
            used[color] += 1
            if used[color] == _SUPPLY:
                closed |= barred
            completing |= _gaps(corners[cell], mask) << _CELLS * color
            seat = 1 - seat

    # -- why not ---------------------------------------------------------------------------------

    def _broken_rules(self, move: Move) -> Iterator[Refusal]:
        cells, board = move.cells, self.board
        if self.seat is None:
            yield self._why_over()
            return
        if not isinstance(move, StoneMove) or len(cells) != 1 or move.piece not in tuple(_LETTERS):
            how = "written as a colour R, Y, G or B and a cell, as in Rd3"
            yield Refusal("D2", f"D2: a turn places one stone, {how}", cells)
            return

        color, cell, grid = _LETTERS.index(move.piece), cells[0], self.grid
        name = _COLORS[color]
        yield from self._misplaced("D2", cells)
        beside = sorted(edge_cells(cells) & grid.keys(), key=reading_order)
        if not beside and self.game.on_board(cell):
            yield Refusal(
                "D2", f"D2: no stone lies beside {cell}; a stone must share an edge with one", cells
            )
        alike = tuple(other for other in beside if grid[other] == name)
        if alike:
            where = f"{cell} lies beside {name} at {listed(alike)}"
            yield Refusal("D3", f"D3: {where}; neighbours have different colours", (cell, *alike))
        if color == self.last:
            yield Refusal("D4", f"D4: the opponent has just placed {name}; choose another colour", cells)
        if board.stones[color].bit_count() == _SUPPLY:
            yield Refusal("D5", f"D5: all {_SUPPLY} {name} stones are on the board", cells)
        if move.claim and not self.game.claim:
            yield Refusal("D9", "D9: here a square wins without being claimed; leave out the !", cells)
        elif move.claim and not (
            self.game.on_board(cell) and _square(board.stones[color], _SIZE * cell.y + cell.x)
        ):
            yield Refusal("D9", f"D9: {name} on {cell} completes no square, so there is none to claim", cells)

    def _why_over(self) -> Refusal:
        if self.winner is None:
            return Refusal("D8", "D8: the game is over, a draw: the board is full")
        if self.winning_square:
            where = listed(self.winning_square)
            message = f"D6: the game is over, player {self.winner + 1} has completed the square {where}"
            return Refusal("D6", message, self.winning_square)
        return Refusal("D7", f"D7: the game is over, player {2 - self.winner} could not place a stone")

    # -- where the game stands -------------------------------------------------------------------

    @property
    def current_player(self) -> int | None:
        return self.seat

    @property
    def forbidden(self) -> str | None:
        """The colour that the opponent has just placed, so that it may not be placed now (D4)."""
        return None if self.seat is None or self.last is None else _COLORS[self.last]

    @property
    def winning_square(self) -> tuple[Cell, ...] | None:
        """The corners of the square that won, in reading order."""
        return _cells(self.square) if self.square else None

    @property
    def scores(self) -> tuple[float, ...]:
        """1 for a win, 0 for a loss, ½ for each in a draw and in an unfinished game."""
        return _result(self.winner)

    # -- what drawing needs ----------------------------------------------------------------------

    @property
    def joined(self) -> tuple[Cell, ...]:
        """The corners of the square that won, going round."""
        if self.winning_square is None:
            return ()
        first, second, third, last = self.winning_square  # in reading order the last is opposite the first
        return first, second, last, third

    @property
    def grid(self) -> dict[Cell, str]:
        stones = zip(_COLORS, self.board.stones, strict=True)
        return {cell: color for color, cells in stones for cell in _cells(cells)}

    @property
    def marks(self) -> dict[Cell, str]:
        """The letter of each stone's colour."""
        return {cell: _LETTERS[_COLORS.index(color)] for cell, color in self.grid.items()}

    def hand(self, seat: int) -> tuple[str, ...]:
        """Letters of the stones in the supply, which both seats have in common."""
        check_choice("seat", seat, (0, 1))
        stones = zip(_LETTERS, self.board.stones, strict=True)
        return tuple(letter for letter, cells in stones for _ in range(_SUPPLY - cells.bit_count()))


def _to_move(game: Dakapo, ply: int, seat: int, board: Board, last: int | None) -> DakapoState:
    """Return the state in which a seat is to move, or the game is over because it cannot (D7, D8)."""
    barred = 0 if last is None else _tables().lanes[last]
    legal = without(board.open, board.closed | barred)
    if legal:
        return DakapoState(game, ply, seat, board, last, legal=legal)
    winner = None if sum(board.stones) == _FULL else 1 - seat
    return DakapoState(game, ply, None, board, last, winner)


def _number(move: Move) -> int | None:
    """Return the number of the stone that a move places, or None."""
    try:
        return _tables().number.get(move)
    except TypeError:  # cells that cannot be hashed
        return None


def _cells(mask: int) -> tuple[Cell, ...]:
    """Return cells in reading order from bits over cells."""
    return tuple(Cell(number % _SIZE, number // _SIZE) for number in members(mask))


def _square(own: int, cell: int) -> int:
    """Return a square through a cell with its other corners among ``own``, as bits; 0 if there is none."""
    return next((corners | 1 << cell for corners in _tables().corners[cell] if not corners & ~own), 0)


def _gaps(squares_through: tuple[int, ...], own: int) -> int:
    """Return the corners that squares lack, where it is one alone, as bits over cells."""
    missing, gaps = ~own, 0
    for corners in squares_through:
        gap = corners & missing
        if not gap & (gap - 1):
            gaps |= gap
    return gaps


def _result(winner: int | None) -> tuple[float, ...]:
    """Return the scores by the seat that won, None for a draw."""
    return (0.5, 0.5) if winner is None else (1.0 - winner, 0.0 + winner)
