"""Bots: legal, reproducible, and the better ones better."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import boardlab
from boardlab import Match, bots
from boardlab.core import State

NAMES = ("random", "greedy", "largest", "mobility")
VARIANTS: list[dict[str, Any]] = [
    *({"players": players} for players in (1, 2, 3, 4)),
    {"variant": "duo"},
    {"variant": "duo", "corners": "own", "scoring": "basic"},
]


def final(state: State, *seats: bots.Bot, plies: int = 10**6) -> State:
    """Let bots play on."""
    while not state.is_over and state.ply < plies:
        assert state.current_player is not None
        state = state.step(seats[state.current_player](state))
    return state


@pytest.mark.parametrize("options", VARIANTS)
@pytest.mark.parametrize("name", NAMES)
def test_a_bot_plays_legal_moves_in_every_variant(name: str, options: dict[str, Any]) -> None:
    """``step`` refuses what is not legal."""
    game = boardlab.make("blokus", **options)
    seats = [bots.get(name, seed=seat) for seat in range(game.players)]
    quick = name in ("random", "largest")
    state = final(game.initial_state(), *seats, plies=10**6 if quick else 6)
    assert state.is_over == quick


@pytest.mark.parametrize("name", NAMES)
def test_a_seed_gives_one_game(name: str) -> None:
    start = boardlab.make("blokus", variant="duo").initial_state()
    games = [final(start, *(bots.get(name, seed=seed) for seed in (1, "two")), plies=8) for _ in range(2)]
    assert games[0] == games[1]


@pytest.mark.parametrize("name", ["random", "largest"])
def test_another_seed_gives_another_game(name: str) -> None:
    start = boardlab.make("blokus", variant="duo").initial_state()
    games = {final(start, *2 * (bots.get(name, seed=seed),), plies=8) for seed in (1, 2, 3, "one", "two")}
    assert len(games) == 5


def test_a_bot_asked_twice_goes_on_with_its_own_numbers() -> None:
    """One bot in two games is not the same as the same bot made anew."""
    state = boardlab.make("blokus").initial_state()
    bot, again = bots.get("random", seed=5), bots.get("random", seed=5)
    assert [bot(state) for _ in range(20)] == [again(state) for _ in range(20)]
    assert len({bot(state) for _ in range(20)}) > 10


def test_bots_leave_the_shared_generator_alone_and_do_not_look_at_it() -> None:
    state = boardlab.make("blokus", variant="duo").initial_state()
    moves = []
    for seed in (1, 2):
        random.seed(seed)
        before = random.getstate()
        moves.append([bots.get(name, seed=7)(state) for name in NAMES])
        assert random.getstate() == before
    assert moves[0] == moves[1]


GAME = """
import random, sys
import boardlab
from boardlab import bots

disturb = random.Random(sys.argv[1])
for options in ({"variant": "duo"}, {"players": 3}):
    match = boardlab.Match("blokus", **options)
    seats = [bots.get(name, seed=11) for name in ("greedy", "random", "largest")]
    while not match.state.is_over and match.ply < 16:
        random.seed(disturb.random())
        match.play(seats[match.state.current_player](match.state))
    print(*match.history, match.state.scores, match.state.playout(random.Random(3)))
    print(match.state)
"""


def test_a_seeded_game_is_the_same_in_every_process() -> None:
    """Whatever PYTHONHASHSEED and the shared random generator are."""
    package = Path(boardlab.__file__).resolve().parents[1]
    games = set()
    for hash_seed in ("0", "1", "12345"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(package)}
        command = [sys.executable, "-c", GAME, hash_seed]
        games.add(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
    assert len(games) == 1
    assert games.pop().count("\n") > 30


def test_the_largest_piece_is_placed_first() -> None:
    state = boardlab.make("blokus", variant="duo").initial_state()
    bot, sizes = bots.get("largest", seed=4), []
    while not state.is_over:
        best = max(len(move.cells) for move in state.legal_moves())
        move = bot(state)
        assert len(move.cells) == best
        sizes.append(best)
        state = state.step(move)
    assert sizes[:12] == [5] * 12


def test_mobility_beats_random() -> None:
    """6 games in Duo, 3 from each seat; a draw is half a win."""
    wins = 0.0
    for seed in range(6):
        pair = [bots.get("mobility", seed=seed), bots.get("random", seed=seed)]
        seat = seed % 2
        state = final(
            boardlab.make("blokus", variant="duo", corners="own").initial_state(), *pair[:: -1 if seat else 1]
        )
        wins += (seat in state.winners) / len(state.winners)
    assert wins >= 5


def test_greedy_is_mobility_in_blokus() -> None:
    state = Match("blokus", variant="duo").play("e10")
    assert bots.get("greedy", seed=1)(state) == bots.get("mobility", seed=1)(state)


def test_random_chooses_each_move_alike() -> None:
    """Of 58 moves each is expected 20 times in 1160 draws."""
    state = boardlab.make("blokus", corners="own").initial_state()
    bot = bots.get("random", seed=1)
    counts = dict.fromkeys(state.legal_moves(), 0)
    for _ in range(20 * len(counts)):
        counts[bot(state)] += 1
    assert 4 < min(counts.values()) < 20 < max(counts.values()) < 45


def test_a_game_that_is_over_leaves_nothing_to_choose() -> None:
    state = boardlab.make("blokus", variant="duo").initial_state()
    end = final(state, *2 * (bots.get("random", seed=1),))
    for name in NAMES:
        with pytest.raises(ValueError, match=f"^the game is over, there is no move for {name} to choose$"):
            bots.get(name, seed=1)(end)


@pytest.mark.parametrize("name", ["", "Random", "level-9", None, 7, "x" * 10**5])
def test_an_unknown_name_gets_the_list_of_names(name: Any) -> None:
    with pytest.raises(ValueError, match=r"^there is no bot '.*'; the bots are random, greedy, ") as caught:
        bots.get(name)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("seed", [1.5, [1], b"1", object()])
def test_a_seed_is_a_number_or_a_text(seed: Any) -> None:
    with pytest.raises(ValueError, match=r"^a seed is a whole number or a text, not "):
        bots.get("random", seed=seed)


def test_a_bot_without_a_seed_is_never_the_same() -> None:
    state = boardlab.make("blokus").initial_state()
    first, second = bots.get("random"), bots.get("random")
    assert [first(state) for _ in range(20)] != [second(state) for _ in range(20)]


def test_a_bot_says_how_to_make_it_again() -> None:
    assert repr(bots.get("greedy", seed="s")) == "bots.get('greedy', seed='s')"
