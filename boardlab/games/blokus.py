"""Blokus (Bernard Tavitian, 2000): four colours, each with the 21 polyominoes of one to five cells.

The rules B1 to B8 are in :data:`Blokus.rules`. Sources: the publisher's rule sheets of the 2000s and of
2013; the manual and the test suite of Pentobi (github.com/enz/pentobi) for the piece names and for the
points that the sheets leave open.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from boardlab.core import (
    Cell,
    Game,
    Move,
    Refusal,
    State,
    check_choice,
    checked_text,
    listed,
    next_turn,
    reading_order,
    with_item,
)
from boardlab.placements import PlacementTable, members, nth_member, placement_table, without
from boardlab.polyomino import PIECES, edge_cells

if TYPE_CHECKING:
    from random import Random

__all__ = ["Blokus", "BlokusState"]

_ALL_PIECES = (1 << len(PIECES)) - 1
_ALL_CELLS = sum(map(len, PIECES.values()))
_SINGLE = list(PIECES).index("1")
_SHARED = 3
"""Index of the colour that three players share."""


@dataclass(frozen=True)
class Blokus(Game):
    """The rules of Blokus, with their options.

    Parameters
    ----------
    players
        1 to 4; always 2 in Duo.
    variant
        ``"classic"``: four colours on 20 columns and rows; ``"duo"``: two colours on 14.
    corners
        Which start cell a colour's first piece covers (B2): ``"any"`` that is empty, or its ``"own"``.
    scoring
        ``"advanced"``: rule B8; ``"basic"``: minus the cells left, without a bonus.

    Raises
    ------
    ValueError
        If an option is none of these.

    Examples
    --------
    >>> Blokus(players=2).initial_state().count_legal_moves()
    232
    """

    players: int = None  # type: ignore[assignment]  # the variant decides
    variant: str = "classic"
    corners: str = "any"
    scoring: str = "advanced"

    name: ClassVar[str] = "blokus"
    rules: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "B1": "A piece lies wholly on the board, on empty cells.",
            "B2": "The first piece of a colour covers a start cell that is still empty.",
            "B3": "Every later piece touches a piece of its own colour corner to corner.",
            "B4": "A piece never touches a piece of its own colour along an edge.",
            "B5": "A colour places each of its 21 pieces once, turned and flipped as it likes.",
            "B6": "A colour that can place must place; one that cannot is skipped.",
            "B7": "The game ends when no colour can place.",
            "B8": "Each cell left over costs a point; placing all 21 pieces earns 15, "
            "and 5 more if the single cell was the last.",
        }
    )

    def __post_init__(self) -> None:
        check_choice("variant", self.variant, ("classic", "duo"))
        allowed = (2,) if self.variant == "duo" else (1, 2, 3, 4)
        if self.players is None:
            object.__setattr__(self, "players", allowed[-1])
        check_choice("players", self.players, allowed, f"in the {self.variant} variant")
        check_choice("corners", self.corners, ("any", "own"))
        check_choice("scoring", self.scoring, ("advanced", "basic"))

    @property
    def title(self) -> str:
        return "Blokus Duo" if self.variant == "duo" else "Blokus"

    @property
    def width(self) -> int:
        return 14 if self.variant == "duo" else 20

    height = width

    @property
    def colors(self) -> tuple[str, ...]:
        """The colours in the order in which they play."""
        return ("purple", "orange") if self.variant == "duo" else ("blue", "yellow", "red", "green")

    @property
    def starts(self) -> tuple[Cell, ...]:
        """The start cells; with ``corners="own"`` the first is the first colour's, and so on."""
        names = ("e10", "j5") if self.variant == "duo" else ("a20", "t20", "t1", "a1")
        return tuple(map(Cell.parse, names))

    @cached_property
    def table(self) -> PlacementTable:
        """All placements on this board; kept for all games on boards of this size."""
        return placement_table(self.width, self.height, tuple(PIECES.items()))

    def starts_of(self, color: int) -> tuple[Cell, ...]:
        """Return the start cells that a colour may choose from."""
        return self.starts if self.corners == "any" else self.starts[color : color + 1]

    def initial_state(self) -> BlokusState:
        colors = range(len(self.colors))
        table = self.table
        anchored = [0 for _ in colors]
        for color in colors:
            for cell in self.starts_of(color):
                anchored[color] |= table.cover[self.cell_number(cell)]
        zeros = (0,) * len(colors)
        return BlokusState(
            game=self,
            ply=0,
            color=0,
            skipped=(),
            hands=(_ALL_PIECES,) * len(colors),
            masks=zeros,
            single_last=(False,) * len(colors),
            occupied=0,
            blocked=zeros,
            anchored=tuple(anchored),
            legal=anchored[0],
        )

    def parse_move(self, text: str) -> Move:
        return self.table.parse(checked_text(text))

    def cell_number(self, cell: Cell) -> int:
        """Return the number that the table of placements gives to a cell of the board."""
        return cell.x + self.width * cell.y

    def score_colors(self, covered: Iterable[int], single_last: Iterable[bool]) -> tuple[int, ...]:
        """Score the colours by the cells each covers, and whether its last piece was the single cell (B8)."""
        complete = (15, 20) if self.scoring == "advanced" else (0, 0)
        return tuple(
            complete[single] if cells == _ALL_CELLS else cells - _ALL_CELLS
            for cells, single in zip(covered, single_last, strict=True)
        )

    def seat_scores(self, color_scores: Sequence[int]) -> tuple[int, ...]:
        """Add up the scores of each seat's colours; the shared colour of three players counts for nobody."""
        seats = [0] * self.players
        for color, score in enumerate(color_scores):
            if not self.is_shared(color):
                seats[color % self.players] += score
        return tuple(seats)

    def is_shared(self, color: int) -> bool:
        """Tell whether the players place the pieces of this colour in turn."""
        return self.players == 3 and color == _SHARED


@dataclass(frozen=True, slots=True)
class BlokusState(State):
    """A position in Blokus.

    The sets of placements are the inner path that bots may use; they are bit masks over
    ``game.table``, and follow from the other fields.

    Attributes
    ----------
    color
        Index in ``game.colors`` of the colour to move; None when the game is over.
    hands
        For each colour, the pieces left, as bits over ``game.table.names``.
    masks
        For each colour, the cells that it covers, as bits over cell numbers.
    single_last
        For each colour, whether the piece it placed last is the single cell.
    occupied
        The placements that hit an occupied cell.
    blocked
        For each colour, the placements that would touch its own pieces along an edge, or whose piece
        is placed already.
    anchored
        For each colour, the placements that touch its own pieces corner to corner; before its first
        piece, those that cover a start cell.
    legal
        The legal placements of the colour to move.
    """

    game: Blokus
    ply: int
    color: int | None
    skipped: tuple[int, ...]
    hands: tuple[int, ...]
    masks: tuple[int, ...]
    single_last: tuple[bool, ...]
    occupied: int = field(compare=False, repr=False)
    blocked: tuple[int, ...] = field(compare=False, repr=False)
    anchored: tuple[int, ...] = field(compare=False, repr=False)
    legal: int = field(compare=False, repr=False)

    # -- what can be played ----------------------------------------------------------------------

    def legal_moves(self) -> list[Move]:
        moves = self.game.table.moves
        return [moves[number] for number in members(self.legal)]

    def count_legal_moves(self) -> int:
        return self.legal.bit_count()

    def legal_of(self, color: int) -> int:
        """Return the placements that a colour could make if it were its turn, as a set."""
        return without(self.anchored[color], self.occupied | self.blocked[color])

    def _is_legal(self, move: Move) -> bool:
        number = self.game.table.find(move)
        return number is not None and bool(self.legal >> number & 1)

    def _step(self, move: Move) -> BlokusState:
        return self.after(self.game.table.number[move.cells])

    def after(self, number: int) -> BlokusState:
        """Return the state after a legal placement, by its number in ``game.table``, unchecked."""
        table = self.game.table
        color: int = self.color  # type: ignore[assignment]  # there is no legal move when it is None
        cover, piece, mask = table.cover, table.piece[number], self.masks[color]
        occupied = self.occupied
        blocked = self.blocked[color] | table.of_piece[piece]
        anchored = self.anchored[color] if mask else 0
        for cell in table.cells[number]:
            mask |= 1 << cell
            occupied |= cover[cell]
        for cell in table.edges[number]:
            blocked |= cover[cell]
        for cell in table.corners[number]:
            anchored |= cover[cell]
        all_blocked = with_item(self.blocked, color, blocked)
        all_anchored = with_item(self.anchored, color, anchored)
        colors = range(len(self.hands))
        following, skipped, legal = next_turn(  # B6, B7
            (*colors[color + 1 :], *colors[: color + 1]),
            lambda other: without(all_anchored[other], occupied | all_blocked[other]),
        )
        return BlokusState(
            game=self.game,
            ply=self.ply + 1,
            color=following,
            skipped=skipped,
            hands=with_item(self.hands, color, self.hands[color] ^ 1 << piece),
            masks=with_item(self.masks, color, mask),
            single_last=with_item(self.single_last, color, piece == _SINGLE),
            occupied=occupied,
            blocked=all_blocked,
            anchored=all_anchored,
            legal=legal,
        )

    def playout(self, rng: Random) -> tuple[int, ...]:
        table = self.game.table
        cover, of_piece = table.cover, table.of_piece
        cells, edges, corners, pieces = table.cells, table.edges, table.corners, table.piece
        occupied, blocked, anchored = self.occupied, list(self.blocked), list(self.anchored)
        covered = [mask.bit_count() for mask in self.masks]
        single_last = list(self.single_last)
        waiting = deque(range(len(covered)))
        waiting.rotate(-(self.color or 0))
        while waiting:
            color = waiting.popleft()
            legal = anchored[color]
            legal ^= legal & (occupied | blocked[color])
            if not legal:
                continue  # and never again: the board only fills (B6)
            number = nth_member(legal, int(rng.random() * legal.bit_count()))
            piece = pieces[number]
            placed = cells[number]
            for cell in placed:
                occupied |= cover[cell]
            own = blocked[color] | of_piece[piece]
            for cell in edges[number]:
                own |= cover[cell]
            blocked[color] = own
            own = anchored[color] if covered[color] else 0
            for cell in corners[number]:
                own |= cover[cell]
            anchored[color] = own
            covered[color] += len(placed)
            single_last[color] = piece == _SINGLE
            waiting.append(color)
        return self.game.seat_scores(self.game.score_colors(covered, single_last))

    # -- why not ---------------------------------------------------------------------------------

    def _broken_rules(self, move: Move) -> Iterator[Refusal]:
        game, color = self.game, self.color
        if color is None:
            yield Refusal("B7", "B7: the game is over, no colour can place a piece any more")
            return
        name, cells, own = game.colors[color], move.cells, set(self._cells_of(color))

        no_piece = game.table.no_piece("B5", move)
        if no_piece:
            yield no_piece
        elif move.piece not in self.color_hand(color):
            yield Refusal("B5", f"B5: {name} has placed its piece {move.piece} already", cells)

        yield from self._misplaced("B1", cells)

        if not own:
            starts = tuple(cell for cell in game.starts_of(color) if cell not in self.grid)
            if not set(starts) & set(cells):
                which = "the start cell" if len(starts) == 1 else "one of the start cells"
                where = f"{which} {listed(starts, 'or')}"
                yield Refusal("B2", f"B2: the first piece of {name} must cover {where}", cells)
            return

        touches = [
            (cell, other) for cell in cells for other in sorted(edge_cells([cell]) & own, key=reading_order)
        ]
        if touches:
            cell, other = touches[0]
            message = f"B4: {cell} would touch your own piece at {other} along an edge"
            yield Refusal("B4", message, tuple(dict.fromkeys(chain.from_iterable(touches))))
        if not any((x + dx, y + dy) in own for x, y in cells for dx in (1, -1) for dy in (1, -1)):
            message = f"B3: no cell of this piece touches another {name} piece corner to corner"
            yield Refusal("B3", message, cells)

    def _cells_of(self, color: int) -> list[Cell]:
        board = self.game.table.board
        return [board[number] for number in members(self.masks[color])]

    # -- where the game stands -------------------------------------------------------------------

    @property
    def current_player(self) -> int | None:
        color = self.color
        if color is None:
            return None
        if self.game.is_shared(color):
            return (_ALL_PIECES ^ self.hands[color]).bit_count() % self.game.players
        return color % self.game.players

    @property
    def color_scores(self) -> tuple[int, ...]:
        """One score a colour (B8)."""
        return self.game.score_colors((mask.bit_count() for mask in self.masks), self.single_last)

    @property
    def scores(self) -> tuple[int, ...]:
        return self.game.seat_scores(self.color_scores)

    # -- what drawing needs ----------------------------------------------------------------------

    @property
    def grid(self) -> dict[Cell, str]:
        return {cell: name for color, name in enumerate(self.game.colors) for cell in self._cells_of(color)}

    @property
    def marks(self) -> dict[Cell, str]:
        """The start cells, as long as a colour has yet to start."""
        if all(self.masks):
            return {}
        taken = self.grid
        return {cell: "•" for cell in self.game.starts if cell not in taken}

    def hand(self, seat: int) -> tuple[str, ...]:
        check_choice("seat", seat, range(self.game.players))
        colors = range(seat, len(self.game.colors), self.game.players)
        return tuple(
            piece for color in colors if not self.game.is_shared(color) for piece in self.color_hand(color)
        )

    def color_hand(self, color: int) -> tuple[str, ...]:
        """Names of the pieces that a colour has left."""
        return tuple(self.game.table.names[piece] for piece in members(self.hands[color]))
