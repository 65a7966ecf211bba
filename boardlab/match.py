"""One playthrough of a game: its moves so far, undo and redo."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Self

from boardlab.core import Game, Move, State, quoted
from boardlab.games import make
from boardlab.records import Record, append

__all__ = ["Match"]


class Match:
    """A game being played, with everything that a position does not know of.

    Parameters
    ----------
    game
        A game, or the name of one.
    seats
        Who plays each seat, for the record; ``player 1`` and so on where nothing is said.
    **options
        Options of the game, where its name is given.

    Raises
    ------
    ValueError
        If the name, an option, or the number of seats is wrong.

    Examples
    --------
    >>> match = Match("blokus", variant="duo", corners="own")
    >>> match.play("e10,f10").current_player
    1
    >>> match.undo().current_player
    0
    """

    def __init__(self, game: Game | str, seats: Sequence[str] | None = None, **options: Any) -> None:
        if isinstance(game, Game):
            if options:
                raise ValueError("options go with a game's name; this game is made already")
            self.game = game
        else:
            self.game = make(game, **options)
        if seats is None:
            seats = [f"player {seat + 1}" for seat in range(self.game.players)]
        if not isinstance(seats, list | tuple) or [type(seat) for seat in seats] != [str] * self.game.players:
            raise ValueError(
                f"seats must be a list of {self.game.players} names, not {quoted(repr(seats))[1:-1]}"
            )
        self.seats = list(seats)
        self.started = datetime.now(UTC)
        self._moves: list[Move] = []
        self._states: list[State] = [self.game.initial_state()]
        self._ply = 0

    @classmethod
    def from_record(cls, record: Record) -> Self:
        """Make a match that stands where a recorded game ended; go anywhere in it with :meth:`goto`.

        Raises
        ------
        RecordError
            If a move does not fit; it names the ply.
        """
        match = cls(record.make_game(), record.seats)
        if record.started is not None:
            match.started = datetime.fromisoformat(record.started)
        match._states = list(record.states())
        match._moves = [match.game.parse_move(move) for move in record.moves]
        match._ply = len(match._moves)
        return match

    def __repr__(self) -> str:
        return f"<Match of {self.game.title}, {self.ply} of {len(self._moves)} moves>"

    @property
    def state(self) -> State:
        """The position on the board."""
        return self._states[self._ply]

    @property
    def ply(self) -> int:
        """How many moves lead to the position on the board."""
        return self._ply

    @property
    def history(self) -> tuple[Move, ...]:
        """The moves that lead to the position on the board."""
        return tuple(self._moves[: self._ply])

    @property
    def future(self) -> tuple[Move, ...]:
        """The moves taken back, which :meth:`redo` plays again."""
        return tuple(self._moves[self._ply :])

    @property
    def can_undo(self) -> bool:
        """Whether there is a move to take back."""
        return self._ply > 0

    @property
    def can_redo(self) -> bool:
        """Whether a move was taken back that can be played again."""
        return self._ply < len(self._moves)

    def play(self, move: Move | str) -> State:
        """Play a move and return the new position; moves taken back before are given up.

        Raises
        ------
        IllegalMoveError
            If the rules forbid the move; the match stays as it is.
        """
        if isinstance(move, str):
            move = self.game.parse_move(move)
        state = self.state.step(move)
        self._moves[self._ply :] = [move]
        self._states[self._ply + 1 :] = [state]
        self._ply += 1
        return state

    def undo(self) -> State:
        """Take back the last move and return the position before it.

        Raises
        ------
        ValueError
            If no move was made.
        """
        if not self.can_undo:
            raise ValueError("there is no move to take back, this is the start of the game")
        return self.goto(self._ply - 1)

    def redo(self) -> State:
        """Play again the move taken back last and return the position after it.

        Raises
        ------
        ValueError
            If no move was taken back.
        """
        if not self.can_redo:
            raise ValueError("there is no move to play again, none was taken back")
        return self.goto(self._ply + 1)

    def goto(self, ply: int) -> State:
        """Go to the position after ``ply`` moves, forth or back, and return it.

        Raises
        ------
        ValueError
            If the match has no such position.
        """
        if type(ply) is not int or not 0 <= ply <= len(self._moves):
            raise ValueError(f"this match has the plies 0 to {len(self._moves)}, not {ply!r}")
        self._ply = ply
        return self.state

    def record(self, source: str = "play") -> Record:
        """Record the moves that lead to the position on the board.

        Parameters
        ----------
        source
            Where the game comes from.
        """
        return Record.of(self.state, self.history, self.seats, started=self.started, source=source)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Add the record to a file of JSON lines, which is made if need be.

        Raises
        ------
        OSError
            If the file cannot be written.
        """
        append(path, self.record())
