"""What a tap and a click mean, for each game and with no widget."""

from __future__ import annotations

from random import Random

import pytest

import boardlab
from boardlab.core import Cell, Move
from boardlab.games import GAMES
from boardlab.polyomino import PIECES, normalize, orientations
from boardlab.widgets import App
from boardlab.widgets.controls import CONTROLS, Controls, controls_for, flipped, pivoted, turned
from boardlab.widgets.newgame import OPTIONS, form_fields, picked

from .toys import Toy, ToyControls


def test_every_game_can_be_played_by_hand() -> None:
    assert set(CONTROLS) == set(GAMES) == set(OPTIONS)


def test_a_game_without_controls_is_refused() -> None:
    with pytest.raises(ValueError, match="does not know how Toy is played by hand"):
        controls_for(Toy())


@pytest.mark.parametrize("piece", PIECES)
def test_a_piece_has_all_its_orientations_and_four_turns_lead_back(piece: str) -> None:
    forms = pivoted(PIECES[piece])
    assert {normalize(form) for form in forms} == set(orientations(PIECES[piece]))
    assert len(set(forms)) == len(forms)
    for form in forms:
        assert Cell(0, 0) in form
        assert turned(turned(turned(turned(form)))) == form == flipped(flipped(form))
        assert turned(form) in forms
        assert flipped(form) in forms


@pytest.mark.parametrize("options", [{}, {"variant": "duo"}, {"players": 3}, {"corners": "own"}])
def test_every_legal_move_is_one_click_and_no_other_click_is_legal(options: dict[str, object]) -> None:
    rng = Random(5)
    game = boardlab.make("blokus", **options)
    controls, state = controls_for(game), game.initial_state()
    for _ in range(9):
        state = state.step(rng.choice(state.legal_moves()))
    reached = {
        controls.lay(state, item.key, form, anchor)
        for item in controls.tray(state, None)
        if item.there
        for form, way in enumerate(controls.forms(state, item.key))
        for anchor in way.anchors
    }
    assert reached == set(state.legal_moves())


def test_the_tray_shows_what_the_colour_to_move_has_left() -> None:
    game = boardlab.make("blokus", variant="duo")
    controls, state = controls_for(game), game.initial_state()
    state = state.step("e10").step("j5")
    tray = {item.key: item for item in controls.tray(state, "F")}
    assert list(tray) == list(PIECES)
    assert not tray["1"].there
    assert tray["F"].held
    assert tray["F"].there


def test_a_piece_that_fits_nowhere_is_marked() -> None:
    game = boardlab.make("blokus")
    controls, state = controls_for(game), game.initial_state()
    stuck = {item.key for item in controls.tray(state, None) if item.stuck}
    assert stuck == {"X"}  # it cannot cover a corner


def test_the_sides_of_blokus_are_its_colours() -> None:
    game = boardlab.make("blokus", players=3)
    state = game.initial_state().step("a20,b20")
    sides = controls_for(game).sides(state)
    assert [(side.name, side.seat, side.left, side.score) for side in sides] == [
        ("blue", 0, 20, -87),
        ("yellow", 1, 21, -89),
        ("red", 2, 21, -89),
        ("green", None, 21, -89),
    ]


def test_the_base_controls_play_a_game_of_single_cells() -> None:
    controls = Controls(Toy())
    assert controls.lay(Toy().initial_state(), None, 0, Cell(1, 1)) == Move("", (Cell(1, 1),))
    assert [side.name for side in controls.sides(Toy().initial_state())] == ["player 1", "player 2"]


def test_a_game_that_drafts_places_and_scores_in_two_steps_needs_an_entry_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(GAMES, "toy", Toy)
    monkeypatch.setitem(CONTROLS, "toy", ToyControls)
    app = App("toy")
    app.choose("B")
    app.choose("B")
    assert app.status == "Name B is not there any more."
    app.choose("A")
    for key, cell in (("red", "e3"), ("green", "a1")):
        app.choose(key)
        assert app.click(cell)
    assert app.click("e3")
    assert app.hand == "e3"
    app.choose("2")
    assert app.click("a1")
    assert not app.click("e1")
    assert app.status == "T1: that cannot be"
    assert app.click("b3")
    assert app.state.scores == (2, 1)
    assert app.status == "Player 2: 1 a1. The game is over: player 1 wins with 2 points."
    app.close()


def test_the_form_offers_only_options_that_go_together() -> None:
    fields = {field.name: field for field in form_fields("blokus", {"variant": "duo", "players": 4})}
    assert fields["players"].values == (2,)
    fields = {field.name: field for field in form_fields("blokus", {"players": 3})}
    assert fields["players"].value == 3
    assert fields["variant"].words == ("Classic, 20 × 20", "Duo, 14 × 14")


def test_picks_stand_for_a_game_and_its_options() -> None:
    fields = form_fields("blokus", {})
    name, options = picked(fields, [0, 0, 2, 1, 1])
    assert boardlab.make(name, **options) == boardlab.make(
        "blokus", players=2, corners="own", scoring="basic"
    )
    for picks in ([], [0, 0, 4, 0, 0], [0, 0, 0, 0, -1], [0] * 6):
        with pytest.raises(ValueError, match="no such choice"):
            picked(fields, picks)
