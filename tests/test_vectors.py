"""Whole games from independent programs (tests/data): what they counted is what the engine counts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import boardlab
from boardlab.games.blokus import BlokusState

DATA = Path(__file__).parent / "data"
GAMES = [
    pytest.param(json.loads(line), id=f"{path.stem}-{number}")
    for path in sorted(DATA.glob("*.jsonl"))
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
]
BLOKUS = [game for game in GAMES if game.values[0]["game"] == "blokus"]  # type: ignore[index]


@pytest.mark.parametrize("vector", GAMES)
def test_every_position_of_a_game_is_as_counted(vector: dict[str, Any]) -> None:
    """The mover's seat, and as many legal moves as both the quick count and the list say."""
    state = boardlab.make(vector["game"], **vector["options"]).initial_state()
    counts = zip(vector["moves"], vector["players"], vector["legal"], strict=True)
    for ply, (move, seat, count) in enumerate(counts):
        assert (state.ply, state.current_player, state.is_over) == (ply, seat, False)
        assert state.winners == ()
        moves = state.legal_moves()
        assert state.count_legal_moves() == len(moves) == count, f"ply {ply}"
        assert move in map(str, moves)
        state = state.step(move)
    assert state.is_over
    assert state.legal_moves() == []
    assert list(state.scores) == vector.get("scores", list(state.scores))
    assert list(state.winners) == vector["winners"]


@pytest.mark.parametrize("vector", BLOKUS)
def test_a_colour_is_skipped_exactly_when_it_has_no_move(vector: dict[str, Any]) -> None:
    """A colour is skipped exactly when it has no move; and once it has none, it never has one again (B6)."""
    state = boardlab.make("blokus", **vector["options"]).initial_state()
    assert isinstance(state, BlokusState)
    colors = len(state.game.colors)
    mover, blocked = colors - 1, set[int]()
    for ply, move in enumerate(vector["moves"]):
        passed_over = []
        while not state.legal_of(mover := (mover + 1) % colors):
            passed_over.append(mover)
        assert (state.color, state.skipped) == (mover, tuple(passed_over)), f"ply {ply}"
        if "colors" in vector:
            assert mover == vector["colors"][ply]
        assert blocked.isdisjoint({mover})
        blocked |= {color for color in range(colors) if not state.legal_of(color)}
        state = state.step(move)
    assert list(state.color_scores) == vector.get("color_scores", list(state.color_scores))
    assert not any(state.legal_of(color) for color in range(colors))
