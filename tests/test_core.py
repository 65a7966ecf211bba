"""Cells, moves, refusals, options: what every game is made of."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError

import pytest

import boardlab
from boardlab.core import Cell, IllegalMoveError, Move, Refusal, check_choice, listed, perft, quoted
from tests.toy import Dominoes


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("a1", (0, 0)),
        ("i10", (8, 9)),
        ("T20", (19, 19)),
        (" c4\n", (2, 3)),
        ("z999", (25, 998)),
        ("a0", (0, -1)),
    ],
)
def test_a_cell_is_a_letter_and_a_number(text: str, cell: tuple[int, int]) -> None:
    assert Cell.parse(text) == cell
    assert Cell.parse(str(Cell.parse(text))) == cell


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "a",
        "1",
        "1a",
        "aa1",
        "a-1",
        "a1.0",
        "a 1",
        "ä1",
        "a²",
        "a\u0661",
        "\uff411",
        "a1,a2",
        "a1000",
        "\0",
    ],
)
def test_other_texts_are_no_cell(text: str) -> None:
    with pytest.raises(ValueError, match="is not a cell") as caught:
        Cell.parse(text)
    assert str(caught.value).isprintable()


def test_a_cell_off_every_board_can_still_be_shown() -> None:
    assert [str(Cell(*cell)) for cell in ((-1, 3), (26, 0))] == ["(-1,3)", "(26,0)"]


def _move(piece: str, text: str) -> Move:
    return Move(piece, tuple(map(Cell.parse, text.split(","))))


def test_moves_are_sorted_in_reading_order() -> None:
    """Rows bottom to top, left to right in a row; a piece that ends sooner comes first."""
    texts = ["a1", "a1,b1", "a1,a2", "b1", "b1,a2", "a2", "a3", "a10"]
    moves = [_move("P", text) for text in texts]
    assert sorted([*moves[4:], *moves[:4]]) == moves
    assert list(map(str, moves)) == texts


def test_moves_are_values() -> None:
    move = _move("2", "a1,b1")
    assert move == _move("2", "a1,b1") != _move("2", "a1,a2")
    assert len({move, _move("2", "a1,b1"), _move("I3", "a1,b1")}) == 2
    assert copy.deepcopy(move) == move
    assert move < _move("2", "b1,c1")
    assert _move("2", "b1,c1") >= move
    with pytest.raises(FrozenInstanceError):
        move.piece = "I3"  # type: ignore[misc]
    with pytest.raises(TypeError):
        assert move < "a1,b1"


def test_an_illegal_move_error_shows_its_sentence_and_can_be_pickled() -> None:
    error = IllegalMoveError(Refusal("B1", "B1: a0 would lie off the board", (Cell(0, -1),), ("B1",)))
    again = pickle.loads(pickle.dumps(error))
    assert str(error) == str(again) == str(error.refusal) == "B1: a0 would lie off the board"
    assert again.refusal == error.refusal
    assert isinstance(error, ValueError)


@pytest.mark.parametrize(
    ("things", "text"),
    [([], ""), (["a1"], "a1"), (["a1", "a2"], "a1 and a2"), (["a1", "a2", "a3"], "a1, a2 and a3")],
)
def test_things_are_listed_as_in_a_sentence(things: list[str], text: str) -> None:
    assert listed(things) == text


def test_a_long_list_and_a_long_text_are_cut() -> None:
    assert listed(range(100)) == "0, 1, 2, 3, 4, 5, …"
    assert len(quoted("x" * 10**6)) < 50
    assert quoted("\x1b[31m\n").isprintable()


@pytest.mark.parametrize("value", [True, 1.0, "1", None, 2, [1], float("nan")])
def test_an_option_must_be_of_the_right_type_too(value: object) -> None:
    check_choice("claims", 1, (0, 1))
    with pytest.raises(ValueError, match=r"^claims must be 0 or 1, not "):
        check_choice("claims", value, (0, 1))


@pytest.mark.parametrize(
    ("name", "options", "sentence"),
    [
        ("chess", {}, "there is no game 'chess'; the games are "),
        ("Blokus", {}, "there is no game 'Blokus'; the games are "),
        (None, {}, "there is no game 'None'; the games are "),
        (
            "blokus",
            {"player": 4},
            "blokus has no option 'player'; its options are players, variant, corners and scoring",
        ),
        (
            "blokus",
            {"name": "x"},
            "blokus has no option 'name'; its options are players, variant, corners and scoring",
        ),
        ("blokus", {"players": 5}, "players must be 1, 2, 3 or 4 in the classic variant, not 5"),
        ("blokus", {"players": True}, "players must be 1, 2, 3 or 4 in the classic variant, not True"),
        ("blokus", {"players": "2"}, "players must be 1, 2, 3 or 4 in the classic variant, not '2'"),
        ("blokus", {"variant": "duo", "players": 4}, "players must be 2 in the duo variant, not 4"),
        ("blokus", {"variant": "trigon"}, "variant must be 'classic' or 'duo', not 'trigon'"),
        ("blokus", {"corners": []}, "corners must be 'any' or 'own', not []"),
        ("blokus", {"scoring": "x" * 10**5}, "scoring must be 'advanced' or 'basic', not 'xxx"),
    ],
)
def test_make_says_what_would_be_right(name: str, options: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011  # what it says is compared as a whole
        boardlab.make(name, **options)
    assert str(caught.value).startswith(sentence)
    assert len(str(caught.value)) < 200


def test_perft_counts_sequences_of_moves_of_just_that_length() -> None:
    """On 3 columns and rows: 6 upright dominoes; 3 or 4 flat ones beside each; the game ends after 3 or 4."""
    state = Dominoes().initial_state()
    first = state.legal_moves()
    assert [perft(state, depth) for depth in (0, 1)] == [1, 6]
    assert perft(state, 2) == sum(state.step(move).count_legal_moves() for move in first)
    assert perft(state, 9) == 0


def test_pieces_of_a_game_that_does_not_say_are_what_hangs_together() -> None:
    """Two upright dominoes side by side look like one piece where nothing else is known."""
    state = Dominoes(4).initial_state()
    for move in ("a1,a2", "c1,d1", "b2,b3"):
        state = state.step(move)
    assert [",".join(map(str, piece)) for piece in state.pieces] == ["a1,a2", "b2,b3", "c1,d1"]
    hanging = super(type(state), state).pieces
    assert sorted(",".join(map(str, piece)) for piece in hanging) == ["a1,a2,b2,b3", "c1,d1"]


def test_a_move_put_together_in_an_odd_way_is_no_move() -> None:
    state = boardlab.make("blokus", corners="own").initial_state()
    odd = _move("2", "b20,a20")
    assert not state.is_legal(odd)
    for method in (state.why_illegal, state.step):
        with pytest.raises(ValueError, match=r"give its text$"):
            method(odd)


@pytest.mark.parametrize("cells", [["a1"], (1, 2), "a1", None, ([],)])
def test_the_cells_of_a_move_are_cells(cells: object) -> None:
    state = boardlab.make("blokus", corners="own").initial_state()
    move = Move("1", cells)  # type: ignore[arg-type]
    assert not state.is_legal(move)
    for method in (state.why_illegal, state.step):
        with pytest.raises(TypeError, match="the cells of a move are a tuple of Cell"):
            method(move)
