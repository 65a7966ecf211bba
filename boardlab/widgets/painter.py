"""Painting scenes: on an ipycanvas, or as SVG in the input layer where there is none.

Both painters are shown the whole scene each time, and find out by themselves what has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from threading import RLock
from typing import TYPE_CHECKING, Any, Protocol

from boardlab.render import LAYERS, Lines, Op, Rects, Scene, Texts, to_svg

if TYPE_CHECKING:
    from ipycanvas import Canvas, MultiCanvas

__all__ = ["GUTTER", "CanvasPainter", "Painter", "SvgPainter", "added", "batch"]

GUTTER = 22
"""CSS pixels to the left of the board and below it, for its coordinates."""
SCALE = 24
"""CSS pixels for each scale: the first on the left and below the board, the second opposite."""

_lock = RLock()
_depth = 0


@contextmanager
def batch() -> Iterator[None]:
    """Send all drawing inside as one message.

    ipycanvas's own ``hold_canvas`` leaves caching on after an exception, and believes that a page still
    has the canvas selected that another page, before a reload, had; all later drawing is lost then. So
    this one selects anew each time, and cleans up whatever happens.
    """
    from ipycanvas.canvas import _CANVAS_MANAGER

    manager: Any = _CANVAS_MANAGER
    global _depth  # noqa: PLW0603 - ipycanvas has one manager for all canvases
    with _lock:
        if not _depth:
            manager.flush()
            manager._caching, manager._current_canvas = True, None
        _depth += 1
        try:
            yield
        except BaseException:
            if _depth == 1:
                manager._commands_cache, manager._buffers_cache = [], []
            raise
        finally:
            _depth -= 1
            if not _depth:
                try:
                    manager.flush()
                finally:
                    manager._caching, manager._current_canvas = False, None


class Painter(Protocol):
    """What the app needs of a painter."""

    canvas: Any
    """The widget painted on, or None."""

    def show(self, scene: Scene) -> None:
        """Bring the picture up to date."""

    def resize(self, width: int, height: int, scales: int = 0) -> None:
        """Get ready for a board of other columns and rows; the next scene is painted as a whole.

        ``scales`` is how many scales the board has, so that there is room for them.
        """

    def forget(self) -> None:
        """Paint the next scene as a whole, whatever was painted before."""

    def close(self) -> None:
        """Give back what the picture takes up."""


class CanvasPainter:
    """Paints on an ipycanvas, one canvas a layer.

    The canvas has about twice as many pixels as CSS gives it, so that it is sharp on dense screens, and
    a whole number of them for each cell.

    Parameters
    ----------
    width, height
        Columns and rows of the board.
    size
        Largest width of the board in CSS pixels.
    scales
        How many scales the board has along its edges.

    Raises
    ------
    ImportError
        If ipycanvas, or numpy, is missing.
    """

    def __init__(self, width: int, height: int, size: int, scales: int = 0) -> None:
        from ipycanvas import MultiCanvas
        from ipywidgets import Layout

        self._size = size
        self._board = (0, 0, 0)
        self._shown: Scene = {}
        self.canvas: MultiCanvas = MultiCanvas(
            len(LAYERS),
            layout=Layout(
                height="auto",
                grid_area="1 / 1",
                align_self="flex-start",
            ),
        )
        self.resize(width, height, scales)
        self.canvas.on_client_ready(self._repaint)

    def resize(self, width: int, height: int, scales: int = 0) -> None:
        if (width, height, scales) == self._board:
            return
        self._board = width, height, scales
        left, right = GUTTER + SCALE * (scales > 0), SCALE * (scales > 1)
        self.canvas.layout.width = f"calc(100% - {left + right}px)"
        self.canvas.layout.max_width = f"{self._size - SCALE * scales}px"
        self.canvas.layout.margin = f"{right}px 0 0 {left}px"
        self._scale = max(4, round(2 * self._size / width))
        self.canvas.width, self.canvas.height = width * self._scale, height * self._scale
        self.forget()

    def forget(self) -> None:
        self._shown = {}

    def show(self, scene: Scene) -> None:
        changed = [layer for layer in LAYERS if scene[layer] != self._shown.get(layer)]
        if not changed:
            return
        shown, self._shown = self._shown, {}  # unknown, should painting fail halfway
        with batch():
            for layer in changed:
                canvas = self.canvas[LAYERS.index(layer)]
                ops: Sequence[Op] | None = added(shown[layer], scene[layer]) if layer in shown else None
                if ops is None:
                    canvas.clear()
                    ops = scene[layer]
                brush = _Brush(canvas, self._scale)
                for op in ops:
                    brush.paint(op)
                brush.end()
        self._shown = scene

    def _repaint(self) -> None:
        """Paint all for a page that has just opened, whose canvases are empty."""
        scene = self._shown
        if scene:
            self.forget()
            self.show(scene)

    def close(self) -> None:
        for canvas in (self.canvas, *self.canvas._canvases):
            canvas.layout.close()
            canvas.close()


def added(before: Sequence[Op], after: Sequence[Op]) -> list[Op] | None:
    """Return what must be painted over a list of shapes to get another; None if some have gone."""
    had: dict[Any, set[Any]] = {}
    for op in before:
        had.setdefault(_style(op), set()).update(_shapes(op))
    kept: dict[Any, set[Any]] = {style: set() for style in had}
    extra: list[Op] = []
    for op in after:
        style, shapes = _style(op), _shapes(op)
        old = had.get(style, set())
        kept.setdefault(style, set()).update(old.intersection(shapes))
        if new := tuple(shape for shape in shapes if shape not in old):
            extra.append(_with(op, new))
    return extra if all(kept[style] == shapes for style, shapes in had.items()) else None


def _style(op: Op) -> tuple[Any, ...]:
    match op:
        case Rects():
            return "rects", op.fill
        case Lines():
            return "lines", op.stroke, op.width
        case Texts():
            return "texts", op.fill, op.size


def _shapes(op: Op) -> tuple[Any, ...]:
    match op:
        case Rects():
            return op.boxes
        case Lines():
            return op.segments
        case Texts():
            return op.items


def _with(op: Op, shapes: tuple[Any, ...]) -> Op:
    match op:
        case Rects():
            return replace(op, boxes=shapes)
        case Lines():
            return replace(op, segments=shapes)
        case Texts():
            return replace(op, items=shapes)


class _Brush:
    """Paints shapes on a canvas in as few bytes as may be.

    Most shapes lie on the lines between cells. They are painted with one cell as the unit, which takes a
    byte a coordinate; all others in pixels, which take two.
    """

    def __init__(self, canvas: Canvas, scale: int) -> None:
        self._canvas, self._scale = canvas, scale
        self._in_cells = False

    def paint(self, op: Op) -> None:
        match op:
            case Rects():
                boxes, _ = self._numbers(op.boxes)
                self._canvas.fill_style = op.fill
                x, y, *sizes = boxes.T
                self._canvas.fill_rects(x, y, *(_single(size) for size in sizes))
            case Lines():
                loops, rest = _loops(op.segments)
                if loops:
                    self._loops(op, loops)
                if rest:
                    self._segments(op, rest)
            case Texts():
                self._texts(op)

    def end(self) -> None:
        """Leave the canvas in pixels."""
        self._unit(cells=False)

    def _unit(self, *, cells: bool) -> int:
        """Change to cells, or back to pixels, and return the number of units in a cell.

        The way back takes the canvas's styles along, so they are set after this.
        """
        if cells and not self._in_cells:
            self._canvas.save()
            self._canvas.scale(self._scale)
        elif self._in_cells and not cells:
            self._canvas.restore()
        self._in_cells = cells
        return 1 if cells else self._scale

    def _numbers(self, shapes: Sequence[Sequence[float]]) -> tuple[Any, int]:
        """Return coordinates as whole numbers of the unit that suits them, and how many units a cell has."""
        numbers = _array(shapes)
        whole = numbers.round()
        if (numbers == whole).all() and whole.max() < 256:
            return whole.astype("uint8"), self._unit(cells=True)
        return (numbers * self._scale).round().clip(0, 65535).astype("uint16"), self._unit(cells=False)

    def _pen(self, op: Lines, unit: int) -> None:
        self._canvas.stroke_style, self._canvas.line_width = op.stroke, round(op.width * unit, 2)
        self._canvas.line_cap = "square"

    def _loops(self, op: Lines, loops: list[list[_Corner]]) -> None:
        corners, unit = self._numbers([corner for loop in loops for corner in loop])
        self._pen(op, unit)
        lengths = set(map(len, loops))
        if len(lengths) == 1:
            self._canvas.stroke_polygons(corners.reshape(len(loops), -1, 2))
        else:
            self._canvas.stroke_polygons(corners, _array(list(map(len, loops))).astype("uint16"))

    def _segments(self, op: Lines, segments: Sequence[_Segment]) -> None:
        numbers, unit = self._numbers(segments)
        if unit == 1:
            self._pen(op, unit)
            self._canvas.stroke_line_segments(numbers.reshape(-1, 2, 2))
            return
        slanted = (numbers[:, 0] != numbers[:, 2]) & (numbers[:, 1] != numbers[:, 3])
        if slanted.any():
            self._pen(op, unit)
            self._canvas.stroke_line_segments(numbers[slanted].reshape(-1, 2, 2))
        if not slanted.all():
            self._canvas.fill_style = op.stroke
            self._bars(numbers[~slanted].astype(int), max(1, round(op.width * unit)))

    def _bars(self, segments: Any, thick: int) -> None:
        """Paint upright and level lines, with square caps, as boxes: many of them are of one size."""
        ends = segments.reshape(-1, 2, 2)
        places = (ends.min(axis=1) - thick // 2).clip(0).astype("uint16")
        sizes = ends.max(axis=1) - ends.min(axis=1) + thick
        for width, height in sorted(set(map(tuple, sizes.tolist()))):
            alike = places[(sizes == (width, height)).all(axis=1)]
            self._canvas.fill_rects(*alike.T, width, height)

    def _texts(self, op: Texts) -> None:
        unit = self._unit(cells=False)
        self._canvas.fill_style, self._canvas.font = op.fill, f"{op.size * unit:g}px sans-serif"
        self._canvas.text_align, self._canvas.text_baseline = "center", "middle"
        for text, x, y in op.items:
            self._canvas.fill_text(text, round(x * unit), round(y * unit))


def _single(numbers: Any) -> Any:
    """Return one number in place of many that are equal: it takes a fraction of the bytes."""
    return int(numbers[0]) if (numbers == numbers[0]).all() else numbers


def _array(numbers: Any) -> Any:
    from numpy import array

    return array(numbers, dtype=float)


_Segment = tuple[float, float, float, float]
_Corner = tuple[float, float]


def _loops(segments: Sequence[_Segment]) -> tuple[list[list[_Corner]], list[_Segment]]:
    """Part segments into closed loops, which take half the bytes, and the rest."""
    loops: list[list[_Corner]] = []
    rest: list[_Segment] = []
    run: list[_Segment] = []
    start_x = start_y = pen_x = pen_y = 0.0
    for segment in segments:
        x, y, end_x, end_y = segment
        if not run or x != pen_x or y != pen_y:
            rest += run
            run, start_x, start_y = [], x, y
        run.append(segment)
        pen_x, pen_y = end_x, end_y
        if len(run) > 2 and pen_x == start_x and pen_y == start_y:
            loops.append([(x, y) for x, y, _, _ in run])
            run = []
    return loops, rest + run


class SvgPainter:
    """Hands the picture as SVG to the layer that takes the input, where there is no ipycanvas."""

    canvas = None

    def __init__(self, show: Callable[[str], None]) -> None:
        self._show = show
        self._shown: Scene = {}

    def resize(self, width: int, height: int, scales: int = 0) -> None:
        pass

    def forget(self) -> None:
        self._shown = {}

    def show(self, scene: Scene) -> None:
        if scene != self._shown:
            self._show(to_svg(scene))
            self._shown = scene

    def close(self) -> None:
        pass
