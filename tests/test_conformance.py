"""Every game keeps what is promised of all games; and a game that does not is found out.

Whoever adds a game adds one line for each set of its options to ``OPTION_SETS``.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

import boardlab
from boardlab import conformance
from boardlab.conformance import ConformanceError
from boardlab.core import Cell, Game, Move, Refusal
from tests.toy import Dominoes, DominoesState

OPTION_SETS: list[tuple[str, dict[str, Any]]] = [
    ("blokus", {}),
    ("blokus", {"players": 1}),
    ("blokus", {"players": 2, "corners": "own"}),
    ("blokus", {"players": 3, "scoring": "basic"}),
    ("blokus", {"variant": "duo"}),
    ("blokus", {"variant": "duo", "corners": "own", "scoring": "basic"}),
    ("isaac", {}),
    ("polyssimo", {}),
    ("polyssimo", {"players": 3}),
    ("polyssimo", {"players": 4, "min_hexominoes": (4, 2, 2, 0)}),
    ("dakapo", {}),
    ("dakapo", {"claim": True}),
]


def test_every_game_is_put_through_the_suite() -> None:
    assert {name for name, _ in OPTION_SETS} == set(boardlab.GAMES)


@pytest.mark.parametrize(("name", "options"), OPTION_SETS)
def test_game_keeps_what_every_game_promises(name: str, options: dict[str, Any]) -> None:
    conformance.check(boardlab.make(name, **options), seed=len(options), games=1)


# -- the suite itself, tried on a toy game and on faults in it -------------------------------------


@pytest.fixture(name="toy")
def _toy(monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.setitem(boardlab.GAMES, "dominoes", Dominoes)
    return Dominoes(4)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_the_toy_game_passes(toy: Game, size: int) -> None:
    conformance.check(replace(toy, size=size), games=5)  # type: ignore[type-var]


def test_a_game_that_nobody_can_make_is_found_out() -> None:
    with pytest.raises(ConformanceError, match="GAMES") as caught:
        conformance.check(Dominoes())
    assert caught.value.check == "it_has_a_name_a_title_and_a_board"


def test_a_game_that_does_not_end_is_found_out(toy: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conformance, "MAX_PLIES", 3)
    with pytest.raises(ConformanceError, match="ply 3: a random game does not end"):
        conformance.check(toy)


_legal_moves = DominoesState.legal_moves
_parse_move = Dominoes.parse_move
_post_init = Dominoes.__post_init__
_initial_state = Dominoes.initial_state
_is_legal = DominoesState._is_legal
_step = DominoesState._step


def _moves_of_plies_but_one(state: DominoesState) -> list[Move]:
    if state.ply == 1:
        raise KeyError("a1")
    return _legal_moves(state)


def _add_off_board(state: DominoesState) -> list[Move]:
    moves = _legal_moves(state)
    return moves and [*moves, Move("2", (Cell(0, 9), Cell(0, 10)))]


def _parse_small_letters_only(game: Dominoes, text: str) -> Move:
    if text != text.lower():
        raise ValueError("write small letters")
    return _parse_move(game, text)


def _parse_by_index(_: Dominoes, text: str) -> Move:
    cells = [Cell("abcdefgh".find(word[0]), int(word[1:]) - 1) for word in text.split(",")]
    return Move("2", tuple(cells))


def _step_forgetting_to_count(state: DominoesState, move: Move) -> DominoesState:
    return replace(_step(state, move), ply=state.ply)


def _step_in_place(state: DominoesState, move: Move) -> DominoesState:
    after = _step(state, move)
    object.__setattr__(state, "laid", after.laid)
    return after


def _step_skipping_twice(state: DominoesState, move: Move) -> DominoesState:
    return replace(_step(state, move), skipped=(0, 0))


def _step_passing_over_nobody(state: DominoesState, move: Move) -> DominoesState:
    after = _step(state, move)
    return after if after.turn is None else replace(after, turn=1 - (state.turn or 0), skipped=())


def _step_taking_anything(state: DominoesState, move: Move | str) -> DominoesState:
    return state._step(state._read(move))


def _step_blaming_nobody(state: DominoesState, move: Move | str) -> DominoesState:
    if not state.is_legal(move):
        raise ValueError("illegal")
    return state._step(state._read(move))


def _equal_by_parity(state: DominoesState, other: object) -> bool:
    return isinstance(other, DominoesState) and state.ply % 2 == other.ply % 2


FAULTS: list[tuple[str, type, str, object]] = [
    ("it_has_a_name_a_title_and_a_board", Dominoes, "title", ""),
    ("it_has_a_name_a_title_and_a_board", Dominoes, "width", 27),
    ("it_has_a_name_a_title_and_a_board", Dominoes, "rules", {"T1": "on the board"}),
    ("options_make_the_game", Dominoes, "options", property(lambda _: {})),
    ("options_make_the_game", Dominoes, "__hash__", object.__hash__),
    ("wrong_options_are_refused", Dominoes, "__post_init__", lambda _: None),
    ("the_game_is_a_value", Dominoes, "__setattr__", object.__setattr__),
    ("the_start_is_a_start", Dominoes, "initial_state", lambda game: replace(_initial_state(game), ply=1)),
    ("the_start_is_a_start", DominoesState, "__eq__", object.__eq__),
    ("nonsense_is_no_move", Dominoes, "parse_move", _parse_by_index),
    ("nonsense_is_no_move", DominoesState, "_read", lambda _, move: move),
    ("legal_moves_can_be_listed", DominoesState, "legal_moves", _moves_of_plies_but_one),
    ("legal_moves_are_sorted", DominoesState, "legal_moves", lambda state: _legal_moves(state)[::-1]),
    ("legal_moves_are_sorted", DominoesState, "legal_moves", lambda state: 2 * _legal_moves(state)),
    ("legal_moves_are_counted", DominoesState, "count_legal_moves", lambda _: 5),
    ("the_turn_is_somebodys_until_the_game_is_over", DominoesState, "phase", "play"),
    ("the_turn_is_somebodys_until_the_game_is_over", DominoesState, "_step", _step_skipping_twice),
    ("the_turn_is_somebodys_until_the_game_is_over", DominoesState, "_step", _step_passing_over_nobody),
    ("moves_are_values", DominoesState, "legal_moves", _add_off_board),
    ("moves_and_texts_stand_for_each_other", Dominoes, "parse_move", _parse_small_letters_only),
    ("moves_and_texts_stand_for_each_other", Move, "__str__", lambda move: str(move.cells[0])),
    (
        "listed_moves_are_legal",
        DominoesState,
        "_is_legal",
        lambda state, move: _is_legal(state, move) and move.cells[0] != (0, 0),
    ),
    ("other_moves_are_refused", Dominoes, "rules", {"T1": "The only rule."}),
    ("other_moves_are_refused", DominoesState, "_is_legal", lambda _, move: len(move.cells) == 2),
    ("other_moves_are_refused", DominoesState, "step", _step_taking_anything),
    ("other_moves_are_refused", DominoesState, "step", _step_blaming_nobody),
    ("other_moves_are_refused", DominoesState, "_misplaced", lambda *_: iter([Refusal("T9", "T9: no")])),
    ("other_moves_are_refused", DominoesState, "_misplaced", lambda *_: iter([Refusal("T1", "You lose.")])),
    ("other_moves_are_refused", DominoesState, "_broken_rules", lambda *_: iter([Refusal("T2", "T2: a\nb")])),
    ("a_step_leads_to_a_new_state", DominoesState, "_step", _step_forgetting_to_count),
    ("a_step_leads_to_a_new_state", DominoesState, "_step", _step_in_place),
    ("the_state_is_a_value", DominoesState, "__setattr__", object.__setattr__),
    ("what_it_gives_out_is_its_own", DominoesState, "legal_moves", cache(_legal_moves)),
    ("what_it_gives_out_is_its_own", DominoesState, "marks", property(cache(lambda _: {Cell(0, 0): "•"}))),
    ("scores_and_winners_fit", DominoesState, "scores", property(lambda state: list(map(len, state.laid)))),
    ("scores_and_winners_fit", DominoesState, "scores", (float("nan"), 0)),
    ("scores_and_winners_fit", DominoesState, "winners", (0,)),
    ("scores_and_winners_fit", DominoesState, "winners", property(lambda state: (0, 1) * state.is_over)),
    ("what_drawing_needs_fits_the_board", DominoesState, "hand", lambda _, seat: (("2",), ("2",))[seat]),
    ("what_drawing_needs_fits_the_board", DominoesState, "marks", property(lambda _: {Cell(9, 9): "•"})),
    ("pieces_are_parts_of_the_grid", DominoesState, "pieces", property(lambda state: [tuple(state.grid)])),
    ("pieces_are_parts_of_the_grid", DominoesState, "pieces", property(lambda _: [])),
    ("the_moves_lead_to_the_same_states_again", DominoesState, "__eq__", _equal_by_parity),
    ("a_playout_is_a_random_game", DominoesState, "playout", lambda _, rng: (rng.random(), 0)),
    ("a_playout_is_a_random_game", DominoesState, "playout", lambda *_: (random.random(), 0)),
    ("a_record_keeps_the_game", DominoesState, "is_over", property(lambda state: int(state.turn is None))),
    ("pictures_can_be_drawn", DominoesState, "__str__", lambda _: ""),
    ("pictures_can_be_drawn", DominoesState, "_repr_svg_", lambda _: "<svg><rect></svg>"),
]
"""The check that must find a fault, and the fault: an attribute of a class, and what takes its place."""


@pytest.mark.parametrize(("check", "owner", "attribute", "fault"), FAULTS)
def test_a_fault_is_found_by_its_check(
    toy: Game, monkeypatch: pytest.MonkeyPatch, check: str, owner: type, attribute: str, fault: object
) -> None:
    monkeypatch.setattr(owner, attribute, fault)
    with pytest.raises(ConformanceError) as caught:
        conformance.check(toy)
    assert caught.value.check == check, str(caught.value)


def test_every_check_finds_a_fault() -> None:
    checks: list[Callable[..., Any]] = [
        *conformance.GAME_CHECKS,
        *conformance.POSITION_CHECKS,
        *conformance.PLAYTHROUGH_CHECKS,
    ]
    assert {check.__name__ for check in checks} <= {check for check, *_ in FAULTS}


def test_the_message_names_the_game_the_ply_and_the_fault(toy: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DominoesState, "phase", property(lambda state: "over" if state.ply else "play"))
    with pytest.raises(ConformanceError) as caught:
        conformance.check(toy)
    assert (caught.value.game, caught.value.ply) == (toy, 1)
    assert str(caught.value) == (
        "dominoes(size=4) at ply 1: is_over is False, but the phase is 'over' "
        "[the_turn_is_somebodys_until_the_game_is_over]"
    )
