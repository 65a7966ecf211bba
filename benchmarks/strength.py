"""Print how well one bot plays against another: ``python -m benchmarks.strength``.

Without arguments, greedy plays 100 games against random in each of the games. With arguments, one bot
plays another: ``python -m benchmarks.strength dakapo greedy random --games 20 --seed 5``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from time import perf_counter

import boardlab
from boardlab import bots
from boardlab.core import Game, Move, State

__all__ = ["Score", "play", "wilson"]

GAMES = ("polyssimo", "isaac", "dakapo")
"""The games in which greedy has to beat random."""
Z = 1.96
"""Standard deviations on either side of the mean that hold 95 % of a normal distribution."""


@dataclass
class Score:
    """What a bot has won against another.

    Attributes
    ----------
    games, points
        How many were played, and the wins among them; a win shared by n players is 1/n.
    times
        The seconds that the bot took for each of its moves.
    """

    games: int = 0
    points: float = 0.0
    times: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        low, high = wilson(self.points, self.games)
        times = sorted(1e3 * seconds for seconds in self.times)
        half, most, slowest = (times[int(share * (len(times) - 1))] for share in (0.5, 0.95, 1))
        return (
            f"{self.points:6g} of {self.games}, 95 % interval {low:.3f} to {high:.3f};"
            f" a move takes {half:.1f} ms, 19 in 20 take up to {most:.1f}, all up to {slowest:.1f}"
        )


def wilson(points: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a winning rate by Wilson's formula.

    >>> [round(end, 3) for end in wilson(80, 100)]
    [0.711, 0.867]
    """
    rate, square = points / games, Z * Z / games
    middle = (rate + square / 2) / (1 + square)
    half = sqrt(rate * (1 - rate) * square + square * square / 4) / (1 + square)
    return middle - half, middle + half


def play(game: Game, bot: str, opponent: str, games: int, seed: int) -> Score:
    """Let one bot play against another, which has all other seats; the seats go round from game to game."""
    score = Score()
    game.initial_state().playout(Random(seed))  # the first game makes the tables
    for number in range(games):
        seat = number % game.players
        seats: list[Callable[[State], Move]] = [
            bots.get(bot if other == seat else opponent, seed=f"{seed}/{number}/{other}")
            for other in range(game.players)
        ]
        state = game.initial_state()
        while state.current_player is not None:
            player = state.current_player
            start = perf_counter()
            move = seats[player](state)
            if player == seat:
                score.times.append(perf_counter() - start)
            state = state.step(move)
        score.games += 1
        score.points += (seat in state.winners) / len(state.winners)
    return score


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and print the scores."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength", description=__doc__)
    parser.add_argument("game", nargs="?", choices=tuple(boardlab.GAMES))
    parser.add_argument("bot", nargs="?", default="greedy", choices=bots.names())
    parser.add_argument("opponent", nargs="?", default="random", choices=bots.names())
    parser.add_argument("--games", type=int, default=100, help="how many to play of each (100)")
    parser.add_argument("--seed", type=int, default=1, help="what the bots' generators start from (1)")
    given = parser.parse_args(arguments)
    if given.games < 1:
        parser.error("there is nothing to tell of fewer games than one")
    for name in [given.game] if given.game else GAMES:
        score = play(boardlab.make(name), given.bot, given.opponent, given.games, given.seed)
        print(f"{name:10} {given.bot} v {given.opponent}: {score}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
