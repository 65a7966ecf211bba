"""Sentences about a game, for people."""

from __future__ import annotations

from collections.abc import Sequence

from boardlab.core import State, listed
from boardlab.widgets.controls import Controls, Side
from boardlab.widgets.controls.base import number

__all__ = ["capital", "fault", "number", "result", "skips"]


def capital(text: str) -> str:
    """Begin a sentence."""
    return text[:1].upper() + text[1:]


def fault(error: BaseException) -> str:
    """Tell an exception in one line."""
    try:
        text = " ".join(str(error).split())
    except Exception:  # noqa: BLE001 - a bot's own exception may not even tell what it is
        text = ""
    return f"{type(error).__name__}: {text[:200]}".removesuffix(": ")


def skips(state: State, sides: Sequence[Side]) -> str:
    """Say who was passed over; nothing where nobody was."""
    if not state.skipped:
        return ""
    verbs = "has no move and is" if len(state.skipped) == 1 else "have no move and are"
    return f"{capital(listed(sides[index].name for index in state.skipped))} {verbs} skipped."


def result(state: State, controls: Controls, seats: Sequence[str]) -> str:
    """Say how a game ended."""
    if not state.winners:
        return "The game is over."
    how = controls.how_won(state)
    if len(seats) == 1:
        return f"The game is over, {how}."
    verb = "wins" if len(state.winners) == 1 else "share the win"
    sides = controls.sides(state)
    names = listed(_winner(seat, sides, seats) for seat in state.winners)
    return f"The game is over: {names} {verb} {how}."


def _winner(seat: int, sides: Sequence[Side], seats: Sequence[str]) -> str:
    own = [side.name for side in sides if side.seat == seat]
    return own[0] if len(own) == 1 else f"{seats[seat]} ({listed(own)})"
