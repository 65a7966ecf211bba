"""Isaac, Polyssimo and Dakapo played to their ends by clicks in a real JupyterLab, in one page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("anywidget")

from boardlab.core import Cell

from .lab import Lab
from .notebook import Notebook, write_notebook

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SHOW = """import json
from random import Random
from time import monotonic, sleep
import boardlab.widgets
from boardlab.match import Match
from boardlab.widgets.controls import flipped, turned

app = boardlab.widgets.play("dakapo", pause=0)
app"""
PLAY = '''
rng = Random(8)

def begin(name="", plies=0, match=None, **options):
    """Start a game against a bot, with some moves made already."""
    match = match or Match(name, **options)
    for _ in range(plies):
        match.play(rng.choice(match.state.legal_moves()))
    app.new_game(match, seats={0: None, 1: "random"})

def until(done):
    """Wait for clicks to be dealt with, which may happen in another thread, and for the bot."""
    end = monotonic() + 10
    while not done() and monotonic() < end:
        app.wait(1)
        sleep(0.01)
    return done()

def steps():
    """Wait for the bot, choose a move, and list what somebody does to make it."""
    until(lambda: app.state.current_player in (0, None))
    state, controls = app.state, app.controls
    if state.is_over:
        return None
    move = rng.choice(state.legal_moves())
    if not move.cells:
        return state.phase, [["item", move.piece]]
    if state.phase == "score":
        advance, seat = f"+{move.advance}", state.current_player
        bar = str(move).partition("+")[0]
        if advance in {item.key for item in controls.tray(state, bar)}:
            return state.phase, [["cell", str(move.cells[0])], ["item", advance]]
        stop = app.game.marker_cell(seat, state.scores[seat] + move.advance)
        return state.phase, [["cell", str(move.cells[0])], ["cell", str(stop)]]
    forms = [form.cells for form in controls.forms(state, move.piece)]
    for keys in ("", "r", "rr", "rrr", "f", "fr", "frr", "frrr"):
        way = forms[0]
        for key in keys:
            way = turned(way) if key == "r" else flipped(way)
        for cell in move.cells:
            if controls.lay(state, move.piece, forms.index(way), cell) == move:
                return state.phase, [["item", move.piece], ["keys", keys], ["cell", str(cell)]]
'''

SCORING = """
points = 0
while not points:
    match = Match("isaac")
    while match.state.phase != "score":
        match.play(rng.choice(match.state.legal_moves()))
    if match.state.current_player == 0:
        best = max(match.state.legal_moves(), key=lambda move: move.advance)
        points = match.state.points(best).points
"""


class Table:
    """The app in a page, as somebody who plays sees it."""

    def __init__(self, notebook: Notebook) -> None:
        self.notebook, self.page = notebook, notebook.page
        self.root = self.page.locator(".bl")
        self.board = self.root.locator(".bl-board")
        self.width = self.height = 0

    def begin(self, arguments: str) -> None:
        """Start a game against a bot."""
        self.notebook.execute(f"begin({arguments})")
        self.width, self.height = json.loads(self.ask("[app.game.width, app.game.height]"))
        self.root.locator(f".bl-board[aria-label*='{self.width} columns']").wait_for()
        self.root.locator(".bl-status", has_text="A new game of").wait_for()

    def ask(self, expression: str) -> Any:
        return self.notebook.execute(f"print({expression})")

    def click(self, cell: str) -> None:
        box, (x, y) = self.board.bounding_box(), Cell.parse(cell)
        assert box is not None
        step_x, step_y = box["width"] / self.width, box["height"] / self.height
        self.page.mouse.click(box["x"] + (x + 0.5) * step_x, box["y"] + (self.height - y - 0.5) * step_y)

    def take(self, key: str) -> None:
        self.root.locator(f"[data-key='{key}']").click()

    def play(self) -> list[str]:
        """Play to the end, by clicks on items and cells and by keys; return the phases gone through."""
        phases: list[str] = []
        while (answer := json.loads(self.ask("json.dumps(steps())"))) is not None:
            phase, steps = answer
            ply = self.ask("app.match.ply")
            phases += [phase] if phase not in phases else []
            for index, (kind, what) in enumerate(steps):
                if kind == "keys":
                    for key in what:
                        self.board.press(key)
                elif kind == "cell":
                    self.click(what)
                else:
                    self.take(what)
                if index == len(steps) - 1 or kind == "keys":
                    continue
                held = "[data-key^='+']" if kind == "cell" else f"[data-key='{what}'][aria-pressed='true']"
                self.root.locator(held).first.wait_for()
            moved = self.ask(f"until(lambda: app.match.ply > {ply})")
            assert moved == "True", (steps, self.ask("app.status"))
        return phases

    def over(self) -> None:
        """Check that a game has ended well."""
        self.root.locator(".bl-headline", has_text="Game over").wait_for()
        assert "The game is over: " in self.root.locator(".bl-status").inner_text()
        assert self.root.locator(".bl-winner").count() == 1
        assert self.ask("app.state.is_over, app.errors") == "True []"
        assert not [line for line in self.notebook.console if "exception" in line]


@pytest.fixture(scope="module")
def table(browser: Browser, lab: Lab) -> Iterator[Table]:
    """Show the app in one page for all tests."""
    write_notebook(lab.folder / "games.ipynb", SHOW)
    page = browser.new_context(viewport={"width": 1280, "height": 1400}).new_page()
    page.set_default_timeout(15_000)
    notebook = Notebook(page, lab, workspace="games")
    notebook.open("games.ipynb")
    notebook.run_all()
    table = Table(notebook)
    table.board.wait_for()
    notebook.execute(PLAY)
    yield table
    page.context.close()


def test_dakapo_is_played_to_its_end_by_clicks(table: Table) -> None:
    table.begin("'dakapo'")
    assert table.root.locator(".bl-tray .bl-mark").all_text_contents() == list("RYGB")
    table.take("R")
    table.root.locator(".bl-status", has_text="Red in hand").wait_for()
    table.click("c4")
    table.root.locator(".bl-headline", has_text="Player 1 to move").wait_for()
    table.root.locator(".bl-barred").wait_for()
    assert "is forbidden this turn (D4)" in table.root.locator(".bl-status").inner_text()
    barred = table.root.locator(".bl-barred")
    assert "the opponent has just placed" in (barred.get_attribute("aria-label") or "")
    barred.click()
    table.root.locator(".bl-status[data-tone='refused']", has_text="D4: ").wait_for()
    assert table.play() == ["play"]
    table.over()


def test_polyssimo_is_drafted_and_placed_to_its_end_by_clicks(table: Table) -> None:
    table.begin("'polyssimo', 18")
    assert table.root.locator(".bl-tray button:disabled small", has_text="1").count() == 9
    assert table.play() == ["draft", "place"]
    table.over()


def test_isaac_is_placed_and_scored_to_its_end_by_clicks(table: Table) -> None:
    table.begin("'isaac', 12")
    assert table.root.locator(".bl-tens.bl-first span").all_inner_texts() == [
        f"{n}0" for n in range(9, -1, -1)
    ]
    assert table.play() == ["place", "score"]
    table.over()
    assert table.ask("app.match.ply < 80") == "True"


def test_the_sum_of_a_line_is_told_before_a_bar_is_removed(table: Table) -> None:
    table.notebook.execute(SCORING)
    table.begin("match=match")
    table.root.locator(".bl-headline", has_text="Dark to move").wait_for()
    bars, value, markers, points = json.loads(table.ask("list(app.state.points(best))"))
    told = f"{bars} bar{'s' * (bars > 1)} × {value}{' × 2' * markers} = {points}."
    table.click(table.ask("best.cells[0]"))
    table.root.locator(".bl-status", has_text=told).wait_for()
    table.take("+0")
    table.root.locator(".bl-status", has_text="Light: ").wait_for()
