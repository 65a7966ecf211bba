"""The engines' budgets: importing, first state, steps, whole random games."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from random import Random
from time import perf_counter, process_time
from typing import Any

import chess

import boardlab
from benchmarks.timing import Row, rate, seconds
from boardlab.core import State
from boardlab.placements import placement_table

PLAYOUTS: tuple[tuple[str, str, dict[str, Any], float], ...] = (
    ("Blokus", "blokus", {}, 700),
    ("Blokus Duo", "blokus", {"variant": "duo"}, 2000),
    ("Polyssimo Challenge", "polyssimo", {}, 4000),
    ("Isaac", "isaac", {}, 8000),
    ("Dakapo", "dakapo", {}, 4000),
)
"""What to call a game, its name and options, its budget in whole random games a second."""


def yardstick() -> float:
    """Return the seconds of processor time that python-chess takes for perft(4), 197,281 leaves."""

    def perft(board: chess.Board, depth: int) -> int:
        if depth == 1:
            return board.legal_moves.count()
        leaves = 0
        for move in board.legal_moves:
            board.push(move)
            leaves += perft(board, depth - 1)
            board.pop()
        return leaves

    start = process_time()
    assert perft(chess.Board(), 4) == 197_281
    return process_time() - start


def rows() -> Iterator[Row]:
    """Measure everything there is a budget for."""
    yield Row("import boardlab, beyond python -c pass", "ms", 1e3 * _import_time(), 60)
    yield from _blokus_rows()
    for title, name, options, budget in PLAYOUTS:
        state, rng = boardlab.make(name, **options).initial_state(), Random(1)
        games = rate(partial(state.playout, rng))
        yield Row(f"whole random games, {title}", "1/s", games, budget, higher_is_better=True)


def _import_time() -> float:
    def python(code: str) -> float:
        return seconds(
            lambda: subprocess.run([sys.executable, "-c", code], check=True), repeats=15, clock=perf_counter
        )

    return python("import boardlab") - python("pass")


def _blokus_rows() -> Iterator[Row]:
    game = boardlab.make("blokus")

    def first_state() -> State:
        placement_table.cache_clear()
        return boardlab.make("blokus").initial_state()

    yield Row("first Blokus state, tables included", "ms", 1e3 * seconds(first_state), 600)
    yield Row("a later one", "ms", 1e3 * seconds(game.initial_state, 100))

    state = _position_with(game, 250)
    moves = state.legal_moves()
    move = moves[len(moves) // 2]
    yield Row(f"legal_moves, a list of {len(moves)}", "µs", 1e6 * seconds(state.legal_moves, 300), 150)
    yield Row("count_legal_moves", "µs", 1e6 * seconds(state.count_legal_moves, 3000), 6)
    yield Row("step, public", "µs", 1e6 * seconds(lambda: state.step(move), 1000), 25)
    text = str(move)
    yield Row("step from text", "µs", 1e6 * seconds(lambda: state.step(text), 1000))


def _position_with(game: boardlab.core.Game, count: int) -> State:
    """Find a position in the middle of a random game with about so many moves."""
    rng = Random(1)
    found: list[tuple[int, int, State]] = []
    for _ in range(20):
        state = game.initial_state()
        while not state.is_over:
            moves = state.legal_moves()
            found.append((abs(len(moves) - count), len(found), state))
            state = state.step(moves[int(rng.random() * len(moves))])
    return min(found)[2]
