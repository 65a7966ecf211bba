"""Isaac (Emiliano "Wentu" Venturini, 2011): place bars, then remove them for points.

The rules I1 to I9 are in :data:`Isaac.rules`. Sources: iggamecenter.com/info/en/isaac.html; the help
pages of Board Game Arena; the designer's topic 449 on ludoclub.it for the points that those leave open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, reduce
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from boardlab.core import (
    Cell,
    Game,
    Move,
    Refusal,
    Scale,
    State,
    check_choice,
    checked_text,
    listed,
    next_turn,
    quoted,
    reading_order,
    with_item,
)
from boardlab.games.drawing import read_drawing
from boardlab.placements import PlacementTable, bit_set, members, nth_member, without
from boardlab.polyomino import normalize

if TYPE_CHECKING:
    from random import Random

__all__ = ["BarMove", "BarTable", "Isaac", "IsaacState", "Points"]

_SIZE = 10
_GOAL = 100
_LENGTHS = (3, 4, 5, 6, 7)
_BOX = (5, 4, 3, 2, 1)
"""How many bars of each length a player has."""
_VALUES = (1, 2, 3, 4, 6)
"""What is printed on the bars of each length."""
_TOP_CELL = 1 << _GOAL - 1
"""The cell j10, Light's 00, as a bit over cell numbers; shifted down by a score, it is Light's marker."""
_SEATS = ("Dark", "Light")
_MARKERS = "▲▼"
"""Dark counts upwards, Light downwards."""


@dataclass(frozen=True, slots=True)
class BarMove(Move):
    """Place a bar, or remove it and advance the marker.

    An advance that would pass 100 is written as the one that reaches it, so that one move has one text;
    a longer one is refused (I7).

    Attributes
    ----------
    advance
        By how many points the marker advances; None where the bar is placed.
    """

    advance: int | None = None

    def __str__(self) -> str:
        bar = "-".join(map(str, self.cells[:1] + self.cells[-1:]))
        return bar if self.advance is None else f"{bar}+{self.advance}"

    @property
    def sort_key(self) -> tuple[Any, ...]:
        return tuple(map(reading_order, self.cells)), self.piece, -1 if self.advance is None else self.advance


class BarTable(PlacementTable):
    """All placements of the bars, with what the rules look up.

    Lines are numbered too: the rows from the bottom 0 to 9, the columns from the left 10 to 19.

    Attributes
    ----------
    all
        The set of all placements.
    apart
        Placement number -> the set of placements that share no cell with it.
    line
        Placement number -> the line in which the bar lies.
    at_least
        Length -> the set of placements of bars that long or longer.
    on_line
        Line -> the set of placements that have a cell on it.
    line_cells
        Line -> its cells, as bits over cell numbers.
    facts
        Placement number -> what the inner path needs at once: the value, ``line_cells`` and ``on_line``
        of its line, its cells as bits, its length, and the set of this placement alone.
    """

    def __init__(self) -> None:
        pieces = tuple((str(length), normalize((x, 0) for x in range(length))) for length in _LENGTHS)
        super().__init__(_SIZE, _SIZE, pieces)
        self.moves = [BarMove(move.piece, move.cells) for move in self.moves]
        self.all = (1 << len(self.moves)) - 1
        self.at_least = [reduce(int.__or__, self.of_size[length:]) for length in range(_LENGTHS[-1] + 1)]
        self.apart = [without(self.all, self._covering(cells)) for cells in self.cells]
        rows = [range(_SIZE * row, _SIZE * row + _SIZE) for row in range(_SIZE)]
        columns = [range(column, _SIZE * _SIZE, _SIZE) for column in range(_SIZE)]
        self.on_line = [self._covering(line) for line in (*rows, *columns)]
        self.line_cells = [bit_set(line) for line in (*rows, *columns)]
        self.line = [
            cells[0] // _SIZE if cells[1] - cells[0] == 1 else _SIZE + cells[0] % _SIZE
            for cells in self.cells
        ]
        self.facts = [
            (
                _VALUES[piece],
                self.line_cells[line],
                self.on_line[line],
                bit_set(cells),
                len(cells),
                1 << number,
            )
            for number, (piece, line, cells) in enumerate(zip(self.piece, self.line, self.cells, strict=True))
        ]

    def _covering(self, cells: Iterable[int]) -> int:
        """Return the set of placements that cover one of the cells."""
        return reduce(int.__or__, (self.cover[cell] for cell in cells))

    def find(self, move: Move) -> int | None:
        """Return the number of the bar that a move places or removes, or None."""
        return super().find(BarMove(move.piece, move.cells)) if isinstance(move, BarMove) else None


class Points(NamedTuple):
    """What the removal of a bar scores (I5)."""

    bars: int
    """Bars left that have a cell on the removed bar's line."""
    value: int
    """The value printed on the removed bar."""
    markers: int
    """Markers on the line, 0 to 2; each doubles the points."""
    points: int
    """bars × value × 2 for each marker."""


@dataclass(frozen=True)
class Isaac(Game):
    """The rules of Isaac; there are no options.

    Examples
    --------
    >>> state = Isaac().initial_state()
    >>> state.count_legal_moves(), state.step("a1-c1").count_legal_moves()
    (600, 570)
    """

    name: ClassVar[str] = "isaac"
    title = "Isaac"
    players = 2
    width = _SIZE
    height = _SIZE
    rules: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "I1": "In turn, each player places one of his bars on empty cells of one row or column.",
            "I2": "Whoever can place must; whoever cannot is out of the placing.",
            "I3": "When neither can place, scoring starts at 0 to 0 with the one who was first unable to.",
            "I4": "A turn removes an own bar with no marker on it, no shorter than any you removed before.",
            "I5": "A bar scores the bars left on its line × its value × 2 for each marker on the line.",
            "I6": "Your marker advances by as many of these points as you like, not onto the other marker.",
            "I7": "Whoever reaches 100 wins at once.",
            "I8": "Whoever has nothing to remove is out; when both are, the higher score wins.",
            "I9": "If the scores are equal, the longer line of unplaced bars wins; if these are, Dark does.",
        }
    )

    @property
    def scales(self) -> tuple[Scale, ...]:
        """Dark's numbers of the cells, and Light's."""
        digits = tuple(map(str, range(_SIZE)))
        tens = tuple(f"{digit}0" for digit in digits)
        dark = Scale("dark", _MARKERS[0], tens, digits)
        return dark, Scale("light", _MARKERS[1], tens[::-1], digits[::-1])

    @property
    def table(self) -> BarTable:
        """All placements of the bars, the same table for all games."""
        return _bar_table()

    def initial_state(self) -> IsaacState:
        return IsaacState(
            game=self,
            ply=0,
            seat=0,
            scoring=False,
            skipped=(),
            hands=(_BOX, _BOX),
            bars=(0, 0),
            markers=(0, 0),
            longest=(0, 0),
            out=(False, False),
            free=self.table.all,
            legal=self.table.all,
        )

    def position(
        self,
        drawing: str,
        scores: tuple[int, int] | None = None,
        player: int = 0,
        removed: tuple[int, int] = (0, 0),
        unplaced: tuple[Sequence[int], Sequence[int]] | None = None,
    ) -> IsaacState:
        """Return a position that is drawn, as lessons and tests need it.

        Parameters
        ----------
        drawing
            Ten rows of ten cells, top row first: a letter for each bar, a capital for Dark's and a small
            one for Light's, and dots for empty cells.
        scores
            The score of each seat; without it, scoring has not started.
        player
            The seat to move, if it can.
        removed
            Length of the longest bar that each seat has removed, 0 for none.
        unplaced
            Lengths of the bars in each hand; without it, all that are not drawn.

        Raises
        ------
        ValueError
            If that is not a position of the game.
        """
        check_choice("player", player, (0, 1))
        table, letters = self.table, read_drawing(drawing, _SIZE, _SIZE)
        drawn: tuple[list[int], list[int]] = [], []
        for letter in dict.fromkeys(letters.values()):
            cells = tuple(cell for cell, other in letters.items() if other == letter)
            number = table.number.get(cells)
            if number is None or not letter.isalpha():
                raise ValueError(f"{quoted(letter)} at {listed(cells)} is not a bar of 3 to 7 cells")
            drawn[letter.islower()].append(number)
        on_board = [_counts(len(table.cells[number]) for number in numbers) for numbers in drawn]
        rest = [tuple(box - used for box, used in zip(_BOX, counts, strict=True)) for counts in on_board]
        hands = rest if unplaced is None else [_counts(lengths) for lengths in unplaced]
        for hand, left in zip(hands, rest, strict=True):
            if min(left) < 0 or any(count > most for count, most in zip(hand, left, strict=True)):
                raise ValueError("a player has 5 bars of 3, 4 of 4, 3 of 5, 2 of 6 and 1 of 7 cells")
        state = replace(
            self.initial_state(),
            ply=len(drawn[0]) + len(drawn[1]),
            hands=(hands[0], hands[1]),
            bars=(bit_set(drawn[0]), bit_set(drawn[1])),
            free=reduce(int.__and__, (table.apart[number] for number in chain(*drawn)), table.all),
        )
        if scores is None:
            return state._next_to_place(player)
        for score, length in zip(scores, removed, strict=True):
            check_choice("a score", score, range(_GOAL))
            check_choice("removed", length, (0, *_LENGTHS))
        if sum(scores) == _GOAL - 1:
            raise ValueError(f"scores of {listed(scores)} put both markers on one cell")
        return replace(state, scoring=True, markers=tuple(scores), longest=tuple(removed))._next_to_remove(
            player
        )

    def parse_move(self, text: str) -> BarMove:
        """Read ``a1-c1``, a bar placed, or ``a1-c1+12``, a bar removed and the advance of the marker.

        A bar off the board, or of a length that no bar has, makes a move as well, for the rules to
        refuse.

        Raises
        ------
        ValueError
            If the text is anything else.
        """
        bar, plus, points = checked_text(text).partition("+")
        ends = sorted(map(Cell.parse, bar.split("-")), key=reading_order)
        points = points.strip()
        if len(ends) != 2 or (plus and not (points.isascii() and points.isdigit() and len(points) <= 3)):
            form = "its two end cells, and where it is removed how far you advance"
            raise ValueError(f"{quoted(text)} is not a move; write {form}: a1-c1 or a1-c1+12")
        first, last = ends
        if first.x != last.x and first.y != last.y:
            raise ValueError(f"{first} and {last} are not the ends of a bar, which lies in a row or column")
        cells = tuple(Cell(x, y) for y in range(first.y, last.y + 1) for x in range(first.x, last.x + 1))
        return BarMove(str(len(cells)), cells, int(points) if plus else None)

    def marker_cell(self, seat: int, score: int) -> Cell:
        """Return the cell of a score from 0 to 99: Dark counts from a1, Light from j10."""
        y, x = divmod(_GOAL - 1 - score if seat else score, _SIZE)
        return Cell(x, y)


@dataclass(frozen=True, slots=True)
class IsaacState(State):
    """A position in Isaac.

    The sets of placements are bit masks over ``game.table``.

    Attributes
    ----------
    seat
        The seat to move; None when the game is over.
    scoring
        Whether the scoring phase has started.
    hands
        For each seat, how many bars of 3, 4, 5, 6 and 7 cells are in its hand.
    bars
        For each seat, its bars on the board.
    markers
        For each seat, the score on which its marker stands.
    longest
        For each seat, the length of the longest bar it has removed, or 0.
    out
        For each seat, whether it was out of the scoring before the game ended (I8).
    free
        The placements that hit no occupied cell, until the scoring starts.
    legal
        The placements that the seat to move may place, or remove.
    """

    game: Isaac
    ply: int
    seat: int | None
    scoring: bool
    skipped: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    bars: tuple[int, ...]
    markers: tuple[int, ...]
    longest: tuple[int, ...]
    out: tuple[bool, ...]
    free: int = field(compare=False, repr=False)
    legal: int = field(compare=False, repr=False)

    # -- what can be played ----------------------------------------------------------------------

    def legal_moves(self) -> list[Move]:
        moves, numbers = self.game.table.moves, members(self.legal)
        if not self.scoring:
            return [moves[number] for number in numbers]
        return [
            BarMove(moves[number].piece, moves[number].cells, advance)
            for number in numbers
            for advance in self._advances(number)
        ]

    def count_legal_moves(self) -> int:
        if not self.scoring:
            return self.legal.bit_count()
        return sum(len(self._advances(number)) for number in members(self.legal))

    def _advances(self, number: int) -> list[int]:
        """List the advances that the seat to move may choose from when it removes a bar (I6, I7)."""
        own, other = self.markers[::-1] if self.seat else self.markers
        most = min(self._points(number).points, _GOAL - own)
        return [advance for advance in range(most + 1) if own + advance != _GOAL - 1 - other]

    def _points(self, number: int) -> Points:
        table, line = self.game.table, self.game.table.line[number]
        bars = ((self.bars[0] | self.bars[1]) & table.on_line[line]).bit_count() - 1
        markers = (table.line_cells[line] & (1 << self.markers[0] | _TOP_CELL >> self.markers[1])).bit_count()
        value = _VALUES[table.piece[number]]
        return Points(bars, value, markers, bars * value * 2**markers)

    def points(self, move: Move | str) -> Points:
        r"""Explain what the removal of a bar scores, whatever the advance, and whoever owns the bar.

        Before the scoring starts, it is what the bar would score with both markers on their 00.

        Parameters
        ----------
        move
            The removal, or the bar as it was placed.

        Raises
        ------
        ValueError, TypeError
            If that is not a bar on the board.

        Examples
        --------
        >>> state = Isaac().position("..........\n" * 9 + "AAAbbbbccc", scores=(50, 50))
        >>> state.points("a1-c1")
        Points(bars=2, value=1, markers=0, points=2)
        """
        move = self._read(move)
        number = self.game.table.find(move)
        if number is None or not (self.bars[0] | self.bars[1]) >> number & 1:
            raise ValueError(f"there is no bar at {move}")
        return self._points(number)

    def _is_legal(self, move: Move) -> bool:
        number = self.game.table.find(move)
        if number is None or not isinstance(move, BarMove) or not self.legal >> number & 1:
            return False
        if not self.scoring:
            return move.advance is None
        return type(move.advance) is int and move.advance in self._advances(number)

    def _step(self, move: Move) -> IsaacState:
        seat: int = self.seat  # type: ignore[assignment]  # there is no legal move when it is None
        table, length = self.game.table, len(move.cells)
        number = table.number[move.cells]
        after = replace(
            self, ply=self.ply + 1, bars=with_item(self.bars, seat, self.bars[seat] ^ 1 << number)
        )
        if isinstance(move, BarMove) and move.advance is not None:
            markers = with_item(self.markers, seat, self.markers[seat] + move.advance)
            longest = with_item(self.longest, seat, length)
            return replace(after, markers=markers, longest=longest)._next_to_remove(1 - seat)
        index = length - _LENGTHS[0]
        hand = with_item(self.hands[seat], index, self.hands[seat][index] - 1)
        hands, free = with_item(self.hands, seat, hand), self.free & table.apart[number]
        return replace(after, hands=hands, free=free)._next_to_place(1 - seat)

    def _next_to_place(self, first: int) -> IsaacState:
        """Give the turn to ``first`` if it can place, or else to the other, or start the scoring (I2).

        The board only fills, so whoever cannot place never can again. If neither can, ``first`` was the
        first unable: it was out already, or its turn comes before the other's (I3).
        """
        seat, skipped, legal = next_turn(
            (first, 1 - first), lambda player: self.free & _of_hand(self.hands[player])
        )
        if seat is None:
            return replace(self, scoring=True)._next_to_remove(first)
        return replace(self, seat=seat, skipped=skipped, legal=legal)

    def _next_to_remove(self, first: int) -> IsaacState:
        """Give the turn to ``first`` if it can remove a bar, or to the other, or end the game (I7, I8)."""
        order = () if _GOAL in self.markers else (first, 1 - first)
        seat, skipped, legal = next_turn(order, self._removable)
        out = tuple(was or player in skipped for player, was in enumerate(self.out))
        return replace(self, seat=seat, skipped=skipped, legal=legal, out=out)

    def _removable(self, seat: int) -> int:
        """Return the bars that a seat could remove if it were its turn, as a set (I4)."""
        if self.out[seat]:
            return 0
        table, (dark, light) = self.game.table, self.markers
        long_enough = self.bars[seat] & table.at_least[self.longest[seat]]
        return without(long_enough, table.cover[dark] | table.cover[_GOAL - 1 - light])

    def playout(self, rng: Random) -> tuple[int, ...]:
        seat, bars = self.seat, [*map(members, self.bars)]
        if seat is not None and not self.scoring:
            seat = _play_placing(self.game.table, rng, seat, [*map(list, self.hands)], bars, self.free)
        if seat is None:
            return self.markers
        return _play_scoring(
            self.game.table, rng, seat, bars, list(self.markers), list(self.longest), list(self.out)
        )

    # -- why not ---------------------------------------------------------------------------------

    def _broken_rules(self, move: Move) -> Iterator[Refusal]:
        cells = move.cells
        if self.seat is None:
            how = "has reached 100" if _GOAL in self.markers else "has won: neither player can remove a bar"
            rule = "I7" if _GOAL in self.markers else "I8"
            yield Refusal(rule, f"{rule}: the game is over, {_SEATS[self.winners[0]]} {how}")
        elif (
            not isinstance(move, BarMove)
            or move.piece != str(len(cells))
            or cells != tuple(sorted(cells, key=reading_order))
        ):
            rule, example = ("I4", "a1-c1+0") if self.scoring else ("I1", "a1-c1")
            yield Refusal(rule, f"{rule}: a bar is written as its two end cells, as in {example}", cells)
        elif not self.scoring:
            yield from self._not_placed(move, self.seat)
        elif move.advance is None:
            what = "remove one of your bars and say how far you advance, as in a1-c1+0"
            yield Refusal("I2", f"I2: no more bars are placed; {what}", cells)
        else:
            yield from self._not_removed(move, self.seat)

    def _not_placed(self, move: BarMove, seat: int) -> Iterator[Refusal]:
        if move.advance is not None:
            what = "place one of your bars, as in a1-c1"
            yield Refusal("I3", f"I3: scoring starts when neither player can place; {what}", move.cells)
            return
        length, in_hand = len(move.cells), self.hand(seat)
        if self.game.table.piece_of(move.cells) is None:
            what = f"{listed(move.cells) or 'no cells'} do not form one"
            yield Refusal("I1", f"I1: a bar covers 3 to 7 cells of a row or column; {what}", move.cells)
        elif move.piece not in in_hand:
            count = _BOX[length - _LENGTHS[0]]
            what = "your only bar" if count == 1 else f"all {count} of your bars"
            yield Refusal("I1", f"I1: you have placed {what} of {length} already", move.cells)
        yield from self._misplaced("I1", move.cells)

    def _not_removed(self, move: BarMove, seat: int) -> Iterator[Refusal]:
        number, cells = self.game.table.find(move), move.cells
        if number is None or not self.bars[seat] >> number & 1:
            where = f"from {cells[0]} to {cells[-1]}" if cells else "without cells"
            theirs = number is not None and self.bars[1 - seat] >> number & 1
            what = f"the bar {where} is not yours" if theirs else f"no bar of yours lies {where}"
            yield Refusal("I4", f"I4: {what}, and only an own bar can be removed", cells)
            return

        length, longest = len(cells), self.longest[seat]
        if length < longest:
            what = f"the bar of {length} is shorter than the {longest} you have removed before"
            yield Refusal("I4", f"I4: {what}", cells)
        marked = tuple(cell for cell in self.marks if cell in cells)
        if marked:
            yield Refusal("I4", f"I4: a marker stands on this bar at {listed(marked)}", marked)

        advance, own, points = move.advance, self.markers[seat], self._points(number)
        if type(advance) is not int or not 0 <= advance <= points.points:
            sum_ = f"{points.bars} × {points.value}" + " × 2" * points.markers
            told = f"0 to {points.points} points ({sum_}), not {quoted(repr(advance))[1:-1]}"
            yield Refusal("I6", f"I6: for this bar your marker advances by {told}", cells)
        elif own + advance > _GOAL:
            what = f"{_GOAL} wins at once and is the end of the way; advance by {_GOAL - own} to reach it"
            yield Refusal("I7", f"I7: {what}", cells)
        elif own + advance == _GOAL - 1 - self.markers[1 - seat]:
            there = self.game.marker_cell(seat, own + advance)
            what = f"{_SEATS[1 - seat]}'s marker stands on your {own + advance}, the cell {there}"
            yield Refusal("I6", f"I6: {what}; stop before it or pass it", (there,))

    # -- where the game stands -------------------------------------------------------------------

    @property
    def current_player(self) -> int | None:
        return self.seat

    @property
    def phase(self) -> str:
        """``"place"``, ``"score"`` or ``"over"``."""
        if self.seat is None:
            return "over"
        return "score" if self.scoring else "place"

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each seat, which is where its marker stands."""
        return self.markers

    @property
    def winners(self) -> tuple[int, ...]:
        """The seat that won: there is no draw (I9)."""
        return () if self.seat is not None else (max((0, 1), key=self._rank),)

    def _rank(self, seat: int) -> tuple[int, int, int]:
        """Return what the winner has more of: points, or cells in the hand, or else fewer bars there (I9)."""
        cells = sum(count * length for count, length in zip(self.hands[seat], _LENGTHS, strict=True))
        return self.markers[seat], cells, -sum(self.hands[seat])

    # -- what drawing needs ----------------------------------------------------------------------

    @property
    def grid(self) -> dict[Cell, str]:
        moves = self.game.table.moves
        return {
            cell: color
            for color, bars in zip(("dark", "light"), self.bars, strict=True)
            for number in members(bars)
            for cell in moves[number].cells
        }

    @property
    def pieces(self) -> list[tuple[Cell, ...]]:
        """The bars on the board, each as its cells."""
        moves = self.game.table.moves
        return [moves[number].cells for number in members(self.bars[0] | self.bars[1])]

    @property
    def marks(self) -> dict[Cell, str]:
        """The markers, once scoring has started: ▲ is Dark's, who counts upwards, ▼ is Light's."""
        if not self.scoring:
            return {}
        places = zip((0, 1), self.markers, _MARKERS, strict=True)
        return {self.game.marker_cell(seat, score): mark for seat, score, mark in places if score < _GOAL}

    def hand(self, seat: int) -> tuple[str, ...]:
        """Names of the bars that a seat has left to place, or has not placed when the placing ended."""
        check_choice("seat", seat, (0, 1))
        return tuple(
            str(length)
            for length, count in zip(_LENGTHS, self.hands[seat], strict=True)
            for _ in range(count)
        )


@cache
def _bar_table() -> BarTable:
    return BarTable()


def _counts(lengths: Iterable[int]) -> tuple[int, ...]:
    """Count the bars of each length.

    Raises
    ------
    ValueError
        If a length is not that of a bar.
    """
    counts = [0] * len(_LENGTHS)
    for length in lengths:
        check_choice("the length of a bar", length, _LENGTHS)
        counts[length - _LENGTHS[0]] += 1
    return tuple(counts)


@cache
def _of_hand(counts: tuple[int, ...]) -> int:
    """Return the placements of the bars in a hand."""
    return sum(of_piece for count, of_piece in zip(counts, _bar_table().of_piece, strict=True) if count)


# -- the fast inner path: the same rules once more, on plain numbers ---------------------------------


def _play_placing(
    table: BarTable, rng: Random, seat: int, hands: list[list[int]], bars: list[list[int]], free: int
) -> int:
    """Place bars at random, from ``hands`` into ``bars``, and return the seat that starts to score."""
    apart, piece, of_piece, draw = table.apart, table.piece, table.of_piece, rng.random
    in_hand = [_of_hand(tuple(hand)) for hand in hands]
    while True:
        legal = free & in_hand[seat]
        if not legal:
            legal = free & in_hand[1 - seat]
            if not legal:
                return seat
            seat = 1 - seat
        number = nth_member(legal, int(draw() * legal.bit_count()))
        free &= apart[number]
        bars[seat].append(number)
        hand, index = hands[seat], piece[number]
        hand[index] -= 1
        if not hand[index]:
            in_hand[seat] ^= of_piece[index]
        seat = 1 - seat


def _play_scoring(
    table: BarTable,
    rng: Random,
    seat: int,
    bars: list[list[int]],
    markers: list[int],
    longest: list[int],
    out: list[bool],
) -> tuple[int, ...]:
    """Remove bars at random, and return the scores."""
    facts, draw = table.facts, rng.random
    board = sum([1 << number for number in bars[0] + bars[1]])
    left = [
        []
        if out[player]
        else [bar for bar in map(facts.__getitem__, sorted(bars[player])) if bar[4] >= longest[player]]
        for player in (0, 1)
    ]
    passed = 0
    while passed < 2:
        marked = 1 << markers[0] | _TOP_CELL >> markers[1]
        sums = [
            (board & on_line).bit_count() * value - value
            if not line & marked
            else ((board & on_line).bit_count() - 1) * value << (line & marked).bit_count()
            if not mask & marked
            else -1  # a marker stands on it
            for value, line, on_line, mask, _, _ in left[seat]
        ]
        count = sum(sums) + len(sums)
        if not count:
            left[seat] = []
            passed += 1
            seat = 1 - seat
            continue
        passed = 0

        own = markers[seat]
        to_goal, to_other = _GOAL - own, _GOAL - 1 - own - markers[1 - seat]
        if count > to_goal or 0 < to_other < count:  # one sum may be as high
            sums = [min(points, to_goal) for points in sums]
            if to_other > 0:
                sums = [points - (points >= to_other) for points in sums]
            count = sum(sums) + len(sums)
        advance, index = int(draw() * count), 0
        while advance > sums[index]:
            advance -= sums[index] + 1
            index += 1
        if 0 < to_other <= advance:
            advance += 1
        markers[seat] = own + advance
        if advance == to_goal:
            break
        removed = left[seat][index]
        _, _, _, _, length, bit = removed
        board ^= bit
        left[seat] = [bar for bar in left[seat] if bar[4] >= length and bar is not removed]
        seat = 1 - seat
    return tuple(markers)
