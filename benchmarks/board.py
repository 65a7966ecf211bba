"""The board's budgets: what a move sends to the browser, and how long Python takes to paint."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import median
from time import process_time
from unittest.mock import patch

from comm import DummyComm

from benchmarks.timing import Row
from boardlab.bots.simple import pick
from boardlab.render import scene
from boardlab.widgets import App
from boardlab.widgets.painter import CanvasPainter
from tests.widgets.wire import Wire


def rows() -> Iterator[Row]:
    """Play a game of Blokus on a board that no browser shows, and look at every message."""
    wire, rng = Wire(), Random(3)
    draws, sizes, redraws, times = [], [], [], []
    with patch.object(DummyComm, "publish_msg", wire.publisher()):
        app = App("blokus")
        while not app.state.is_over:
            wire.clear()
            app.play(pick(app.state.legal_moves(), rng))
            draws.append(len(wire.draws))
            sizes.append(wire.draws[0].size)
            wire.clear()
            times.append(_redraw(app))
            redraws.append(wire.draws[0].size)
        app.close()
    yield Row("draw messages of a move on the board, at most", "", max(draws), 1, scales=False)
    yield Row("bytes of that message, at most", "kB", max(sizes) / 1000, 4, scales=False)
    yield Row("bytes of a full redraw, at most", "kB", max(redraws) / 1000, 10, scales=False)
    yield Row("a full redraw in Python, median of a game", "ms", 1e3 * median(times), 3)


def _redraw(app: App) -> float:
    painter = app._painter
    assert isinstance(painter, CanvasPainter)
    start = process_time()
    painter.forget()
    painter.show(scene(app.state))
    return process_time() - start
