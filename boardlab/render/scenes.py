"""A position becomes a scene: what to paint on each layer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from types import MappingProxyType

from boardlab.core import Cell, Move, State
from boardlab.render.display import Lines, Op, Quad, Rects, Scene, Texts
from boardlab.render.palettes import DEFAULT, Palette, mixed
from boardlab.render.words import symbol

__all__ = ["outline", "piece_shapes", "scene"]

_GRID_WIDTH = 0.04
_JOINT_WIDTH = 0.03
_OUTLINE_WIDTH = 0.09
_MARK_WIDTH = 0.07

_STROKES: Mapping[str, tuple[Quad, ...]] = MappingProxyType(
    {
        "-": ((-0.2, 0, 0.2, 0),),
        "|": ((0, -0.2, 0, 0.2),),
        "/": ((-0.15, 0.15, 0.15, -0.15),),
        "\\": ((-0.15, -0.15, 0.15, 0.15),),
        "+": ((-0.18, 0, 0.18, 0), (0, -0.18, 0, 0.18)),
        "x": ((-0.14, -0.14, 0.14, 0.14), (-0.14, 0.14, 0.14, -0.14)),
        "□": (
            (-0.14, -0.14, 0.14, -0.14),
            (0.14, -0.14, 0.14, 0.14),
            (0.14, 0.14, -0.14, 0.14),
            (-0.14, 0.14, -0.14, -0.14),
        ),
        "=": ((-0.18, -0.1, 0.18, -0.1), (-0.18, 0.1, 0.18, 0.1)),
    }
)
"""Marks that are drawn as lines around the centre of a cell; all others are written."""


def scene(
    state: State,
    *,
    last: Move | None = None,
    highlight: Iterable[Cell] = (),
    rings: Iterable[Iterable[Cell]] = (),
    dots: Iterable[Cell] = (),
    palette: Palette = DEFAULT,
) -> Scene:
    """Say what to paint for a position.

    Every shape belongs to one piece or to one cell, so a move on a board that only fills adds shapes to
    those that were there, and changes none.

    Parameters
    ----------
    state
        A position of any game.
    last
        The move to ring, as a rule the last one.
    highlight
        Cells to cross, such as those of a refusal; cells off the board are left out.
    rings, dots
        Sets of cells to ring, and cells to dot, for somebody who is to choose.
    palette
        The colours and marks.

    Returns
    -------
    dict
        Layer -> its shapes, bottom to top; equal positions give equal scenes.
    """
    grid, marks = state.grid, state.marks
    height = state.game.height
    on_board = state.game.on_board
    spots = [cell for cell, text in marks.items() if text == "•" and cell not in grid]
    names = {cell: text for cell, text in marks.items() if cell in grid and text == symbol(grid[cell])}
    tokens = {cell: text for cell, text in marks.items() if text != "•" and cell not in names}
    return {
        "grid": (*_board(state.game.width, height, palette), *_dots(spots, height, palette)),
        "pieces": (
            *piece_shapes(grid, state.pieces, height, palette, names),
            *_tokens(tokens, height, palette),
        ),
        "hints": (
            *_ring([cell for cell in last.cells if on_board(cell)] if last else [], height, palette),
            *_lit(rings, dots, height, palette),
            *_joined(state.joined, height, palette),
            *_crosses(sorted({cell for cell in highlight if on_board(cell)}), height, palette),
        ),
    }


def _board(width: int, height: int, palette: Palette) -> list[Op]:
    inner = [(float(x), 0.0, float(x), float(height)) for x in range(width + 1)]
    inner += [(0.0, float(y), float(width), float(y)) for y in range(height + 1)]
    return [
        Rects(palette.background, ((0, 0, width, height),)),
        Lines(palette.grid, _GRID_WIDTH, tuple(inner)),
    ]


def piece_shapes(
    grid: Mapping[Cell, str],
    pieces: Iterable[Sequence[Cell]],
    height: int,
    palette: Palette,
    names: Mapping[Cell, str] = MappingProxyType({}),
) -> list[Op]:
    """Draw pieces of any palette keys: fills, joints and marks for each key, then all outlines.

    Where ``names`` says what to write on cells of a piece, that takes the place of the key's mark.
    """
    by_key: dict[str, list[tuple[Cell, ...]]] = {}
    for piece in sorted(map(tuple, pieces)):
        by_key.setdefault(grid[piece[0]], []).append(piece)
    ops: list[Op] = []
    edges: list[Quad] = []
    for key in sorted(by_key):
        fill = palette.fill(key)
        boxes: list[Quad] = []
        joints: list[Quad] = []
        for piece in by_key[key]:
            shape = _shape(piece, height)
            boxes += shape[0]
            joints += shape[1]
            edges += shape[2]
        ops.append(Rects(fill, tuple(boxes)))
        if joints:
            ops.append(Lines(mixed(fill, palette.outline, 0.25), _JOINT_WIDTH, tuple(joints)))
        named = {cell: names[cell] for piece in by_key[key] for cell in piece if cell in names}
        if named:
            ops.append(_written(named, height, palette.ink(fill), 0.6))
        marked = [cell for piece in by_key[key] if named.keys().isdisjoint(piece) for cell in piece]
        if marked and (mark := palette.mark(key)):
            ops.append(_mark(mark, marked, height, palette.ink(fill)))
    if edges:
        ops.append(Lines(palette.outline, _OUTLINE_WIDTH, tuple(edges)))
    return ops


@lru_cache(maxsize=4096)
def _shape(
    cells: tuple[Cell, ...], height: int
) -> tuple[tuple[Quad, ...], tuple[Quad, ...], tuple[Quad, ...]]:
    """Return a piece's cells as boxes, one a run in a row; the joints between its cells; and its outline."""
    covered = set(cells)
    boxes: list[Quad] = []
    joints: list[Quad] = []
    for x, y in cells:
        top = height - 1 - y
        if (x - 1, y) in covered:
            joints.append((x, top, x, top + 1))
        else:
            end = x + 1
            while (end, y) in covered:
                end += 1
            boxes.append((x, top, end - x, 1))
        if (x, y + 1) in covered:
            joints.append((x, top, x + 1, top))
    return tuple(boxes), tuple(joints), outline(cells, height)


_AHEAD = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""One step right, down, left and up, where y grows downwards."""


def outline(cells: Iterable[tuple[int, int]], height: int) -> tuple[Quad, ...]:
    """Trace the edge of a set of cells, clockwise; holes the other way round.

    Parameters
    ----------
    cells
        Cells counted from the bottom left, as everywhere in boardlab.
    height
        Rows of the board.

    Returns
    -------
    tuple
        Segments in board units, y downwards, in the order in which a pen would draw them.

    Examples
    --------
    >>> outline([(0, 0), (1, 0)], height=1)
    ((0, 0, 2, 0), (2, 0, 2, 1), (2, 1, 0, 1), (0, 1, 0, 0))
    """
    covered = {(x, height - 1 - y) for x, y in cells}
    sides = set()
    for x, y in covered:
        if (x, y - 1) not in covered:
            sides.add((x, y, 0))
        if (x + 1, y) not in covered:
            sides.add((x + 1, y, 1))
        if (x, y + 1) not in covered:
            sides.add((x + 1, y + 1, 2))
        if (x - 1, y) not in covered:
            sides.add((x, y + 1, 3))
    segments: list[Quad] = []
    for first in sorted(sides):
        if first not in sides:
            continue
        loop = []
        side = first
        while side in sides:
            sides.remove(side)
            loop.append(side)
            x, y, way = side
            x, y = x + _AHEAD[way][0], y + _AHEAD[way][1]
            # Turning right first keeps to the same cell where two cells touch at a corner only.
            turns = ((x, y, (way + turn) % 4) for turn in (1, 0, 3))
            side = next((turn for turn in turns if turn in sides), first)
        corners = [
            side[:2] for before, side in zip([loop[-1], *loop], loop, strict=False) if before[2] != side[2]
        ]
        segments += [(*a, *b) for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)]
    return tuple(segments)


def _mark(mark: str, cells: Iterable[Cell], height: int, ink: str) -> Op:
    centres = [(x + 0.5, height - 0.5 - y) for x, y in cells]
    strokes = _STROKES.get(mark)
    if strokes is None:
        return Texts(ink, min(0.5, 1.1 / max(1, len(mark))), tuple((mark, x, y) for x, y in centres))
    moved = ((x + a, y + b, x + c, y + d) for x, y in centres for a, b, c, d in strokes)
    return Lines(ink, _MARK_WIDTH, tuple(moved))


def _written(texts: Mapping[Cell, str], height: int, color: str, largest: float) -> Op:
    longest = max(1, *map(len, texts.values()))
    items = tuple((text, x + 0.5, height - 0.5 - y) for (x, y), text in sorted(texts.items()))
    return Texts(color, min(largest, 1.2 / longest), items)


def _dots(cells: Iterable[Cell], height: int, palette: Palette) -> list[Op]:
    """Draw dots, which fonts make too small to find on an empty board."""
    dots = tuple((x + 0.33, height - 0.67 - y, 0.34, 0.34) for x, y in sorted(cells))
    return [Rects(palette.text, dots)] if dots else []


def _tokens(texts: Mapping[Cell, str], height: int, palette: Palette) -> list[Op]:
    """Draw what lies on the board or on a piece, such as a marker, as small plates."""
    if not texts:
        return []
    rims = tuple((x + 0.12, height - 0.88 - y, 0.76, 0.76) for x, y in sorted(texts))
    plates = tuple((x + 0.07, y + 0.07, 0.62, 0.62) for x, y, _, _ in rims)
    return [
        Rects(palette.outline, rims),
        Rects(palette.background, plates),
        _written(texts, height, palette.outline, 0.55),
    ]


def _lit(rings: Iterable[Iterable[Cell]], dots: Iterable[Cell], height: int, palette: Palette) -> list[Op]:
    """Light what somebody is to choose from: rings around sets of cells, and dots that show what is below."""
    ops: list[Op] = []
    segments = tuple(chain.from_iterable(outline(cells, height) for cells in rings))
    if segments:
        ops += [Lines(palette.outline, 0.24, segments), Lines(palette.lit, 0.14, segments)]
    places = sorted(set(dots))
    if places:
        for color, half in ((palette.outline, 0.16), (palette.lit, 0.11)):
            boxes = ((x + 0.5 - half, height - 0.5 - y - half, 2 * half, 2 * half) for x, y in places)
            ops.append(Rects(color, tuple(boxes)))
    return ops


def _ring(cells: Iterable[Cell], height: int, palette: Palette) -> list[Op]:
    segments = outline(cells, height)
    if not segments:
        return []
    return [Lines(palette.outline, 0.3, segments), Lines(palette.ring, 0.15, segments)]


def _joined(cells: Sequence[Cell], height: int, palette: Palette) -> list[Op]:
    """Ring cells, and draw a line from each to the next and from the last to the first."""
    rings = tuple(chain.from_iterable(outline([cell], height) for cell in cells))
    sides = []
    for (x0, y0), (x1, y1) in zip(cells, [*cells[1:], *cells[:1]], strict=True):
        dx, dy = x1 - x0, y1 - y0
        part = 0.5 / max(1, abs(dx), abs(dy))  # of the way lies on the first cell, and on the second
        a, b, c, d = x0 + part * dx, y0 + part * dy, x1 - part * dx, y1 - part * dy
        sides.append((a + 0.5, height - 0.5 - b, c + 0.5, height - 0.5 - d))
    if not sides:
        return []
    return [  # thin sides, so that what is written on the cells between can be read
        Lines(palette.outline, 0.15, tuple(sides)),
        Lines(palette.ring, 0.08, tuple(sides)),
        Lines(palette.outline, 0.26, rings),
        Lines(palette.ring, 0.13, rings),
    ]


def _crosses(cells: Sequence[Cell], height: int, palette: Palette) -> list[Op]:
    if not cells:
        return []
    strokes = [*_STROKES["x"], *_STROKES["□"]]
    centres = [(x + 0.5, height - 0.5 - y) for x, y in cells]
    segments = tuple(
        (x + 2 * a, y + 2 * b, x + 2 * c, y + 2 * d) for x, y in centres for a, b, c, d in strokes
    )
    return [Lines("#ffffff", 0.2, segments), Lines(palette.refusal, 0.11, segments)]
