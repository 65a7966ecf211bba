"""What every test of a refusal asks for."""

from __future__ import annotations

import pickle

import pytest

from boardlab.core import IllegalMoveError, Move, State


def refused(state: State, move: Move | str, rule: str, *cells: str) -> str:
    """Check that a move is refused by a rule, showing these cells, and return the sentence."""
    before = pickle.dumps(state)
    refusal = state.why_illegal(move)
    assert refusal is not None
    assert (refusal.rule, refusal.message[:4]) == (rule, f"{rule}: ")
    assert rule in state.game.rules
    assert not state.is_legal(move)
    if cells:
        assert [str(cell) for cell in refusal.cells] == list(cells)
    with pytest.raises(IllegalMoveError, match=rule) as caught:
        state.step(move)
    assert caught.value.refusal == refusal
    assert pickle.dumps(state) == before
    return refusal.message
