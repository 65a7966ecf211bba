"""What is sent to the canvas: one small message a move, whatever happens."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from typing import Any

import pytest
from ipycanvas import Canvas
from ipycanvas.canvas import _CANVAS_MANAGER

import boardlab
from boardlab.core import Cell
from boardlab.render import DEFAULT, Lines, Rects, Texts, scene
from boardlab.widgets import App
from boardlab.widgets.painter import CanvasPainter, SvgPainter, _loops, added, batch

from .replay import Replay
from .wire import Wire


@pytest.mark.parametrize("options", [{}, {"variant": "duo"}, {"players": 2}])
def test_a_move_is_one_draw_message_of_4_kB_and_a_full_redraw_one_of_10(
    wire: Wire, options: dict[str, Any]
) -> None:
    app = App("blokus", **options)
    rng, most, full = Random(3), 0, 0
    while not app.state.is_over:
        wire.clear()
        assert app.play(rng.choice(app.state.legal_moves()))
        assert len(wire.draws) == 1
        assert len(wire.messages) == 2
        most = max(most, wire.draws[0].size)
    assert isinstance(app._painter, CanvasPainter)
    wire.clear()
    app._painter._repaint()
    assert len(wire.draws) == 1
    full = wire.draws[0].size
    app.close()
    assert (most <= 4_000, full <= 10_000) == (True, True), (most, full)


def test_nothing_is_painted_where_nothing_has_changed(wire: Wire, duo: App) -> None:
    wire.clear()
    duo.choose("F")
    duo.turn()
    assert wire.draws == []
    assert len(wire.of(duo)) == 2


def test_a_refusal_paints_the_hints_only(wire: Wire, duo: App) -> None:
    duo.choose("F")
    wire.clear()
    assert not duo.click("h8")
    assert len(wire.draws) == 1
    assert wire.draws[0].size < 1_200


@pytest.mark.parametrize("options", [{}, {"variant": "duo"}])
def test_the_browser_sees_the_position_however_it_was_reached(wire: Wire, options: dict[str, Any]) -> None:
    app, rng = App("blokus", **options), Random(8)
    painter = app._painter
    assert isinstance(painter, CanvasPainter)
    replay, scale = Replay(painter), painter._scale
    for _ in range(40):
        app.undo() if rng.random() < 0.2 else app.play(rng.choice(app.state.legal_moves()))
        for message in wire.draws:
            replay.draw(message)
        wire.clear()
        grid, starts = app.state.grid, app.state.marks
        for x, y in ((x, y) for x in range(app.game.width) for y in range(app.game.height)):
            key, top = grid.get(Cell(x, y)), app.game.height - 1 - y
            corner = replay.color((x + 0.2) * scale, (top + 0.2) * scale)
            assert corner == (DEFAULT.fill(key) if key else DEFAULT.background), Cell(x, y)
            if not key:
                middle = replay.color((x + 0.5) * scale, (top + 0.5) * scale)
                assert middle == (DEFAULT.text if (x, y) in starts else DEFAULT.background), Cell(x, y)
    app.close()


def test_undo_leaves_the_canvas_as_if_nothing_had_been(duo: App) -> None:
    painter = duo._painter
    assert isinstance(painter, CanvasPainter)
    before = painter._shown
    duo.play("e10")
    duo.undo()
    assert painter._shown == before


def test_added_shapes_make_the_same_picture_as_all_of_them() -> None:
    rng, state = Random(1), boardlab.make("blokus").initial_state()
    before = scene(state)
    while not state.is_over:
        state = state.step(rng.choice(state.legal_moves()))
        after = scene(state)
        extra = added(before["pieces"], after["pieces"])
        assert extra is not None
        assert added(after["pieces"], before["pieces"]) is None
        assert sum(len(op.boxes) for op in extra if isinstance(op, Rects)) <= 5
        before = after


def test_shapes_of_one_style_count_together() -> None:
    one, two = (0, 0, 1, 0), (1, 0, 2, 0)
    before = [Lines("#000000", 0.1, (one,)), Lines("#000000", 0.1, (two,))]
    assert added(before, [Lines("#000000", 0.1, (one, two))]) == []
    assert added(before, [Lines("#000000", 0.1, (one,))]) is None
    assert added([Texts("#000000", 1, (("a", 0, 0),))], []) is None


def test_loops_are_parted_from_the_rest() -> None:
    square = [(0, 0, 1, 0), (1, 0, 1, 1), (1, 1, 0, 1), (0, 1, 0, 0)]
    assert _loops([*square, (5, 5, 6, 6)]) == ([[(0, 0), (1, 0), (1, 1), (0, 1)]], [(5, 5, 6, 6)])
    assert _loops([(5, 5, 6, 6), (6, 6, 7, 7), *square])[1] == [(5, 5, 6, 6), (6, 6, 7, 7)]


def test_an_exception_while_drawing_leaves_no_other_canvas_held(wire: Wire) -> None:
    canvas = Canvas()

    def draw_badly() -> None:
        canvas.fill_rect(0, 0, 1, 1)
        canvas.stroke_polygons("no points")

    with pytest.raises(RuntimeError, match="points must be"), batch():
        draw_badly()
    assert not _CANVAS_MANAGER._caching
    wire.clear()
    with batch(), batch():
        canvas.fill_rect(0, 0, 1, 1)
        canvas.fill_rect(1, 1, 1, 1)
    assert len(wire.draws) == 1
    canvas.close()


def test_an_exception_while_painting_is_shown_and_the_next_picture_is_whole(
    duo: App, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boardlab.widgets, "strict", False)
    with monkeypatch.context() as broken:
        broken.setattr("boardlab.widgets.app.scene", lambda *_, **__: 1 / 0)
        assert duo.play("e10")
    assert "could not be painted: ZeroDivisionError" in duo.status
    assert duo.match.ply == 1
    wire.clear()
    assert duo.play("j5")
    assert wire.draws[0].size > 800  # the grid, too


def test_a_game_on_another_board_resizes_the_canvas(duo: App) -> None:
    painter = duo._painter
    assert isinstance(painter, CanvasPainter)
    assert painter.canvas.width == 14 * 74
    duo.new_game("blokus")
    assert painter.canvas.width == painter.canvas[0].width == 20 * 52


def test_without_ipycanvas_the_picture_is_svg() -> None:
    app = App("blokus", variant="duo", canvas=False)
    assert app._painter.canvas is None
    assert app.overlay is not None
    before = app.overlay.scene
    app.play("e10")
    assert app.overlay.scene.startswith("<path")
    assert app.overlay.scene != before
    app.close()


def test_svg_is_handed_over_only_when_it_has_changed() -> None:
    shown: list[str] = []
    painter = SvgPainter(shown.append)
    picture = scene(boardlab.make("blokus").initial_state())
    painter.resize(20, 20)
    painter.show(picture)
    painter.show(picture)
    assert len(shown) == 1
    painter.forget()
    painter.show(picture)
    painter.close()
    assert len(shown) == 2


@pytest.mark.parametrize(
    ("missing", "expected"),
    [
        (["ipycanvas"], ["<path", "True"]),
        (["numpy"], ["<path", "True"]),
        (["anywidget"], ["", "False"]),
        (["ipywidgets", "anywidget", "ipycanvas", "numpy"], ["", "False"]),
    ],
)
def test_the_app_does_without_what_is_missing(missing: list[str], expected: list[str]) -> None:
    """The rules play, and the picture and a sentence on what to install are there."""
    code = f"""
import sys
class Gone:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {missing!r}:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Gone())
import boardlab.widgets
app = boardlab.widgets.play("blokus", variant="duo", seats={{1: "greedy"}})
app.choose("I5")
assert app.click("e10") and app.match.ply == 2, app.status
bundle = app._repr_mimebundle_()
assert bundle["image/svg+xml"].startswith("<svg")
shown = "application/vnd.jupyter.widget-view+json" in bundle
assert shown != ("pip install" in bundle["text/plain"])
print(app.overlay.scene[:5] if app.overlay else "", shown, sep="|")
app.close()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip().split("|") == expected
