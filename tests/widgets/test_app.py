"""The app's front end: what the browser is told, what it may ask for, and what is left behind."""

from __future__ import annotations

import json
import math
import re
import sys
from html import escape
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from ipywidgets.widgets.widget import _instances

import boardlab.widgets
from boardlab.core import Cell
from boardlab.match import Match
from boardlab.render import HIGH_CONTRAST
from boardlab.widgets import App, cells, play
from boardlab.widgets.app import STALE, STRANGE
from boardlab.widgets.intents import IntentError, read_intent
from boardlab.widgets.views import GONE, STUCK, THERE

from .wire import Wire


def send(app: App, kind: str, **parts: Any) -> None:
    """Send a message as the browser does."""
    app._on_message(app.overlay, {"kind": kind, "ply": app.match.ply, **parts}, [])


def number(app: App, cell: str) -> int:
    x, y = Cell.parse(cell)
    return x + app.game.width * y


def overlay(app: App) -> Any:
    assert app.overlay is not None
    return app.overlay


# -- from the browser --------------------------------------------------------------------------------


def test_a_game_is_played_by_messages(duo: App) -> None:
    send(duo, "item", key="L5", hand=None)
    assert duo.hand == "L5"
    send(duo, "orient", form=1, by="v1", hand="L5")
    assert overlay(duo).facing == {"form": 1, "by": "v1"}
    send(duo, "cell", cell=number(duo, "e10"), form=1, hand="L5")
    assert duo.match.ply == 1
    send(duo, "item", key="1", hand=None)
    send(duo, "back")
    assert duo.hand is None
    send(duo, "undo")
    send(duo, "redo")
    send(duo, "goto", to=0)
    assert duo.match.ply == 0


def test_a_tap_on_the_piece_in_hand_puts_it_back(duo: App) -> None:
    send(duo, "item", key="F", hand=None)
    send(duo, "item", key="F", hand="F")
    assert duo.hand is None


def test_every_message_is_answered(duo: App) -> None:
    serial = overlay(duo).status["serial"]
    for kind, parts in (
        ("back", {}),
        ("undo", {}),
        ("orient", {"form": 0, "by": "v", "hand": None}),
        ("x", {}),
    ):
        send(duo, kind, **parts)
        assert overlay(duo).status["serial"] == serial + 1
        serial += 1


@pytest.mark.parametrize(
    "message",
    [
        None,
        [],
        "cell",
        {},
        {"kind": "cell"},
        {"kind": "cell", "ply": 0},
        {"kind": ["cell"], "ply": 0},
        {"kind": "_on_cell", "ply": 0},
        {"kind": "close", "ply": 0},
        {"kind": "cell", "ply": 0, "cell": 0, "form": 0, "hand": None, "more": 1},
        {"kind": "cell", "ply": 0, "cell": 196, "form": 0, "hand": None},
        {"kind": "cell", "ply": 0, "cell": -1, "form": 0, "hand": None},
        {"kind": "cell", "ply": 0, "cell": 1.0, "form": 0, "hand": None},
        {"kind": "cell", "ply": 0, "cell": math.nan, "form": 0, "hand": None},
        {"kind": "cell", "ply": 0, "cell": True, "form": 0, "hand": None},
        {"kind": "cell", "ply": 0, "cell": "7", "form": 0, "hand": None},
        {"kind": "cell", "ply": 0, "cell": 10**30, "form": 0, "hand": None},
        {"kind": "cell", "ply": 0, "cell": 0, "form": 1, "hand": None},
        {"kind": "cell", "ply": None, "cell": 0, "form": 0, "hand": None},
        {"kind": "cell", "ply": 0, "cell": 0, "form": 0, "hand": 5},
        {"kind": "item", "ply": 0, "key": "Q", "hand": None},
        {"kind": "item", "ply": 0, "key": "F" * 10**6, "hand": None},
        {"kind": "item", "ply": 0, "key": None, "hand": None},
        {"kind": "orient", "ply": 0, "form": 1, "by": "v", "hand": None},
        {"kind": "orient", "ply": 0, "form": 0, "by": "v" * 1000, "hand": None},
        {"kind": "goto", "ply": 0, "to": 1},
        {"kind": "seat", "ply": 0, "seat": 2, "pick": 0},
        {"kind": "seat", "ply": 0, "seat": 0, "pick": 99},
        {"kind": "setup", "ply": 0, "picks": [9, 9, 9, 9, 9], "seats": []},
        {"kind": "setup", "ply": 0, "picks": [0] * 10**5, "seats": []},
        {"kind": "setup", "ply": 0, "picks": "00000", "seats": []},
        {"kind": "new", "ply": 0, "picks": [0, 1, 0, 0, 0], "seats": [0, 0]},
    ],
)
def test_a_strange_message_is_one_sentence_and_plays_nothing(duo: App, message: Any) -> None:
    match, state = duo.match, duo.state
    duo._on_message(duo.overlay, message, [])
    assert (duo.match, duo.state, duo.hand) == (match, state, None)
    assert duo.status == STRANGE
    assert duo.errors == []
    send(duo, "item", key="F", hand=None)
    assert duo.hand == "F"


def test_intents_hold_what_they_should_and_nothing_else() -> None:
    intent = read_intent({"kind": "goto", "ply": 3, "to": 2})
    assert (intent.kind, intent.ply, intent["to"]) == ("goto", 3, 2)
    with pytest.raises(IntentError):
        read_intent({"kind": "goto", "ply": 3})


@pytest.mark.parametrize(
    ("kind", "parts"),
    [
        ("cell", {"cell": 60, "form": 0, "hand": "F"}),
        ("item", {"key": "1", "hand": "F"}),
        ("orient", {"form": 1, "by": "v", "hand": "F"}),
        ("undo", {}),
        ("back", {}),
        ("goto", {"to": 0}),
    ],
)
def test_what_was_meant_for_another_position_is_not_played(
    duo: App, kind: str, parts: dict[str, Any]
) -> None:
    duo.choose("F")
    duo._on_message(None, {"kind": kind, "ply": 1, **parts}, [])
    assert (duo.status, duo.match.ply, duo.hand, duo.form) == (STALE, 0, "F", 0)


def test_what_was_meant_for_another_piece_is_not_played(duo: App) -> None:
    duo.choose("F")
    send(duo, "cell", cell=number(duo, "e10"), form=0, hand="1")
    assert (duo.status, duo.match.ply) == (STALE, 0)


def test_a_seat_is_given_to_a_bot_by_a_message(duo: App) -> None:
    words = overlay(duo).view["seats"][1]["choices"]
    send(duo, "seat", seat=1, pick=words.index("random"))
    assert duo.seats == ("player 1", "random")
    duo.play("e10")
    assert duo.match.ply == 2
    send(duo, "seat", seat=1, pick=0)
    assert duo.seats == ("player 1", "player 2")


def test_a_new_game_is_set_up_and_begun_by_messages(duo: App) -> None:
    setup = overlay(duo).setup
    assert [field["label"] for field in setup["fields"]] == [
        "Game",
        "Board",
        "Players",
        "First piece",
        "Scoring",
    ]
    assert setup["fields"][2]["choices"] == ["2"]
    send(duo, "setup", picks=[0, 0, 0, 0, 0], seats=[0, 2])
    setup = overlay(duo).setup
    assert setup["fields"][2]["choices"] == ["4", "3", "2", "1"]
    assert [seat["pick"] for seat in setup["seats"]] == [0, 2]
    send(duo, "setup", picks=[0, 0, 1, 1, 0], seats=[0, 1, 2])
    send(duo, "new")
    assert duo.game == boardlab.make("blokus", players=3, corners="own")
    assert duo.seats == ("player 1", "random", "greedy")


def test_a_new_game_can_be_begun_before_the_page_has_heard_of_the_form(duo: App) -> None:
    send(duo, "setup", picks=[0, 0, 0, 0, 0], seats=[0, 2])
    send(duo, "new")
    assert duo.game == boardlab.make("blokus", players=2)
    assert duo.seats == ("player 1", "greedy")


@pytest.mark.parametrize(
    ("argument", "sentence"),
    [
        ({"pause": "x"}, "pause is a number of seconds from 0 to 60, not 'x'"),
        ({"pause": float("inf")}, "pause is a number of seconds from 0 to 60, not inf"),
        ({"palette": "x"}, "palette is a Palette of boardlab.render, not 'x'"),
    ],
)
def test_a_wrong_argument_is_told_at_once(argument: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        App("blokus", **argument)


def test_somebodys_own_bot_can_be_chosen_for_every_seat(duo: App) -> None:
    def mine(state: Any) -> Any:
        return state.legal_moves()[0]

    duo.seat(1, mine)
    words = overlay(duo).view["seats"][0]["choices"]
    assert words[-1] == "mine"
    send(duo, "seat", seat=0, pick=len(words) - 1)
    assert duo.state.is_over
    duo.seat(1, None)
    assert overlay(duo).view["seats"][1]["choices"][-1] == "mine"


def test_an_exception_is_shown_kept_and_raised_where_tests_want_it(
    duo: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(duo.controls, "take", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        send(duo, "item", key="F", hand=None)
    monkeypatch.setattr(boardlab.widgets, "strict", False)
    send(duo, "item", key="F", hand=None)
    assert duo.status == "Something went wrong: ZeroDivisionError: division by zero"
    assert overlay(duo).status["tone"] == "error"
    assert len(duo.errors) == 2


# -- to the browser ----------------------------------------------------------------------------------


def test_legal_places_are_told_once_as_bits(duo: App) -> None:
    duo.choose("V3")
    hand = overlay(duo).hand
    assert len(hand["forms"]) == 4
    for form, told in zip(duo.forms, hand["forms"], strict=True):
        assert len(told["ok"]) == 49
        bits = {i for i in range(196) if int(told["ok"][i >> 2], 16) >> (i & 3) & 1}
        assert bits == {x + 14 * y for x, y in form.anchors}
    assert sorted(hand["turn"]) == [0, 1, 2, 3]


def test_the_browser_is_told_how_things_stand() -> None:
    app = play("blokus", players=3, seats={1: "random"}, seed=2)
    view = overlay(app).view
    assert (view["headline"], view["who"]) == ("Blue to move", "player 1")
    assert [side["seat"] for side in view["sides"]] == [0, 1, 2, None]
    assert view["sides"][0]["score"] == "\N{MINUS SIGN}89"
    assert view["undo"] is False
    app.play("a20")
    assert overlay(app).moves[0] == [0, "1 a20"]
    assert overlay(app).view["ply"] == 2
    app.close()


def test_everything_sent_is_plain_json(duo: App) -> None:
    duo.play("e10")
    assert json.loads(json.dumps(duo._traits())) == duo._traits()


def test_names_are_sent_as_text_and_drawn_escaped() -> None:
    name = '<img src=x onerror="alert(1)">'
    app = play(Match("blokus", variant="duo", seats=[name, "b"]))
    assert overlay(app).view["seats"][0]["choices"][0] == name
    assert name not in app.picture()
    script = (boardlab.widgets.overlay._STATIC / "overlay.js").read_text()
    assert re.findall(r"innerHTML = .*", script) == [
        'innerHTML = get("scene"); }, // made by boardlab.render, which escapes all texts'
    ]
    assert escape(name) not in app.status
    app.close()


def test_every_word_of_the_script_is_known() -> None:
    script = (boardlab.widgets.overlay._STATIC / "overlay.js").read_text()
    words = boardlab.widgets.overlay.WORDS
    used = set(re.findall(r"\bwords\.(\w+)", script)) | set(re.findall(r'\bbutton\("(\w+)"', script))
    used |= {"side", "player", "left", "score"}
    assert used == set(words)


def test_high_contrast_reaches_board_and_tray() -> None:
    app = play("blokus", variant="duo", palette=HIGH_CONTRAST)
    assert overlay(app).view["sides"][0]["fill"] == HIGH_CONTRAST.colors["purple"]
    app.play("e10")
    assert HIGH_CONTRAST.colors["purple"] in app.picture()
    app.close()


# -- in a notebook -----------------------------------------------------------------------------------


def test_the_app_is_shown_with_a_picture_and_a_text_without_addresses(duo: App) -> None:
    bundle = duo._repr_mimebundle_()
    assert bundle["text/plain"] == "<App of Blokus Duo, 0 moves, purple to move>"
    assert bundle["image/svg+xml"] == duo.picture()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    duo.close()
    assert "application/vnd.jupyter.widget-view+json" not in duo._repr_mimebundle_()


def test_fifty_apps_leave_no_widgets_behind() -> None:
    before = set(_instances)
    for _ in range(50):
        app = play("blokus", variant="duo")
        app.close()
        app.close()
    assert set(_instances) == before


def test_a_closed_app_still_plays_and_sends_nothing(wire: Wire) -> None:
    app = play("blokus", variant="duo")
    app.close()
    wire.clear()
    assert app.play("e10")
    assert wire.messages == []


def test_running_a_cell_again_replaces_its_apps(monkeypatch: pytest.MonkeyPatch) -> None:
    before = set(_instances)
    where: list[tuple[str, str] | None] = [("cell-1", "run-1")]
    monkeypatch.setattr(cells, "running_cell", lambda: where[0])
    first, second = play("blokus", variant="duo"), play("blokus", variant="duo")
    held = len(_instances)
    assert not first._closed
    where[0] = ("cell-2", "run-2")
    other = play("blokus", variant="duo")
    where[0] = ("cell-1", "run-3")
    again = [play("blokus", variant="duo"), play("blokus", variant="duo")]
    assert first._closed
    assert second._closed
    assert not other._closed
    assert first.play("e10")
    other.close()
    assert len(_instances) == held
    for app in again:
        app.close()
    assert set(_instances) == before


def test_the_running_cell_is_known_in_a_kernel_only(monkeypatch: pytest.MonkeyPatch) -> None:
    parent: Any = {"metadata": {"cellId": "c"}, "header": {"msg_id": "m"}}
    kernel = SimpleNamespace(get_parent=lambda _: parent)
    ipython = SimpleNamespace(get_ipython=lambda: SimpleNamespace(kernel=kernel))
    assert cells.running_cell() is None
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    assert cells.running_cell() == ("c", "m")
    parent = {"metadata": {}, "header": {"msg_id": "m"}}
    assert cells.running_cell() is None
    del kernel.get_parent
    assert cells.running_cell() is None


def test_the_page_is_told_which_pieces_are_left_and_which_of_them_fit_nowhere(duo: App) -> None:
    rng, seen = Random(4), set()
    while not duo.state.is_over:
        duo.play(rng.choice(duo.state.legal_moves()))
        fitting = {move.piece for move in duo.state.legal_moves()}
        state: Any = duo.state
        left = () if state.is_over else state.color_hand(state.color)
        for entry, told in zip(overlay(duo).tray, overlay(duo).items, strict=True):
            piece = entry["key"]
            code = THERE if piece in fitting else STUCK if piece in left else GONE
            assert state.is_over or told[0] == code, (state.ply, piece)
            seen.add(code)
    assert seen == {THERE, STUCK, GONE}


def test_the_page_is_told_who_was_skipped() -> None:
    app, rng, skips = App("blokus"), Random(4), 0
    while not app.state.is_over:
        app.play(rng.choice(app.state.legal_moves()))
        told = [index for index, side in enumerate(overlay(app).view["sides"]) if side["skipped"]]
        assert told == sorted(app.state.skipped)
        skips += len(told)
    assert skips > 0
    app.close()
