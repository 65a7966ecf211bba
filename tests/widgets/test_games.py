"""Isaac, Polyssimo and Dakapo played in the app, by taps on items and clicks on cells only."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import boardlab
from boardlab.core import Cell, Move, State
from boardlab.games.isaac import BarMove, Isaac
from boardlab.match import Match
from boardlab.widgets import App
from boardlab.widgets.app import STALE, STRANGE
from boardlab.widgets.controls import controls_for

from .wire import Wire

OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("isaac", {}),
    ("polyssimo", {}),
    ("polyssimo", {"players": 3, "min_hexominoes": (6, 0, 0)}),
    ("polyssimo", {"players": 4}),
    ("dakapo", {}),
    ("dakapo", {"claim": True}),
]
LINE = """
    . . . . . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
    A A A A A b b b b c
    . . . . . . . . . c
    . . . . . . . . . c
    D D D . . . . . . .
"""
"""Worked example P of the rules, about: A scores 2 bars × 3."""


def by_hand(app: App, move: Move) -> None:
    """Play a move by taps and clicks, as somebody does who sees the board and the tray."""
    state, ply = app.state, app.match.ply
    if isinstance(move, BarMove) and move.advance is not None:
        assert app.click(move.cells[0])
        seat = state.current_player or 0
        key, score = f"+{move.advance}", int(state.scores[seat]) + move.advance
        if key in items(app):
            app.choose(key)
        else:
            assert app.click(Isaac().marker_cell(seat, score))
    elif not move.cells:
        app.choose(move.piece)
    else:
        app.choose(move.piece)
        if str(move).endswith("!"):
            app.choose("!")
        form, anchor = next(
            (form, anchor)
            for form, way in enumerate(app.forms)
            for anchor in way.anchors
            if app.controls.lay(state, app.hand, form, anchor) == move
        )
        while app.form != form:
            app.turn()
            if app.form == 0:
                app.flip()
        assert app.click(anchor)
    assert app.match.ply == ply + 1
    assert app.match.history[-1] == move


def items(app: App) -> dict[str, Any]:
    return {item.key: item for item in app.controls.tray(app.state, app.hand)}


@pytest.fixture(autouse=True)
def closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Close all apps of a test."""
    made: list[App] = []
    start = App.__init__

    def init(self: App, *args: Any, **kwargs: Any) -> None:
        start(self, *args, **kwargs)
        made.append(self)

    monkeypatch.setattr(App, "__init__", init)
    yield
    for app in made:
        app.close()


# -- whole games -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "options"), OPTIONS)
def test_a_game_is_played_to_its_end_by_taps_and_clicks(name: str, options: dict[str, Any]) -> None:
    rng, app = Random(f"{name} {options}"), App(name, **options)
    phases = set()
    while not app.state.is_over:
        phases.add(app.state.phase)
        by_hand(app, rng.choice(app.state.legal_moves()))
    assert app.status.endswith(app.prompt)
    assert app.prompt.startswith("The game is over: ")
    assert phases == {"isaac": {"place", "score"}, "polyssimo": {"draft", "place"}}.get(name, {"play"})
    assert app.errors == []


@pytest.mark.parametrize(("name", "options"), OPTIONS)
def test_a_game_is_played_to_its_end_against_a_bot(name: str, options: dict[str, Any]) -> None:
    rng, app = Random(7), App(name, seats={1: "random"}, seed=3, **options)
    while not app.state.is_over:
        assert app.state.current_player != 1
        move = rng.choice(app.state.legal_moves())
        assert app.play(move)
    assert app.errors == []
    assert app.thinking is app.waiting is None


@pytest.mark.parametrize(("name", "options"), OPTIONS)
def test_what_can_be_clicked_is_what_is_legal(name: str, options: dict[str, Any]) -> None:
    rng, game = Random(11), boardlab.make(name, **options)
    controls, state = controls_for(game), game.initial_state()
    while not state.is_over:
        if state.ply % 7 == 0:
            assert reached(controls, state) == set(state.legal_moves())
        state = state.step(rng.choice(state.legal_moves()))


def reached(controls: Any, state: State) -> set[Move]:
    """Find the moves that taps on items and clicks on cells that are shown as legal lead to."""
    found: set[Move] = set()
    seen: set[str | None] = set()
    todo: list[str | None] = [None]
    while todo:
        hand = todo.pop()
        if hand in seen:
            continue
        seen.add(hand)
        acts = [
            controls.take(state, hand, item.key)
            for item in controls.tray(state, hand)
            if item.there and not item.why
        ]
        acts += [
            controls.lay(state, hand, form, anchor)
            for form, way in enumerate(controls.forms(state, hand))
            for anchor in way.anchors
        ]
        found.update(act for act in acts if isinstance(act, Move))
        todo += [act for act in acts if not isinstance(act, Move)]
    return found


# -- messages ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["isaac", "polyssimo", "dakapo"])
def test_a_move_is_one_small_draw_message(name: str, wire: Wire) -> None:
    rng, app, sizes = Random(5), App(name), []
    while not app.state.is_over:
        move = rng.choice(app.state.legal_moves())
        wire.clear()
        app.play(move)
        assert len(wire.draws) <= 1
        sizes += [message.size for message in wire.draws]
    assert max(sizes) <= 4000, max(sizes)


def send(app: App, kind: str, **parts: Any) -> None:
    app._on_message(app.overlay, {"kind": kind, "ply": app.match.ply, **parts}, [])


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("isaac", {"kind": "item", "key": "+3", "hand": None}),
        ("isaac", {"kind": "item", "key": "8", "hand": None}),
        ("isaac", {"kind": "cell", "cell": 100, "form": 0, "hand": None}),
        ("polyssimo", {"kind": "item", "key": "Q", "hand": None}),
        ("polyssimo", {"kind": "cell", "cell": 132, "form": 0, "hand": None}),
        ("dakapo", {"kind": "item", "key": "!", "hand": None}),
        ("dakapo", {"kind": "cell", "cell": 64, "form": 0, "hand": None}),
        ("dakapo", {"kind": "orient", "form": 0, "by": "v", "hand": None}),
    ],
)
def test_a_strange_message_plays_nothing(name: str, parts: dict[str, Any]) -> None:
    app = App(name)
    app._on_message(None, {"ply": 0, **parts}, [])
    assert (app.status, app.match.ply, app.hand) == (STRANGE, 0, None)


@pytest.mark.parametrize("name", ["isaac", "polyssimo", "dakapo"])
def test_a_click_with_nothing_in_hand_is_answered_by_what_to_do(name: str) -> None:
    app = App(name)
    send(app, "cell", cell=5, form=0, hand=None)
    assert (app.match.ply, app.status, app.tone) == (0, app.prompt, "refused")


def test_an_advance_meant_for_another_bar_is_not_played() -> None:
    app = App(at_phase("isaac", "score"))
    first, second, *_ = bars(app)
    app.click(first[0])
    send(app, "item", key="+0", hand=str(BarMove(str(len(second)), second)))
    assert (app.status, app.hand) == (STALE, str(BarMove(str(len(first)), first)))
    send(app, "item", key="+99", hand=app.hand)
    assert app.status == STRANGE


def at_phase(name: str, phase: str, seed: int = 4, **options: Any) -> Match:
    """Return a match that was played at random up to a phase."""
    rng, match = Random(seed), Match(name, **options)
    while match.state.phase != phase:
        match.play(rng.choice(match.state.legal_moves()))
    return match


def bars(app: App) -> list[tuple[Cell, ...]]:
    """List the bars that may be removed."""
    return list(dict.fromkeys(move.cells for move in app.state.legal_moves()))


# -- Isaac -------------------------------------------------------------------------------------------


def test_the_tray_counts_the_bars_left() -> None:
    app = App("isaac")
    app.play("a1-c1")
    app.play("a2-g2")
    assert {key: item.count for key, item in items(app).items()} == {"3": 4, "4": 4, "5": 3, "6": 2, "7": 1}
    app.play("a3-d3")
    assert [key for key, item in items(app).items() if not item.there] == ["7"]
    app.choose("7")
    assert app.status == "7 is not there any more."
    app.choose("3")
    assert not app.click("b1")
    assert app.status.startswith("I1: ")


def test_the_line_that_counts_is_lit_with_its_sum() -> None:
    game = Isaac()
    state = game.position(LINE, scores=(36, 0))
    controls = controls_for(game)
    hint = controls.hint(state, "a4-e4")
    assert hint.rings == (tuple(Cell(x, 3) for x in range(10)), tuple(Cell(x, 3) for x in range(5)))
    assert controls.prompt(state, "a4-e4").startswith("2 bars × 3 × 2 = 12. Choose how far ▲ advances")
    assert hint.dots == tuple(game.marker_cell(0, 36 + advance) for advance in range(13))
    assert [item.key for item in controls.tray(state, "a4-e4")] == [f"+{n}" for n in range(13)]
    assert controls.prompt(game.position(LINE, scores=(0, 0)), "a4-e4").startswith("2 bars × 3 = 6.")
    state = game.position(LINE, scores=(36, 0))
    assert controls.prompt(state, "a1-c1").startswith("0 bars × 1 = 0.")


def test_an_advance_that_wins_is_a_button() -> None:
    game = Isaac()
    drawing = """
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . c .
        . . . . . . . b c .
        A A A A A A A b c D
        . . . . . . . b . D
        . . . . . . . . . D
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
    """
    state, controls = game.position(drawing, scores=(57, 41)), controls_for(game)
    prompt = controls.prompt(state, "a6-g6")
    assert prompt.startswith("3 bars × 6 × 2 × 2 = 72, and +43 wins.")
    keys = [item.key for item in controls.tray(state, "a6-g6")]
    assert keys == ["+0", "+5", "+10", "+15", "+20", "+25", "+30", "+35", "+40", "+43"]
    move = controls.take(state, "a6-g6", "+43")
    assert isinstance(move, Move)
    after = state.step(move)
    assert after.winners == (0,)
    assert controls.how_won(after) == "with 100 points"


def test_a_bar_is_taken_changed_and_put_back() -> None:
    app = App(at_phase("isaac", "score"))
    seat = app.state.current_player
    assert app.prompt == "Choose one of your bars on the board, to remove it for points."
    first, second, *_ = (bar for bar in bars(app) if bar[0].y not in (0, 9))
    assert app.click(first[0])
    assert app.hand == f"{first[0]}-{first[-1]}"
    stops = app.forms[0].anchors
    other = next(cell for cell in second if cell not in stops)
    assert app.click(other)
    assert app.hand == f"{second[0]}-{second[-1]}"
    app.choose(None)
    assert app.state.current_player == seat
    app.click(first[0])
    back = next(cell for cell in first if cell not in app.forms[0].anchors)
    assert app.click(back)
    assert repr(app.hand) == "None"


def test_what_may_not_be_removed_is_refused_with_the_rule() -> None:
    app = App(at_phase("isaac", "score"))
    seat = app.state.current_player
    assert seat is not None
    theirs = next(cell for cell, key in app.state.grid.items() if key == ("light", "dark")[seat])
    assert not app.click(theirs)
    assert app.status.startswith("I4: ")
    empty = next(Cell(x, y) for x in range(10) for y in range(10) if Cell(x, y) not in app.state.grid)
    assert not app.click(empty)
    assert app.status.startswith("I4: no bar of yours")
    app.click(bars(app)[0][0])
    free = [Cell(x, y) for x in range(10) for y in range(10) if Cell(x, y) not in app.state.grid]
    far = next(cell for cell in free if cell not in app.forms[0].anchors)
    hand = app.hand
    assert not app.click(far)
    assert app.status.startswith("I6: for this bar your marker advances by 0 to ")
    assert app.hand == hand


def test_scores_show_once_scoring_has_started() -> None:
    app = App("isaac")
    assert app._traits()["view"]["sides"][0]["score"] == ""
    app = App(at_phase("isaac", "score"))
    sides = app._traits()["view"]["sides"]
    assert [(side["name"], side["score"]) for side in sides] == [("Dark", "0"), ("Light", "0")]
    assert [scale["mark"] for scale in app._traits()["board"]["scales"]] == ["▲", "▼"]


# -- Polyssimo ---------------------------------------------------------------------------------------


def test_the_draft_shows_whose_hand_holds_what() -> None:
    app = App("polyssimo", players=3)
    app.choose("F")
    assert app.status == "Player 1: takes F."
    assert (app.match.ply, app.state.current_player) == (1, 1)
    assert (items(app)["F"].there, items(app)["F"].note) == (False, "1")
    app.choose("F")
    assert app.status == "P1: F is taken already, player 1 has it"
    assert len(items(app)) == 24


def test_a_pick_that_the_handicap_forbids_is_refused() -> None:
    app = App("polyssimo", min_hexominoes=(12, 0))
    assert items(app)["F"].stuck
    app.choose("F")
    assert app.status.startswith("P7: F is a pentomino")
    assert app.match.ply == 0
    app.choose("C0")
    app.choose("C1")
    assert app.status.startswith("P7: C1 must stay for the others")


def test_the_hand_of_whoever_places_is_in_the_tray() -> None:
    app = App(at_phase("polyssimo", "place"))
    seat = app.state.current_player
    assert seat == 1
    there = {key for key, item in items(app).items() if item.there}
    assert there == set(app.state.hand(1))
    other = app.state.hand(0)[0]
    app.choose(other)
    assert app.status == "player 1 has it"
    move = app.state.legal_moves()[0]
    app.play(move)
    assert items(app)[move.piece].why == "on the board"
    assert app._traits()["view"]["sides"][0]["left"] == 12


def test_a_piece_off_the_board_is_refused() -> None:
    app = App(at_phase("polyssimo", "place"))
    app.choose(app.state.hand(1)[0])
    corners = [Cell(0, 0), Cell(11, 10)]
    assert not all(app.click(corner) for corner in corners)
    assert app.status.startswith("P3: ")


# -- Dakapo ------------------------------------------------------------------------------------------


def test_a_forbidden_colour_is_shown_and_refused() -> None:
    app = App("dakapo")
    assert {key: item.count for key, item in items(app).items()} == dict.fromkeys("RYGB", 15)
    app.choose("R")
    assert app.status == "Red in hand: choose a cell."
    assert not app.click("d6")
    assert app.status.startswith("D3: ")
    assert app.click("c4")
    assert app.status == "Player 1: red c4. So red is forbidden this turn (D4)."
    assert app.prompt == "Choose a colour, but not red, which the opponent has just placed."
    app.choose("R")
    assert (app.hand, app.status) == (None, "D4: the opponent has just placed red; choose another colour")
    assert app._traits()["items"][0] == [4, 14, app.status]


def test_a_square_is_claimed_with_the_stone() -> None:
    app = App("dakapo", claim=True)
    app.choose("!")
    assert app.prompt == "Choose a colour to claim with."
    app.choose("G")
    assert app.hand == "G!"
    assert not app.click("e3")
    assert app.status.startswith("D3: ")
    app.choose("!")
    assert app.hand == "G"
    app.choose("R")
    assert app.hand == "R"
    assert app.click("c4")


def test_scores_show_when_the_game_is_over_and_how_it_was_won() -> None:
    app = App("dakapo")
    assert app._traits()["view"]["seats"][0]["score"] == ""
    rng = Random(2)
    while not app.state.is_over:
        app.play(rng.choice(app.state.legal_moves()))
    assert " wins with a square of " in app.status
    assert app._traits()["view"]["seats"][app.state.winners[0]]["score"] == "1"
    assert len(app.state.joined) == 4
