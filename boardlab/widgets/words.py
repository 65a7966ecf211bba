"""Sentences about a game, for people."""

from __future__ import annotations

from collections.abc import Sequence

from boardlab.core import State, listed
from boardlab.widgets.controls import Side

__all__ = ["capital", "fault", "number", "result", "skips"]


def capital(text: str) -> str:
    """Begin a sentence."""
    return text[:1].upper() + text[1:]


def fault(error: BaseException) -> str:
    """Tell an exception in one line."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text[:200]}".removesuffix(": ")


def number(score: float) -> str:
    """Write a score as people do, with a real minus sign and halves.

    >>> number(0.5), number(12), number(-3.0)
    ('½', '12', '−3')
    """
    whole, part = divmod(abs(score), 1)
    text = (f"{whole:.0f}" if whole else "") + "½" if part == 0.5 else f"{abs(score):g}"
    return f"\N{MINUS SIGN}{text}" if score < 0 else text


def skips(state: State, sides: Sequence[Side]) -> str:
    """Say who was passed over; nothing where nobody was."""
    if not state.skipped:
        return ""
    verbs = "has no move and is" if len(state.skipped) == 1 else "have no move and are"
    return f"{capital(listed(sides[index].name for index in state.skipped))} {verbs} skipped."


def result(state: State, sides: Sequence[Side], seats: Sequence[str]) -> str:
    """Say how a game ended."""
    if not state.winners:
        return "The game is over."
    points = f"{number(state.scores[state.winners[0]])} points"
    if len(seats) == 1:
        return f"The game is over, with {points}."
    verb = "wins" if len(state.winners) == 1 else "share the win"
    names = listed(_winner(seat, sides, seats) for seat in state.winners)
    return f"The game is over: {names} {verb} with {points}."


def _winner(seat: int, sides: Sequence[Side], seats: Sequence[str]) -> str:
    own = [side.name for side in sides if side.seat == seat]
    return own[0] if len(own) == 1 else f"{seats[seat]} ({listed(own)})"
