"""The rules of Isaac, each by its id, on drawn positions: capitals are Dark's bars, small letters Light's."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import boardlab
from boardlab.core import Cell, Move, State, perft
from boardlab.games.blokus import Blokus
from boardlab.games.isaac import BarMove, Isaac, IsaacState, Points
from tests.refusals import refused

GAME = Isaac()
VECTORS = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "isaac.jsonl").read_text(encoding="utf-8").splitlines()
]

EMPTY = 10 * (10 * "." + "\n")

P = """
    . . . . . . . . . .
    . . . . E . . . . .
    . . . . E . . . . .
    . . D . E . . . . .
    . . D . E . . . . .
    . . D . E . . . . c
    A A A A A b b b b c
    . . . . . . . . . c
    . . . . . . . . . .
    . . . . . . . . . .
"""

Q = """
    . . . c c c . . . .
    D D D . . . . . . .
    . . . . b b b b b .
    . . . . A . . . . .
    . . . . A . . . . .
    . . . . A . . . . .
    . . . . A . . . . .
    . . . . A . . . . .
    . . . . A . . . . .
    . . . . A . . . . .
"""

R = """
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

CROWD = """
    . . . . . . . . . .
    . . . . . . . . . .
    . . . . . b c d e f
    . . . . . b c d e f
    A A A A A b c d e f
    . . . . . . . . . .
    G G G G . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
"""


def legal_texts(state: State) -> list[str]:
    return [str(move) for move in state.legal_moves()]


def stops(state: IsaacState, bar: str) -> list[int]:
    """List the scores that the player may reach by removing a bar."""
    assert state.seat is not None
    own = state.markers[state.seat]
    texts = [move.split("+") for move in legal_texts(state)]
    return [own + int(advance) for text, advance in texts if text == bar]


# -- the game ------------------------------------------------------------------------------------


def test_the_game_is_made_by_its_name() -> None:
    assert boardlab.make("isaac") == GAME
    assert (GAME.title, GAME.players, GAME.width, GAME.height, GAME.options) == ("Isaac", 2, 10, 10, {})
    assert pickle.loads(pickle.dumps(GAME)) == GAME
    with pytest.raises(ValueError, match="players"):
        boardlab.make("isaac", players=2)


def test_rules_are_told_in_their_order() -> None:
    assert list(GAME.rules) == [f"I{number}" for number in range(1, 10)]


def test_the_start() -> None:
    state = GAME.initial_state()
    assert (state.ply, state.phase, state.current_player, state.scores) == (0, "place", 0, (0, 0))
    assert (state.winners, state.skipped, state.grid, state.marks, state.pieces) == ((), (), {}, {}, [])
    assert state.hand(0) == state.hand(1) == tuple("333334444555667")
    assert sum(map(int, state.hand(0))) == 65


def test_first_placements() -> None:
    state = GAME.initial_state()
    assert Counter(move.piece for move in state.legal_moves()) == {
        "3": 160,
        "4": 140,
        "5": 120,
        "6": 100,
        "7": 80,
    }
    assert perft(state, 1) == 600
    assert perft(state, 2) == 305_600


# -- I1 and I2: placing --------------------------------------------------------------------------


@pytest.mark.parametrize("bar", ["a1-c1", "d2-d8", "h10-j10", "a4-a10"])
def test_i1_a_bar_lies_in_a_row_or_a_column(bar: str) -> None:
    state = GAME.initial_state().step(bar)
    assert state.pieces == [GAME.parse_move(bar).cells]
    assert set(state.grid.values()) == {"dark"}
    assert state.current_player == 1


def test_i1_a_bar_lies_on_the_board_on_empty_cells() -> None:
    state = GAME.position(P)
    assert state.is_legal("a3-g3")
    assert "off the board" in refused(state, "h3-k3", "I1", "k3")
    assert "c4 is covered by dark" in refused(state, "c2-c4", "I1", "c4")
    assert refused(state, "f4-i4", "I1", "f4", "g4", "h4", "i4")


@pytest.mark.parametrize("bar", ["a1-a1", "a1-b1", "a1-h1", "a1-a10"])
def test_i1_a_bar_has_3_to_7_cells(bar: str) -> None:
    refused(GAME.initial_state(), bar, "I1")


def test_i1_a_bar_is_in_the_hand() -> None:
    state = GAME.position(EMPTY, unplaced=([7, 3], [7]))
    assert {len(move.cells) for move in state.legal_moves()} == {3, 7}
    assert "all 4 of your bars of 4" in refused(state, "a1-d1", "I1")
    after = state.step("a1-g1").step("a2-g2")
    assert "your only bar of 7" in refused(after, "a3-g3", "I1")


def test_i2_whoever_cannot_place_is_out_and_the_other_goes_on() -> None:
    state = GAME.position(EMPTY, player=1, unplaced=([3, 3], []))
    for bar in ("a1-c1", "a2-c2"):
        assert (state.phase, state.current_player, state.skipped) == ("place", 0, (1,))
        state = state.step(bar)
    assert state.phase == "score"


def test_i2_nobody_is_skipped_who_can_place() -> None:
    state = GAME.position(EMPTY, unplaced=([3], [3]))
    assert (state.current_player, state.skipped) == (0, ())
    assert state.step("a1-c1").current_player == 1


def test_i2_no_bar_is_placed_once_scoring_has_started() -> None:
    assert "a1-c1+0" in refused(GAME.position(P, scores=(0, 0)), "a1-c1", "I2")


# -- I3: how scoring starts ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unplaced", "bars", "starter"),
    [
        (([3], []), ["a1-c1"], 1),  # Light was out before
        (([], [3]), ["a1-c1"], 0),  # Dark was out before
        (([3], [3]), ["a1-c1", "a2-c2"], 0),  # Light places the last bar, and Dark would come next
        (([3, 3], [3]), ["a1-c1", "a2-c2", "a3-c3"], 1),
    ],
)
def test_i3_the_first_who_cannot_place_starts(
    unplaced: tuple[list[int], list[int]], bars: list[str], starter: int
) -> None:
    state = GAME.position("...AAAbbb.\n" + EMPTY[11:], unplaced=unplaced)
    for bar in bars:
        assert state.phase == "place"
        state = state.step(bar)
    assert (state.phase, state.current_player, state.scores) == ("score", starter, (0, 0))
    assert state.skipped == ()


def test_i3_both_markers_start_on_their_00() -> None:
    state = GAME.position(P, scores=(0, 0))
    assert state.marks == {Cell.parse("a1"): "▲", Cell.parse("j10"): "▼"}
    for score, dark, light in ((0, "a1", "j10"), (9, "j1", "a10"), (10, "a2", "j9"), (99, "j10", "a1")):
        assert [str(GAME.marker_cell(seat, score)) for seat in (0, 1)] == [dark, light]


def test_i3_no_bar_is_removed_before_scoring() -> None:
    assert "scoring starts when" in refused(GAME.position(P), "a4-e4+0", "I3")


# -- I4: what may be removed ---------------------------------------------------------------------


def test_i4_only_an_own_bar_is_removed() -> None:
    state = GAME.position(P, scores=(0, 0))
    assert state.is_legal("a4-e4+0")
    assert "is not yours" in refused(state, "f4-i4+0", "I4")
    assert "no bar of yours" in refused(state, "a1-c1+0", "I4")
    assert "no bar of yours" in refused(state, "a4-d4+0", "I4")
    after = state.step("a4-e4+0")
    assert after.grid.keys() == state.grid.keys() - set(GAME.parse_move("a4-e4").cells)
    assert after.hand(0) == state.hand(0)


def test_i4_a_bar_under_a_marker_stays() -> None:
    state = GAME.position(P, scores=(0, 65))
    assert "at e4" in refused(state, "a4-e4+0", "I4", "e4")
    assert state.is_legal("c5-c7+0")


def test_i4_a_bar_over_00_stays_at_the_start_whoever_owns_it() -> None:
    drawing = """
        . . . . . . . D D D
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        l l l . . . . . . .
        A A A . . . . B B B
    """
    state = GAME.position(drawing, scores=(0, 0))
    refused(state, "a1-c1+0", "I4", "a1")
    refused(state, "h10-j10+0", "I4", "j10")
    assert {move.split("+")[0] for move in legal_texts(state)} == {"h1-j1"}


def test_i4_no_bar_is_shorter_than_one_removed_before() -> None:
    drawing = """
        . . . . . . . . . .
        A A A . B B B B . .
        . . . . . . . . . .
        C C C C . . . . . .
        . . . . . . . . . .
        d d d . e e e e . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
    """
    state = GAME.position(drawing, scores=(0, 0)).step("e9-h9+2")
    assert state.is_legal("a5-c5+0")  # Light is not bound by what Dark removed
    state = state.step("e5-h5+0")
    assert "shorter than the 4" in refused(state, "a9-c9+0", "I4", "a9", "b9", "c9")
    assert state.is_legal("a7-d7+0")
    later = GAME.position(drawing, scores=(2, 0), removed=(4, 0))
    assert legal_texts(later) == [*legal_texts(state), "e9-h9+0", "e9-h9+1", "e9-h9+2"]


# -- I5: what a bar scores -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("drawing", "bar", "scores", "points"),
    [
        (P, "a4-e4", (0, 0), Points(bars=2, value=3, markers=0, points=6)),
        (P, "a4-e4", (36, 0), Points(bars=2, value=3, markers=1, points=12)),
        (P, "a4-e4", (36, 60), Points(bars=2, value=3, markers=2, points=24)),
        (Q, "e1-e7", (10, 0), Points(bars=2, value=6, markers=0, points=12)),
        (CROWD, "a4-d4", (0, 0), Points(bars=0, value=2, markers=0, points=0)),
        (CROWD, "a4-d4", (30, 0), Points(bars=0, value=2, markers=1, points=0)),
        (R, "a6-g6", (57, 41), Points(bars=3, value=6, markers=2, points=72)),
    ],
)
def test_i5_worked_examples(drawing: str, bar: str, scores: tuple[int, int], points: Points) -> None:
    state = GAME.position(drawing, scores=scores)
    assert state.points(bar) == state.points(f"{bar}+0") == points
    assert points.points == points.bars * points.value * 2**points.markers


@pytest.mark.parametrize(("scores", "points"), [((10, 10), 12), ((50, 10), 24), ((50, 40), 48)])
def test_i5_each_marker_on_the_line_doubles(scores: tuple[int, int], points: int) -> None:
    state = GAME.position(CROWD.replace("f", "."), scores=scores)
    assert state.points("a6-e6") == (4, 3, points // 24 if points > 12 else 0, points)


@pytest.mark.parametrize(("length", "most"), [(3, 28), (4, 48), (5, 60), (6, 64), (7, 72)])
def test_i5_the_most_that_one_removal_can_score(length: int, most: int) -> None:
    crossing = "bcdefGH"[: 10 - length]
    beside, line, empty = "." * length + crossing, "A" * length + crossing, 10 * "."
    drawing = "\n".join([*4 * [empty], beside, line, beside, *3 * [empty]])
    state = GAME.position(drawing, scores=(48, 50))  # i5 and j5
    assert state.points(f"a5-{'abcdefg'[length - 1]}5") == (10 - length, most // 4 // (10 - length), 2, most)


def test_i5_what_is_no_bar_scores_nothing() -> None:
    with pytest.raises(ValueError, match="no bar at a1-c1"):
        GAME.position(P, scores=(0, 0)).points("a1-c1")


def test_i5_a_bar_can_be_valued_while_others_are_placed() -> None:
    assert GAME.position(P).points("f4-i4") == (2, 2, 0, 4)


# -- I6 and I7: the advance ----------------------------------------------------------------------


def test_i6_any_advance_up_to_the_points() -> None:
    state = GAME.position(P, scores=(0, 0))
    assert stops(state, "a4-e4") == [0, 1, 2, 3, 4, 5, 6]
    message = refused(state, "a4-e4+7", "I6")
    assert "0 to 6 points (2 × 3), not 7" in message
    after = state.step("a4-e4+5")
    assert (after.scores, after.current_player) == ((5, 0), 1)


def test_i6_a_marker_never_stops_on_the_other_but_may_pass_it() -> None:
    state = GAME.position(CROWD, scores=(20, 70))
    assert state.points("a6-e6").points == 15
    assert stops(state, "a6-e6") == [*range(20, 29), *range(30, 36)]
    assert "Light's marker stands on your 29, the cell j3" in refused(state, "a6-e6+9", "I6", "j3")
    assert state.step("a6-e6+10").scores == (30, 70)


def test_i6_a_marker_may_have_to_stop_before_the_other() -> None:
    drawing = """
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . b c d . .
        . . . . . b c d . .
        A A A A A b c d . .
        . . . . . . . . . .
        . . . . . . . . . .
    """
    state = GAME.position(drawing, scores=(50, 40))
    assert state.points("a3-e3").points == 9
    assert stops(state, "a3-e3") == list(range(50, 59))
    refused(state, "a3-e3+9", "I6", "j6")


def test_i6_several_rules_may_be_broken() -> None:
    refusal = GAME.position(P, scores=(0, 0), removed=(5, 0)).why_illegal("c5-c7+50")
    assert refusal is not None
    assert (refusal.rule, refusal.all) == ("I4", ("I4", "I6"))
    assert "shorter" in refusal.message


def test_i7_reaching_100_wins_at_once() -> None:
    state = GAME.position(R, scores=(57, 41))
    assert stops(state, "a6-g6") == [57, *range(59, 101)]
    end = state.step("a6-g6+43")
    assert (end.phase, end.is_over, end.current_player) == ("over", True, None)
    assert (end.scores, end.winners, end.legal_moves(), end.skipped) == ((100, 41), (0,), [], ())
    assert end.marks == {Cell.parse("i6"): "▼"}
    assert "Dark has reached 100" in refused(end, "h5-h7+0", "I7")


def test_i7_an_advance_beyond_100_is_written_as_the_one_that_reaches_it() -> None:
    state = GAME.position(R, scores=(57, 41))
    assert "advance by 43" in refused(state, "a6-g6+44", "I7")
    assert "advance by 43" in refused(state, "a6-g6+72", "I7")
    refused(state, "a6-g6+73", "I6")
    assert state.is_legal("a6-g6+42")


# -- I8 and I9: how the game ends ----------------------------------------------------------------


def test_i8_whoever_has_nothing_to_remove_is_out_and_the_other_goes_on() -> None:
    drawing = """
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        c c c . . . . . . .
        d d d . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        A A A . . . . . . .
    """
    state = GAME.position(drawing, scores=(0, 0))  # Dark's only bar lies under his own marker
    assert (state.current_player, state.skipped) == (1, (0,))
    state = state.step("a5-c5+0")
    assert (state.current_player, state.skipped) == (1, (0,))
    state = state.step("a6-c6+0")
    assert (state.phase, state.scores, state.skipped, state.winners) == ("over", (0, 0), (), (0,))
    assert "Dark has won" in refused(state, "a1-c1+0", "I8")


def test_i8_whoever_is_out_stays_out_when_the_marker_has_moved_off_his_bar() -> None:
    drawing = """
        . . . . . . . . . A
        . . . . . . . . . A
        . . . . . . . . . A
        . . . . . . . . . .
        . . . . . . . . . .
        c c c . . . . . . .
        . . . . . . . . . .
        d d d e e e . . . .
        . . . . . . . . . .
        . . . . . . . . . .
    """
    state = GAME.position(drawing, scores=(0, 0))
    assert (state.current_player, state.skipped) == (1, (0,))
    state = state.step("a3-c3+1")
    assert not state.marks.keys() & set(GAME.parse_move("j8-j10").cells)
    assert (state.current_player, state.skipped) == (1, (0,))
    state = state.step("a5-c5+0").step("d3-f3+0")
    assert (state.is_over, state.scores, state.winners) == (True, (0, 1), (1,))


def test_i8_only_who_finds_nothing_on_his_own_turn_is_out() -> None:
    drawing = """
        . . . . . . . . . A
        . . . . . . . . . A
        . . . . . . . . . A
        . . . . . . . . . .
        . . . . . . . . . .
        c c c . . . . . . .
        . . . . . . . . . .
        d d d e e e . . . .
        . . . . . . . . . .
        . . . . . . . . . .
    """
    state = GAME.position(drawing, scores=(0, 0), player=1).step("a3-c3+1")
    assert legal_texts(state) == ["j8-j10+0"]


@pytest.mark.parametrize(
    ("unplaced", "winner"),
    [
        (([3, 4], [7]), 1),
        (([7], [3, 4]), 0),
        (([3, 4], [4, 3]), 0),
        (([3], [4]), 1),
        (([5], [4]), 0),
        (([3, 3, 3], [4, 5]), 1),
        (([3, 3, 4], [4, 5]), 0),
        (([], []), 0),
    ],
)
def test_i9_the_longer_line_of_unplaced_bars_wins_a_tie(
    unplaced: tuple[list[int], list[int]], winner: int
) -> None:
    end = GAME.position(EMPTY, scores=(40, 40), unplaced=unplaced)
    assert (end.is_over, end.winners) == (True, (winner,))


def test_i9_bars_removed_do_not_count() -> None:
    state = GAME.position(CROWD, scores=(40, 40), unplaced=([3], [4]))
    assert state.winners == ()
    while not state.is_over:
        state = state.step(next(move for move in legal_texts(state) if move.endswith("+0")))
    assert (state.scores, state.winners) == ((40, 40), (1,))


def test_i9_the_higher_score_comes_first() -> None:
    assert GAME.position(EMPTY, scores=(41, 40), unplaced=([], [7])).winners == (0,)
    assert GAME.position(EMPTY, scores=(40, 41), unplaced=([7], [])).winners == (1,)


# -- whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize("vector", VECTORS)
def test_games_of_an_independent_program(vector: dict[str, Any]) -> None:
    state: State = boardlab.make("isaac", **vector["options"]).initial_state()
    for move, count, player in zip(vector["moves"], vector["legal"], vector["players"], strict=True):
        assert state.current_player == player
        assert state.count_legal_moves() == len(state.legal_moves()) == count
        state = state.step(move)
    assert state.is_over
    assert list(state.scores) == vector["scores"]
    assert list(state.winners) == vector["winners"]


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_what_holds_in_every_position(seed: int) -> None:
    rng, state, phases = Random(seed), GAME.initial_state(), ["place"]
    while not state.is_over:
        legal = state.legal_moves()
        assert legal == sorted(set(legal))
        assert len(legal) == state.count_legal_moves()
        assert sorted(map(sorted, state.pieces)) == sorted(
            sorted(GAME.table.moves[number].cells)
            for number in range(600)
            if (state.bars[0] | state.bars[1]) >> number & 1
        )
        for move in rng.sample(legal, min(5, len(legal))):
            text = str(move)
            assert GAME.parse_move(text) == GAME.parse_move(f" {text.upper()} ") == move
            assert state.why_illegal(move) is None
            assert isinstance(move, BarMove)
            bar, plus, advance = text.partition("+")
            assert GAME.parse_move("-".join(reversed(bar.split("-"))) + plus + advance) == move
        again = pickle.loads(pickle.dumps(state))
        assert (again, hash(again), again.legal_moves()) == (state, hash(state), legal)
        state = state.step(rng.choice(legal))
        phases += [state.phase] if state.phase != phases[-1] else []
    assert phases == ["place", "score", "over"]
    assert len(state.winners) == 1


@pytest.mark.parametrize("seed", range(20))
def test_a_playout_chooses_the_moves_that_the_list_has(seed: int) -> None:
    rng, state = Random(seed), GAME.initial_state()
    while not state.is_over:
        if rng.random() < 1 / 4:
            fast, slow = Random(seed), Random(seed)
            assert state.playout(fast) == State.playout(state, slow)
            assert fast.getstate() == slow.getstate()
        state = state.step(rng.choice(state.legal_moves()))
    assert state.playout(rng) == state.scores


@pytest.mark.parametrize(
    ("scores", "removed", "player"), [((57, 41), (0, 0), 0), ((90, 8), (0, 0), 0), ((20, 90), (7, 3), 1)]
)
def test_a_playout_near_the_goal_and_near_the_other_marker(
    scores: tuple[int, int], removed: tuple[int, int], player: int
) -> None:
    for drawing in (P, Q, R, CROWD):
        state = GAME.position(drawing, scores, player, removed)
        for seed in range(50):
            fast, slow = Random(seed), Random(seed)
            assert state.playout(fast) == State.playout(state, slow)
            assert fast.getstate() == slow.getstate()


# -- what is no move, no position ----------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-",
        "+",
        "a1",
        "a1-",
        "-a1",
        "a1-c1+",
        "a1-c1+x",
        "a1-c1+-1",
        "a1-c1+1+1",
        "a1-c1+1.5",
        "a1-c1+٣",
        "a1-b1-c1",
        "a1,b1,c1",
        "a1-c3",
        "Rd3",
        "F",
        "a1-c1!",
        "a1-a9999",
        "é1-é3",
        "a1-c1+9999",
        "a1-c1" * 9999,
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


@pytest.mark.parametrize("thing", [None, 1, 1.5, ["a1-c1"], ("a1", "c1"), b"a1-c1"])
def test_things_that_are_no_moves(thing: Any) -> None:
    for method in (
        GAME.initial_state().step,
        GAME.initial_state().is_legal,
        GAME.initial_state().why_illegal,
    ):
        with pytest.raises(TypeError, match="a move is"):
            method(thing)


def test_moves_of_other_games_and_moves_made_by_hand() -> None:
    place, score = GAME.initial_state(), GAME.position(P, scores=(0, 0))
    cells = GAME.parse_move("a4-e4").cells
    for move in (
        Blokus().initial_state().legal_moves()[0],
        Move("5", cells),
        BarMove("5", cells[::-1]),
        BarMove("7", cells),
        BarMove("0", ()),
        BarMove("3", 3 * cells[:1]),
        BarMove("5", cells[:4]),
    ):
        refused(place, move, "I1")
        assert not score.is_legal(move)
        assert score.why_illegal(move) is not None
    for advance in (-1, True, 2.0, "2"):
        refused(score, BarMove("5", cells, advance), "I6")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="tuple of Cell"):
        place.step(BarMove("5", list(cells)))  # type: ignore[arg-type]


def test_equal_moves_have_one_text_and_an_order() -> None:
    move = GAME.parse_move("C1-a1+007")
    assert (str(move), move.piece, move.advance) == ("a1-c1+7", "3", 7)
    assert move == BarMove("3", (Cell(0, 0), Cell(1, 0), Cell(2, 0)), 7)
    texts = ["a1-c1+2", "a1-c1+10", "a1-d1+0", "a1-a3+1", "b1-d1+0", "a2-c2+0"]
    assert sorted(map(GAME.parse_move, texts)) == list(map(GAME.parse_move, texts))


def test_bars_of_one_colour_side_by_side_are_two_pieces() -> None:
    state = GAME.initial_state().step("a1-c1").step("a3-c3").step("a2-c2")
    assert [len(piece) for piece in state.pieces] == [3, 3, 3]
    assert len(set(state.pieces)) == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((P[:40],), "10 rows"),
        ((P.replace(". c\n", ". c c\n"),), "10 cells"),
        ((EMPTY.replace("...", "AA.", 1),), "not a bar"),
        ((EMPTY.replace("...", "A.A", 1),), "not a bar"),
        ((EMPTY.replace("...", "###", 1),), "not a bar"),
        (("AAAAAAA...\nBBBBBBB...\n" + EMPTY[22:],), "1 of 7"),
        ((P, (0, 100)), "a score must be"),
        ((P, (-1, 5)), "a score must be"),
        ((P, (1.0, 5)), "a score must be"),
        ((P, (40, 59)), "one cell"),
        ((P, None, 2), "player must be"),
        ((P, (0, 0), 0, (2, 0)), "removed must be"),
        ((P, None, 0, (0, 0), ([8], [])), "length of a bar must be"),
        ((P, None, 0, (0, 0), ([5, 5, 5], [])), "3 of 5"),
    ],
)
def test_drawings_that_are_no_positions(arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        GAME.position(*arguments)


def test_a_position_is_that_of_the_game() -> None:
    played = GAME.initial_state().step("a1-c1").step("a3-d3")
    drawing = EMPTY[:77] + "bbbb......\n..........\nAAA.......\n"
    assert GAME.position(drawing) == played
    assert GAME.position(drawing).legal_moves() == played.legal_moves()


@pytest.mark.parametrize("seat", [-1, 2, "0", None])
def test_there_are_two_hands(seat: Any) -> None:
    with pytest.raises(ValueError, match="seat must be"):
        GAME.initial_state().hand(seat)
