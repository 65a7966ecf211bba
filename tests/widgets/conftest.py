"""What the tests of the app share: errors are raised, and everything sent to the browser is counted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("ipycanvas")
pytest.importorskip("anywidget")

from comm import DummyComm

import boardlab.widgets
from boardlab.widgets import App

from .wire import Wire


@pytest.fixture(autouse=True)
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boardlab.widgets, "strict", True)


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Wire:
    """Listen to all widgets."""
    wire = Wire()
    monkeypatch.setattr(DummyComm, "publish_msg", wire.publisher())
    return wire


@pytest.fixture
def duo() -> Iterator[App]:
    """Blokus Duo for two persons."""
    app = App("blokus", variant="duo")
    yield app
    app.close()
