"""Blokus, rule by rule, and the faults that other programs were found to have."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import boardlab
from boardlab.core import Cell, IllegalMoveError, Refusal, perft
from boardlab.games.blokus import BlokusState
from tests.drawn import draw
from tests.oracle import SlowBlokus

VARIANTS: list[dict[str, Any]] = [
    {"players": 4, "corners": "any"},
    {"players": 4, "corners": "own"},
    {"players": 3, "corners": "any"},
    {"players": 2, "corners": "own"},
    {"players": 1, "corners": "any", "scoring": "basic"},
    {"variant": "duo", "corners": "any"},
    {"variant": "duo", "corners": "own", "scoring": "basic"},
]


def start(**options: Any) -> BlokusState:
    state = boardlab.make("blokus", **options).initial_state()
    assert isinstance(state, BlokusState)
    return state


def placed(picture: str, **options: Any) -> BlokusState:
    """Check that the ``#`` may be placed, and return the position with them."""
    drawn = draw(picture, **options)
    assert drawn.state.why_illegal(drawn.move) is None
    assert drawn.state.is_legal(drawn.move)
    assert drawn.move in map(str, drawn.state.legal_moves())
    return drawn.state.step(drawn.move)


def refusal_of(picture: str, **options: Any) -> Refusal:
    """Check that the ``#`` may not be placed, and return the reason."""
    drawn = draw(picture, **options)
    return refused(drawn.state, drawn.move)


def refused(state: BlokusState, move: str) -> Refusal:
    """Check that a move is refused, and that the state stays as it was."""
    before = replace(state)
    assert not state.is_legal(move)
    assert move not in map(str, state.legal_moves())
    with pytest.raises(IllegalMoveError) as caught:
        state.step(move)
    refusal = caught.value.refusal
    assert refusal == state.why_illegal(move)
    assert str(caught.value) == refusal.message
    assert (state, state.legal_moves(), state.scores) == (before, before.legal_moves(), before.scores)
    return refusal


# -- B1: on the board, on empty cells --------------------------------------------------------------


def test_B1_a_piece_may_lie_between_others_and_along_them() -> None:
    placed("""
        20 B Y Y .
        19 Y # R R
        18 . # # .
           a b c d
    """)


def test_B1_not_on_cells_that_are_covered() -> None:
    refusal = refusal_of("""
        20 B . . .
        19 . # y Y
        18 . . r .
           a b c d
    """)
    assert refusal == Refusal("B1", "B1: c18 is covered by red already", (Cell(2, 17), Cell(2, 18)), ("B1",))


def test_B1_not_beyond_the_top() -> None:
    refusal = refusal_of("""
        21 . # #
        20 . # .
        19 B . .
           a b c
    """)
    assert refusal.message == "B1: b21 and c21 would lie off the board of 20 columns and 20 rows"
    assert refusal.cells == (Cell(1, 20), Cell(2, 20))
    assert refusal.all == ("B1",)


def test_B1_not_beyond_the_right() -> None:
    refusal = refusal_of("""
        3 . . . .
        2 . # # #
        1 B . . .
          r s t u
    """)
    assert refusal.message == "B1: u2 would lie off the board of 20 columns and 20 rows"


def test_B1_the_duo_board_is_smaller() -> None:
    refusal = refusal_of(
        """
        3 . . . .
        2 . # # #
        1 P . . .
          l m n o
    """,
        variant="duo",
    )
    assert refusal.message == "B1: o2 would lie off the board of 14 columns and 14 rows"


# -- B2: the first piece covers a start cell -------------------------------------------------------

T1_COVERED = """
    3 . . #
    2 . . #
    1 . # #
      r s t
"""


def test_B2_any_corner_will_do() -> None:
    placed(T1_COVERED, corners="any")


def test_B2_or_only_the_own_one() -> None:
    refusal = refusal_of(T1_COVERED, corners="own")
    assert refusal.message == "B2: the first piece of blue must cover the start cell a20"
    assert (refusal.rule, refusal.all) == ("B2", ("B2",))
    assert [str(cell) for cell in refusal.cells] == ["s1", "t1", "t2", "t3"]
    placed(T1_COVERED, corners="own", turn="red")


def test_B2_beside_a_corner_is_not_on_it() -> None:
    refusal = refusal_of("""
        20 . # . .
        19 . # # #
           a b c d
    """)
    assert (
        refusal.message == "B2: the first piece of blue must cover one of the start cells a20, t20, t1 or a1"
    )


def test_B2_a_corner_that_is_taken_is_none() -> None:
    picture = """
        20 B . . .
        19 . # # #
           a b c d
    """
    refusal = refusal_of(picture, turn="yellow")
    assert refusal.message == "B2: the first piece of yellow must cover one of the start cells t20, t1 or a1"
    assert refused(draw(picture, turn="yellow").state, "a20").all == ("B1", "B2")
    placed(picture, turn="blue")


def test_B2_touching_another_colour_does_not_matter() -> None:
    placed("""
        2 . R R .
        1 # # R .
          a b c d
    """)


IN_THE_MIDDLE = """
    11 . . . . . .
    10 # . . . . .
     9 # . . . . .
     … . . . . . .
     5 . . . . . .
       e f g h i j
"""


def test_B2_duo_starts_inside_the_board() -> None:
    placed(IN_THE_MIDDLE, variant="duo", corners="any", turn="orange")
    refusal = refusal_of(IN_THE_MIDDLE, variant="duo", corners="own", turn="orange")
    assert refusal.message == "B2: the first piece of orange must cover the start cell j5"


@pytest.mark.parametrize(
    ("options", "counts"),
    [
        ({"corners": "own"}, [58, 58, 58, 58]),
        ({"corners": "any"}, [232, 174, 116, 58]),
        ({"variant": "duo", "corners": "own"}, [414, 414]),
        ({"variant": "duo", "corners": "any"}, [828, 414]),
    ],
)
def test_B2_so_many_first_moves(options: dict[str, Any], counts: list[int]) -> None:
    """A single cell on each start cell in turn leaves the others to choose from."""
    state = start(**options)
    for count, cell in zip(counts, state.game.starts, strict=True):
        assert state.count_legal_moves() == len(state.legal_moves()) == count
        state = state.step(str(cell))


# -- B3: corner to corner --------------------------------------------------------------------------


def test_B3_one_touching_corner_is_enough() -> None:
    placed("""
        20 B . . . .
        19 . # # # #
           a b c d e
    """)


def test_B3_a_piece_far_away_touches_nothing() -> None:
    refusal = refusal_of("""
        20 B . . .
        19 . . . .
        18 . # # .
           a b c d
    """)
    assert refusal == Refusal(
        "B3",
        "B3: no cell of this piece touches another blue piece corner to corner",
        (Cell(1, 17), Cell(2, 17)),
        ("B3",),
    )


def test_B3_the_corner_of_another_colour_does_not_count() -> None:
    refusal = refusal_of("""
        20 B . Y . .
        19 . . . # #
           a b c d e
    """)
    assert refusal.all == ("B3",)


def test_B3_the_left_border_does_not_touch_the_right_one() -> None:
    refusal = refusal_of("""
        10 . . . … B
         9 # . . … .
         8 # . . … .
           a b c … t
    """)
    assert refusal.all == ("B3",)
    placed("""
        11 # . . … .
        10 # . . … B
         9 # . . … .
         8 . B B … .
           a b c … t
    """)


def test_B3_the_top_does_not_touch_the_bottom() -> None:
    refusal = refusal_of("""
        20 B . .
         …
         1 . # #
           j k l
    """)
    assert refusal.all == ("B3",)


# -- B4: never along an edge -----------------------------------------------------------------------


@pytest.mark.parametrize("scoring", ["advanced", "basic"])
def test_B4_a_cell_inside_the_box_around_a_piece_is_judged_by_itself(scoring: str) -> None:
    """B18, b19, c18 and c19 are empty, but b19 touches the piece along two edges."""
    refusal = refusal_of(
        """
        20 B B B .
        19 B # . .
        18 B . . .
           a b c d
        """,
        scoring=scoring,
    )
    assert refusal.rule == "B4"
    assert refusal.message == "B4: b19 would touch your own piece at a19 along an edge"
    assert refusal.cells == (Cell(1, 18), Cell(0, 18), Cell(1, 19))
    placed(
        """
        20 B B B .
        19 B . . #
        18 B . . .
        17 . . . .
           a b c d
        """,
        scoring=scoring,
    )
    placed(
        """
        20 B B B .
        19 B . . .
        18 B . . .
        17 . # # .
           a b c d
        """,
        scoring=scoring,
    )


def test_B4_a_corner_does_not_make_up_for_an_edge() -> None:
    """b19 touches a20 corner to corner, c19 touches c18 along an edge."""
    refusal = refusal_of("""
        20 B . . . .
        19 . # # . .
        18 . . B B B
           a b c d e
    """)
    assert refusal.all == ("B4",)
    assert refusal.message == "B4: c19 would touch your own piece at c18 along an edge"


def test_B4_other_colours_may_touch_along_an_edge() -> None:
    placed("""
        20 B . . .
        19 . # # .
        18 . . Y Y
           a b c d
    """)


def test_B4_both_colours_of_a_player_are_two_colours() -> None:
    """With two players blue and red are one player's, and still touch in any way."""
    placed(
        """
        20 B . . .
        19 . # # .
        18 . . R R
           a b c d
        """,
        players=2,
    )


# -- B5: each of the 21 pieces once ----------------------------------------------------------------


def test_B5_a_piece_is_there_only_once() -> None:
    refusal = refusal_of("""
        20 B B . .
        19 . . # .
        18 . . # .
           a b c d
    """)
    assert refusal.all == ("B5",)
    assert refusal.message == "B5: blue has placed its piece 2 already"


def test_B5_every_colour_has_its_own() -> None:
    placed("""
        20 B . Y Y
        19 . # # .
           a b c d
    """)


@pytest.mark.parametrize(
    "picture",
    [
        """
        20 B . .
        19 . # .
        18 . # .
        17 . # #
           a b c
        """,
        """
        20 B . .
        19 . # .
        18 . # .
        17 # # .
           a b c
        """,
        """
        20 B . . .
        19 . # # #
        18 . . . #
           a b c d
        """,
    ],
)
def test_B5_a_piece_may_be_turned_and_flipped(picture: str) -> None:
    before, after = draw(picture).state, placed(picture)
    assert set(before.color_hand(0)) - set(after.color_hand(0)) == {"L4"}


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("b19,c19,d19,e19,f19,g19", "B5: none of the 21 pieces covers just b19, c19, d19, e19, f19 and g19"),
        ("b19,d19", "B5: none of the 21 pieces covers just b19 and d19"),
        ("c18,b19", "B5: none of the 21 pieces covers just c18 and b19"),
    ],
)
def test_B5_other_shapes_are_no_pieces(move: str, sentence: str) -> None:
    drawn = draw("""
        20 B . .
           a b c
    """)
    refusal = refused(drawn.state, move)
    assert (refusal.message, refusal.all) == (sentence, ("B5",))


# -- B6: who can place must, who cannot is skipped -------------------------------------------------


def test_B6_a_colour_without_a_move_is_skipped_by_the_step() -> None:
    """Yellow has t20 alone, and blue is on s19."""
    state = placed("""
        20 . . . B . Y
        19 . # # . B .
        18 # # # . . .
           o p q r s t
    """)
    assert (state.game.colors[state.color or 0], state.current_player, state.skipped) == ("red", 2, (1,))
    state = state.step("t1").step("a1")
    assert (state.color, state.skipped) == (0, ())
    state = state.step(state.legal_moves()[0])
    assert (state.color, state.skipped) == (2, (1,))


def test_B6_a_colour_with_a_move_is_not_skipped_and_cannot_pass() -> None:
    """The same, but blue leaves s19 free."""
    state = placed("""
        20 . . B . . Y
        19 # # . . . .
           o p q r s t
    """)
    assert (state.color, state.skipped) == (1, ())
    for text in ("", "pass", "-", "null"):
        with pytest.raises(ValueError, match="is not a cell"):
            state.step(text)


ORANGE_ROUND_PURPLE = """
    12 . . . . O .
    11 O O O . O O
    10 . . . P . .
     9 . . O . O O
       b c d e f g
"""


def test_B6_one_colour_may_play_many_times_in_a_row() -> None:
    """Purple is blocked for good, orange plays on to its end."""
    state = draw(ORANGE_ROUND_PURPLE, turn="orange", variant="duo").state
    plies = 0
    while not state.is_over:
        assert (state.color, state.current_player) == (1, 1)
        assert state.legal_of(0) == 0
        state = state.step(state.legal_moves()[-1])
        assert state.skipped == (() if state.is_over else (0,))
        plies += 1
    assert plies > 8


def test_B6_of_two_players_only_the_blocked_colour_is_skipped() -> None:
    """Yellow is blocked, its player goes on with green."""
    state = placed(
        """
        20 . . . B . Y
        19 . # # . B .
        18 # # # . . .
           o p q r s t
        """,
        players=2,
    )
    seats = []
    for move in ("t1", "a1"):
        seats.append((state.game.colors[state.color or 0], state.current_player))
        state = state.step(move)
    assert seats == [("red", 0), ("green", 1)]


# -- whose turn it is ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "seats"),
    [
        ({"players": 1}, [0, 0, 0, 0] * 4),
        ({"players": 2}, [0, 1, 0, 1] * 4),
        ({"players": 3}, [0, 1, 2, 0, 0, 1, 2, 1, 0, 1, 2, 2, 0, 1, 2, 0]),
        ({"players": 4}, [0, 1, 2, 3] * 4),
        ({"variant": "duo"}, [0, 1] * 8),
    ],
)
def test_the_seats_take_turns(options: dict[str, Any], seats: list[int]) -> None:
    """With three players green goes round."""
    state = start(**options)
    found = []
    for _ in seats:
        found.append(state.current_player)
        state = state.step(state.legal_moves()[0])
        assert state.skipped == ()
    assert found == seats


def test_three_players_share_green_by_its_pieces_not_by_the_turns() -> None:
    """Yellow is blocked, and green is still placed by 0, 1, 2."""
    state = draw(
        """
        20 . B . Y
        19 . . B .
           q r s t
        """,
        players=3,
    ).state
    owners = []
    for _ in range(12):
        assert state.color != 1
        if state.color == 3:
            owners.append(state.current_player)
        state = state.step(state.legal_moves()[0])
    assert owners == [0, 1, 2, 0]


# -- B7: the end -----------------------------------------------------------------------------------

LAST_MOVE = """
    14 . . P . . P . O O O O O P P
    13 . . P . . P O . . P P P O O
    12 . P P . P P O P P . . P . O
    11 . P . P . P O P P . . P . O
    10 # . . P P . O . P . O . . O
     9 . . P . P P . . . P O O O .
     8 P P P . . . P P P P O . P O
     7 P . . . . P . . O O P P P .
     6 . P . . P P . O O . O O P .
     5 . P P P . P P O P O P P O O
     4 . O O O O . O P P O P P O O
     3 O . O . . . O O P O O O . O
     2 O . . O O O . O . P P P O .
     1 O O . . O . . O . P . P O O
       a b c d e f g h i j k l m n
"""


def test_B7_the_game_ends_when_no_colour_can_place() -> None:
    drawn = draw(LAST_MOVE, variant="duo")
    assert drawn.state.legal_of(1) == 0
    assert not drawn.state.is_over
    state = drawn.state.step(drawn.move)
    assert (state.is_over, state.color, state.current_player, state.phase) == (True, None, None, "over")
    assert (state.legal_moves(), state.count_legal_moves(), state.skipped) == ([], 0, ())
    for move in (drawn.move, "m3", "o20", "a1,a5"):
        refusal = refused(state, move)
        assert refusal == Refusal(
            "B7", "B7: the game is over, no colour can place a piece any more", (), ("B7",)
        )


# -- B8: scores ------------------------------------------------------------------------------------


def test_B8_each_cell_left_costs_a_point() -> None:
    """Purple is left with I3, V3, I4, Z4, I5 and X, orange with I3, O, Z4, U, Z5, F and X."""
    state = placed(LAST_MOVE, variant="duo")
    assert state.scores == state.color_scores == (-3 - 3 - 4 - 4 - 5 - 5, -3 - 4 - 4 - 5 - 5 - 5 - 5)
    assert state.winners == (0,)


TWO_PIECES_LEFT = """
    14 P P P . . O . . P P . . P P
    13 . . P P . . . . . . P P . P
    12 . P . . P P P P P . P P . P
    11 P P P . . . . . . . P . . .
    10 . P . P P . . P . P . . . .
     9 . . P P . P . P P P . . P P
     8 . . P . . P P . . . . . P .
     7 . . . P . P . P P P P . P .
     6 . P P P . P . . . . . . P .
     5 P . P . P . P . . P P P . .
     4 P P . . P . P P P . P . . .
     3 . . P P P . . . P . P . P .
     2 # # . . . P P . . . . P P .
     1 # # . . P P . . P P P . P .
       a b c d e f g h i j k l m n
"""
"""Purple has the square, marked here, and the single cell left; n4 is a place for that one."""


@pytest.mark.parametrize("scoring", ["advanced", "basic"])
@pytest.mark.parametrize(
    ("moves", "bonus"), [(("n4", "a1,b1,a2,b2"), 15), (("a1,b1,a2,b2", "n4"), 20)], ids=["+15", "+20"]
)
def test_B8_the_bonus_is_for_the_last_piece_placed(moves: tuple[str, str], bonus: int, scoring: str) -> None:
    """15 and 5 more only if the single cell was the last; skips after it change nothing."""
    drawn = draw(TWO_PIECES_LEFT, variant="duo", corners="own", scoring=scoring)
    assert drawn.move == "a1,b1,a2,b2"
    state = drawn.state.step(moves[0])
    state = state.step(state.legal_moves()[0]).step(moves[1])
    after = 0
    while not state.is_over:
        assert state.color == 1
        assert state.skipped == (0,) * (after > 0)
        assert state.color_scores[0] == (bonus if scoring == "advanced" else 0)
        state = state.step(state.legal_moves()[0])
        after += 1
    assert after > 1
    assert state.scores[0] == (bonus if scoring == "advanced" else 0)
    assert state.winners == (0,)


def test_B8_a_playout_knows_the_bonus_too() -> None:
    """From the same position, random games end as they do when their moves are played one by one."""
    start_state, bonuses = draw(TWO_PIECES_LEFT, variant="duo", corners="own").state, set()
    for seed in range(60):
        state, rng = start_state, Random(seed)
        while not state.is_over:
            moves = state.legal_moves()
            state = state.step(moves[int(rng.random() * len(moves))])
        assert start_state.playout(Random(seed)) == state.scores
        bonuses.add(state.scores[0])
    assert {15, 20} <= bonuses


def _with_left(cells: list[int], single_last: bool, **options: Any) -> BlokusState:
    """A position in which the colours have so many cells left; where the others lie does not matter."""
    masks = tuple((1 << 89 - left) - 1 for left in cells)
    return replace(start(**options), masks=masks, single_last=(single_last,) * 4)


@pytest.mark.parametrize(
    ("scoring", "single_last", "blue"), [("advanced", True, 20), ("advanced", False, 15), ("basic", True, 0)]
)
def test_B8_worked_scores(scoring: str, single_last: bool, blue: int) -> None:
    """The worked examples of the rule sheet."""
    state = _with_left([0, 4 + 4, 3 + 4 * 4 + 5, 3 + 3 * 4 + 5], single_last, scoring=scoring)
    assert state.color_scores == state.scores == (blue, -8, -24, -20)


@pytest.mark.parametrize(
    ("players", "scores"), [(1, (-61,)), (2, (-73, 12)), (3, (-27, -3, -46)), (4, (-27, -3, -46, 15))]
)
def test_B8_a_seat_has_the_sum_of_its_colours(players: int, scores: tuple[int, ...]) -> None:
    """Blue −27, yellow −3, red −46, green +15; three players' shared green counts for nobody."""
    state = _with_left([27, 3, 46, 0], False, players=players)
    assert state.color_scores == (-27, -3, -46, 15)
    assert state.scores == scores
    best = max(scores)
    assert replace(state, color=None).winners == tuple(
        seat for seat in range(players) if scores[seat] == best
    )


# -- refusals --------------------------------------------------------------------------------------

MANY_FAULTS = """
    20 B B . . .
    19 . . Y . .
    18 . . . . .
       a b c d e
"""


@pytest.mark.parametrize(
    ("turn", "move", "rules"),
    [
        ("blue", "c19", "B1"),
        ("blue", "e18", "B3"),
        ("blue", "c20", "B4 B3"),
        ("blue", "c20,d20,d19", "B4 B3"),
        ("blue", "z9", "B1 B3"),
        ("blue", "c19,d19", "B5 B1"),
        ("blue", "a20,b20", "B5 B1 B4 B3"),
        ("blue", "c19,c20", "B5 B1 B4"),
        ("blue", "a1,c1", "B5 B3"),
        ("blue", "a1,b1,c1,d1,e1,f1", "B5 B3"),
        ("red", "a1", "B2"),
        ("red", "b20", "B1 B2"),
        ("red", "t0", "B1 B2"),
        ("red", "t1,t2,t3,t4,t5,t6", "B5"),
        ("red", "b20,b18", "B5 B1 B2"),
    ],
)
def test_a_refusal_names_the_first_rule_broken_and_knows_them_all(turn: str, move: str, rules: str) -> None:
    """The game is over, B5, B1, B2, B4, B3, in this order."""
    state = draw(MANY_FAULTS, turn=turn, corners="own").state
    refusal = refused(state, move)
    assert " ".join(refusal.all) == rules
    assert refusal.rule == refusal.all[0]
    assert refusal.message.startswith(f"{refusal.rule}: ")


def test_a_move_given_as_another_piece_is_refused() -> None:
    state = start(corners="own")
    move = state.game.parse_move("a20,b20")
    refusal = state.why_illegal(replace(move, piece="I3"))
    assert refusal is not None
    assert refusal.message == "B5: no piece I3 covers just a20 and b20"


# -- what drawing needs ----------------------------------------------------------------------------


def test_what_drawing_needs() -> None:
    state = draw("""
        20 B . .
        19 . B B
        18 Y . .
           a b c
    """).state
    assert state.grid == {
        **dict.fromkeys((Cell(0, 19), Cell(1, 18), Cell(2, 18)), "blue"),
        Cell(0, 17): "yellow",
    }
    assert sorted(map(len, state.pieces)) == [1, 1, 2]
    assert state.marks == dict.fromkeys((Cell(19, 19), Cell(19, 0), Cell(0, 0)), "•")
    assert state.hand(0)[:2] == ("I3", "V3")
    assert state.hand(1)[:2] == ("2", "I3")
    assert [len(state.hand(seat)) for seat in range(4)] == [19, 20, 21, 21]


@pytest.mark.parametrize(
    ("options", "pieces"), [({"players": 1}, [84]), ({"players": 2}, [42, 42]), ({"players": 3}, [21] * 3)]
)
def test_a_seat_has_the_pieces_of_its_colours(options: dict[str, Any], pieces: list[int]) -> None:
    state = start(**options)
    assert [len(state.hand(seat)) for seat in range(len(pieces))] == pieces
    for seat in (-1, len(pieces), "0", None):
        with pytest.raises(ValueError, match="seat must be 0"):
            state.hand(seat)  # type: ignore[arg-type]


def test_there_are_no_marks_when_everybody_has_started() -> None:
    state = start(corners="own")
    for cell in state.game.starts:
        assert cell in state.marks
        state = state.step(str(cell))
    assert state.marks == {}


# -- perft -----------------------------------------------------------------------------------------

PERFT: list[tuple[dict[str, Any], list[int]]] = [
    ({"corners": "own"}, [58, 3_364, 195_112]),
    ({"corners": "own", "players": 2}, [58, 3_364]),
    ({"variant": "duo", "corners": "own"}, [414, 171_396]),
    ({"corners": "any"}, [232]),
    ({"variant": "duo", "corners": "any"}, [828]),
]


@pytest.mark.parametrize(("options", "counts"), PERFT)
def test_perft(options: dict[str, Any], counts: list[int]) -> None:
    """Numbers found by two programs; where one is wrong, the first moves tell where to look."""
    state = start(**options)
    for depth, count in enumerate(counts, 1):
        if perft(state, depth) != count:
            split = {str(move): perft(state.step(move), depth - 1) for move in state.legal_moves()}
            pytest.fail(f"perft({depth}) is {sum(split.values())}, not {count}: {split}")


# -- against the oracle ----------------------------------------------------------------------------


def _points(cells: Iterable[Cell]) -> frozenset[tuple[int, int]]:
    return frozenset((x, y) for x, y in cells)


@settings(max_examples=50, deadline=None, derandomize=True)
@given(options=st.sampled_from(VARIANTS), seed=st.integers(0, 10**6), plies=st.integers(0, 80))
def test_any_position_is_what_the_rules_say_on_sets_of_cells(
    options: dict[str, Any], seed: int, plies: int
) -> None:
    """Whatever was played: turns, skips, moves, refusals and scores are those of ``tests/oracle.py``."""
    state, slow, bot = start(**options), SlowBlokus(**options), boardlab.bots.get("random", seed=seed)
    for _ in range(plies):
        if not state.is_over:
            move = bot(state)
            state = state.step(move)
            slow.play(_points(move.cells))
        assert (state.color, state.current_player) == (slow.turn, slow.seat)
        assert state.skipped == tuple(slow.skipped)
    assert (state.color_scores, state.scores) == (tuple(slow.color_scores), tuple(slow.scores))

    table = state.game.table
    legal = {} if slow.turn is None else {cells: name for name, cells in slow.legal(slow.turn)}
    assert {_points(move.cells): move.piece for move in state.legal_moves()} == legal
    assert [move for move in table.moves if state._is_legal(move)] == state.legal_moves()
    for color, pieces in enumerate(slow.placed):
        assert set(state.color_hand(color)) == set(table.names) - {name for name, _ in pieces}
    assert {_points(cells) for cells in state.pieces} == {
        cells for pieces in slow.placed for _, cells in pieces
    }

    for move in table.moves[seed % 199 :: 199]:
        refusal, broken = state.why_illegal(move), slow.broken(move.piece, _points(move.cells))
        assert (refusal.rule if refusal else None) == (broken[0] if broken else None)
        assert set(broken) <= set(refusal.all if refusal else ())
