"""The app in a real JupyterLab: most tests share one page, because opening one takes seconds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("anywidget")

from boardlab.core import Cell
from boardlab.polyomino import PIECES
from boardlab.render import DEFAULT
from boardlab.widgets.controls import pivoted

from .lab import Lab
from .notebook import Notebook, write_notebook

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SHOW = """import boardlab.widgets
app = boardlab.widgets.play("blokus", variant="duo", pause=0)
app"""
PHONE = {
    "viewport": {"width": 390, "height": 800},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
EMPTY, PURPLE, ORANGE = (
    tuple(bytes.fromhex(color[1:]))
    for color in (DEFAULT.background, DEFAULT.colors["purple"], DEFAULT.colors["orange"])
)
SIZE = 14
COLOR = f"""(canvas, [x, y]) => {{
    const k = canvas.width / {SIZE};
    const spot = [Math.round((x + .2) * k), Math.round(({SIZE} - y - .8) * k)];
    return Array.from(canvas.getContext('2d').getImageData(...spot, 1, 1).data).slice(0, 3);
}}"""
NEAR = f"""([canvas, cell, color]) =>
    ({COLOR})(canvas, cell).every((value, i) => Math.abs(value - color[i]) <= 12)"""


class Table:
    """The app in a page, as somebody who plays sees it; ``view`` counts its outputs."""

    def __init__(self, notebook: Notebook, view: int = 0) -> None:
        self.notebook, self.page, self.view = notebook, notebook.page, view
        self.root = self.page.locator(".bl").nth(view)
        self.board = self.root.locator(".bl-board")
        self.canvas = self.page.locator(".widget-gridbox > canvas").nth(view)

    def ready(self) -> Table:
        """Wait until the board has been painted."""
        self.board.wait_for()
        self.canvas.wait_for()
        self.wait_color("n14", EMPTY)
        return self

    def spot(self, cell: str) -> tuple[float, float]:
        """Return where a cell is in the page."""
        self.board.scroll_into_view_if_needed()
        box, (x, y) = self.board.bounding_box(), Cell.parse(cell)
        assert box is not None
        return box["x"] + (x + 0.5) * box["width"] / SIZE, box["y"] + (SIZE - y - 0.5) * box["height"] / SIZE

    def click(self, cell: str) -> None:
        self.page.mouse.click(*self.spot(cell))

    def choose(self, piece: str) -> None:
        self.root.locator(f"[data-key='{piece}']").click()
        self.wait_status(f"{piece} in hand")

    def press(self, name: str) -> None:
        self.root.get_by_role("button", name=name, exact=True).click()

    @property
    def status(self) -> str:
        return self.root.locator(".bl-status").inner_text()

    def wait_status(self, text: str) -> None:
        self.root.locator(".bl-status", has_text=text).wait_for()

    def wait_color(self, cell: str, color: tuple[int, ...]) -> None:
        handle = self.canvas.element_handle()
        self.page.wait_for_function(NEAR, arg=[handle, list(Cell.parse(cell)), list(color)])

    @property
    def ghost(self) -> str:
        return self.root.locator(".bl-ghost").get_attribute("d") or ""

    @property
    def may_lie_there(self) -> bool:
        return "bl-bad" not in (self.root.locator(".bl-board > svg").get_attribute("class") or "")

    def ask(self, expression: str) -> str:
        """Return what an expression is in the kernel."""
        return self.notebook.execute(f"print(({expression}))")


def open_page(browser: Browser, **options: Any) -> Page:
    page = browser.new_context(**({"viewport": {"width": 1280, "height": 1000}} | options)).new_page()
    page.set_default_timeout(15_000)
    return page


@pytest.fixture(scope="module")
def shared(browser: Browser, lab: Lab) -> Iterator[Table]:
    """Show the app in one page for all tests."""
    write_notebook(lab.folder / "app.ipynb", SHOW, "'a second cell'")
    page = open_page(browser)
    notebook = Notebook(page, lab, workspace="app")
    notebook.open("app.ipynb")
    notebook.run_all()
    yield Table(notebook).ready()
    page.context.close()


@pytest.fixture
def table(shared: Table) -> Table:
    """Begin a new game in the shared page."""
    shared.page.set_viewport_size({"width": 1280, "height": 1000})
    shared.notebook.execute(
        "app.stop(); app.new_game('blokus', [None, None], variant='duo'); app.errors.clear()"
    )
    shared.page.mouse.move(2, 2)
    shared.wait_status("A new game of Blokus Duo.")
    shared.wait_color("e10", EMPTY)
    return shared


def test_a_piece_is_placed_by_clicks(table: Table) -> None:
    table.choose("V5")
    table.page.mouse.move(*table.spot("e10"))
    assert table.may_lie_there
    with table.notebook.frames() as frames:
        table.click("e10")
        table.wait_color("e10", PURPLE)
        table.wait_status("Purple: V5")
    assert frames.sent == 1
    assert table.ask("app.match.ply, app.errors") == "(1, [])"
    assert table.root.locator(".bl-headline").inner_text() == "Orange to move"
    assert table.root.locator("[data-key='V5']").is_enabled()


def test_a_double_click_plays_once_and_warns_of_nothing(table: Table) -> None:
    table.choose("1")
    table.page.mouse.dblclick(*table.spot("e10"))
    table.wait_color("e10", PURPLE)
    table.wait_status("Purple: 1 e10.")
    assert table.ask("app.match.ply") == "1"


def test_a_refusal_says_why_and_crosses_the_cells(table: Table) -> None:
    table.choose("1")
    table.page.mouse.move(*table.spot("a1"))
    assert not table.may_lie_there
    table.click("a1")
    table.wait_status("B2: the first piece of purple must cover one of the start cells")
    assert table.root.locator(".bl-status").get_attribute("data-tone") == "refused"
    table.page.mouse.move(2, 2)
    crossed = f"""([canvas, [x, y]]) => {{
        const k = canvas.width / {SIZE};
        const pixels = canvas.getContext('2d').getImageData(x * k, ({SIZE - 1} - y) * k, k, k).data;
        for (let i = 0; i < pixels.length; i += 4)
            if (pixels[i] > 200 && pixels[i + 1] < 40 && pixels[i + 2] > 80) return true;
        return false;
    }}"""
    cell = list(Cell.parse(table.ask("app.lit[0]")))
    table.page.wait_for_function(crossed, arg=[table.canvas.element_handle(), cell])
    assert table.ask("app.match.ply, app.hand") == "(0, '1')"


def test_a_hover_sends_nothing_and_the_ghost_follows(table: Table) -> None:
    table.choose("F")
    seen = set()
    with table.notebook.frames() as frames:
        for x in "abcdefghijklmn":
            table.page.mouse.move(*table.spot(f"{x}7"))
            seen.add(table.ghost)
    assert frames.sent == 0
    assert len(seen) == SIZE


def test_the_very_edge_of_the_board_is_its_last_cell(table: Table) -> None:
    table.choose("1")
    box = table.board.bounding_box()
    assert box is not None
    for x, y, corner in (
        (box["x"] + 0.1, box["y"] + 0.1, "M0 0"),
        (box["x"] + box["width"] - 0.1, box["y"] + box["height"] - 0.1, "M13 13"),
    ):
        table.page.mouse.move(x, y)
        assert table.ghost.startswith(corner)
    table.page.mouse.move(2, 2)
    assert table.ghost == ""


def test_a_piece_is_turned_and_flipped_by_buttons_and_keys_without_waiting(table: Table) -> None:
    table.choose("L5")
    table.page.mouse.move(*table.spot("e10"))
    shapes = [table.ghost]
    table.board.focus()
    for key in "rrrrf":
        table.page.keyboard.press(key)
        shapes.append(table.ghost)
    assert len(set(shapes)) == 5
    assert shapes[0] == shapes[4]
    table.press("Turn")
    form = table.ask("app.form")
    assert form != "0"
    table.click("e10")
    table.wait_color("e10", PURPLE)
    way = pivoted(PIECES["L5"])[int(form)]
    assert table.ask("app.match.history[0]") == ",".join(str(Cell(4 + dx, 9 + dy)) for dx, dy in way)


def test_a_bot_is_chosen_and_plays_and_undo_goes_back_to_the_person(table: Table) -> None:
    table.root.locator("select[data-seat='1']").select_option("random")
    table.wait_status("random plays orange now.")
    table.choose("1")
    table.click("e10")
    table.wait_status("Orange: ")
    assert table.ask("app.match.ply, app.match.seats") == "(2, ['player 1', 'random'])"
    table.press("Undo")
    table.wait_status("Took back 2 moves.")
    table.wait_color("e10", EMPTY)
    table.press("Redo")
    table.wait_color("e10", PURPLE)
    table.root.locator("summary", has_text="Moves").click()
    table.root.locator("[data-to='1']").click()
    table.wait_status("Took back 1 move.")
    table.root.get_by_role("button", name="Go on").click()
    table.wait_status("Orange: ")
    table.root.locator("summary", has_text="Moves").click()


def test_while_a_bot_thinks_the_board_answers_and_can_be_stopped(table: Table) -> None:
    table.notebook.execute(
        "import threading; free = threading.Event()\n"
        "def slow(state): free.wait(20); return state.legal_moves()[0]\n"
        "app.seat(1, slow); app.play('e10')"
    )
    table.root.locator(".bl-headline", has_text="slow is thinking").wait_for()
    table.click("j5")
    table.wait_status("slow is thinking: wait for its move, or press Stop.")
    table.press("Stop")
    table.wait_status("The bots wait.")
    table.press("Go on")
    table.root.locator(".bl-headline", has_text="slow is thinking").wait_for()
    table.notebook.execute("free.set()")
    table.wait_status("Orange: ")
    assert table.ask("app.match.ply") == "2"


def test_a_bot_that_fails_is_told_and_its_seat_can_be_taken(table: Table) -> None:
    table.notebook.execute("app.seat(1, lambda state: 1 / 0); app.play('e10')")
    table.wait_status("<lambda> failed: ZeroDivisionError")
    table.root.locator("select[data-seat='1']").select_option("Person")
    table.wait_status("player 2 plays orange now.")
    table.choose("1")
    table.click("j5")
    table.wait_color("j5", ORANGE)


def test_a_new_game_is_set_up_on_another_board(table: Table) -> None:
    table.root.locator("summary", has_text="New game").click()
    form = table.root.locator(".bl-setup")
    form.get_by_label("Board").select_option("Classic, 20 × 20")
    form.locator("option", has_text=re.compile("^3$")).wait_for(state="attached")
    form.get_by_label("Players").select_option("2")
    form.get_by_label("Player 2").select_option("random")
    form.get_by_role("button").click()
    table.wait_status("A new game of Blokus.")
    assert table.ask("app.game.options['players'], app.seats") == "(2, ('player 1', 'random'))"
    assert table.root.locator(".bl-rows span").count() == 20
    table.choose("1")
    box = table.board.bounding_box()
    assert box is not None
    table.page.mouse.click(box["x"] + 5, box["y"] + 5)
    table.wait_status("Yellow: ")
    blue = tuple(bytes.fromhex(DEFAULT.colors["blue"][1:]))
    table.page.wait_for_function(
        "([c, color]) => Array.from(c.getContext('2d').getImageData(8, 8, 1, 1).data).slice(0, 3)"
        ".every((value, i) => Math.abs(value - color[i]) <= 12)",
        arg=[table.canvas.element_handle(), list(blue)],
    )


def test_an_opening_is_played_by_keyboard_alone(table: Table) -> None:
    table.root.locator("[data-key='1']").focus()
    table.page.keyboard.press("ArrowRight")
    table.page.keyboard.press("Enter")
    table.wait_status("2 in hand")
    assert table.board.evaluate("board => board === document.activeElement")
    for key in ["ArrowRight", *["ArrowLeft"] * 3, *["ArrowUp"] * 2]:
        table.page.keyboard.press(key)
    assert table.root.locator(".bl-spoken").text_content() == "e10, fits"
    table.page.keyboard.press("Enter")
    table.wait_color("e10", PURPLE)
    table.page.keyboard.press("u")
    table.wait_color("e10", EMPTY)
    table.page.keyboard.press("y")
    table.wait_color("e10", PURPLE)
    table.page.keyboard.press("?")
    assert table.root.locator("details", has_text="Arrow keys").get_attribute("open") is not None
    table.page.keyboard.press("?")


def test_undo_pressed_quickly_is_carried_out_each_time(table: Table) -> None:
    table.notebook.execute("for move in ('e10', 'j5', 'f11,f12', 'k6,k7'): app.play(move)")
    table.wait_status("Orange: 2")
    table.board.focus()
    for key in "uuuuyy":
        table.page.keyboard.press(key)
    table.wait_status("Played 1 move again.")
    table.wait_color("j5", ORANGE)
    assert table.ask("app.match.ply") == "2"


def test_tab_goes_in_through_the_buttons_and_out(table: Table) -> None:
    table.choose("V5")
    table.board.focus()
    stops = []
    stop_at = "e => e.closest('.bl') ? e.dataset.do ?? e.dataset.key ?? e.tagName : null"
    for _ in range(30):
        table.page.keyboard.press("Tab")
        stop = table.page.evaluate(f"({stop_at})(document.activeElement)")
        if stop is None:
            break
        stops.append(stop)
    assert stops == ["turn", "flip", "back", "V5", "SELECT", "SELECT", "SUMMARY", "SUMMARY", "SUMMARY"]
    table.board.focus()
    table.page.keyboard.press("Shift+Tab")
    assert table.page.evaluate("!document.activeElement.closest('.bl')")
    assert table.canvas.evaluate("c => [c.tabIndex, c.inert, c.getAttribute('aria-hidden')]") == [
        -1,
        True,
        "true",
    ]


def test_stray_keys_leave_the_notebook_alone(table: Table) -> None:
    cells = table.page.locator(".jp-Notebook .jp-Cell").count()
    for place in (table.board, table.root.locator("[data-key='F']"), table.root.locator("select").first):
        place.focus()
        for key in "abddxxmyrz1":
            table.page.keyboard.press(key)
    table.page.wait_for_timeout(150)
    assert table.page.locator(".jp-Notebook .jp-Cell").count() == cells
    assert table.board.is_visible()


def test_board_and_canvas_stay_aligned_at_every_width(table: Table) -> None:
    for width in (1280, 900, 700, 480, 1000):
        table.page.set_viewport_size({"width": width, "height": 900})
        table.page.wait_for_timeout(120)
        one, two = table.board.bounding_box(), table.canvas.bounding_box()
        assert one is not None
        assert two is not None
        assert all(abs(one[side] - two[side]) <= 0.5 for side in ("x", "y", "width", "height")), (
            width,
            one,
            two,
        )
    table.choose("1")
    table.click("e10")
    table.wait_color("e10", PURPLE)


def test_two_outputs_reload_and_restart(browser: Browser, lab: Lab) -> None:
    """One page for what needs a page of its own: a second output, a reload, a new run, a kernel restart."""
    write_notebook(lab.folder / "again.ipynb", SHOW, "app")
    page = open_page(browser)
    notebook = Notebook(page, lab, workspace="again")
    notebook.open("again.ipynb")
    notebook.run_all()
    first, second = Table(notebook, 0).ready(), Table(notebook, 1).ready()

    second.choose("V5")
    second.click("e10")
    first.wait_color("e10", PURPLE)
    second.wait_color("e10", PURPLE)
    first.wait_status("Purple: V5")
    first.choose("1")
    first.click("j5")
    second.wait_color("j5", ORANGE)

    notebook.reload("again.ipynb")
    first, second = Table(notebook, 0).ready(), Table(notebook, 1).ready()
    for table in (first, second):
        table.wait_color("e10", PURPLE)
        table.wait_color("j5", ORANGE)
    first.wait_status("Orange: 1 j5.")
    assert first.root.locator("[data-to]").count() == 2

    held = first.ask("len(__import__('ipywidgets').widgets.widget._instances)")
    notebook.run_all()
    first, second = Table(notebook, 0).ready(), Table(notebook, 1).ready()
    first.wait_color("e10", EMPTY)
    assert first.ask("len(__import__('ipywidgets').widgets.widget._instances)") == held
    first.choose("1")
    first.click("e10")
    second.wait_color("e10", PURPLE)
    assert first.ask("app.match.ply") == "1"

    page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()")
    page.wait_for_timeout(500)
    notebook.wait_until_idle()
    first.board.wait_for()
    first.click("h8")
    first.wait_status("run the cell again")
    notebook.run_all()
    table = Table(notebook).ready()
    table.choose("1")
    table.click("e10")
    table.wait_color("e10", PURPLE)
    page.context.close()


@pytest.fixture(scope="module")
def phone(browser: Browser, lab: Lab) -> Iterator[Table]:
    """Show the app on a phone, in JupyterLab's view of a single document."""
    write_notebook(lab.folder / "phone.ipynb", SHOW, "print('x\\n' * 60)")
    page = open_page(browser, **PHONE)
    notebook = Notebook(page, lab, workspace="phone")
    page.goto(f"{lab.url}/doc/tree/phone.ipynb?token={lab.token}")
    page.wait_for_function("() => window.jupyterapp !== undefined")
    page.evaluate("() => window.jupyterapp.restored")
    page.wait_for_selector(".jp-Notebook .jp-Cell")
    notebook.wait_until_idle()
    notebook.run_all()
    yield Table(notebook).ready()
    page.context.close()


def test_a_finger_on_the_board_scrolls_the_page(phone: Table) -> None:
    phone.root.locator("[data-key='V5']").tap()
    phone.wait_status("V5 in hand")
    x, y = phone.spot("f9")
    before = phone.board.bounding_box()
    finger = phone.page.context.new_cdp_session(phone.page)
    with phone.notebook.frames() as frames:
        for step in range(10):
            kind = "touchMove" if step else "touchStart"
            points = [{"x": x, "y": y - 15 * step}]
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
            phone.page.wait_for_timeout(16)
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        phone.page.wait_for_timeout(250)
    after = phone.board.bounding_box()
    assert before is not None
    assert after is not None
    assert before["y"] - after["y"] > 60
    assert (frames.sent, phone.ghost) == (0, "")


def test_a_tap_shows_the_piece_and_the_next_plays_it_once(phone: Table) -> None:
    phone.notebook.execute("app.new_game(); app.choose('V5')")
    phone.wait_status("V5 in hand")
    here = phone.root.get_by_role("button", name="Place here")
    with phone.notebook.frames() as frames:
        phone.page.touchscreen.tap(*phone.spot("e10"))
        here.wait_for()
        assert phone.ghost
        phone.page.wait_for_timeout(300)
    assert frames.sent == 0
    with phone.notebook.frames() as frames:
        phone.page.touchscreen.tap(*phone.spot("e10"))
        phone.wait_color("e10", PURPLE)
    assert frames.sent == 1
    phone.root.locator("[data-key='V3']").tap()
    phone.wait_status("V3 in hand")
    phone.page.touchscreen.tap(*phone.spot("j5"))
    here.tap()
    phone.wait_color("j5", ORANGE)
    assert phone.ask("app.match.ply, app.errors") == "(2, [])"


def test_two_taps_at_once_are_one(table: Table) -> None:
    table.choose("V5")
    x, y = table.spot("e10")
    table.board.evaluate(
        """(board, [clientX, clientY]) => {
            const touch = {pointerType: "touch", bubbles: true, clientX, clientY};
            for (const detail of [1, 2]) board.dispatchEvent(new PointerEvent("click", {...touch, detail}));
        }""",
        [x, y],
    )
    table.root.get_by_role("button", name="Place here").wait_for()
    assert table.ask("app.match.ply, app.hand") == "(0, 'V5')"


def test_a_narrow_phone_shows_everything_with_the_tools_above_the_tray(phone: Table) -> None:
    phone.page.set_viewport_size({"width": 360, "height": 800})
    phone.page.wait_for_timeout(150)
    for part in (".bl-turn", ".bl-tools", ".bl-tray", ".bl-scores"):
        assert phone.root.locator(part).evaluate("e => e.scrollWidth <= e.clientWidth + 1"), part
    tops = phone.root.locator(".bl-tools, .bl-tray").evaluate_all(
        "parts => parts.map(part => part.getBoundingClientRect().top)"
    )
    assert tops == sorted(tops)
    small = "e => e.offsetParent && Math.min(e.offsetWidth, e.offsetHeight) < 44"
    buttons = phone.root.locator(".bl-turn button, .bl-tools button, .bl-tray button, select")
    assert not buttons.evaluate_all(f"all => all.filter({small}).map(e => e.outerHTML)")
    assert phone.canvas.evaluate("c => c.width / c.getBoundingClientRect().width >= 2")


@pytest.fixture(scope="module")
def plain(browser: Browser, lab: Lab) -> Iterator[Table]:
    """Show the app where there is no ipycanvas."""
    write_notebook(lab.folder / "plain.ipynb", f"import sys; sys.modules['ipycanvas'] = None\n{SHOW}")
    page = open_page(browser)
    notebook = Notebook(page, lab, workspace="plain")
    notebook.open("plain.ipynb")
    notebook.run_all()
    table = Table(notebook)
    table.board.wait_for()
    yield table
    page.context.close()


def test_without_ipycanvas_the_board_is_drawn_as_svg(plain: Table) -> None:
    assert plain.canvas.count() == 0
    plain.choose("1")
    plain.click("e10")
    plain.wait_status("Purple: 1 e10.")
    assert plain.board.locator(f"path[fill='{DEFAULT.colors['purple']}']").count() == 1


def test_a_message_that_is_not_answered_is_told(plain: Table) -> None:
    plain.notebook.execute("app.overlay.on_msg(app._on_message, remove=True)")
    plain.page.clock.install()
    plain.root.locator("[data-key='F']").click()
    plain.page.clock.fast_forward(4500)
    plain.wait_status("No answer yet")
