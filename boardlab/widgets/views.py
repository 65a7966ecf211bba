"""What the browser is told, as plain lists and dicts; see :class:`.overlay.Overlay` for where it goes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from boardlab.core import Game, State
from boardlab.render import Palette
from boardlab.widgets.controls import Form, Item, Side, flipped, turned
from boardlab.widgets.controls.base import number
from boardlab.widgets.newgame import Field
from boardlab.widgets.seats import Choices

__all__ = [
    "board_trait",
    "hand_trait",
    "item_traits",
    "seats_trait",
    "setup_trait",
    "sides_trait",
    "tray_trait",
]

GONE, THERE, STUCK, HELD, BARRED = range(5)
"""The states of an item."""


def board_trait(game: Game, palette: Palette) -> dict[str, Any]:
    """Describe the board."""
    return {
        "width": game.width,
        "height": game.height,
        "label": f"{game.title}, {game.width} columns and {game.height} rows",
        "title": game.title,
        "scales": [
            {
                "fill": palette.fill(scale.key),
                "ink": palette.ink(palette.fill(scale.key)),
                "mark": scale.mark,
                "rows": list(scale.rows),
                "columns": list(scale.columns),
            }
            for scale in game.scales
        ],
    }


def tray_trait(items: Iterable[Item], palette: Palette) -> list[dict[str, Any]]:
    """Describe what stays the same about the items of the tray."""
    return [
        {
            "key": item.key,
            "label": item.label,
            "cells": [list(cell) for cell in item.cells],
            "fill": palette.fill(item.color) if item.color else "",
            "mark": item.mark,
            "ink": palette.ink(palette.fill(item.color)) if item.color else "",
        }
        for item in items
    ]


def item_traits(items: Iterable[Item]) -> list[list[Any]]:
    """Describe what changes about the items of the tray: the state, the corner and the reason of each."""
    return [[_state(item), item.note if item.count is None else item.count, item.why] for item in items]


def _state(item: Item) -> int:
    if item.held:
        return HELD
    if not item.there:
        return GONE
    return BARRED if item.why else STUCK if item.stuck else THERE


def hand_trait(
    key: str | None, ply: int, forms: Sequence[Form], game: Game, fill: str = ""
) -> dict[str, Any]:
    """Describe what is in hand, and where a click is legal, so that no hover needs an answer."""
    number_of = {form.cells: index for index, form in enumerate(forms)}
    return {
        "key": key,
        "ply": ply,
        "fill": fill,
        "forms": [
            {"cells": [list(cell) for cell in form.cells], "ok": _bits(form, game.width, game.height)}
            for form in forms
        ],
        "turn": [number_of.get(turned(form.cells), index) for index, form in enumerate(forms)],
        "flip": [number_of.get(flipped(form.cells), index) for index, form in enumerate(forms)],
    }


def _bits(form: Form, width: int, height: int) -> str:
    """Write the legal anchors as hex digits, four cells each, the lowest cells first."""
    bits = sum(1 << x + width * y for x, y in form.anchors)
    return f"{bits:0{-(-width * height // 4)}x}"[::-1]


def sides_trait(
    state: State, sides: Sequence[Side], turn: int | None, palette: Palette, *, scored: bool = True
) -> list[dict[str, Any]]:
    """Describe the sides: their looks, pieces left, scores, and whose turn it is."""
    return [
        {
            "name": side.name,
            "fill": palette.fill(side.key),
            "ink": palette.ink(palette.fill(side.key)),
            "mark": palette.mark(side.key),
            "seat": side.seat,
            "left": side.left,
            "score": number(side.score) if scored else "",
            "active": index == turn,
            "skipped": index in state.skipped,
        }
        for index, side in enumerate(sides)
    ]


def seats_trait(state: State, seats: Iterable[Choices], *, scored: bool = True) -> list[dict[str, Any]]:
    """Describe the seats: their scores, and who could play them."""
    return [
        {"choices": words, "pick": pick, "score": number(score) if scored else ""}
        for score, (words, _, pick) in zip(state.scores, seats, strict=True)
    ]


def setup_trait(fields: Iterable[Field], seats: Iterable[Choices]) -> dict[str, Any]:
    """Describe the form for a new game."""
    return {
        "fields": [
            {"label": field.label, "choices": list(field.words), "pick": field.pick} for field in fields
        ],
        "seats": [
            {"label": f"Player {seat + 1}", "choices": words, "pick": pick}
            for seat, (words, _, pick) in enumerate(seats)
        ],
    }
