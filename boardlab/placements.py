"""Tables of all placements of some pieces on a board, and sets of placements as bit masks.

The placements of a board are numbered in the order of their moves. A *set of placements* is one Python
int whose bit ``i`` stands for placement ``i``. So the set of placements that hit an occupied cell is an
OR of a few numbers, and legality is one bit test.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from struct import unpack

from boardlab.core import Cell, Move, Refusal, listed, quoted, reading_order
from boardlab.polyomino import Shape, corner_cells, edge_cells, free, normalize, orientations

__all__ = ["PlacementTable", "bit_set", "members", "nth_member", "placement_table", "without"]


class PlacementTable:
    """All placements of some pieces on a board; :func:`placement_table` makes it once for each board.

    Cells are numbered ``x + width * y`` here, which is reading order.

    Attributes
    ----------
    board
        Cell number -> the cell.
    names
        Index of a piece -> its name.
    moves
        Placement number -> its move, sorted; the only object made for that move.
    number
        Cells in reading order -> placement number.
    piece
        Placement number -> index of its piece.
    cells, edges, corners
        Placement number -> the numbers of the cells that it covers, of those on the board that share
        an edge with it, and of those that only touch it corner to corner.
    cover
        Cell number -> the set of placements that cover the cell.
    of_piece
        Index of a piece -> the set of its placements.
    of_size
        Number of cells -> the set of placements of that size; 0 where there are none.
    """

    def __init__(self, width: int, height: int, pieces: tuple[tuple[str, Shape], ...]) -> None:
        self.width, self.height = width, height
        self.names = tuple(name for name, _ in pieces)
        found = sorted(
            (*placement, index)
            for index, (_, shape) in enumerate(pieces)
            for form in orientations(shape)
            for placement in _translations(form, width, height)
        )
        self.cells, self.edges, self.corners, self.piece = (
            list(column) for column in zip(*found, strict=True)
        )

        self.board = board = [Cell(x, y) for y in range(height) for x in range(width)]
        self.moves = [
            Move(self.names[index], tuple([board[cell] for cell in cells]))
            for cells, index in zip(self.cells, self.piece, strict=True)
        ]
        self.number = {move.cells: number for number, move in enumerate(self.moves)}

        covering: list[list[int]] = [[] for _ in board]
        for number, cells in enumerate(self.cells):
            for cell in cells:
                covering[cell].append(number)
        self.cover = [bit_set(numbers) for numbers in covering]
        owned: list[list[int]] = [[] for _ in pieces]
        for number, index in enumerate(self.piece):
            owned[index].append(number)
        self.of_piece = [bit_set(numbers) for numbers in owned]
        largest = max(len(shape) for _, shape in pieces)
        self.of_size = [0] * (largest + 1)
        for (_, shape), placements in zip(pieces, self.of_piece, strict=True):
            self.of_size[len(shape)] |= placements

        self._piece_names = {free(shape): name for name, shape in pieces}

    def find(self, move: Move) -> int | None:
        """Return the number of the placement that a move stands for, or None."""
        try:
            number = self.number.get(move.cells)
        except TypeError:  # cells that cannot be hashed
            return None
        return number if number is not None and self.moves[number] == move else None

    def piece_of(self, cells: tuple[Cell, ...]) -> str | None:
        """Name the piece that cells form, on the board or off it; None if they form none."""
        return self._piece_names.get(free(normalize(cells))) if 0 < len(cells) < len(self.of_size) else None

    def no_piece(self, rule: str, move: Move) -> Refusal | None:
        """Refuse cells that do not form the piece of their move; None if they do."""
        cells, name = move.cells, quoted(str(move.piece))[1:-1]
        if move.piece == self.piece_of(cells):
            return None
        what = f"none of the {len(self.names)} pieces" if name == "?" else f"no piece {name}"
        return Refusal(rule, f"{rule}: {what} covers just {listed(cells) or 'no cell'}", cells)

    def parse(self, text: str) -> Move:
        """Read the cells of a placement, comma-separated, in any order and case.

        Cells off the board, or that form no piece (named ``"?"`` then), make a move as well, for the
        rules to refuse.

        Raises
        ------
        ValueError
            If a word is not a cell, or a cell is named twice.
        """
        cells = tuple(sorted(map(Cell.parse, text.split(",")), key=reading_order))
        number = self.number.get(cells)
        if number is not None:
            return self.moves[number]
        for cell, following in pairwise(cells):
            if cell == following:
                raise ValueError(f"{cell} is named twice; name each cell of the piece once")
        return Move(self.piece_of(cells) or "?", cells)


_Placement = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]


def _translations(form: Shape, width: int, height: int) -> Iterable[_Placement]:
    """Go through the placements of one orientation as the cell numbers of (cells, edges, corners)."""
    edges, corners = sorted(edge_cells(form)), sorted(corner_cells(form))
    for y in range(height - max(y for _, y in form)):
        for x in range(width - max(x for x, _ in form)):
            start = x + width * y
            yield (
                tuple([start + dx + width * dy for dx, dy in form]),
                tuple(
                    [
                        start + dx + width * dy
                        for dx, dy in edges
                        if 0 <= x + dx < width and 0 <= y + dy < height
                    ]
                ),
                tuple(
                    [
                        start + dx + width * dy
                        for dx, dy in corners
                        if 0 <= x + dx < width and 0 <= y + dy < height
                    ]
                ),
            )


@cache
def placement_table(width: int, height: int, pieces: tuple[tuple[str, Shape], ...]) -> PlacementTable:
    """Return the table of a board, made on first use and then kept.

    Parameters
    ----------
    width, height
        Columns and rows of the board.
    pieces
        Name and shape of each piece, all different as free polyominoes.
    """
    return PlacementTable(width, height, pieces)


def bit_set(numbers: Iterable[int]) -> int:
    """Make a set of placements from their numbers.

    >>> bin(bit_set([0, 3]))
    '0b1001'
    """
    members = list(numbers)
    data = bytearray(max(members, default=0) // 8 + 1)
    for number in members:
        data[number >> 3] |= 1 << (number & 7)
    return int.from_bytes(data, "little")


def members(placements: int) -> list[int]:
    """List the numbers in a set, ascending.

    >>> members(0b1001)
    [0, 3]
    """
    words = -(-placements.bit_length() // 64)
    found = []
    for index, word in enumerate(unpack(f"<{words}Q", placements.to_bytes(8 * words, "little"))):
        if word:
            left, base = word, 64 * index - 1
            while left:
                lowest = left & -left
                found.append(base + lowest.bit_length())
                left ^= lowest
    return found


def without(placements: int, others: int) -> int:
    """Return a set less the members of another; no number is negative on the way.

    >>> bin(without(0b1011, 0b0010))
    '0b1001'
    """
    return placements ^ (placements & others)


_HALVES = [[(1 << level, (1 << (1 << level)) - 1) for level in range(top - 1, 3, -1)] for top in range(24)]
"""Length of a set, as a power of two -> the (width, mask) pairs that halve it down to 16 bits."""


def nth_member(placements: int, n: int) -> int:
    """Return the member number ``n`` of a set, counted from 0, by halving.

    >>> nth_member(0b1001, 1)
    3
    """
    base = 0
    for width, mask in _HALVES[placements.bit_length().bit_length()]:
        low = placements & mask
        count = low.bit_count()
        if n < count:
            placements = low
        else:
            n -= count
            placements >>= width
            base += width
    for _ in range(n):
        placements &= placements - 1
    return base + (placements & -placements).bit_length() - 1
