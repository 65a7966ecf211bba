"""Scenes as SVG: the shapes alone, and whole pictures of boards and pieces."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from html import escape

from boardlab.core import Cell, Game, Move, State
from boardlab.render.display import LAYERS, Lines, Op, Quad, Rects, Texts
from boardlab.render.palettes import DEFAULT, Palette
from boardlab.render.scenes import piece_shapes, scene
from boardlab.render.words import column_name, status

__all__ = ["piece_svg", "svg_board", "to_svg"]

_GAP = 0.12
"""How far a scale is from the board."""
_BAND = 1.7
"""Width of a scale, in font sizes."""
_BASELINE = 0.35
"""How far, in font sizes, the baseline of a text lies below its centre."""


def to_svg(scene: Mapping[str, Sequence[Op]], layers: Iterable[str] = LAYERS) -> str:
    """Write the shapes of a scene as SVG elements, in board units, without the ``<svg>`` around them."""
    return "".join(_element(op) for layer in layers for op in scene.get(layer, ()))


def _element(op: Op) -> str:
    if isinstance(op, Rects):
        return f'<path fill="{_safe(op.fill)}" d="{"".join(map(_box_path, op.boxes))}"/>'
    if isinstance(op, Lines):
        return (
            f'<path fill="none" stroke="{_safe(op.stroke)}" stroke-width="{_number(op.width)}" '
            f'stroke-linecap="square" d="{_line_path(op.segments)}"/>'
        )
    items = "".join(
        f'<text x="{_number(x)}" y="{_number(y + _BASELINE * op.size)}">{_safe(text)}</text>'
        for text, x, y in op.items
    )
    return (
        f'<g fill="{_safe(op.fill)}" font-size="{_number(op.size)}" font-family="sans-serif" '
        f'text-anchor="middle">{items}</g>'
    )


def _box_path(box: Quad) -> str:
    x, y, width, height = map(_number, box)
    return f"M{x} {y}h{width}v{height}H{x}z"


def _line_path(segments: Iterable[Quad]) -> str:
    """Join segments that follow one another; a loop is closed, so that its corners are all alike."""
    path = []
    start = pen = None
    for x0, y0, x1, y1 in segments:
        if (x0, y0) != pen:
            start = x0, y0
            path.append(f"M{_number(x0)} {_number(y0)}")
        pen = x1, y1
        if pen == start:
            path.append("z")
            pen = None
        elif y0 == y1:
            path.append(f"H{_number(x1)}")
        elif x0 == x1:
            path.append(f"V{_number(y1)}")
        else:
            path.append(f"L{_number(x1)} {_number(y1)}")
    return "".join(path)


def _number(value: float) -> str:
    text = f"{value:z.3f}".rstrip("0").rstrip(".")
    return text.replace("0.", ".", 1) if -1 < value < 1 else text


_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _safe(text: str) -> str:
    """Escape a text for SVG; characters that XML cannot hold are replaced."""
    return escape(_NOT_XML.sub("\ufffd", text))


def svg_board(
    state: State,
    *,
    last: Move | None = None,
    highlight: Iterable[Cell] = (),
    size: int = 400,
    palette: Palette = DEFAULT,
    title: str | None = None,
) -> str:
    """Draw a position as a whole SVG picture, with coordinates around the board.

    Parameters
    ----------
    state, last, highlight, palette
        As for :func:`scene`.
    size
        Width of the picture in pixels.
    title
        What screen readers call the picture; the game's title if left out.
    """
    width, height = state.game.width, state.game.height
    label = min(0.9, max(0.45, 11 * (width + 2) / size))  # 11 pixels, where there is room for them
    bands = [_GAP + _BAND * label if side < len(state.game.scales) else 0.0 for side in (0, 1)]
    margin, rim = bands[0] + 0.6 + label, bands[1] + 0.4
    total_width, total_height = width + margin + rim, height + margin + rim
    middle = (margin + bands[0]) / 2
    labels = [(column_name(x), x + 0.5, height + middle) for x in range(width)]
    labels += [(str(y + 1), -middle, height - 0.5 - y) for y in range(height)]
    name = state.game.title if title is None else title
    box = " ".join(map(_number, (-margin, -rim, total_width, total_height)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="{box}" width="{_number(size)}" '
        f'height="{_number(size * total_height / total_width)}">'
        f"<title>{_safe(name)}</title>"
        f"<desc>{_safe(f'{state.game.title}, ply {state.ply}: {status(state)}')}</desc>"
        f'<rect x="{_number(-margin)}" y="{_number(-rim)}" width="{_number(total_width)}" '
        f'height="{_number(total_height)}" rx=".4" fill="{palette.frame}"/>'
        + _element(Texts(palette.text, label, tuple(labels)))
        + "".join(map(_element, _scales(state.game, label, palette)))
        + to_svg(scene(state, last=last, highlight=highlight, palette=palette))
        + "</svg>"
    )


def _scales(game: Game, label: float, palette: Palette) -> list[Op]:
    """Draw each scale as a band along two edges of the board."""
    width, height, band = game.width, game.height, _BAND * label
    ops: list[Op] = []
    corners = (-_GAP - band, height + _GAP), (width + _GAP, -_GAP - band)
    for scale, (left, top) in zip(game.scales, corners, strict=False):
        start, end = min(left, 0), min(top, 0)
        boxes = (left, end, band, height + _GAP + band), (start, top, width + _GAP + band, band)
        x, y = left + band / 2, top + band / 2
        items = [(scale.mark, x, y)]
        items += [(text, x, height - 0.5 - row) for row, text in enumerate(scale.rows)]
        items += [(text, column + 0.5, y) for column, text in enumerate(scale.columns)]
        fill = palette.fill(scale.key)
        ops += [Rects(fill, boxes), Texts(palette.ink(fill), label, tuple(items))]
    return ops


def piece_svg(
    shape: Iterable[tuple[int, int]],
    fill: str,
    size: int = 60,
    *,
    mark: str = "",
    title: str | None = None,
    palette: Palette = DEFAULT,
) -> str:
    """Draw one polyomino in the middle of a square picture.

    All pieces of up to five cells are drawn to one scale.

    Parameters
    ----------
    shape
        Its cells, anywhere, counted from the bottom left.
    fill
        Its colour, ``#rrggbb``.
    size
        Width and height of the picture in pixels.
    mark
        The mark on each cell, as in a palette.
    title
        What screen readers call the picture; they skip it if left out.
    """
    cells = tuple(sorted(Cell(x, y) for x, y in shape))
    left, low = min(x for x, _ in cells), min(y for _, y in cells)
    width, height = 1 + max(x for x, _ in cells) - left, 1 + max(y for _, y in cells) - low
    cells = tuple(Cell(x - left, y - low) for x, y in cells)
    side = max(5, width, height) + 0.4
    grid = dict.fromkeys(cells, "piece")
    look = replace(palette, colors={"piece": fill}, marks={"piece": mark})
    ops = piece_shapes(grid, [cells], height, look)
    box = " ".join(map(_number, ((width - side) / 2, (height - side) / 2, side, side)))
    role = 'aria-hidden="true">' if title is None else f'role="img"><title>{_safe(title)}</title>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{_number(size)}" '
        f'height="{_number(size)}" {role}'
        f"{to_svg({'pieces': ops})}</svg>"
    )
