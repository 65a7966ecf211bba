"""Polyominoes as pure functions: shapes, orientations, names, enumeration.

A *shape* is a tuple of cells in reading order (rows bottom to top, left to right in a row), moved so
that its lowest row and its leftmost column are 0.
"""

from __future__ import annotations

import builtins
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from operator import index
from types import MappingProxyType
from typing import Literal

from boardlab.core import Cell, quoted, reading_order

__all__ = [
    "HEXOMINOES",
    "PENTOMINOES",
    "PIECES",
    "Kind",
    "Shape",
    "corner_cells",
    "edge_cells",
    "enumerate",
    "free",
    "from_picture",
    "is_connected",
    "normalize",
    "orientations",
    "picture",
    "read_shape",
    "reflect",
    "rotate",
]

Shape = tuple[Cell, ...]
Kind = Literal["free", "one-sided", "fixed"]


def normalize(cells: Iterable[tuple[int, int]]) -> Shape:
    """Move cells to the origin and put them in reading order.

    >>> normalize([(7, 4), (6, 4)])
    (Cell(x=0, y=0), Cell(x=1, y=0))
    """
    points = list(cells)
    left = min(x for x, _ in points)
    low = min(y for _, y in points)
    return tuple(sorted((Cell(x - left, y - low) for x, y in points), key=reading_order))


def from_picture(*rows: str) -> Shape:
    """Read a shape drawn in ``#``, top row first.

    >>> from_picture("#.", "##") == normalize([(0, 1), (0, 0), (1, 0)])
    True
    """
    return normalize(
        (x, -y) for y, row in builtins.enumerate(rows) for x, char in builtins.enumerate(row) if char == "#"
    )


def picture(shape: Shape) -> str:
    """Draw a shape in ``#`` and ``.``, top row first.

    >>> print(picture(PIECES["P"]))
    ##
    ##
    #.
    """
    columns = range(1 + max(x for x, _ in shape))
    rows = range(1 + max(y for _, y in shape))
    return "\n".join("".join(".#"[(x, y) in shape] for x in columns) for y in reversed(rows))


def read_shape(drawing: object) -> Shape:
    r"""Read a shape as people give it: a picture in ``#``, the rows of one, or (x, y) cells.

    Raises
    ------
    ValueError
        If it is none of these, or has no cell.

    Examples
    --------
    >>> read_shape("#.\n##") == read_shape(["#.", "##"]) == read_shape([(3, 8), (3, 7), (4, 7)])
    True
    """
    rows = drawing.splitlines() if isinstance(drawing, str) else drawing
    if not isinstance(rows, Collection):
        raise ValueError(f"a shape is a picture in '#', or (x, y) cells, not {quoted(repr(drawing))[1:-1]}")
    if all(isinstance(row, str) for row in rows):
        for row in rows:
            if unknown := set(row) - set("#. "):
                raise ValueError(f"a picture is drawn with '#' and '.', not {quoted(min(unknown))}")
        cells = set(from_picture(*rows)) if any("#" in row for row in rows) else set()
    else:
        try:
            cells = {Cell(index(x), index(y)) for x, y in rows}
        except (TypeError, ValueError):
            raise ValueError(
                f"cells are pairs of whole numbers (x, y), not {quoted(repr(drawing))[1:-1]}"
            ) from None
    if not cells:
        raise ValueError("a shape has at least one cell")
    return normalize(cells)


def is_connected(cells: Iterable[tuple[int, int]]) -> bool:
    """Tell whether cells hang together along their edges.

    >>> is_connected(from_picture("##", "#.")), is_connected(from_picture("#.", ".#"))
    (True, False)
    """
    left = set(cells)
    reached = [left.pop()] if left else []
    for x, y in reached:
        neighbours = left & {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}
        reached += neighbours
        left -= neighbours
    return not left


def rotate(shape: Shape) -> Shape:
    """Turn a shape by a quarter, clockwise."""
    return normalize((y, -x) for x, y in shape)


def reflect(shape: Shape) -> Shape:
    """Flip a shape, left to right."""
    return normalize((-x, y) for x, y in shape)


def _rotations(shape: Shape) -> set[Shape]:
    """Return the one, two or four shapes that a shape becomes by turning."""
    turned = {shape}
    while (shape := rotate(shape)) not in turned:
        turned.add(shape)
    return turned


def orientations(shape: Shape) -> list[Shape]:
    """List the different orientations of a shape, sorted: the same list for each of them.

    >>> [len(orientations(PIECES[piece])) for piece in ("X", "I5", "Z5", "F")]
    [1, 2, 4, 8]
    """
    return sorted(_rotations(normalize(shape)) | _rotations(reflect(shape)))


@cache
def free(shape: Shape) -> Shape:
    """Return the orientation that stands for the free polyomino: the first of them all."""
    return orientations(shape)[0]


def edge_cells(cells: Iterable[tuple[int, int]]) -> set[Cell]:
    """Return the cells outside that share an edge with one of the cells.

    >>> len(edge_cells(PIECES["X"]))
    8
    """
    inside = set(cells)
    around = {Cell(x + dx, y + dy) for x, y in inside for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    return around - inside


def corner_cells(cells: Iterable[tuple[int, int]]) -> set[Cell]:
    """Return the cells outside that touch one of the cells corner to corner, and none along an edge.

    >>> len(corner_cells(PIECES["2"]))
    4
    """
    inside = set(cells)
    diagonal = {Cell(x + dx, y + dy) for x, y in inside for dx in (1, -1) for dy in (1, -1)}
    return diagonal - inside - edge_cells(inside)


@cache
def enumerate(size: int, kind: Kind = "free") -> tuple[Shape, ...]:
    """List all polyominoes of a size, sorted, each by the orientation that stands for it.

    Their numbers are OEIS A000105 (free), A000988 (one-sided) and A001168 (fixed).

    Parameters
    ----------
    size
        How many cells, at least 1.
    kind
        ``"free"``: turned or flipped ones count as one; ``"one-sided"``: turned ones do;
        ``"fixed"``: all are different.

    Raises
    ------
    ValueError
        If the size or the kind is none of these.

    Examples
    --------
    >>> [len(enumerate(5, kind)) for kind in ("free", "one-sided", "fixed")]
    [12, 18, 63]
    """
    if not isinstance(size, int) or size < 1:
        raise ValueError(f"a polyomino has a whole number of cells, 1 or more, not {size!r}")
    if kind not in ("free", "one-sided", "fixed"):
        raise ValueError(f"kind is 'free', 'one-sided' or 'fixed', not {kind!r}")
    if size == 1:
        return (normalize([(0, 0)]),)
    grown = {
        normalize((*shape, cell)) for shape in enumerate(size - 1, "fixed") for cell in edge_cells(shape)
    }
    if kind == "one-sided":
        grown = {min(_rotations(shape)) for shape in grown}
    elif kind == "free":
        grown = {free(shape) for shape in grown}
    return tuple(sorted(grown))


PIECES: Mapping[str, Shape] = MappingProxyType(
    {
        "1": from_picture("#"),
        "2": from_picture("##"),
        "I3": from_picture("###"),
        "V3": from_picture("#.", "##"),
        "I4": from_picture("####"),
        "L4": from_picture("#.", "#.", "##"),
        "T4": from_picture("###", ".#."),
        "O": from_picture("##", "##"),
        "Z4": from_picture("##.", ".##"),
        "I5": from_picture("#####"),
        "L5": from_picture("#.", "#.", "#.", "##"),
        "N": from_picture(".#", ".#", "##", "#."),
        "P": from_picture("##", "##", "#."),
        "U": from_picture("#.#", "###"),
        "Y": from_picture(".#", "##", ".#", ".#"),
        "T5": from_picture("###", ".#.", ".#."),
        "V5": from_picture("#..", "#..", "###"),
        "W": from_picture("#..", "##.", ".##"),
        "Z5": from_picture("##.", ".#.", ".##"),
        "F": from_picture(".##", "##.", ".#."),
        "X": from_picture(".#.", "###", ".#."),
    }
)
"""The free polyominoes of 1 to 5 cells by the names that Pentobi gives them, small ones first."""

PENTOMINOES: Mapping[str, Shape] = MappingProxyType(
    {name[0]: PIECES[name] for name in sorted(PIECES) if len(PIECES[name]) == 5}
)
"""The twelve pentominoes by their usual letters, in the order of the alphabet."""

HEXOMINOES: Mapping[str, Shape] = MappingProxyType(
    {
        "C0": from_picture("####", "#..#"),
        "D0": from_picture("####", ".##."),
        "C1": from_picture("###.", "#.##"),
        "F0": from_picture("####", "#.#."),
        "F1": from_picture(".#..", "####", "#..."),
        "F2": from_picture("..#.", "####", "#..."),
        "X0": from_picture("..#.", "####", ".#.."),
        "W0": from_picture("#...", "###.", "..##"),
        "Z0": from_picture("###.", "..#.", "..##"),
        "F3": from_picture(".###", "##..", ".#.."),
        "F4": from_picture("##..", ".###", ".#.."),
        "F5": from_picture("##..", ".###", "..#."),
    }
)
"""Twelve of the 35 free hexominoes: those in the box of Polyssimo Challenge, so far as is known in public.

Shapes and names are those of one hobby program for that game (github.com/carljohanr/PolyAI).
"""
