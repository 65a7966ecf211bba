"""The form for a new game: which options a game has, in words, and which of them go together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from boardlab.games import GAMES, make
from boardlab.widgets.controls import CONTROLS

__all__ = ["OPTIONS", "Field", "form_fields", "picked"]

OPTIONS: Mapping[str, Mapping[str, tuple[str, Mapping[Any, str]]]] = {
    "blokus": {
        "variant": ("Board", {"classic": "Classic, 20 × 20", "duo": "Duo, 14 × 14"}),
        "players": ("Players", {4: "4", 3: "3", 2: "2", 1: "1"}),
        "corners": ("First piece", {"any": "On any free start", "own": "On its own start"}),
        "scoring": ("Scoring", {"advanced": "With bonus", "basic": "Without bonus"}),
    },
    "isaac": {},
    "polyssimo": {
        "players": ("Players", {2: "2", 3: "3", 4: "4"}),
        "min_hexominoes": (
            "Handicap",
            {
                None: "None",
                **{
                    (least, *[0] * (players - 1)): f"Player 1 drafts {least} hexominoes or more"
                    for players, range_ in ((2, (7, 8)), (3, (5, 6)), (4, (4, 5)))
                    for least in range_
                },
            },
        ),
    },
    "dakapo": {
        "claim": ("Squares", {False: "Win by themselves", True: "Win if claimed"}),
    },
}
"""Name of a game -> option -> its label, and its values in words; an option not named stays as it is."""


@dataclass(frozen=True, slots=True)
class Field:
    """One choice of the form.

    Attributes
    ----------
    name, label
        The option, ``"game"`` for the game itself, and what people call it.
    values, words
        What can be chosen, and in words.
    pick
        Index of what is chosen.
    """

    name: str
    label: str
    values: tuple[Any, ...]
    words: tuple[str, ...]
    pick: int

    @property
    def value(self) -> Any:
        """What is chosen."""
        return self.values[self.pick]


def form_fields(name: str, options: Mapping[str, Any]) -> tuple[Field, ...]:
    """Make the form for a game, with some options chosen.

    An option offers the values that go with those above it; a choice that does not go with them becomes
    the default.
    """
    games = [known for known in CONTROLS if known in GAMES]
    fields = [
        Field("game", "Game", tuple(games), tuple(make(known).title for known in games), games.index(name))
    ]
    chosen: dict[str, Any] = {}
    for option, (label, words) in OPTIONS.get(name, {}).items():
        values = tuple(value for value in words if _goes(name, {**chosen, option: value}))
        value = options.get(option)
        if value not in values:
            value = make(name, **chosen).options[option]
        chosen[option] = value
        fields.append(
            Field(option, label, values, tuple(words[value] for value in values), values.index(value))
        )
    return tuple(fields)


def picked(fields: tuple[Field, ...], picks: list[int]) -> tuple[str, dict[str, Any]]:
    """Return the game and the options that picks in a form stand for.

    Raises
    ------
    ValueError
        If a field has no such choice.
    """
    if len(picks) != len(fields) or not all(
        0 <= pick < len(field.values) for pick, field in zip(picks, fields, strict=False)
    ):
        raise ValueError("the form has no such choice")
    name, *values = (field.values[pick] for pick, field in zip(picks, fields, strict=True))
    return name, {field.name: value for field, value in zip(fields[1:], values, strict=True)}


def _goes(name: str, options: Mapping[str, Any]) -> bool:
    try:
        make(name, **options)
    except ValueError:
        return False
    return True
