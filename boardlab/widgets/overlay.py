"""The layer over the board that takes the input, and the panel beside it: an anywidget.

Python tells the browser what to show by traits only, so that a page that is opened later, or a second
view, has it all. The browser tells Python what a person wants by messages (:mod:`.intents`); each is
answered by a new ``status["serial"]``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anywidget
import traitlets as t

__all__ = ["WORDS", "Overlay"]

_STATIC = Path(__file__).parent / "static"

WORDS = {
    "board": "game board",
    "keys": "Keys",
    "help": "Arrow keys move the cursor, Enter plays there. R turns the piece, F flips it, Escape puts it "
    "back. U takes a move back, Y plays it again. Tab goes on to the buttons.",
    "turn": "Turn",
    "flip": "Flip",
    "back": "Put back",
    "undo": "Undo",
    "redo": "Redo",
    "here": "Place here",
    "stop": "Stop",
    "go": "Go on",
    "tray": "Pieces",
    "hand": "Piece in hand",
    "moves": "Moves",
    "scores": "Scores",
    "side": "Side",
    "player": "Player",
    "left": "left",
    "score": "score",
    "skipped": "skipped",
    "plays": "who plays",
    "shared": "shared",
    "new": "New game",
    "begin": "Start this game",
    "gone": "placed",
    "stuck": "has no place now",
    "fits": "fits",
    "bad": "does not fit",
    "way": "orientation",
    "of": "of",
    "silent": "No answer yet: the kernel is busy or was stopped. If it was restarted, run the cell again.",
    "cut": "Not connected to the kernel: run the cell again.",
}
"""Every word that the browser shows by itself."""


class Overlay(anywidget.AnyWidget):
    """What the app shows, as traits; see ``static/overlay.js`` for what becomes of them."""

    _esm = _STATIC / "overlay.js"
    _css = _STATIC / "overlay.css"

    words = t.Dict(WORDS).tag(sync=True)
    size = t.Int(520).tag(sync=True)
    """Largest width of the board in CSS pixels."""
    board = t.Dict().tag(sync=True)
    """``width`` and ``height`` of the board, its ``label``, the game's ``title``, and its ``scales``."""
    tray: t.List[dict[str, Any]] = t.List().tag(sync=True)
    """The items: ``key``, ``label``, ``cells``, ``fill``, and the ``mark`` on it in its ``ink``."""
    items: t.List[list[Any]] = t.List().tag(sync=True)
    """For each item what changes: its state (see :mod:`.views`), its count or a note, and why not."""
    hand = t.Dict().tag(sync=True)
    """``key``, ``ply``, ``fill``, and the forms: their legal anchors are bits in hex digits, lowest first."""
    facing = t.Dict({"form": 0, "by": ""}).tag(sync=True)
    """Which form is in hand, and which view has chosen it."""
    view = t.Dict().tag(sync=True)
    """Whose turn it is, the seats, the sides and their scores, and what can be done."""
    moves: t.List[list[Any]] = t.List().tag(sync=True)
    """Each move's side and text, those taken back included."""
    setup = t.Dict().tag(sync=True)
    """The form for a new game."""
    status = t.Dict({"serial": 0, "text": "", "tone": "plain"}).tag(sync=True)
    scene = t.Unicode("").tag(sync=True)
    """The picture as SVG, where there is no ipycanvas."""

    def tell(self, **traits: Any) -> None:
        """Change some traits, in one message."""
        with self.hold_sync():
            for name, value in traits.items():
                setattr(self, name, value)
