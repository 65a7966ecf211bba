"""Palettes: which colour and which mark a palette key of ``state.grid`` has.

The mark is drawn on every covered cell, so that no one has to tell two players apart by colour alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType

__all__ = ["DEFAULT", "HIGH_CONTRAST", "Palette", "mixed"]

_SPARE_COLORS = ("#7a5230", "#2a9d9a", "#d06ba8", "#8fa03a", "#5a6fb0", "#c9a27a", "#3d6b4f", "#9a8fb8")
_MIDDLE = 0.179
"""The luminance from which black contrasts as much as white."""
_HEX = re.compile(r"#[0-9a-fA-F]{6}")


@dataclass(frozen=True)
class Palette:
    r"""The colours of a picture, each written ``#rrggbb``.

    Attributes
    ----------
    background, grid, frame
        The board, the lines between its cells, and the margin around it.
    text
        The coordinates, and the marks on empty cells.
    outline
        The edge of a piece.
    ring, refusal
        What lights the last move, and the cells of a refusal.
    colors
        Palette key -> fill. A key that is missing gets one of a few spare colours, always the same.
    marks
        Palette key -> mark. The marks ``- | / \ + x □ =`` are drawn as lines, others are written; a
        key that is missing is its own mark.

    Raises
    ------
    ValueError
        If a colour is written in another way.
    """

    background: str
    grid: str
    frame: str
    text: str
    outline: str
    ring: str
    refusal: str
    colors: Mapping[str, str] = field(hash=False)
    marks: Mapping[str, str] = field(hash=False)
    lit: str = "#ffc21a"
    """What lights the cells to choose from."""
    strength: float = 0.75
    """How far a mark's colour goes from its fill towards black or white, 0 to 1."""

    def __post_init__(self) -> None:
        names = ("background", "grid", "frame", "text", "outline", "ring", "refusal", "lit")
        for name, color in [*((name, getattr(self, name)) for name in names), *self.colors.items()]:
            if not isinstance(color, str) or not _HEX.fullmatch(color):
                raise ValueError(f"the colour {name} must be written #rrggbb, not {color!r}")

    def fill(self, key: str) -> str:
        """Return the colour of a palette key."""
        known = self.colors.get(key)
        return known or _SPARE_COLORS[sum(key.encode("utf-8", "replace")) % len(_SPARE_COLORS)]

    def mark(self, key: str) -> str:
        """Return the mark of a palette key."""
        return self.marks.get(key, key)

    def ink(self, fill: str) -> str:
        """Return the colour of marks on a fill: towards black or white, whichever differs more from it."""
        return mixed(fill, "#000000" if _luminance(fill) > _MIDDLE else "#ffffff", self.strength)


@lru_cache(maxsize=512)
def mixed(one: str, other: str, share: float) -> str:
    """Mix two colours, written ``#rrggbb``; ``share`` is that of the second, 0 to 1."""
    pairs = zip(_channels(one), _channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def _luminance(color: str) -> float:
    """Return the relative luminance, 0 to 1, as WCAG 2 defines it."""
    linear = [c / 3294.6 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in _channels(color)]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def _channels(color: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(color[1:]))


_MARKS: Mapping[str, str] = MappingProxyType(
    {
        "blue": "-",
        "yellow": "|",
        "red": "x",
        "green": "+",
        "purple": "/",
        "orange": "□",
        "dark": "-",
        "light": "□",
    }
)

_PIECE_COLORS: Mapping[str, str] = MappingProxyType(
    {
        "F": "#fcb7b0",
        "I": "#1b62aa",
        "L": "#f7d390",
        "N": "#1f6017",
        "P": "#e2f178",
        "T": "#ba61f3",
        "U": "#8bbed7",
        "V": "#8d6274",
        "W": "#c38f48",
        "X": "#ab6c5c",
        "Y": "#6dbb0f",
        "Z": "#2f25cb",
        "C0": "#ffffff",
        "D0": "#474747",
        "C1": "#b0b0b0",
        "F0": "#7c7c7c",
        "F1": "#e5e5e5",
        "F2": "#555555",
        "X0": "#d2d2d2",
        "W0": "#6d6d6d",
        "Z0": "#9e9e9e",
        "F3": "#f3f3f3",
        "F4": "#606060",
        "F5": "#c2c2c2",
    }
)
"""Polyssimo: pentominoes in twelve colours, hexominoes from black to white."""

# The six colours of Blokus were chosen by a search that kept every two of them apart in brightness as
# well as for eyes without red or green receptors; tests/test_render.py measures it.
DEFAULT = Palette(
    background="#f6f3ec",
    grid="#d9d3c5",
    frame="#e7e1d4",
    text="#5c564a",
    outline="#14171d",
    ring="#2ff3ff",
    refusal="#e0006c",
    colors=MappingProxyType(
        {
            "blue": "#1755bf",
            "yellow": "#f7e436",
            "red": "#e13b2a",
            "green": "#57ae60",
            "purple": "#4b2a80",
            "orange": "#f7ae3e",
            "dark": "#4b5362",
            "light": "#e8dcc0",
            **_PIECE_COLORS,
        }
    ),
    marks=_MARKS,
)
"""The colours that everything is drawn in unless one asks for others."""

HIGH_CONTRAST = Palette(
    background="#ffffff",
    grid="#8c8c8c",
    frame="#ffffff",
    text="#000000",
    outline="#000000",
    ring="#2ff3ff",
    refusal="#c40058",
    colors=MappingProxyType(
        {
            "blue": "#0a44ae",
            "yellow": "#ffe21a",
            "red": "#d3122a",
            "green": "#22a552",
            "purple": "#36005c",
            "orange": "#ff9a1f",
            "dark": "#3a3a3a",
            "light": "#ffffff",
            **_PIECE_COLORS,
        }
    ),
    marks=_MARKS,
    strength=1.0,
)
"""White, black and stronger colours, for projectors and weak sight."""
