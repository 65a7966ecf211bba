"""The rules of Dakapo, each by its id, on drawn positions."""

from __future__ import annotations

import json
import pickle
from itertools import pairwise, permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import boardlab
from boardlab.core import Cell, Move, State, perft
from boardlab.games.blokus import Blokus
from boardlab.games.dakapo import Dakapo, DakapoState, StoneMove, squares
from tests.refusals import refused

GAME = Dakapo()
CLAIM = Dakapo(claim=True)
VECTORS = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "dakapo.jsonl").read_text(encoding="utf-8").splitlines()
]
BOARD = [Cell(x, y) for x in range(8) for y in range(8)]

DRAW = """
    Be3 Yf3 Gf5 Rc4 Bf4 Gg4 Re2 Ye1 Rg3 Yc5 Gd2 Be6 Rc6 Yb6 Gc7 Bf2 Gc3 Yd3 Re7 Bb7
    Rb3 Gb2 Yf6 Ba6 Gf7 Yd7 Rf8 Bh3 Ga3 Yb8 Rd1 Ba2 Yg2 Ga8 Rg7 Bc1 Gd6 Yb4 Bb5 Rh4
    Be8 Gd8 Yh5 Rh2 Ba4 Rh6 Yh7 Gf1 Rg5 Gg6 Bg1 Ya1 Bc8 Yh1 Rc2 Ga5 Rb1 Gh8 Bg8 Ya7
"""

UPRIGHT = """
    . . . . . . . .
    . . . . . . . .
    . . R . . . . .
    . . . R Y B . .
    . . . B G . . .
    . . R . . R . .
    . . . . . . . .
    . . . . . . . .
"""

HALF_RIGHT = """
    . . . . . . . .
    . . . . . . . .
    . . . R . . . .
    . . . Y B . . .
    . R . B G . . .
    . . . . . . . .
    . . . R . . . .
    . . . . . . . .
"""

SLANTING = """
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . R Y B . . .
    . . . B . . . .
    . R . . G . . .
    . . . R . . . .
    . . . . . . . .
"""

# One red of this square is still to come, and no other square has three.
BEFORE_THREE = UPRIGHT.replace("R . . R . .", "R . . . . .")

ALL_REDS = """
    R B R B R B R B
    B R B R B R B R
    R Y R Y R Y R Y
    Y R Y R Y R Y R
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
"""

LAST_BUT_ONE = """
    B Y B G R G . R
    R G R B Y B Y B
    G Y B Y R G B G
    B R Y R Y R G B
    R Y G B G B Y R
    B G Y R B Y G B
    R Y R Y G R B R
    Y G B R Y G Y .
"""


# -- the game ------------------------------------------------------------------------------------


def test_the_game_is_made_by_its_name() -> None:
    assert boardlab.make("dakapo") == GAME
    assert boardlab.make("dakapo", claim=True) == CLAIM != GAME
    assert (GAME.title, GAME.players, GAME.width, GAME.height) == ("Dakapo", 2, 8, 8)
    assert (GAME.options, CLAIM.options) == ({"claim": False}, {"claim": True})
    assert pickle.loads(pickle.dumps(CLAIM)) == CLAIM
    for wrong in (1, 0, None, "yes"):
        with pytest.raises(ValueError, match="claim must be False or True"):
            boardlab.make("dakapo", claim=wrong)


def test_rules_are_told_in_their_order() -> None:
    assert list(GAME.rules) == [f"D{number}" for number in range(1, 10)]


def test_leaf_counts() -> None:
    state = GAME.initial_state()
    assert [perft(state, depth) for depth in (1, 2, 3, 4)] == [24, 528, 12_232, 306_904]


def test_leaf_counts_with_claims_are_the_same_before_a_win_is_possible() -> None:
    assert [perft(CLAIM.initial_state(), depth) for depth in (1, 2, 3)] == [24, 528, 12_232]


# -- squares -------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", range(1, 9))
def test_how_many_squares_a_grid_has(size: int) -> None:
    grid = [(x, y) for x in range(size) for y in range(size)]
    assert len(squares(grid)) == size**2 * (size**2 - 1) // 12
    upright = [square for square in squares(grid) if square[0].y == square[1].y]
    assert len(upright) == size * (size - 1) * (2 * size - 1) // 6


def test_squares_of_the_board_by_their_direction() -> None:
    """In reading order, the first two corners are one side, or the middle two are the ends of a diagonal."""
    upright = half_right = 0
    for low, other, _, _ in squares(BOARD):
        dx, dy = other.x - low.x, other.y - low.y
        upright += dy == 0
        half_right += abs(dx) == dy
    assert (upright, half_right, 336 - upright - half_right) == (140, 56, 140)


def test_squares_through_each_cell() -> None:
    through = {cell: sum(cell in square for square in squares(BOARD)) for cell in BOARD}
    assert sum(through.values()) == 4 * 336 == 1344
    assert {through[Cell.parse(corner)] for corner in ("a1", "h1", "a8", "h8")} == {7}
    assert {through[Cell.parse(centre)] for centre in ("d4", "e4", "d5", "e5")} == {31}
    assert (min(through.values()), max(through.values())) == (7, 31)


@pytest.mark.parametrize("seed", range(3))
def test_a_grid_filled_point_by_point_gains_each_square_once(seed: int) -> None:
    order = Random(seed).sample(BOARD, 64)
    counts = [len(squares(order[:number])) for number in range(65)]
    gains = [after - before for before, after in pairwise(counts)]
    assert min(gains) == 0
    assert sum(gains) == 336


def test_what_is_a_square_and_what_is_not() -> None:
    for corners in permutations([(0, 0), (1, 2), (3, 1), (2, -1)]):
        assert len(squares(corners)) == 1
    assert len(squares([(1, 1), (0, 0), (-4, 2), (-2, -1), (0, 1), (1, 0), (-1, 4)])) == 2
    assert squares([(0, 0), (1, 0), (1, 1), (1, 1)]) == []
    assert squares([(0, 0), (0, 0), (0, 0), (0, 0)]) == []
    assert squares([(0, 0), (2, 1), (3, 3), (1, 2)]) == []  # a rhombus
    assert squares([(0, 0), (2, 0), (2, 1), (0, 1)]) == []
    assert squares([(1, 0), (0, 1), (2, 1), (1, 2)]) == [((1, 0), (0, 1), (2, 1), (1, 2))]
    assert squares([]) == []


# -- D1 to D5: placing ---------------------------------------------------------------------------


def test_d1_the_start() -> None:
    state = GAME.initial_state()
    assert {str(cell): color for cell, color in state.grid.items()} == {
        "d5": "red",
        "e5": "yellow",
        "d4": "blue",
        "e4": "green",
    }
    assert {str(cell): mark for cell, mark in state.marks.items()} == {
        "d5": "R",
        "e5": "Y",
        "d4": "B",
        "e4": "G",
    }
    assert state.hand(0) == state.hand(1) == tuple(15 * "R" + 15 * "Y" + 15 * "G" + 15 * "B")
    assert (state.ply, state.phase, state.current_player, state.skipped) == (0, "play", 0, ())
    assert (state.scores, state.winners, state.winning_square, state.forbidden) == (
        (0.5, 0.5),
        (),
        None,
        None,
    )


def test_d2_a_stone_lies_beside_a_stone() -> None:
    state = GAME.initial_state()
    assert state.is_legal("Rd3")
    assert "no stone lies beside c6" in refused(state, "Bc6", "D2", "c6")  # only a corner touches
    assert "no stone lies beside a1" in refused(state, "Ra1", "D2", "a1")


def test_d2_a_stone_lies_on_an_empty_cell_of_the_board() -> None:
    state = GAME.initial_state()
    refused(state, "Gd5", "D2", "d5")
    refused(state, "Gi5", "D2", "i5")
    refused(state, "Gd9", "D2", "d9")
    refused(state, "Gd0", "D2")


def test_d3_a_stone_never_lies_beside_its_own_colour() -> None:
    state = GAME.initial_state()
    assert state.is_legal("Yd6")
    assert "d6 lies beside red at d5" in refused(state, "Rd6", "D3", "d6", "d5")
    state = state.step("Yd6").step("Rc6")
    assert "d7 lies beside" in refused(state, "Yd7", "D3", "d7", "d6")
    assert "red at d5 and c6" in refused(state, "Rc5", "D3", "c5", "d5", "c6")


def test_d4_the_colour_of_the_last_stone_is_forbidden() -> None:
    state = GAME.initial_state().step("Rd3")
    assert state.forbidden == "red"
    assert {move.piece for move in state.legal_moves()} == set("YGB")
    assert "choose another colour" in refused(state, "Rc4", "D4", "c4")
    assert state.step("Yc4").is_legal("Re3") is False  # beside the red stone at d3
    assert state.step("Yc4").is_legal("Rf4")
    assert state.step("Yc4").forbidden == "yellow"


def test_d4_the_first_move_is_free() -> None:
    assert {move.piece for move in GAME.initial_state().legal_moves()} == set("RYGB")
    assert {move.piece for move in GAME.position(UPRIGHT, forbidden="red").legal_moves()} == set("YGB")


def test_d5_a_colour_that_is_used_up_cannot_be_placed() -> None:
    state = GAME.position(ALL_REDS)
    assert state.hand(0).count("R") == 0
    assert "R" not in {move.piece for move in state.legal_moves()}
    assert "all 16 red stones" in refused(state, "Rc4", "D5", "c4")
    fifteen = GAME.position(ALL_REDS.replace("Y R Y R Y R Y R", "Y R Y R Y R Y ."))
    assert fifteen.hand(1).count("R") == 1
    assert fifteen.is_legal("Rc4")
    assert fifteen.step("Rc4").hand(0).count("R") == 0


def test_several_rules_may_be_broken() -> None:
    refusal = GAME.initial_state().step("Rd3").why_illegal("Rd6!")
    assert refusal is not None
    assert (refusal.rule, refusal.all) == ("D3", ("D3", "D4", "D9"))


# -- D6 to D8: how the game ends -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("drawing", "move", "corners"),
    [
        (UPRIGHT, "Rf6", "c3 f3 c6 f6"),
        (HALF_RIGHT, "Rf4", "d2 b4 f4 d6"),
        (SLANTING, "Re4", "d2 b3 e4 c5"),
    ],
)
@pytest.mark.parametrize("player", [0, 1])
def test_d6_the_fourth_corner_of_a_square_wins(drawing: str, move: str, corners: str, player: int) -> None:
    state = GAME.position(drawing, player)
    assert (state.winning_square, state.is_over) == (None, False)
    end = state.step(move)
    assert end.winning_square == tuple(map(Cell.parse, corners.split()))
    assert (end.phase, end.current_player, end.winners) == ("over", None, (player,))
    assert (end.scores, end.legal_moves(), end.forbidden) == ((1 - player, player), [], None)
    assert f"player {player + 1} has completed" in refused(end, "Yd2", "D6", *corners.split())


def test_d6_a_square_of_several_colours_does_not_win() -> None:
    for color in "YG":
        assert not GAME.position(UPRIGHT).step(f"{color}f6").is_over
    assert not GAME.position(BEFORE_THREE).step("Rf6").is_over


def test_d6_no_win_is_possible_before_ply_5() -> None:
    states = [GAME.initial_state()]
    for leaves in (24, 528, 12_232):
        states = [state.step(move) for state in states for move in state.legal_moves()]
        assert len(states) == leaves
        assert all(state.legal and not state.legal & state.board.completing for state in states)


def test_d7_whoever_cannot_place_loses() -> None:
    state = GAME.position(LAST_BUT_ONE, player=0, forbidden="yellow")
    assert state.legal_moves() == [GAME.parse_move("Gh1")]
    end = state.step("Gh1")
    assert (end.is_over, end.winners, end.scores, end.winning_square) == (True, (0,), (1, 0), None)
    (left,) = set(end.hand(0))
    assert "player 2 could not place" in refused(end, f"{left}g8", "D7")


def test_d7_a_position_may_be_lost_at_once() -> None:
    drawing = LAST_BUT_ONE.replace("Y .\n", "Y G\n")
    assert GAME.position(drawing, player=1).winners == (0,)
    assert GAME.position(drawing, player=0).winners == (1,)


def test_d7_and_d4_the_forbidden_colour_may_be_the_only_one() -> None:
    state = GAME.initial_state()
    for move in DRAW.split()[:-1]:
        state = state.step(move)
    assert state.legal_moves() == [GAME.parse_move("Ya7")]
    rows = [[state.marks.get(Cell(x, y), ".") for x in range(8)] for y in reversed(range(8))]
    drawing = "\n".join(map("".join, rows))
    assert GAME.position(drawing, player=1).legal_moves() == state.legal_moves()
    assert GAME.position(drawing, player=1, forbidden="yellow").winners == (0,)


def test_d8_a_full_board_is_a_draw() -> None:
    state = GAME.initial_state()
    for move in DRAW.split():
        assert not state.is_over
        state = state.step(move)
    assert (state.ply, len(state.grid), state.hand(0)) == (60, 64, ())
    assert (state.is_over, state.scores, state.winners) == (True, (0.5, 0.5), (0, 1))
    assert state.winning_square is None
    refused(state, "Ra1", "D8")


# -- D9: claims ----------------------------------------------------------------------------------


def test_d9_a_claimed_square_wins() -> None:
    state = CLAIM.position(UPRIGHT)
    end = state.step("Rf6!")
    assert (end.winners, end.winning_square) == ((0,), tuple(map(Cell.parse, ["c3", "f3", "c6", "f6"])))
    assert [str(move) for move in state.legal_moves() if move.cells == (Cell.parse("f6"),)] == [
        "Rf6",
        "Yf6",
        "Gf6",
        "Rf6!",
    ]
    assert state.count_legal_moves() == GAME.position(UPRIGHT).count_legal_moves() + 1


def test_d9_a_square_that_is_not_claimed_is_dead() -> None:
    state = CLAIM.position(UPRIGHT).step("Rf6")
    assert (state.is_over, state.current_player, state.winning_square) == (False, 1, None)
    assert not any(str(move).endswith("!") for move in state.legal_moves())
    refused(state, "Yg6!", "D9", "g6")
    assert not state.step("Yg6").is_over


def test_d9_corners_of_a_dead_square_serve_in_others() -> None:
    drawing = """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . R . R B . .
        . . . . . . . .
        . . R . R . R .
        . . . . . . . .
        . . . . . . . .
    """
    end = CLAIM.position(drawing).step("Rg5!")
    assert end.winning_square == tuple(map(Cell.parse, ["e3", "g3", "e5", "g5"]))


def test_d9_only_a_square_can_be_claimed() -> None:
    state = CLAIM.position(UPRIGHT)
    assert "completes no square" in refused(state, "Yf6!", "D9", "f6")
    assert "completes no square" in refused(state, "Gd3!", "D9", "d3")
    refusal = state.why_illegal("Ra1!")
    assert refusal is not None
    assert refusal.all == ("D2", "D9")


def test_d9_without_the_option_nothing_is_claimed() -> None:
    state = GAME.position(UPRIGHT)
    assert state.is_legal("Rf6")
    assert "leave out the !" in refused(state, "Rf6!", "D9", "f6")


# -- whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize("vector", VECTORS)
def test_games_of_an_independent_program(vector: dict[str, Any]) -> None:
    state: State = boardlab.make("dakapo", **vector["options"]).initial_state()
    for move, count, player in zip(vector["moves"], vector["legal"], vector["players"], strict=True):
        assert state.current_player == player
        assert state.count_legal_moves() == len(state.legal_moves()) == count
        state = state.step(move)
    assert state.is_over
    assert list(state.winners) == vector["winners"]


def completed(state: DakapoState, move: StoneMove) -> bool:
    """Tell, by the corners alone, whether a stone completes a square."""
    (cell,) = move.cells
    same = [other for other, mark in state.marks.items() if mark == move.piece]
    return any(cell in square for square in squares([*same, cell]))


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), game=st.sampled_from([GAME, CLAIM]))
def test_what_holds_in_every_position(seed: int, game: Dakapo) -> None:
    rng, state = Random(seed), game.initial_state()
    while not state.is_over:
        legal = [move for move in state.legal_moves() if isinstance(move, StoneMove)]
        assert legal == sorted(set(state.legal_moves()))
        assert len(legal) == state.count_legal_moves()
        assert len(state.grid) == 64 - len(state.hand(0)) == 4 + state.ply
        for move in rng.sample(legal, min(5, len(legal))):
            text = str(move)
            assert game.parse_move(text) == game.parse_move(f" {text.lower()} ") == move
            assert state.why_illegal(move) is None
            if not game.claim:
                assert completed(state, move) == (state.step(move).winning_square is not None)
        claims = {str(move) for move in legal if move.claim}
        assert claims == {
            f"{move}!" for move in legal if game.claim and not move.claim and completed(state, move)
        }
        again = pickle.loads(pickle.dumps(state))
        assert (again, hash(again), again.legal_moves()) == (state, hash(state), legal)
        state = state.step(rng.choice(legal))


def test_the_order_of_moves_does_not_matter() -> None:
    one, other = GAME.initial_state(), GAME.initial_state()
    for move in ("Rd3", "Yc4", "Bf5", "Gd6", "Rf4"):
        one = one.step(move)
    for move in ("Bf5", "Yc4", "Rd3", "Gd6", "Rf4"):
        other = other.step(move)
    assert (one, hash(one)) == (other, hash(other))


def test_a_board_is_the_same_in_whatever_order_a_square_is_completed() -> None:
    start = CLAIM.initial_state().board
    corners = [Cell.parse(name) for name in ("c3", "f3", "c6", "f6")]
    boards = set()
    for order in permutations(corners):
        board = start
        for cell in order:
            board = board.after(8 * cell.y + cell.x)
        boards.add(board)
    assert len(boards) == 1


@pytest.mark.parametrize("game", [GAME, CLAIM])
@pytest.mark.parametrize("seed", range(15))
def test_a_playout_chooses_the_moves_that_the_list_has(seed: int, game: Dakapo) -> None:
    rng, state = Random(seed), game.initial_state()
    while not state.is_over:
        if rng.random() < 1 / 6:
            fast, slow = Random(seed), Random(seed)
            assert state.playout(fast) == State.playout(state, slow)
            assert fast.getstate() == slow.getstate()
        state = state.step(rng.choice(state.legal_moves()))
    assert state.playout(rng) == state.scores


@pytest.mark.parametrize("game", [GAME, CLAIM])
def test_a_playout_near_the_end(game: Dakapo) -> None:
    for drawing in (UPRIGHT, ALL_REDS, LAST_BUT_ONE):
        state = game.position(drawing)
        for seed in range(30):
            assert state.playout(Random(seed)) == State.playout(state, Random(seed))
    assert game.position(LAST_BUT_ONE).playout(Random(1)) == (1, 0)
    state = game.initial_state()
    for move in DRAW.split()[:-1]:
        state = state.step(move)
    assert state.playout(Random(1)) == (0.5, 0.5)


# -- what is no move, no position ----------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "R",
        "d3",
        "Xd3",
        "RYd3",
        "Rd3!!",
        "!Rd3",
        "R!d3",
        "Rd3?",
        "Rd",
        "R33",
        "Ra1-c1",
        "a1,b1",
        "ß1",
        "Rd-3",
        "Rd1.5",
        "Rd٣",
        "Rd3Rd3",
        "R" * 9999,
        "Rd" + "3" * 9999,
        "\0",
    ],
)
def test_texts_that_are_no_moves(text: str) -> None:
    state = GAME.initial_state()
    with pytest.raises(ValueError, match=r"^.{10,200}$"):
        GAME.parse_move(text)
    for method in (state.step, state.is_legal, state.why_illegal):
        with pytest.raises(ValueError, match=r"^.{10,200}$"):
            method(text)


@pytest.mark.parametrize("thing", [None, 1, 1.5, ["Rd3"], b"Rd3", Cell(3, 2)])
def test_things_that_are_no_moves(thing: Any) -> None:
    for method in (
        GAME.initial_state().step,
        GAME.initial_state().is_legal,
        GAME.initial_state().why_illegal,
    ):
        with pytest.raises(TypeError, match="a move is"):
            method(thing)


def test_moves_of_other_games_and_moves_made_by_hand() -> None:
    state, cell = GAME.initial_state(), Cell.parse("d3")
    assert state.is_legal(StoneMove("R", (cell,)))
    for move in (
        Blokus().initial_state().legal_moves()[0],
        Move("R", (cell,)),
        StoneMove("X", (cell,)),
        StoneMove("r", (cell,)),
        StoneMove("", (cell,)),
        StoneMove("RY", (cell,)),
        StoneMove("R", ()),
        StoneMove("R", (cell, cell)),
    ):
        refused(state, move, "D2")
    with pytest.raises(TypeError, match="tuple of Cell"):
        state.step(StoneMove("R", [cell]))  # type: ignore[arg-type]


def test_equal_moves_have_one_text_and_an_order() -> None:
    move = GAME.parse_move(" be6! ")
    assert (str(move), move.piece, move.claim) == ("Be6!", "B", True)
    texts = ["Rb1", "Ra2", "Yb1", "Ga1", "Ba1", "Ra2!", "Ba1!"]
    assert sorted(map(GAME.parse_move, texts)) == list(map(GAME.parse_move, texts))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((UPRIGHT[:60],), "8 rows"),
        ((UPRIGHT.replace("B . .", "B . . ."),), "8 cells"),
        ((UPRIGHT.replace("Y", "X"),), "the stone on e5 must be 'R', 'Y', 'G' or 'B', not 'X'"),
        ((UPRIGHT.replace("Y", "R"),), "beside one of its colour"),
        ((ALL_REDS.replace(". . . . . . . .", "R . . . . . . .", 1),), "17th"),
        ((UPRIGHT, 2), "player must be"),
        ((UPRIGHT, 0, "R"), "forbidden must be None, 'red'"),
    ],
)
def test_drawings_that_are_no_positions(arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        GAME.position(*arguments)


@pytest.mark.parametrize("seat", [-1, 2, "0", None])
def test_the_supply_is_that_of_two_seats(seat: Any) -> None:
    with pytest.raises(ValueError, match="seat must be"):
        GAME.initial_state().hand(seat)
