"""Display lists: shapes in board units, for whatever paints them.

One cell is 1 wide and 1 high, the origin is the board's top left corner, and y grows downwards.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["LAYERS", "Lines", "Op", "Quad", "Rects", "Scene", "Texts"]

LAYERS = ("grid", "pieces", "hints")
"""The layers of a scene, bottom to top."""

Quad = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Rects:
    """Filled rectangles of one colour, each as x, y, width and height."""

    fill: str
    boxes: tuple[Quad, ...]


@dataclass(frozen=True, slots=True)
class Lines:
    """Line segments of one colour and width, each as x0, y0, x1 and y1; their ends are square caps."""

    stroke: str
    width: float
    segments: tuple[Quad, ...]


@dataclass(frozen=True, slots=True)
class Texts:
    """Texts of one colour, each with the x and y of its centre; ``size`` is the font size in board units."""

    fill: str
    size: float
    items: tuple[tuple[str, float, float], ...]


Op = Rects | Lines | Texts
Scene = dict[str, tuple[Op, ...]]
"""Layer -> its shapes."""
