"""Carries out draw messages as the browser does, as far as filled rectangles go."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from ipycanvas.canvas import _CMD_LIST, Canvas

from boardlab.widgets.painter import CanvasPainter

from .wire import Message

_STYLES = {index: name for name, index in Canvas.ATTRS.items()}


@dataclass
class Layer:
    """One canvas: what was filled since it was cleared, and its state."""

    fills: list[tuple[str, float, float, float, float]] = field(default_factory=list)
    style: str = "black"
    scale: float = 1
    saved: list[tuple[str, float]] = field(default_factory=list)


class Replay:
    """The canvases of a painter, as the browser has them."""

    def __init__(self, painter: CanvasPainter) -> None:
        self.layers = {f"IPY_MODEL_{canvas.model_id}": Layer() for canvas in painter.canvas._canvases}

    def draw(self, message: Message) -> None:
        """Carry out a message."""
        first, *buffers = message.buffers
        layer = None
        for name, args, *count in json.loads(first):
            used, buffers = buffers[: (count or [0])[0]], buffers[(count or [0])[0] :]
            command = _CMD_LIST[name]
            if command == "switchCanvas":
                layer = self.layers[args[0]]
                continue
            assert layer is not None
            values = [
                np.frombuffer(used[arg["idx"]], arg["dtype"]) if isinstance(arg, dict) else arg
                for arg in args or []
            ]
            self._carry_out(layer, command, values)

    def _carry_out(self, layer: Layer, command: str, values: list[Any]) -> None:
        match command:
            case "clear":
                layer.fills.clear()
            case "save":
                layer.saved.append((layer.style, layer.scale))
            case "restore":
                layer.style, layer.scale = layer.saved.pop()
            case "scale":
                layer.scale *= values[0]
            case "set":
                if _STYLES[values[0]] == "fill_style":
                    layer.style = values[1]
            case "fillRects":
                for box in np.broadcast(*values):
                    x, y, width, height = (float(value) * layer.scale for value in box)
                    layer.fills.append((layer.style, x, y, width, height))

    def color(self, x: float, y: float) -> str | None:
        """Return the colour at a point, in pixels; None where nothing was filled."""
        for layer in reversed(self.layers.values()):
            for style, left, top, width, height in reversed(layer.fills):
                if left <= x < left + width and top <= y < top + height:
                    return style
        return None
