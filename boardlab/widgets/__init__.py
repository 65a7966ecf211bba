"""Boards to play on in a notebook.

Everything here is a view of a :class:`boardlab.match.Match`; the rules know nothing of it. ipywidgets,
anywidget and ipycanvas are asked for in this package only, and without them there is still a picture.
"""

from __future__ import annotations

from boardlab.widgets.app import App, play

__all__ = ["App", "play", "strict"]

strict = False
"""Whether an exception that an app shows is raised as well; tests set it."""
