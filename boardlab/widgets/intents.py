"""What the browser may ask for. Nothing that comes from it is trusted: kinds, types and sizes are checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Intent", "IntentError", "read_intent"]

_MOST = 1 << 16
_LONGEST = 64
_MANY = 32


class IntentError(ValueError):
    """A message that no app sends."""


@dataclass(frozen=True, slots=True)
class Intent:
    """Something that a person wants, and the ply at which it was wanted."""

    kind: str
    ply: int
    values: Mapping[str, Any] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Any:
        return self.values[name]


def _number(value: object) -> bool:
    return type(value) is int and 0 <= value < _MOST


def _text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= _LONGEST


def _hand(value: object) -> bool:
    return value is None or _text(value)


def _numbers(value: object) -> bool:
    return isinstance(value, list) and len(value) <= _MANY and all(map(_number, value))


_KINDS: Mapping[str, Mapping[str, Callable[[object], bool]]] = {
    "cell": {"cell": _number, "form": _number, "hand": _hand},
    "item": {"key": _text, "hand": _hand},
    "orient": {"form": _number, "by": _text, "hand": _hand},
    "back": {},
    "undo": {},
    "redo": {},
    "goto": {"to": _number},
    "stop": {},
    "go": {},
    "seat": {"seat": _number, "pick": _number},
    "setup": {"picks": _numbers, "seats": _numbers},
    "new": {},
}
"""Kind -> what a message of that kind holds, each with its check."""


def read_intent(message: object) -> Intent:
    """Read a message from the browser.

    Raises
    ------
    IntentError
        If it is not one that the app's own page sends.
    """
    if not isinstance(message, dict):
        raise IntentError("a message is a dict")
    kind = message.get("kind")
    if not isinstance(kind, str) or kind not in _KINDS:
        raise IntentError("there is no such kind of message")
    checks = _KINDS[kind]
    if message.keys() != {"kind", "ply", *checks}:
        raise IntentError(f"{kind} has other parts")
    if not _number(message["ply"]) or not all(check(message[name]) for name, check in checks.items()):
        raise IntentError(f"{kind} holds something else")
    return Intent(kind, message["ply"], {name: message[name] for name in checks})
