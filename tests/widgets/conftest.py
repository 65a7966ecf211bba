"""What the tests of the app share: errors are raised, and everything sent to the browser is counted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

pytest.importorskip("ipycanvas")
pytest.importorskip("anywidget")

from comm import DummyComm
from ipycanvas.canvas import _CANVAS_MANAGER

import boardlab.widgets
from boardlab.widgets import App


@dataclass
class Message:
    """One message to the browser."""

    sender: str
    content: dict[str, Any]
    buffers: list[bytes]

    @property
    def size(self) -> int:
        return len(json.dumps(self.content)) + sum(map(len, self.buffers))


@dataclass
class Wire:
    """The messages sent to the browser since it was cleared."""

    messages: list[Message] = field(default_factory=list)

    def clear(self) -> None:
        self.messages.clear()

    @property
    def draws(self) -> list[Message]:
        """Those of ipycanvas."""
        return [message for message in self.messages if message.sender == _CANVAS_MANAGER.comm.comm_id]

    def of(self, app: App) -> list[Message]:
        """Those of an app's input layer."""
        assert app.overlay is not None
        return [message for message in self.messages if message.sender == app.overlay.comm.comm_id]


@pytest.fixture(autouse=True)
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boardlab.widgets, "strict", True)


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Wire:
    """Listen to all widgets; without a kernel their comms are dummies."""
    wire = Wire()

    def publish(
        self: DummyComm, _kind: str, data: Any = None, *_: Any, buffers: Any = None, **__: Any
    ) -> None:
        copies = [bytes(memoryview(buffer).cast("B")) for buffer in buffers or ()]
        wire.messages.append(Message(self.comm_id, data, copies))

    monkeypatch.setattr(DummyComm, "publish_msg", publish)
    return wire


@pytest.fixture
def duo() -> Iterator[App]:
    """Blokus Duo for two persons."""
    app = App("blokus", variant="duo")
    yield app
    app.close()
