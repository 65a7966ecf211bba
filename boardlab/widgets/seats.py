"""Who plays which seat: a person, a bot by its name, or any function from a state to a move."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from boardlab import bots
from boardlab.core import Game, Move, State, listed, quoted

__all__ = ["PERSON", "Choices", "Player", "Seat", "choices", "read_seat", "read_seats"]

Player = Callable[[State], Move | str]

Choices = tuple[list[str], list[Any], int]
"""Who could play a seat: in words, as :func:`read_seat` reads it, and the index of who does."""

PERSON = "person"
"""How a seat for a person is asked for; ``"person: Ana"`` gives a name as well."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays a seat.

    Attributes
    ----------
    name
        What the player is called.
    bot
        What chooses the moves; None for a person.
    is_function
        Whether the bot is somebody's own function, and not one of :mod:`boardlab.bots`.
    """

    name: str
    bot: Player | None = None
    is_function: bool = False


def read_seat(who: Any, seat: int, game: Game, seed: int | None = None) -> Seat:
    """Read who plays a seat.

    Parameters
    ----------
    who
        The name of a bot, a callable, ``"person"``, ``"person: NAME"``, None (a person), or a
        :class:`Seat`.
    seat, game, seed
        The seat, counted from 0; the game; a seed for named bots, each seat making its own of it.

    Raises
    ------
    ValueError
        If it is nobody; the message names the bots that play the game.
    """
    if isinstance(who, Seat):
        return who
    if who is None:
        return Seat(f"player {seat + 1}")
    if isinstance(who, str):
        if who in bots.names(game.name):
            return Seat(who, bots.get(who, None if seed is None else f"{seed} {seat}"))
        kind, _, name = who.partition(":")
        if kind.strip().lower() == PERSON:
            return Seat(name.strip()[:40] or f"player {seat + 1}")
        known = listed([repr(bot) for bot in bots.names(game.name)], limit=12)
        raise ValueError(
            f"there is no bot {quoted(who)} for {game.title}; the bots are {known}, "
            f'and a person is "person" or "person: NAME"'
        )
    if callable(who):
        name = getattr(who, "__name__", None) or getattr(who, "name", None) or type(who).__name__
        return Seat(str(name)[:40], who, is_function=True)
    raise ValueError(
        f"a seat is the name of a bot, a function, or None for a person, not {quoted(repr(who))[1:-1]}"
    )


def read_seats(
    seats: Any, game: Game, seed: int | None = None, others: Sequence[str | None] = ()
) -> list[Seat]:
    """Read who plays all seats: a dict from seat to player, or a list with one player a seat.

    ``others`` play the seats that a dict does not name; persons, if left out.

    Raises
    ------
    ValueError
        If there is no such seat or player.
    """
    count = game.players
    if seats is None:
        seats = {}
    if isinstance(seats, Mapping):
        for seat in seats:
            if type(seat) is not int or not 0 <= seat < count:
                there = f"the seats 0 to {count - 1}" if count > 1 else "seat 0 only"
                raise ValueError(f"this game has {there}, not {quoted(repr(seat))[1:-1]}")
        given = [seats.get(seat, other) for seat, other in enumerate(others or [None] * count)]
    elif isinstance(seats, Sequence) and not isinstance(seats, str | bytes):
        if len(seats) != count:
            raise ValueError(f"seats must name {count} players, one a seat, not {len(seats)}")
        given = list(seats)
    else:
        raise ValueError('seats is a dict such as {1: "greedy"}, or a list with one player a seat')
    return [read_seat(who, seat, game, seed) for seat, who in enumerate(given)]


def choices(seat: int, game: str, player: Seat | None, functions: Sequence[Seat]) -> Choices:
    """List who could play a seat: the words for it, what to ask for, and the index of who does play.

    Parameters
    ----------
    seat, game, player
        The seat, the name of the game, and who plays the seat now; None for a person.
    functions
        Somebody's own bots, offered as well.
    """
    nobody = f"player {seat + 1}"
    person = player if player and not player.bot else Seat(nobody)
    named = bots.names(game)
    words = ["Person" if person.name == nobody else person.name, *named, *(own.name for own in functions)]
    who = [person, *named, *functions]
    if player is None or not player.bot:
        return words, who, 0
    return words, who, who.index(player if player.is_function else player.name)
