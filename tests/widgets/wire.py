"""What widgets send to the browser, caught and counted where there is no browser."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from comm import DummyComm
from ipycanvas.canvas import _CANVAS_MANAGER

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

    def publisher(self) -> Callable[..., None]:
        """Return what stands in for ``DummyComm.publish_msg``: without a kernel, comms are dummies."""

        def publish(
            comm: DummyComm, _kind: str, data: Any = None, *_: Any, buffers: Any = None, **__: Any
        ) -> None:
            copies = [bytes(memoryview(buffer).cast("B")) for buffer in buffers or ()]
            self.messages.append(Message(comm.comm_id, data, copies))

        return publish
