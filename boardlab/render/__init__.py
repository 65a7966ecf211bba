"""Pictures of positions: a state becomes shapes, and shapes become SVG; or words.

The canvas of :mod:`boardlab.widgets` and the SVG made here are painted from the same scene.
"""

from __future__ import annotations

from boardlab.render.display import LAYERS, Lines, Op, Rects, Scene, Texts
from boardlab.render.palettes import DEFAULT, HIGH_CONTRAST, Palette
from boardlab.render.scenes import outline, scene
from boardlab.render.svg import piece_svg, svg_board, to_svg
from boardlab.render.words import status, text_board

__all__ = [
    "DEFAULT",
    "HIGH_CONTRAST",
    "LAYERS",
    "Lines",
    "Op",
    "Palette",
    "Rects",
    "Scene",
    "Texts",
    "outline",
    "piece_svg",
    "scene",
    "status",
    "svg_board",
    "text_board",
    "to_svg",
]
