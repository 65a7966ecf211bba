"""From a click to the repaint, in a real browser, beside a bare ipycanvas in the same run."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from playwright.sync_api import Locator, Page

from benchmarks.timing import Row
from tests.browser.chromium import find_chromium, launched
from tests.browser.lab import Lab
from tests.browser.notebook import Notebook, write_notebook

CLICKS = 30
SIZE = 480
APP = f"""import boardlab
app = boardlab.play("blokus", corners="own", players=1, size={SIZE}, pause=0)
app"""
BARE = f"""import ipycanvas
bare = ipycanvas.Canvas(width={SIZE}, height={SIZE}, layout=dict(width="{SIZE}px", height="{SIZE}px"))
bare.fill_style = "#c1272d"
bare.on_mouse_down(lambda x, y: bare.fill_rect(x // 24 * 24, y // 24 * 24, 24, 24))
bare"""
NEXT_MOVE = """for item in app.controls.tray(app.state, None):
    if item.there and not item.stuck:
        app.choose(item.key)
        if app.forms[0].anchors:
            break
print(*min(app.forms[0].anchors))"""
"""Takes a piece in hand that fits somewhere as it lies, and says where."""
WATCH = """([canvas, target, start]) => {
    const pen = CanvasRenderingContext2D.prototype;
    window.plainDrawImage ??= pen.drawImage;
    window.waited = null;
    let clicked = null;
    target.addEventListener(start, () => { clicked = performance.now(); }, {capture: true, once: true});
    pen.drawImage = function (...what) {
        if (clicked !== null && window.waited === null && this.canvas === canvas)
            window.waited = performance.now() - clicked;
        return window.plainDrawImage.apply(this, what);
    };
}"""
"""Notes in ``waited`` how long after the event the canvas is painted."""


def rows() -> Iterator[Row]:
    """Place pieces by clicks, and click on the bare canvas in turn; nothing where there is no Chromium."""
    program = find_chromium()
    if program is None:
        return
    with tempfile.TemporaryDirectory() as folder, launched(program) as browser:
        notebooks, home = Path(folder, "notebooks"), Path(folder, "home")
        notebooks.mkdir()
        home.mkdir()
        write_notebook(notebooks / "click.ipynb", APP, BARE)
        lab = Lab.start(notebooks, home)
        try:
            page = browser.new_page(viewport={"width": 1280, "height": 1600})
            notebook = Notebook(page, lab, "click")
            notebook.open("click.ipynb")
            notebook.run_all()
            app, bare = _waits(notebook)
        finally:
            lab.stop()
    yield Row("click to repaint, median", "ms", app, scales=False)
    yield Row("the same on a bare ipycanvas", "ms", bare, scales=False)
    yield Row("click to repaint, times a bare ipycanvas", "", app / bare, 1.2, scales=False)


def _waits(notebook: Notebook) -> tuple[float, float]:
    """Return the medians of both in milliseconds."""
    page = notebook.page
    board, painted = page.locator(".bl-board"), page.locator(".widget-gridbox > canvas")
    canvas = page.locator(".jp-OutputArea-output canvas").last
    app, bare = [], []
    for turn in range(CLICKS):
        x, y = map(int, notebook.execute(NEXT_MOVE).split())
        page.wait_for_timeout(100)
        app.append(_wait(page, painted, board, "click", (x + 0.5) / 20, (19.5 - y) / 20))
        bare.append(_wait(page, canvas, canvas, "mousedown", (turn % 20 + 0.5) / 20, (turn // 20 + 0.5) / 20))
    return median(app), median(bare)


def _wait(page: Page, canvas: Locator, target: Locator, start: str, across: float, down: float) -> float:
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    assert box is not None
    spot = box["x"] + across * box["width"], box["y"] + down * box["height"]
    page.mouse.move(*spot)
    page.evaluate(WATCH, [canvas.element_handle(), target.element_handle(), start])
    page.mouse.click(*spot)
    page.wait_for_function("() => window.waited !== null")
    waited: float = page.evaluate("() => window.waited")
    return waited
