"""Records of games, and files of them: one JSON object on one line for each game.

A record is trusted for nothing: whoever reads one has every move replayed by the engine.
"""

from __future__ import annotations

import json
import os
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from errno import ENOENT
from pathlib import Path
from typing import Any, Self

from boardlab.core import Game, IllegalMoveError, Move, State, quoted
from boardlab.games import make

__all__ = ["Record", "RecordError", "RecordWarning", "append", "load"]

VERSION = 1
MAX_LINE = 1 << 20
"""Bytes that a line may have; the longest game takes a few thousand."""


class RecordError(ValueError):
    """A record that does not fit the rules, or is no record at all.

    Attributes
    ----------
    line
        Number of the line in the file, counted from 1; None where there is no file.
    ply
        Number of moves before the one that does not fit; None where no move is at fault.
    """

    def __init__(self, message: str, ply: int | None = None, line: int | None = None) -> None:
        super().__init__(message, ply, line)
        self.message, self.ply, self.line = message, ply, line

    def __str__(self) -> str:
        places = []
        if self.line is not None:
            places.append(f"line {self.line}")
        if self.ply is not None:
            places.append(f"ply {self.ply}")
        return f"{', '.join(places)}: {self.message}" if places else self.message


class _CutOffError(RecordError):
    """The beginning of a record, without its end."""


class RecordWarning(UserWarning):
    """Something in a file of records was left out."""


@dataclass(frozen=True)
class Record:
    """One game as it was played.

    Attributes
    ----------
    game, options
        What :func:`boardlab.make` takes.
    seats
        Who played each seat.
    moves
        The moves' texts, from the start of the game.
    scores, winners, over
        The result of the last position.
    started
        When the game began, as ISO 8601 in UTC; None where that is not known.
    source
        Where the game comes from: ``"play"``, ``"tournament"``, ...
    extra
        Further keys, kept as they are.
    """

    game: str
    options: Mapping[str, Any]
    seats: tuple[str, ...]
    moves: tuple[str, ...]
    scores: tuple[float, ...]
    winners: tuple[int, ...]
    over: bool
    started: str | None = None
    source: str = "play"
    extra: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        state: State,
        moves: Iterable[Move],
        seats: Sequence[str],
        *,
        started: datetime | None = None,
        source: str = "play",
        **extra: Any,
    ) -> Self:
        """Record the moves that led from the start of a game to a state."""
        return cls(
            game=state.game.name,
            options=state.game.options,
            seats=tuple(seats),
            moves=tuple(map(str, moves)),
            scores=state.scores,
            winners=state.winners,
            over=state.is_over,
            started=started.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if started else None,
            source=source,
            extra=extra,
        )

    def make_game(self) -> Game:
        """Make the game that was played."""
        return make(self.game, **self.options)

    def states(self) -> Iterator[State]:
        """Replay the game: the first state, then the one after each move.

        Raises
        ------
        RecordError
            If a move does not fit; it names the ply.
        """
        state = self.make_game().initial_state()
        yield state
        for ply, move in enumerate(self.moves):
            try:
                state = state.step(move)
            except IllegalMoveError as error:
                raise RecordError(f"the move {quoted(move)} is not legal: {error}", ply) from None
            except ValueError as error:
                raise RecordError(str(error), ply) from None
            yield state

    def to_json(self) -> str:
        """Write the record as one line of JSON."""
        values: dict[str, Any] = {"boardlab": VERSION, **vars(self)}
        values.update(values.pop("extra"))
        return json.dumps(values)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read a record and replay it.

        Raises
        ------
        RecordError
            If it is not the record of a game that the rules allow.
        """
        try:
            record = cls._from_data(json.loads(text))
        except RecordError:
            raise
        except json.JSONDecodeError as error:
            if _ends_too_early(text, error):
                raise _CutOffError(f"the record {quoted(text)} is cut off; give the whole line") from None
            raise RecordError(f"{quoted(text)} is not JSON") from None
        except (ValueError, RecursionError):
            raise RecordError(f"{quoted(text)} is not a record") from None
        record._check_result()
        return record

    @classmethod
    def _from_data(cls, data: object) -> Self:
        if not isinstance(data, dict) or "boardlab" not in data:
            raise RecordError('a record is a JSON object with the key "boardlab"')
        version = data["boardlab"]
        if version != VERSION or type(version) is not int:
            raise RecordError(
                f"the record has version {_shown(version)}; this boardlab reads version {VERSION}"
            )
        values = {key: value for key, value in data.items() if key != "boardlab"}
        for key, check, wanted in _KEYS:
            if key not in values:
                raise RecordError(f'the record has no "{key}"')
            if not check(values[key]):
                raise RecordError(f'"{key}" must be {wanted}, not {quoted(json.dumps(values[key]))}')
        known = {key: values.pop(key) for key, _, _ in _KEYS}
        for key in ("seats", "moves", "scores", "winners"):
            known[key] = tuple(known[key])
        return cls(**known, extra=values)

    def _check_result(self) -> None:
        try:
            game = self.make_game()
        except (ValueError, TypeError) as error:
            raise RecordError(str(error)) from None
        if len(self.seats) != game.players:
            raise RecordError(f'"seats" must name {game.players} players, not {len(self.seats)}')
        for state in self.states():
            last = state
        for key, found in (("scores", last.scores), ("winners", last.winners), ("over", last.is_over)):
            written = getattr(self, key)
            if written != found:
                raise RecordError(
                    f'"{key}" is {_shown(written)}, but the moves give {_shown(found)}', len(self.moves)
                )


def _ends_too_early(text: str, error: json.JSONDecodeError) -> bool:
    """Tell whether a text is the beginning of JSON, by what its reader stumbled over."""
    start = '{"boardlab"'
    if not text.startswith(start[: len(text)]):
        return False
    if error.msg.startswith("Unterminated string"):
        return True
    rest = text[error.pos :]
    in_escape = error.msg.startswith("Invalid \\u") and len(rest) < len("uXXXX")
    return in_escape or any(word.startswith(rest) for word in ("true", "false", "null", "-0"))


def _shown(value: object) -> str:
    return quoted(json.dumps(value), 80)[1:-1]


def _is_text_list(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _is_number_list(value: object) -> bool:
    return isinstance(value, list) and all(type(item) in (int, float) for item in value)


def _is_time(value: object) -> bool:
    if value is None:
        return True
    try:
        return isinstance(value, str) and datetime.fromisoformat(value).tzinfo is not None
    except ValueError:
        return False


_KEYS = (
    ("game", lambda value: isinstance(value, str), "the name of a game"),
    ("options", lambda value: isinstance(value, dict), "an object of options"),
    ("seats", _is_text_list, "a list of names"),
    ("moves", _is_text_list, "a list of the moves' texts"),
    ("scores", _is_number_list, "a list of numbers"),
    ("winners", _is_number_list, "a list of seats"),
    ("over", lambda value: isinstance(value, bool), "true or false"),
    ("started", _is_time, 'a time such as "2026-01-31T14:30:00Z", or null'),
    ("source", lambda value: isinstance(value, str), "a word"),
)


def append(path: str | os.PathLike[str], *records: Record) -> None:
    """Add records to a file of JSON lines, which is made if need be.

    Each record goes out as one write of one line and is on the disk before the next, so a process that
    is killed leaves at most one line cut off. Such a rest of a line is closed off by the next call.

    Raises
    ------
    RecordError
        If :func:`load` would refuse the line; nothing is written then.
    OSError
        If the file cannot be written; records before that one are in it.
    """
    lines = [_line_of(record) for record in records]
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, flags, 0o666)
    with os.fdopen(descriptor, "r+b", buffering=0) as file:
        end = file.seek(0, os.SEEK_END)
        if end:
            file.seek(end - 1)
        if lines and end and file.read(1) != b"\n":
            lines[0] = b"\n" + lines[0]
        for line in lines:
            written = file.write(line)
            if written != len(line):
                raise OSError(
                    f"only {written} of {len(line)} bytes of a record could be written to {os.fspath(path)}"
                )
            os.fsync(descriptor)


def _line_of(record: Record) -> bytes:
    try:
        line = record.to_json().encode() + b"\n"
        Record._from_data(json.loads(line))
    except TypeError as error:
        raise RecordError(f"the record holds what JSON cannot: {error}") from None
    if len(line) > MAX_LINE:
        raise RecordError(f"the record takes {len(line)} bytes, and a line has {MAX_LINE} at most")
    return line


def load(path: str | os.PathLike[str]) -> list[Record]:
    """Read a file of JSON lines, replaying every game.

    A line that was cut off in the middle of a write is left out with a :class:`RecordWarning`.

    Raises
    ------
    RecordError
        If a record does not fit; it names the line and, where a move is at fault, the ply.
    OSError
        If the file cannot be read.
    """
    return list(read_lines(path))


def read_lines(path: str | os.PathLike[str]) -> Iterator[Record]:
    """Read a file of JSON lines as :func:`load` does, one record at a time."""
    path = Path(os.fsdecode(path))
    if not path.exists():
        raise FileNotFoundError(ENOENT, "there is no file of games", str(path.absolute()))
    with path.open("rb") as file:
        number = 0
        while line := file.readline(MAX_LINE + 1):
            number += 1
            try:
                if record := _read_line(line, first=number == 1):
                    yield record
            except UnicodeDecodeError:
                raise RecordError("the line is not text in UTF-8", line=number) from None
            except _CutOffError:
                message = f"line {number} of {os.fspath(path)} was cut off in the middle of a write; left out"
                warnings.warn(message, RecordWarning, stacklevel=3)
            except RecordError as error:
                raise RecordError(error.message, error.ply, number) from None


def _read_line(line: bytes, *, first: bool) -> Record | None:
    if len(line) > MAX_LINE:
        raise RecordError(f"the line is longer than {MAX_LINE} bytes, too long for a record")
    text = line.decode("utf-8-sig" if first else "utf-8").strip()
    return Record.from_json(text) if text else None
