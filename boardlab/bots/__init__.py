"""Players as functions: a bot is any callable that takes a state and returns a move.

The bots here have names. Each has a random generator of its own, so that one seed gives one game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from boardlab.bots import blokus, dakapo, isaac, polyssimo, simple
from boardlab.core import Move, State, listed, quoted

__all__ = ["Bot", "get", "names"]

Strategy = Callable[[State, Random], Move]

_STRATEGIES: Mapping[str, Strategy | Mapping[str, Strategy]] = {
    "random": simple.random_move,
    "greedy": {
        "blokus": blokus.mobility,
        "isaac": isaac.greedy,
        "polyssimo": polyssimo.greedy,
        "dakapo": dakapo.greedy,
    },
    "largest": {"blokus": simple.largest_piece},
    "mobility": {"blokus": blokus.mobility},
}
"""Name of a bot -> its strategy for every game, or game -> its strategy there."""


class Bot:
    """A named strategy with a random generator of its own; call it with a state to get a move.

    Attributes
    ----------
    name, seed
        What :func:`get` was given.
    """

    def __init__(self, name: str, seed: int | str | None = None) -> None:
        self.name, self.seed = name, seed
        self._random = Random(str(seed) if isinstance(seed, int) and seed < 0 else seed)

    def __call__(self, state: State) -> Move:
        if state.is_over:
            raise ValueError(f"the game is over, there is no move for {self.name} to choose")
        strategy = _strategy(self.name, state.game.name)
        if strategy is None:
            raise ValueError(
                f"{self.name} does not play {state.game.title}; {listed(names(state.game.name))} do"
            )
        return strategy(state, self._random)

    def __repr__(self) -> str:
        return f"bots.get({self.name!r}, seed={self.seed!r})"


def _strategy(name: str, game: str) -> Strategy | None:
    strategy = _STRATEGIES[name]
    return strategy.get(game) if isinstance(strategy, Mapping) else strategy


def names(game: str | None = None) -> tuple[str, ...]:
    """List the names of all bots, or of those that play one game.

    >>> names("dakapo")
    ('random', 'greedy')
    >>> names("blokus")
    ('random', 'greedy', 'largest', 'mobility')
    """
    return tuple(name for name in _STRATEGIES if game is None or _strategy(name, game))


def get(name: str, seed: int | str | None = None) -> Bot:
    """Return a named bot.

    Parameters
    ----------
    name
        ``"random"``: any legal move; ``"greedy"``: the best move by the game's rule of thumb; and in
        Blokus ``"largest"``: any of the largest pieces, ``"mobility"``: its greedy by another name.
    seed
        With a seed the bot plays alike in every run, without one differently in each.

    Raises
    ------
    ValueError
        If there is no bot of that name, or the seed is not a whole number or a text.

    Examples
    --------
    >>> from boardlab import make
    >>> state = make("blokus").initial_state()
    >>> get("random", seed=7)(state) == get("random", seed=7)(state)
    True
    """
    if not isinstance(name, str) or name not in _STRATEGIES:
        raise ValueError(f"there is no bot {quoted(str(name))}; the bots are {listed(_STRATEGIES)}")
    if isinstance(seed, bool) or not isinstance(seed, int | str | None):
        raise ValueError(f"a seed is a whole number or a text, not {quoted(repr(seed))[1:-1]}")
    return Bot(name, seed)
