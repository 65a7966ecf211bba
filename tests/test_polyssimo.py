"""Polyssimo Challenge: every rule as a drawn position, the options, and games played by other programs.

On a drawn board the pentominoes go by their letters, and the hexominoes by small ones: a is C0, b is D0, and
so on in the order of the box.
"""

from __future__ import annotations

import json
import os
import pickle
import re
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import boardlab
from boardlab import IllegalMoveError, polyomino
from boardlab.core import Cell, Move, Refusal, State
from boardlab.games.polyssimo import Draft, Polyssimo, PolyssimoState
from boardlab.placements import nth_member
from boardlab.polyomino import (
    HEXOMINOES,
    PENTOMINOES,
    PIECES,
    free,
    from_picture,
    is_connected,
    orientations,
    picture,
    read_shape,
)

NAMES = (*"FILNPTUVWXYZ", "C0", "D0", "C1", "F0", "F1", "F2", "X0", "W0", "Z0", "F3", "F4", "F5")
DATA = Path(__file__).parent / "data" / "polyssimo.jsonl"
VECTORS = [json.loads(line) for line in DATA.read_text().splitlines()]

BOX = {free(shape) for shape in HEXOMINOES.values()}
FOREIGN = tuple(shape for shape in polyomino.enumerate(6) if shape not in BOX)[:12]
"""Twelve hexominoes none of which is in the box."""

OPTIONS: list[dict[str, Any]] = [
    {},
    {"players": 3},
    {"players": 4},
    {"min_hexominoes": (8, 0)},
    {"players": 3, "min_hexominoes": (0, 5, 6)},
    {"players": 4, "min_hexominoes": (4, 0, 5, 3)},
    {"hexominoes": tuple(map(picture, FOREIGN))},
]

EMPTY = "\n".join(["............"] * 11)


def make(**options: Any) -> Polyssimo:
    game = boardlab.make("polyssimo", **options)
    assert isinstance(game, Polyssimo)
    return game


def play(state: PolyssimoState, moves: str) -> PolyssimoState:
    for move in moves.split():
        state = state.step(move)
    return state


def refusal(state: State, move: Move | str) -> Refusal:
    """Return why a move is refused, having checked that it is refused all through, and nothing changed."""
    before = pickle.dumps(state)
    found = state.why_illegal(move)
    assert found is not None
    assert not state.is_legal(move)
    with pytest.raises(IllegalMoveError) as caught:
        state.step(move)
    assert caught.value.refusal == found
    assert found.message.startswith(f"{found.rule}: ")
    assert found.rule == found.all[0]
    assert pickle.dumps(state) == before
    return found


def cells(text: str) -> tuple[Cell, ...]:
    return tuple(map(Cell.parse, text.split(",")))


def random_state(game: Polyssimo, seed: int, plies: int) -> PolyssimoState:
    rng, state = Random(seed), game.initial_state()
    while not state.is_over and state.ply < plies:
        state = state.after(nth_member(state.legal, int(rng.random() * state.legal.bit_count())))
    return state


# -- the box ---------------------------------------------------------------------------------------

HEXOMINO_FACTS = """
C0 4 356   D0 4 356   C1 8 712   F0 8 712   F1 8 644   F2 8 644
X0 4 322   W0 8 644   Z0 8 644   F3 8 644   F4 8 644   F5 8 644
"""
PENTOMINO_FACTS = """
F 8 720   I 2 172   L 8 712   N 8 712   P 8 796   T 4 360
U 4 398   V 4 360   W 4 360   X 1 90    Y 8 712   Z 4 360
"""


def facts(text: str) -> list[tuple[str, int, int]]:
    words = text.split()
    return [(name, int(a), int(b)) for name, a, b in zip(*[iter(words)] * 3, strict=True)]


@pytest.mark.parametrize(("name", "turned", "placements"), facts(HEXOMINO_FACTS) + facts(PENTOMINO_FACTS))
def test_each_piece_has_so_many_orientations_and_placements(name: str, turned: int, placements: int) -> None:
    game = make()
    assert len(orientations(game.pieces[name])) == turned
    assert game.table.of_piece[game.table.names.index(name)].bit_count() == placements


def test_the_box_holds_twelve_pentominoes_and_twelve_hexominoes() -> None:
    game = make()
    assert tuple(game.pieces) == NAMES
    assert len(game.table.moves) == 12_718
    assert {free(shape) for shape in PENTOMINOES.values()} == set(polyomino.enumerate(5))
    assert len(BOX & set(polyomino.enumerate(6))) == 12
    assert sum(map(len, game.pieces.values())) == game.width * game.height == 132


def test_the_pentominoes_have_the_shapes_of_the_letters() -> None:
    assert PENTOMINOES["I"] == PIECES["I5"]
    assert PENTOMINOES["F"] == PIECES["F"]
    assert picture(HEXOMINOES["W0"]) == "#...\n###.\n..##"


def test_shapes_are_read_from_pictures_rows_and_cells() -> None:
    corner = from_picture("#.", "##")
    assert read_shape("\n  #\n  ##\n") == read_shape(("#.", "##")) == corner
    assert read_shape([[5, 9], [5, 8], [6, 8]]) == read_shape({(0, 1), (0, 0), (1, 0)}) == corner


@pytest.mark.parametrize(
    "drawing", ["", "...", [], 3, None, "ab", "#\t#", [1, 2], [(0, 0, 0)], [(0, 0.5)], [("a", 1)]]
)
def test_what_is_no_shape_is_refused(drawing: object) -> None:
    with pytest.raises(ValueError, match=r"shape|picture|cells"):
        read_shape(drawing)


def test_connected() -> None:
    assert all(map(is_connected, polyomino.enumerate(6)))
    assert not is_connected(from_picture("##.", "..#"))


# -- P1: the draft ---------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_p1_players_take_the_24_pieces_in_turn(players: int) -> None:
    state = make(players=players).initial_state()
    for ply in range(24):
        assert state.phase == "draft"
        assert state.ply == ply
        assert state.current_player == ply % players
        assert state.count_legal_moves() == 24 - ply == len(state.pool)
        assert [str(move) for move in state.legal_moves()] == list(state.pool)
        state = state.step(state.legal_moves()[-1])
    assert state.phase == "place"
    assert state.pool == ()
    assert all(len(state.hand(seat)) == 24 // players for seat in range(players))


def test_p1_a_pick_goes_into_the_hand_and_out_of_the_pool() -> None:
    state = play(make().initial_state(), "F0 W F")
    assert state.hand(0) == ("F", "F0")
    assert state.hand(1) == ("W",)
    assert not {"F", "F0", "W"} & set(state.pool)
    assert state.grid == {}
    assert state.marks == {}
    assert state.pieces == []


def test_p1_a_piece_is_taken_once() -> None:
    state = play(make().initial_state(), "F0 W")
    assert refusal(state, "W").message == "P1: W is taken already, player 2 has it"
    assert refusal(state, "f0").message == "P1: F0 is taken already, you have it"


def test_p1_nothing_is_placed_during_the_draft() -> None:
    state = play(make().initial_state(), "I W")
    found = refusal(state, "a1,b1,c1,d1,e1")
    assert found.message == "P1: 22 of the 24 pieces are still to be drafted; take one by its name, such as F"
    assert found.cells == cells("a1,b1,c1,d1,e1")


def test_p1_a_piece_that_is_not_in_the_box() -> None:
    assert refusal(make().initial_state(), Draft("Q")).rule == "P1"
    assert refusal(make().initial_state(), Draft("F", (Cell(0, 0),))).rule == "P1"


# -- P2: placement goes the other way round --------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "order"),
    [(2, [1, 0, 1, 0, 1]), (3, [2, 1, 0, 2, 1]), (4, [3, 2, 1, 0, 3])],
)
def test_p2_who_drafted_last_places_first_and_it_goes_backwards(players: int, order: list[int]) -> None:
    state = random_state(make(players=players), seed=1, plies=24)
    for seat in order:
        assert state.current_player == seat
        state = state.step(state.legal_moves()[0])


TWO_HANDS = make().position(
    """
    . . . . . . . . . . . .
    . . . . . . . . . . . .
    . . . . . . . . . . . .
    . . . . . . . . . . . .
    . . . . . . . . . . . .
    . . . . . . . . . . . .
    . . . . . . . . . . . .
    . . . . . . . . . . . .
    . . . . . . . . . . . .
    U . U . . . . . . . . .
    U U U . . . . . . . . .
    """,
    hands=[("I", "X0"), ("F", "C0")],
)


def test_p2_players_place_their_own_pieces() -> None:
    assert TWO_HANDS.current_player == 1
    assert TWO_HANDS.is_legal("d1,d2,e2,f2,g2,g1")
    found = refusal(TWO_HANDS, "a4,a5,a6,a7,a8")
    assert found.message == "P2: I is player 1's; place a piece of your own"
    assert found.cells == cells("a4,a5,a6,a7,a8")
    assert refusal(TWO_HANDS, "a4,b4,c4,c5,c6").message == "P2: V is nobody's; place a piece of your own"


def test_p2_a_piece_is_placed_once() -> None:
    found = refusal(TWO_HANDS, "e5,e6,f5,g5,g6")
    assert found.message == "P2: U lies on the board already"
    assert found.cells == cells("a1,b1,c1,a2,c2")


def test_p2_there_is_no_draft_any_more() -> None:
    found = refusal(TWO_HANDS, "F")
    assert found.message == "P2: all pieces are drafted; place one of yours by naming the cells to cover"
    assert refusal(TWO_HANDS, "f1").rule == "P2"  # the piece, not the cell


# -- P3: where a piece may lie ---------------------------------------------------------------------


def test_p3_a_piece_lies_on_the_board() -> None:
    assert TWO_HANDS.is_legal("l8,k9,l9,k10,j9")
    found = refusal(TWO_HANDS, "k8,l8,l9,l10,m9")
    assert found.message == "P3: m9 would lie off the board of 12 columns and 11 rows"
    assert found.cells == cells("m9")
    off = refusal(TWO_HANDS, "k10,l10,k11,j11,k12")
    assert off.cells == cells("k12")
    assert refusal(TWO_HANDS, Move("F", (*cells("a5,b5,b4,b6"), Cell(-1, 4)))).rule == "P3"


def test_p3_a_piece_lies_on_empty_cells() -> None:
    assert TWO_HANDS.is_legal("b2,a3,b3,b4,c4")
    found = refusal(TWO_HANDS, "c1,d1,d2,d3,e2")
    assert found.message == "P3: c1 is covered by U already"
    assert found.cells == cells("c1")


def test_p3_a_piece_may_be_turned_and_flipped_and_touch_what_it_likes() -> None:
    game = make()
    state = game.position(EMPTY, hands=[("X0",), ("F",)])
    assert state.count_legal_moves() == 720
    assert len({free(read_shape(move.cells)) for move in state.legal_moves()}) == 1
    assert TWO_HANDS.is_legal("d1,d2,d3,e3,c2") is False  # c2 is covered
    assert TWO_HANDS.is_legal("d1,d2,d3,e3,e2") is False  # no F
    assert TWO_HANDS.is_legal("d2,e1,e2,e3,f3")  # along an edge of U


def test_p3_the_cells_form_a_piece() -> None:
    assert refusal(TWO_HANDS, "d1,d2").message == "P3: none of the 24 pieces covers just d1 and d2"
    assert refusal(TWO_HANDS, "d4").message == "P3: none of the 24 pieces covers just d4"
    assert refusal(TWO_HANDS, "a4,b4,c4,d4,f4").rule == "P3"
    assert refusal(TWO_HANDS, Move("C0", cells("d4,e4,f4,g4,h4"))).rule == "P3"
    assert refusal(TWO_HANDS, Move("F", ())).message == "P3: no piece F covers just no cell"


def test_all_the_rules_that_a_move_breaks_are_named() -> None:
    found = refusal(TWO_HANDS, "a1,b1,c1,d1,e1")
    assert found.rule == "P2"
    assert found.all == ("P2", "P3")


# -- P4: who cannot place stops --------------------------------------------------------------------

THREE_PLAYERS = make(players=3).position(
    """
    . c c . c . . . . . k k
    . . c c c L L W k k k .
    . d . d . V L W W . k .
    . d d d d V L . W W j .
    P P P V V V L . . . j .
    P P h h . . g . j j j .
    h h h . g g g g . j e .
    h Z Z . . g . i e e e e
    . Z . T . . . i . . F e
    Z Z . T . i i i Y F F F
    . . T T T i . Y Y Y Y F
    """,
    hands=[("X", "C0", "D0"), ("N", "F2", "F5"), ("I", "U")],
    player=1,
)


def test_p4_whoever_cannot_place_is_skipped_and_the_others_go_on() -> None:
    state = THREE_PLAYERS.step("e2,e3,d4,e4,d5")
    assert state.legal_of(0) == 0
    assert state.hand(0) == ("X", "C0", "D0")
    assert state.skipped == (0,)
    assert state.current_player == 2
    assert state.phase == "place"


def test_p4_a_skip_is_no_move() -> None:
    state = THREE_PLAYERS.step("e2,e3,d4,e4,d5")
    assert state.ply == THREE_PLAYERS.ply + 1
    assert state.step("l6,l7,l8,l9,l10").ply == THREE_PLAYERS.ply + 2


def test_p4_whoever_can_place_must() -> None:
    state = THREE_PLAYERS.step("e2,e3,d4,e4,d5")
    assert [str(move) for move in state.legal_moves()] == [
        "l5,l6,l7,l8,l9",
        "l6,l7,l8,l9,l10",
        "f11,g11,h11,i11,j11",
    ]


FOUR_PLAYERS_BOARD = """
    . . j . . I I I I I L L
    . j j j l a a . . . L .
    . j . l l l a . . . L .
    . j l l . . a W W . L .
    . . . P k a a . W W . .
    . . P P k k k F F W c c
    . . P P i k F F V . . c
    U U i i i k . F V N c c
    . U i . . T V V V N c .
    U U i T T T . Y . N N .
    . . . . . T Y Y Y Y N .
"""
FOUR_HANDS = [("Z", "X0"), ("F0", "F2"), ("X", "W0"), ("D0", "F1")]


def test_p4_several_are_skipped_in_the_order_of_their_turns() -> None:
    state = make(players=4).position(FOUR_PLAYERS_BOARD, FOUR_HANDS)
    assert state.current_player == 3
    state = state.step("a5,a6,b6,a7,b7,a8")
    assert state.skipped == (2, 1)
    assert state.current_player == 0


# -- P5: the end -----------------------------------------------------------------------------------


def test_p5_the_game_ends_when_nobody_can_place_and_the_fewest_cells_win() -> None:
    state = play(THREE_PLAYERS, "e2,e3,d4,e4,d5 l6,l7,l8,l9,l10")
    assert state.is_over
    assert (state.phase, state.current_player, state.skipped) == ("over", None, ())
    assert state.legal_moves() == []
    assert state.count_legal_moves() == 0
    assert [state.hand(seat) for seat in range(3)] == [("X", "C0", "D0"), ("F2", "F5"), ("U",)]
    assert state.scores == (-17, -12, -5)
    assert state.winners == (2,)


def test_p5_nothing_is_placed_after_the_end() -> None:
    state = play(THREE_PLAYERS, "e2,e3,d4,e4,d5 l6,l7,l8,l9,l10")
    assert (
        refusal(state, "a1,b1,c1,d1,e1").message == "P5: the game is over, nobody can place a piece any more"
    )
    assert refusal(state, "F").rule == "P5"


def test_p5_scores_on_the_way_are_minus_the_cells_in_hand() -> None:
    assert THREE_PLAYERS.scores == (-17, -17, -10)
    assert THREE_PLAYERS.winners == ()
    assert play(make().initial_state(), "F C0 X0").scores == (-11, -6)


def test_p5_a_player_who_has_placed_everything_has_no_move() -> None:
    state = make().position(EMPTY, hands=[("I", "X"), ("F",)])
    state = play(state, "b1,a2,b2,b3,c3 e1,f1,g1,h1,i1")
    assert state.skipped == (1,)
    assert state.current_player == 0
    state = state.step("k9,j10,k10,l10,k11")
    assert state.is_over
    assert state.scores == (0, 0)


# -- P6: ties --------------------------------------------------------------------------------------

TWO_PLAYERS = make().position(
    """
    . . . j . . . c c N N N
    h . j j j . . c N N . Z
    h h j . e . . c c Z Z Z
    . h j e e e e . c Z T .
    F h h e W W . . T T T .
    F F F W W . . g . . T .
    . F . W l l g g g g U U
    a a a a L l l l g . . U
    a . . a L . l . . . U U
    . P P P L . . Y . . . .
    . P P L L . Y Y Y Y . .
    """,
    hands=[("V", "X", "F2", "F4"), ("I", "D0", "F0", "Z0")],
)


def test_p6_of_tied_players_the_one_who_placed_last_wins() -> None:
    state = play(TWO_PLAYERS, "l1,j2,k2,l2,j3,j4 g9,g10,e11,f11,g11")
    assert state.is_over
    assert state.scores == (-17, -17)
    assert state.latest == (1, 0)
    assert state.winners == (0,)


@pytest.mark.parametrize(
    ("first", "moves", "winner"),
    [
        (3, "a5,a6,b6,a7,b7,a8 j8,h9,i9,j9,h10", 0),
        (0, "j8,h9,i9,j9,h10 a5,a6,b6,a7,b7,a8", 3),
    ],
)
def test_p6_the_last_of_the_tied_wins_not_the_last_of_all(first: int, moves: str, winner: int) -> None:
    state = play(make(players=4).position(FOUR_PLAYERS_BOARD, FOUR_HANDS, first), moves)
    assert state.is_over
    assert state.scores == (-6, -12, -11, -6)
    assert state.winners == (winner,)


def test_p6_someone_else_may_have_placed_last() -> None:
    state = make(players=3).position(EMPTY, hands=[("I",), ("F",), ("X", "L")])
    state = play(state, "b1,a2,b2,c2,b3")  # X by 2, who has L left
    state = play(state, "f1,e2,f2,f3,g3 i1,j1,k1,l1,h1")  # F by 1, I by 0
    assert state.skipped == ()
    assert state.current_player == 2
    state = state.step("a5,a6,a7,a8,b8")
    assert state.scores == (0, 0, 0)
    assert state.winners == (2,)


# -- P7: the handicap ------------------------------------------------------------------------------


def test_p7_no_pick_may_leave_a_player_short_of_hexominoes() -> None:
    state = play(make(min_hexominoes=(8, 0)).initial_state(), "F C0 I D0 L C1 N")
    assert state.hand(0) == ("F", "I", "L", "N")  # four pentominoes, so the other eight must be hexominoes
    state = state.step("P")
    assert set(map(str, state.legal_moves())) == set(NAMES[12:]) - {"C0", "D0", "C1"}
    found = refusal(state, "T")
    assert found.rule == "P7"
    assert found.message == (
        "P7: T is a pentomino, but you hold 0 of the 8 hexominoes that you must draft, with no pick to spare"
    )
    assert state.is_legal("F0")


def test_p7_no_pick_may_take_the_hexominoes_that_others_need() -> None:
    state = play(make(min_hexominoes=(8, 0)).initial_state(), "F C0 I D0 L C1 N F0 X0")
    assert state.current_player == 1
    assert state.hand(1) == ("C0", "D0", "C1", "F0")
    assert state.pool == ("P", "T", "U", "V", "W", "X", "Y", "Z", "F1", "F2", "W0", "Z0", "F3", "F4", "F5")
    found = refusal(state, "F1")
    assert found.message == (
        "P7: F1 must stay for the others, who need every hexomino that is left to reach their minimum"
    )
    assert [str(move) for move in state.legal_moves()] == list("PTUVWXYZ")


@pytest.mark.parametrize(
    ("minima", "first", "second"),
    [
        ((12, 0), NAMES[12:], NAMES[:12]),
        ((0, 12), NAMES[:12], NAMES[12:]),
        ((0, 0), NAMES, NAMES),
        ((6, 6), NAMES, NAMES),
    ],
)
def test_p7_the_first_two_picks(minima: tuple[int, int], first: Sequence[str], second: Sequence[str]) -> None:
    state = make(min_hexominoes=minima).initial_state()
    assert [str(move) for move in state.legal_moves()] == list(first)
    state = state.step(state.legal_moves()[0])
    assert [str(move) for move in state.legal_moves()] == [name for name in second if name in state.pool]


def test_p7_minima_that_add_up_to_twelve_are_met_exactly() -> None:
    state = random_state(make(players=3, min_hexominoes=(8, 3, 1)), seed=4, plies=24)
    assert [sum(name in HEXOMINOES for name in state.hand(seat)) for seat in range(3)] == [8, 3, 1]


def can_be_completed(minima: tuple[int, ...], hands: list[tuple[int, int]]) -> bool:
    """Tell by trying whether each hand, a number of pentominoes and of hexominoes, can be filled (P7)."""
    size = 24 // len(hands)

    @cache
    def fill(seat: int, hexominoes: int) -> bool:
        if seat == len(hands):
            return hexominoes == 0
        pentominoes, had = hands[seat]
        return any(
            had + more >= minima[seat] and fill(seat + 1, hexominoes - more)
            for more in range(min(size - pentominoes - had, hexominoes) + 1)
        )

    return fill(0, 12 - sum(hexominoes for _, hexominoes in hands))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_p7_is_what_trying_all_ways_to_fill_the_hands_says(data: st.DataObject) -> None:
    players = data.draw(st.sampled_from([2, 3, 4]))
    size, minima, left = 24 // players, [], 12
    for _ in range(players):
        minima.append(data.draw(st.integers(0, min(size, left))))
        left -= minima[-1]
    state = make(players=players, min_hexominoes=minima).initial_state()
    rng = Random(data.draw(st.integers(0, 1000)))
    while state.phase == "draft":
        seat, legal = state.current_player, {str(move) for move in state.legal_moves()}
        assert seat is not None
        for name in state.pool:
            after = [[*state.hand(other)] for other in range(players)]
            after[seat].append(name)
            counts = [
                (sum(n in PENTOMINOES for n in hand), sum(n in HEXOMINOES for n in hand)) for hand in after
            ]
            assert (name in legal) == can_be_completed(tuple(minima), counts)
            if name not in legal:
                assert refusal(state, name).rule == "P7"
        state = state.step(rng.choice(sorted(legal)))
    for seat, least in enumerate(minima):
        assert sum(name in HEXOMINOES for name in state.hand(seat)) >= least


@pytest.mark.parametrize(
    ("players", "minima", "sentence"),
    [
        (
            2,
            (13, 0),
            "min_hexominoes must be numbers from 0 to 12, as each of 2 players drafts 12 pieces, not (13, 0)",
        ),
        (
            3,
            (9, 0, 0),
            "min_hexominoes must be numbers from 0 to 8, as each of 3 players drafts 8 pieces, not (9, 0, 0)",
        ),
        (
            4,
            (0, 0, 0, -1),
            (
                "min_hexominoes must be numbers from 0 to 6, as each of 4 players drafts 6 pieces, "
                "not (0, 0, 0, -1)"
            ),
        ),
        (2, (7, 6), "min_hexominoes adds up to 13, but there are only 12 hexominoes"),
        (2, (8,), "min_hexominoes must be 2 whole numbers, one a player, not (8,)"),
        (3, (8, 0), "min_hexominoes must be 3 whole numbers, one a player, not (8, 0)"),
        (2, (8, True), "min_hexominoes must be 2 whole numbers, one a player, not (8, True)"),
        (2, (8, 0.0), "min_hexominoes must be 2 whole numbers, one a player, not (8, 0.0)"),
        (2, 8, "min_hexominoes must be 2 whole numbers, one a player, not 8"),
        (2, "80", "min_hexominoes must be 2 whole numbers, one a player, not '80'"),
        (2, {8, 0}, "min_hexominoes must be 2 whole numbers, one a player, not {8, 0}"),
    ],
)
def test_p7_minima_that_cannot_be_are_refused(players: int, minima: object, sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        make(players=players, min_hexominoes=minima)


# -- options ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", OPTIONS)
def test_options_make_the_game_again(options: dict[str, Any]) -> None:
    game = make(**options)
    assert list(game.options) == ["players", "min_hexominoes", "hexominoes"]
    through_json = json.loads(json.dumps(game.options))
    for same in (make(**game.options), make(**through_json), pickle.loads(pickle.dumps(game))):
        assert same == game
        assert hash(same) == hash(game)
        assert same.pieces == game.pieces


def test_the_game() -> None:
    game = make()
    assert (game.name, game.title, game.width, game.height) == ("polyssimo", "Polyssimo Challenge", 12, 11)
    assert game.options == {"players": 2, "min_hexominoes": None, "hexominoes": None}
    assert list(game.rules) == ["P1", "P2", "P3", "P4", "P5", "P6", "P7"]
    assert make(min_hexominoes=[8, 0]).min_hexominoes == (8, 0)


@pytest.mark.parametrize(
    "options", [{"players": 1}, {"players": 5}, {"players": "2"}, {"players": True}, {"player": 2}]
)
def test_options_that_do_not_exist(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"players"):
        make(**options)


def test_other_hexominoes_are_numbered() -> None:
    game = make(hexominoes=FOREIGN)
    assert tuple(game.pieces)[12:] == tuple(f"H{number}" for number in range(1, 13))
    assert [free(shape) for shape in game.pieces.values()][12:] == list(FOREIGN)
    assert game != make()
    assert game.initial_state().step("h12").hand(0) == ("H12",)


def test_hexominoes_are_read_from_pictures_rows_cells_and_mappings() -> None:
    pictures = [picture(shape) for shape in FOREIGN]
    game = make(hexominoes=FOREIGN)
    assert make(hexominoes=pictures) == game
    assert make(hexominoes=tuple(tuple(text.split()) for text in pictures)) == game
    assert make(hexominoes=[[[x + 3, -y] for x, y in shape] for shape in FOREIGN]) == game
    assert (
        make(hexominoes={f"H{number}": text for number, text in zip(range(1, 13), pictures, strict=True)})
        == game
    )


def test_hexominoes_take_the_names_of_a_mapping_and_of_the_box() -> None:
    shapes = {f"Käfer{number}": picture(shape) for number, shape in zip(range(11), FOREIGN, strict=False)}
    game = make(hexominoes=shapes | {"snake": "###\n#..\n##."[::-1]})
    assert tuple(game.pieces)[12:23] == tuple(shapes)
    assert game.initial_state().step("käFER7").hand(0) == ("Käfer7",)


def test_a_shape_of_the_box_keeps_its_name() -> None:
    turned = orientations(HEXOMINOES["W0"])[-1]
    game = make(hexominoes=[*FOREIGN[:5], turned, *FOREIGN[5:11]])
    assert tuple(game.pieces)[12:20] == ("H1", "H2", "H3", "H4", "H5", "W0", "H7", "H8")
    assert make(hexominoes={"mine": turned} | {f"h{n}": FOREIGN[n] for n in range(11)}).pieces["W0"]
    assert make(**json.loads(json.dumps(game.options))) == game


def test_the_hexominoes_of_the_box_are_no_option() -> None:
    assert make(hexominoes=HEXOMINOES) == make()
    assert make(hexominoes=[picture(shape) for shape in list(HEXOMINOES.values())[::-1]]).hexominoes is None


BENT = "####\n#...\n#..."


@pytest.mark.parametrize(
    ("hexominoes", "sentence"),
    [
        (FOREIGN[:11], "hexominoes must be 12 shapes, not 11"),
        ((), "hexominoes must be 12 shapes, not 0"),
        ({}, "hexominoes must be 12 shapes, not 0"),
        (7, "hexominoes must be a sequence of shapes or a mapping of names to shapes, not 7"),
        ("box", "hexominoes must be a sequence of shapes or a mapping of names to shapes, not 'box'"),
        ([*FOREIGN[:11], "#####"], "hexominoes: H12 has 5 cells, not six"),
        (
            [*FOREIGN[:11], "####.##"],
            "hexominoes: H12 falls apart; its cells must hang together by their edges",
        ),
        (
            [*FOREIGN[:11], orientations(FOREIGN[2])[-1]],
            "hexominoes: H3 and H12 are the same piece, turned or flipped",
        ),
        (
            [*FOREIGN[:11], "xx\nxx"],
            "hexominoes: H12 is no shape; a picture is drawn with '#' and '.', not 'x'",
        ),
        ([*FOREIGN[:11], ""], "hexominoes: H12 is no shape; a shape has at least one cell"),
        (
            [*FOREIGN[:11], None],
            "hexominoes: H12 is no shape; a shape is a picture in '#', or (x, y) cells, not None",
        ),
        ([*FOREIGN[:11], [(0, 0)] * 6], "hexominoes: H12 has 1 cells, not six"),
        (
            {f"N{n}": shape for n, shape in zip(range(11), FOREIGN, strict=False)} | {"f": FOREIGN[11]},
            "hexominoes: f is the name of another piece; upper and lower case are alike",
        ),
        (
            {f"N{n}": shape for n, shape in zip(range(11), FOREIGN, strict=False)} | {"n1": FOREIGN[11]},
            "hexominoes: n1 is the name of another piece; upper and lower case are alike",
        ),
        (
            {f"N{n}": shape for n, shape in zip(range(11), FOREIGN, strict=False)} | {"a,b": FOREIGN[11]},
            "hexominoes: a name has up to 12 letters and digits, not 'a,b'",
        ),
        (
            dict(zip(range(12), FOREIGN, strict=True)),
            "hexominoes: a name has up to 12 letters and digits, not 0",
        ),
    ],
)
def test_hexominoes_that_cannot_be_are_refused(hexominoes: object, sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        make(hexominoes=hexominoes)


# -- what drawing needs ----------------------------------------------------------------------------


def test_grid_marks_and_pieces() -> None:
    state = TWO_HANDS.step("d1,d2,e2,f2,g2,g1")
    assert state.grid == dict.fromkeys(cells("a1,b1,c1,a2,c2"), "U") | dict.fromkeys(
        cells("d1,g1,d2,e2,f2,g2"), "C0"
    )
    assert sorted(state.pieces) == [cells("a1,b1,c1,a2,c2"), cells("d1,g1,d2,e2,f2,g2")]
    assert state.marks == {Cell.parse("a1"): "U", Cell.parse("d1"): "C0"}


@pytest.mark.parametrize("seat", [-1, 2, "0", None, True])
def test_there_is_no_hand_of_such_a_seat(seat: Any) -> None:
    with pytest.raises(ValueError, match="seat must be 0 or 1"):
        make().initial_state().hand(seat)


@pytest.mark.parametrize("ply", [24, 30, 99])
def test_a_position_is_what_is_drawn(ply: int) -> None:
    played = random_state(make(players=3), seed=2, plies=ply)
    letters = dict(zip(NAMES, "FILNPTUVWXYZabcdefghijkl", strict=True))
    drawing = "\n".join(
        "".join(letters.get(played.grid.get(Cell(x, y), ""), ".") for x in range(12))
        for y in reversed(range(11))
    )
    hands = [played.hand(seat) for seat in range(3)]
    drawn = played.game.position(drawing, hands, played.current_player)
    assert drawn.grid == played.grid
    assert (drawn.scores, drawn.phase, drawn.current_player) == (
        played.scores,
        played.phase,
        played.current_player,
    )
    assert drawn.legal_moves() == played.legal_moves()


@pytest.mark.parametrize(
    ("drawing", "hands", "sentence"),
    [
        ("...", [(), ()], "11 rows"),
        (EMPTY, [("F",)], "2 hands"),
        (EMPTY, [("F",), ("f",)], "twice"),
        (EMPTY, [("F",), ("Q",)], "no piece 'q'"),
        (EMPTY[:-2] + "##", [(), ()], "24 pieces"),
        (EMPTY[:-5] + "#####", [("I",), ()], "twice"),
    ],
)
def test_a_drawing_that_is_no_position(drawing: str, hands: list[tuple[str, ...]], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        make().position(drawing, hands)


# -- moves and their texts -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "move"), [("F", "F"), (" f ", "F"), ("f0", "F0"), ("F0", "F0"), ("c1", "C1")]
)
def test_a_draft_is_read_in_any_case(text: str, move: str) -> None:
    read = make().parse_move(text)
    assert read == Draft(move)
    assert str(read) == read.piece == move
    assert read.cells == ()


def test_a_placement_is_read_in_any_order_and_case() -> None:
    read = make().parse_move("C3, b3,B2,b1 ,a2")
    assert str(read) == "b1,a2,b2,b3,c3"
    assert read.piece == "F"
    assert read is make().parse_move(str(read))


@pytest.mark.parametrize("options", OPTIONS)
def test_every_move_has_one_text(options: dict[str, Any]) -> None:
    game = make(**options)
    moves = [*game.drafts, *game.table.moves[::37]]
    assert all(game.parse_move(str(move)) == move for move in moves)
    assert len(set(map(str, moves))) == len(moves)
    assert moves == sorted(moves)
    assert all(pickle.loads(pickle.dumps(move)) == move for move in moves[:30])


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        ",",
        "q",
        "ff",
        "F,F0",
        "a1,a1",
        "a1;a2",
        "a0x",
        "F" * 100_000,
        "a1," * 100_000,
        "a99999",
        "Rd3",
        "a1-c1",
        "ä1",
    ],
)
def test_text_that_is_no_move(text: str) -> None:
    game = make()
    for state in (game.initial_state(), TWO_HANDS):
        with pytest.raises(ValueError, match=r"^.{10,200}$") as caught:
            state.step(text)
        assert not isinstance(caught.value, IllegalMoveError)


def test_very_many_cells_are_refused() -> None:
    text = ",".join(f"{column}{row}" for row in range(1, 900) for column in "abcdefghijklmnopqrstuvwxyz")
    assert refusal(TWO_HANDS, text).rule == "P3"


@pytest.mark.parametrize("move", [None, 3, ("F",), b"F", Cell(0, 0), ["a1"]])
def test_what_is_no_move(move: Any) -> None:
    for ask in (TWO_HANDS.step, TWO_HANDS.is_legal, TWO_HANDS.why_illegal):
        with pytest.raises(TypeError, match="a move is a Move or its text"):
            ask(move)


def test_moves_that_are_made_by_hand() -> None:
    state = make().initial_state()
    assert state.step(Draft("Z0")) == state.step("Z0")
    assert refusal(state, Move("F", ())).rule == "P1"
    blokus: Move = boardlab.make("blokus").parse_move("a1,a2,a3,a4,a5")
    assert refusal(state, blokus).rule == "P1"
    assert refusal(TWO_HANDS, blokus).rule == "P3"
    assert refusal(TWO_HANDS, Move("C0", cells("d4,d4,d4,d4,d4,d4"))).rule == "P3"
    with pytest.raises(TypeError):
        TWO_HANDS.why_illegal(Move("F", [(0, 0)]))  # type: ignore[arg-type]
    assert not TWO_HANDS.is_legal(Move("F", [(0, 0)]))  # type: ignore[arg-type]


# -- whole games -----------------------------------------------------------------------------------


@pytest.mark.parametrize("vector", VECTORS)
def test_games_of_other_programs(vector: dict[str, Any]) -> None:
    state = make(**vector["options"]).initial_state()
    for move, legal, player in zip(vector["moves"], vector["legal"], vector["players"], strict=True):
        assert state.count_legal_moves() == len(state.legal_moves()) == legal
        assert state.current_player == player
        assert state.winners == ()
        state = state.step(move)
    assert state.is_over
    assert list(state.scores) == vector["scores"]
    assert list(state.winners) == vector["winners"]


@settings(max_examples=30, deadline=None)
@given(options=st.sampled_from(OPTIONS), seed=st.integers(0, 2**32))
def test_random_games(options: dict[str, Any], seed: int) -> None:
    game, rng = make(**options), Random(seed)
    state = start = game.initial_state()
    first = (hash(start), start.legal_moves(), start.scores)
    while not state.is_over:
        moves = state.legal_moves()
        legal = set(moves)
        assert moves == sorted(legal, key=lambda move: move.sort_key)
        assert state.count_legal_moves() == len(moves) == state.legal.bit_count()
        assert state.winners == ()
        every: Sequence[Move] = [*game.drafts, *rng.sample(game.table.moves, 20)]
        for move in (*every, rng.choice(moves)):
            assert state.is_legal(move) == (move in legal) == (state.why_illegal(move) is None)
        copy = pickle.loads(pickle.dumps(state))
        assert copy == state
        assert hash(copy) == hash(state)
        assert copy.legal_moves() == moves

        move = rng.choice(moves)
        after = state.step(str(move))
        assert after == state.step(move) != state
        assert after.ply == state.ply + 1
        assert all(after.legal_of(seat) == 0 for seat in after.skipped)
        assert sum(after.scores) == sum(state.scores) + (
            len(move.cells) if move.cells else -len(game.pieces[move.piece])
        )
        state = after
    assert not any(state.legal_of(seat) for seat in range(game.players))
    assert len(state.winners) == 1
    assert state.scores[state.winners[0]] == max(state.scores)
    assert len(state.grid) == 132 + sum(state.scores)
    assert (hash(start), start.legal_moves(), start.scores) == first


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("plies", [0, 7, 23, 24, 30, 99])
def test_the_fast_path_plays_the_same_games(options: dict[str, Any], plies: int) -> None:
    start = random_state(make(**options), seed=plies, plies=plies)
    for seed in range(4):
        rng, state = Random(seed), start
        while not state.is_over:
            moves = state.legal_moves()
            state = state.step(moves[int(rng.random() * len(moves))])
        assert start.playout(Random(seed)) == state.scores


def test_the_same_position_on_another_way_is_equal() -> None:
    state = make().position(EMPTY, hands=[("I", "X"), ("L", "P")])
    ell, pee, bar, cross = "a1,b1,c1,d1,a2", "k1,l1,k2,l2,k3", "a9,b9,c9,d9,e9", "i9,h10,i10,j10,i11"
    one = play(state, f"{ell} {bar} {pee} {cross}")
    other = play(state, f"{pee} {cross} {ell} {bar}")
    assert one == other
    assert hash(one) == hash(other)
    assert one != play(state, f"{ell} {bar} {pee}")


@pytest.mark.parametrize("hash_seed", ["0", "1", "12345"])
def test_a_seeded_game_is_the_same_under_any_hash_seed(hash_seed: str) -> None:
    code = (
        "import boardlab, random\n"
        "state, rng = boardlab.make('polyssimo', players=3).initial_state(), random.Random(5)\n"
        "while not state.is_over:\n"
        "    random.seed(); moves = state.legal_moves()\n"
        "    state = state.step(moves[int(rng.random() * len(moves))])\n"
        "print(state.scores, state.winners)\n"
    )
    root = str(Path(boardlab.__file__).parents[1])
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": root},
        capture_output=True,
        text=True,
        check=True,
    )
    state = random_state(make(players=3), seed=5, plies=99)
    assert run.stdout.strip() == f"{state.scores} {state.winners}"
