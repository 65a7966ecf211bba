"""Isaac, Polyssimo and Dakapo played in the app, by taps on items and clicks on cells only."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import boardlab
from boardlab.core import Move, State
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
        key, score = f"+{move.advance}", app.state.scores[state.current_player or 0] + move.advance
        if key in items(app):
            app.choose(key)
        else:
            assert app.click(Isaac().marker_cell(state.current_player or 0, score))
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
    app = App(scoring(LINE))
    app.click("a1")
    send(app, "item", key="+0", hand="a4-e4")
    assert (app.status, app.hand) == (STALE, "a1-c1")


# -- Isaac -------------------------------------------------------------------------------------------


def scoring(drawing: str, scores: tuple[int, int] = (36, 0)) -> Match:
    """Return a match that goes on from a drawn position."""
    match = Match("isaac")
    match._states = [Isaac().position(drawing, scores)]
    return match
