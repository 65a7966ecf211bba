"""One playthrough: play, undo, redo, go to a ply, record."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import boardlab
from boardlab import IllegalMoveError, Match
from boardlab.core import State

THREE = json.loads(
    (Path(__file__).parent / "data" / "blokus_three.jsonl").read_text(encoding="utf-8").splitlines()[0]
)


def facts(state: State) -> tuple[Any, ...]:
    return (
        state,
        hash(state),
        state.current_player,
        state.legal_moves(),
        state.scores,
        state.grid,
        state.skipped,
    )


def played(*moves: str, **options: Any) -> Match:
    match = Match("blokus", **options)
    for move in moves:
        match.play(move)
    return match


def test_undo_forgets_nothing_for_any_number_of_moves() -> None:
    """K moves and k times undo lead back, and k times redo forth again, through a whole game."""
    match = Match("blokus", **THREE["options"])
    there = [facts(match.state), *(facts(match.play(move)) for move in THREE["moves"])]
    for k in range(len(THREE["moves"]), 0, -1):
        assert facts(match.state) == there[k]
        assert facts(match.undo()) == facts(match.state) == there[k - 1]
        assert list(map(str, match.history)) == THREE["moves"][: k - 1]
        assert list(map(str, match.future)) == THREE["moves"][k - 1 :]
    for k in range(1, len(THREE["moves"]) + 1):
        assert facts(match.redo()) == there[k]
    assert list(match.state.scores) == THREE["scores"]


@pytest.mark.parametrize("ply", [0, 1, 33, len(THREE["moves"])])
def test_goto_goes_back_and_forth(ply: int) -> None:
    match = played(*THREE["moves"], **THREE["options"])
    state = match.goto(ply)
    assert state == match.state == played(*THREE["moves"][:ply], **THREE["options"]).state
    assert (match.ply, len(match.history), match.can_undo) == (ply, ply, ply > 0)
    assert match.can_redo == (ply < len(THREE["moves"]))


def test_three_players_undo_gives_green_back_to_the_same_seat() -> None:
    """With nobody blocked the turns go round; undoing a green move gives it back to its seat."""
    match = played("a20", "t20", "t1", players=3)
    assert match.state.current_player == 0
    match.play("a1")
    match.undo()
    assert (match.state.current_player, match.state.scores) == (0, (-88, -88, -88))


def test_a_new_move_gives_up_what_was_taken_back() -> None:
    match = played("a20", "t20", "t1")
    match.undo()
    match.undo()
    match.play("a1")
    assert (list(map(str, match.history)), match.future, match.can_redo) == (["a20", "a1"], (), False)
    assert match.state == played("a20", "a1").state
    assert match.play("t1") == match.state == played("a20", "a1", "t1").state


def test_the_same_move_again_gives_it_up_too() -> None:
    match = played("a20", "t20", "t1")
    match.goto(0)
    match.play("a20")
    assert (match.ply, match.future, match.state) == (1, (), played("a20").state)


def test_an_illegal_move_leaves_the_match_as_it_is() -> None:
    match = played("a20", "t20", "t1")
    match.undo()
    before = (match.state, match.history, match.future)
    for move in ("a20", "c3", "u1"):
        with pytest.raises(IllegalMoveError):
            match.play(move)
    for text in ("", "no move", "a1,a1"):
        with pytest.raises(ValueError, match=r"is not a cell|is named twice"):
            match.play(text)
    assert (match.state, match.history, match.future) == before


def test_no_undo_before_the_first_move_and_no_redo_after_the_last() -> None:
    match = Match("blokus")
    assert not match.can_undo
    with pytest.raises(ValueError, match=r"^there is no move to take back, this is the start of the game$"):
        match.undo()
    with pytest.raises(ValueError, match=r"^there is no move to play again, none was taken back$"):
        match.redo()


@pytest.mark.parametrize("ply", [-1, 4, 1.0, True, "1", None])
def test_goto_knows_its_plies(ply: Any) -> None:
    match = played("a20", "t20", "t1")
    with pytest.raises(ValueError, match=r"^this match has the plies 0 to 3, not "):
        match.goto(ply)
    assert match.ply == 3


def test_a_match_takes_a_game_or_its_name() -> None:
    game = boardlab.make("blokus", variant="duo")
    assert Match(game).state == Match("blokus", variant="duo").state == game.initial_state()
    with pytest.raises(ValueError, match="options go with a game's name"):
        Match(game, players=2)
    with pytest.raises(ValueError, match="there is no game 'go'"):
        Match("go")


def test_the_seats_have_names() -> None:
    assert Match("blokus", players=2).seats == ["player 1", "player 2"]
    assert Match("blokus", seats=["Ana", "greedy"], players=2).seats == ["Ana", "greedy"]
    wrong: list[Any] = [["Ana"], [], "AB", ("a", "b", "c"), [1, None], {0: "Ana", 1: "Bo"}, {"Ana", "Bo"}, 5]
    for seats in wrong:
        with pytest.raises(ValueError, match=r"^seats must be a list of 2 names, not "):
            Match("blokus", seats=seats, players=2)


def test_a_record_has_the_moves_up_to_the_position_on_the_board() -> None:
    match = played("a20", "t20", "t1", players=4)
    match.undo()
    record = match.record(source="lesson")
    assert (record.moves, record.scores, record.over, record.winners) == (
        ("a20", "t20"),
        (-88, -88, -89, -89),
        False,
        (),
    )
    assert (record.game, record.options, record.source) == ("blokus", match.game.options, "lesson")
    assert list(record.states())[-1] == match.state
    assert record.started
    assert record.started.endswith("Z")


def test_a_saved_match_is_loaded_and_continued(tmp_path: Path) -> None:
    match = played("a20", "t20", "t1", players=2, seats=["Ana", "Bo"])
    match.save(tmp_path / "games.jsonl")
    match.save(tmp_path / "games.jsonl")
    first, second = boardlab.load(tmp_path / "games.jsonl")
    assert first == second == match.record()
    again = Match.from_record(first)
    assert (again.state, again.history, again.seats) == (match.state, match.history, ["Ana", "Bo"])
    assert again.undo() == played("a20", "t20", players=2).state
    assert again.play("t1,s1").ply == 3
