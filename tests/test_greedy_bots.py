"""Greedy in Isaac, Polyssimo Challenge and Dakapo: what it plays in drawn positions, and how well."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import boardlab
from benchmarks import strength
from boardlab import bots, polyomino
from boardlab.bots.dakapo import safe_replies
from boardlab.core import Move, State
from boardlab.games.dakapo import Dakapo, DakapoState
from boardlab.games.isaac import Isaac
from boardlab.games.polyssimo import Polyssimo
from boardlab.polyomino import HEXOMINOES, picture

ISAAC, POLYSSIMO, DAKAPO = Isaac(), Polyssimo(), Dakapo()

OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("isaac", {}),
    ("polyssimo", {}),
    ("polyssimo", {"players": 3, "min_hexominoes": (0, 5, 6)}),
    ("polyssimo", {"players": 4}),
    ("polyssimo", {"min_hexominoes": (8, 0)}),
    ("polyssimo", {"hexominoes": tuple(map(picture, polyomino.enumerate(6)[:12]))}),
    ("dakapo", {}),
    ("dakapo", {"claim": True}),
]


def choices(state: State, seeds: int = 12) -> set[str]:
    """Return what greedy plays with several seeds."""
    return {str(bots.get("greedy", seed=seed)(state)) for seed in range(seeds)}


# -- any game ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "options"), OPTIONS)
def test_it_plays_legal_moves_to_the_end(name: str, options: dict[str, Any]) -> None:
    """``step`` refuses what is not legal."""
    game = boardlab.make(name, **options)
    state = game.initial_state()
    seats = [bots.get("greedy", seed=seat) for seat in range(game.players)]
    while state.current_player is not None:
        state = state.step(seats[state.current_player](state))
    assert state.winners


@pytest.mark.parametrize(("name", "games", "at_least"), [("isaac", 20, 18), ("dakapo", 20, 18)])
def test_it_beats_random(name: str, games: int, at_least: int) -> None:
    assert strength.play(boardlab.make(name), "greedy", "random", games, seed=3).points >= at_least


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_beats_random_in_polyssimo(players: int) -> None:
    game = boardlab.make("polyssimo", players=players)
    assert strength.play(game, "greedy", "random", 10, seed=3).points >= 8


GAME = """
import random, sys
import boardlab
from boardlab import bots

for name, plies in (("isaac", 99), ("polyssimo", 30), ("dakapo", 99)):
    match = boardlab.Match(name)
    seats = [bots.get("greedy", seed=seed) for seed in (11, "other")]
    while not match.state.is_over and match.ply < plies:
        random.seed(sys.argv[1])
        match.play(seats[match.state.current_player](match.state))
    print(*match.history, match.state.scores)
"""


def test_a_seeded_game_is_the_same_in_every_process() -> None:
    """Whatever PYTHONHASHSEED and the shared random generator are."""
    package = Path(boardlab.__file__).resolve().parents[1]
    games = set()
    for hash_seed in ("0", "12345"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(package)}
        command = [sys.executable, "-c", GAME, hash_seed]
        games.add(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
    assert len(games) == 1
    assert games.pop().count("\n") == 3


@pytest.mark.parametrize("name", ["isaac", "dakapo"])
def test_equal_moves_are_drawn_from_its_own_generator(name: str) -> None:
    state = boardlab.make(name).initial_state()
    random.seed(1)
    before = random.getstate()
    assert len(choices(state)) > 2
    assert random.getstate() == before


# -- Isaac -------------------------------------------------------------------------------------------

EMPTY = "..........\n" * 10

REACHES_100 = """
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

SHORT_BARS = """
    . . . . . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
    D D D D . . . b c d
    A A A A A A A b c d
    E E E . . . . b c d
    . F F F . . . b c d
    . . . . . . . . . .
    . . . . . . . . . .
"""

# The column of G holds Dark's 29 as well.
DOUBLED = """
    . . . . . . . . . .
    . . . . . . . . . G
    . . . . . . . . . G
    . . . . . . . . . G
    . . . . . b c . . G
    . . . . . b c . . G
    . A A A . b c . . G
    . . . . . . . d d d
    . . . . . . . e e e
    . . . . . . . f f f
"""

THREATENED = """
    . . . . . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
    . . . . . . . . . .
    . b b b b b C D . .
    . A A A A A C D . .
    . . . . . . C D . .
    . . . . . . . . . .
"""


def test_isaac_it_takes_the_bar_that_reaches_100() -> None:
    state = ISAAC.position(REACHES_100, scores=(57, 41))
    assert choices(state) == {"a6-g6+43"}
    assert state.step("a6-g6+43").winners == (0,)


def test_isaac_it_does_not_give_up_its_shorter_bars() -> None:
    """The bar of 7 would score 18 now, and the bars of 3 only 3 each."""
    state, removed = ISAAC.position(SHORT_BARS, scores=(0, 0)), []
    assert (state.points("a5-g5").points, state.points("a4-c4").points) == (18, 3)
    assert choices(state) == {"a4-c4+3", "b3-d3+3"}
    while not state.is_over:
        move = bots.get("greedy", seed=1)(state)
        if state.seat == 0:
            removed.append(len(move.cells))
        state = state.step(move)
    assert removed == [3, 3, 4, 7]


def test_isaac_it_stops_where_a_marker_doubles_its_next_bar() -> None:
    state = ISAAC.position(DOUBLED, scores=(27, 5))
    assert state.points("b4-d4").points == 3
    assert choices(state) == {"b4-d4+2"}
    assert state.step("b4-d4+2").points("j4-j9") == (3, 4, 1, 24)


def test_isaac_it_does_not_let_the_opponent_reach_100() -> None:
    """Light, at 88, has 6 points on the row of its bar, and 12 if Dark's marker stops there."""
    state, losing = ISAAC.position(THREATENED, scores=(27, 88)), set()
    for move in state.legal_moves():
        after = state.step(move)
        if any(
            after.step(reply).winners == (1,) for reply in after.legal_moves() if str(reply)[-3:] == "+12"
        ):
            losing.add(str(move))
    assert "b3-f3+12" in losing
    assert choices(state)
    assert not choices(state) & losing


def test_isaac_long_bars_are_placed_early() -> None:
    state, lengths = ISAAC.initial_state(), []
    while state.phase == "place":
        move = bots.get("greedy", seed=state.ply)(state)
        lengths.append(len(move.cells))
        state = state.step(move)
    assert 7 not in lengths[8:]
    assert sum(lengths[:8]) > sum(lengths[-8:]) + 8


def test_isaac_a_bar_is_placed_across_the_line_of_an_own_bar_of_high_value() -> None:
    """Across A a bar adds 6 points; across b it would add 6 to Light's."""
    rows = EMPTY.split()
    rows[2], rows[7] = "bbbbbbb...", "...AAAAAAA"
    state = ISAAC.position("\n".join(rows), player=0)
    for choice in choices(state):
        covered = {cell.y for cell in state.game.parse_move(choice).cells}
        assert 2 in covered
        assert 7 not in covered


# -- Polyssimo Challenge -----------------------------------------------------------------------------

# The second player's Y fits the column l1 to l4, which nothing of the first player's does; U fits on the
# left alone, where Y would fit as well.
LAST_FOOTPRINT = """
    . i i i Z d d d d . . .
    . i Z Z Z d g d . X . .
    i i Z j . g g . X X X h
    . . j j j . g g . X h h
    . . j b . . g l e . h .
    . . j b b . l l e h h k
    . c . b b l l e e k k k
    c c f b . . l . e e k .
    c f f f f a a a a T k .
    c c . . f a . . a T . .
    . I I I I I . . T T T .
"""

# The first player's F5 fits in one place alone, where N and W would fit as well.
LARGEST_HOLE = """
    . . Z Z a a a a . . . .
    . h h Z a . . a . T T T
    . h . Z Z . . . f . T .
    h h . b . f f f f . T k
    h . i b b . f e e k k k
    i i i b b . e e j . k .
    i . . b . . g e j . k .
    i c . X . g g e j j j .
    c c X X X . g g . j V .
    c . d X d . g . . . V .
    c c d d d d . . V V V .
"""


def test_polyssimo_what_only_it_can_use_waits_and_the_last_footprint_of_a_piece_is_taken() -> None:
    start = state = POLYSSIMO.position(LAST_FOOTPRINT, hands=("LNPV", "FUWY"), player=1)
    assert {move.piece for move in start.legal_moves()} == {"U", "Y"}
    assert choices(start, 3) <= {str(move) for move in start.legal_moves() if move.piece == "U"}
    while not state.is_over:
        state = state.step(bots.get("greedy", seed=1)(state))
    assert state.hand(1) == ("F", "W")

    other = start.step("l1,k2,l2,l3,l4")
    assert any(not other.step(reply).legal_of(1) for reply in other.legal_moves())


def test_polyssimo_a_hard_piece_takes_the_only_place_that_it_fits() -> None:
    state = POLYSSIMO.position(LARGEST_HOLE, hands=(["N", "P", "W", "Y", "F5"], "FILU"), player=0)
    assert {move.piece for move in state.legal_moves()} == {"N", "P", "W", "F5"}
    assert choices(state, 3) == {"g1,h1,h2,i2,j2,i3"}


def test_polyssimo_it_drafts_pieces_that_fit_in_many_places_and_leaves_x() -> None:
    state, taken = POLYSSIMO.initial_state(), []
    while state.phase == "draft":
        move = bots.get("greedy", seed=1)(state)
        taken.append(move.piece)
        state = state.step(move)
    assert {*taken[:5]} == {*"FLNPY"}
    assert {*taken[-2:]} == {"X", "X0"}
    assert sum(piece in HEXOMINOES for piece in taken[-12:]) > 8


def test_polyssimo_large_pieces_are_placed_first() -> None:
    state = POLYSSIMO.initial_state()
    while state.ply < 28:
        if state.phase == "place":
            sizes = {len(move.cells) for move in state.legal_moves()}
            assert len(bots.get("greedy", seed=1)(state).cells) == max(sizes)
        state = state.step(bots.get("greedy", seed=1)(state))


# -- Dakapo ------------------------------------------------------------------------------------------

# Red on f6 would complete a square, and is allowed beside f5 and e6.
THREE_REDS = """
    . . . . . . . .
    . . . . . . . .
    . . R . . . . .
    . . . R Y B . .
    . . . B G . . .
    . . R . . R . .
    . . . . . . . .
    . . . . . . . .
"""

# The same square, but no stone lies beside f6 as yet.
NOT_YET = THREE_REDS.replace("R Y B . .", "R Y . . .")


def loses(state: State, move: Move) -> bool:
    """Tell whether the opponent can complete a square after a move."""
    after = state.step(move)
    ends = [after.step(reply) for reply in after.legal_moves()]
    return any(isinstance(end, DakapoState) and end.winning_square for end in ends)


@pytest.mark.parametrize("claim", [False, True])
def test_dakapo_it_takes_a_win(claim: bool) -> None:
    state = Dakapo(claim=claim).position(THREE_REDS)
    assert choices(state) == {"Rf6!" if claim else "Rf6"}
    assert state.step(choices(state).pop()).winners == (0,)


def test_dakapo_it_blocks_a_square_that_it_may_not_complete_itself() -> None:
    """Red has just been placed, so the opponent could complete the square next."""
    state = DAKAPO.position(THREE_REDS, forbidden="red")
    assert choices(state) <= {"Yf6", "Gf6"}
    assert all(loses(state, move) for move in state.legal_moves() if str(move.cells[0]) != "f6")


def test_dakapo_it_leads_to_no_square_that_the_opponent_could_complete() -> None:
    """A stone on e6 or f5, beside f6, would let the other place red there."""
    state = DAKAPO.position(NOT_YET, forbidden="red")
    losing = {str(move) for move in state.legal_moves() if loses(state, move)}
    assert {move[1:] for move in losing} == {"e6", "f5"}
    assert not choices(state) & losing


@pytest.mark.parametrize("claim", [False, True])
def test_dakapo_it_wins_when_it_can_and_gives_no_win_that_it_need_not_give(claim: bool) -> None:
    """Asked at every turn of random games."""
    rng, won, avoided = Random(4), 0, 0
    for _ in range(16):
        state = Dakapo(claim=claim).initial_state()
        while not state.is_over:
            moves, move = state.legal_moves(), bots.get("greedy", seed=state.ply)(state)
            if any(state.step(other).is_over for other in moves):
                assert state.step(move).is_over
                won += 1
            elif loses(state, move):
                assert all(loses(state, other) for other in moves)
            else:
                avoided += any(loses(state, other) for other in moves)
            state = state.step(moves[int(rng.random() * len(moves))])
    assert won > 10
    assert avoided > 10


def test_dakapo_safe_replies_are_those_after_which_no_square_can_be_completed() -> None:
    rng, compared = Random(3), 0
    for game in range(32):
        state = DAKAPO.initial_state()
        while not state.is_over:
            moves = state.legal_moves()
            if state.ply % 4 == game % 4 and not state.legal & state.board.completing:
                assert safe_replies(state) == sum(not loses(state, move) for move in moves)
                compared += 0 < safe_replies(state) < len(moves)
            state = state.step(moves[int(rng.random() * len(moves))])
    assert compared > 20


# -- how strength is measured ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "games", "low", "high"),
    [(80, 100, 0.711, 0.867), (100, 100, 0.963, 1.0), (0.5, 1, 0.055, 0.945)],
)
def test_wilsons_interval(points: float, games: int, low: float, high: float) -> None:
    assert strength.wilson(points, games) == pytest.approx((low, high), abs=5e-4)


def test_the_strength_of_a_bot_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert strength.main(["dakapo", "greedy", "random", "--games", "2", "--seed", "5"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(
        "dakapo     greedy v random:      2 of 2, 95 % interval 0.342 to 1.000; a move takes"
    )
    with pytest.raises(SystemExit):
        strength.main(["dakapo", "--games", "0"])
