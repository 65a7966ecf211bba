"""Blokus positions drawn as text.

A picture names its rows on the left and its columns below. A letter is a covered cell, by the first
letter of its colour; ``.`` is an empty one. ``#`` is a cell of the move in question, and so is a small
letter, where the cell is covered. Rows and columns that are left out are empty, and ``…`` stands for
them. ::

    20 B . y .
    19 . # # .
    18 . . . .
       a b c d

Pieces of one colour never share an edge, so what hangs together in one letter is one piece.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import boardlab
from boardlab.core import Cell, reading_order
from boardlab.games.blokus import BlokusState


@dataclass(frozen=True)
class Drawing:
    """What a picture shows: the position, and the cells of the move in question."""

    state: BlokusState
    move: str


def draw(picture: str, turn: str = "", **options: object) -> Drawing:
    """Read a picture; ``turn`` is the colour to move, the first one unless it is said."""
    game = boardlab.make("blokus", **options)
    state = game.initial_state()
    assert isinstance(state, BlokusState)
    chars = _chars(picture)
    colors = {name[0].upper(): number for number, name in enumerate(state.game.colors)}
    assert {char.upper() for char in chars.values()} <= {".", "#", *colors}, picture
    for letter, color in colors.items():
        for cells in _pieces({cell for cell, char in chars.items() if char.upper() == letter}):
            number = state.game.table.number[cells]
            state = replace(state, color=color).after(number)
    color = state.game.colors.index(turn) if turn else 0
    state = replace(state, color=color, skipped=(), legal=state.legal_of(color))
    move = sorted((cell for cell, char in chars.items() if char == "#" or char.islower()), key=reading_order)
    return Drawing(state, ",".join(map(str, move)))


def picture_of(state: BlokusState) -> str:
    """Draw a whole board, as :func:`draw` reads it."""
    grid, columns = state.grid, range(state.game.width)
    rows = [
        f"{y + 1:2} " + " ".join(grid[Cell(x, y)][0].upper() if Cell(x, y) in grid else "." for x in columns)
        for y in reversed(range(state.game.height))
    ]
    return "\n".join([*rows, "   " + " ".join("abcdefghijklmnopqrst"[x] for x in columns)])


def _chars(picture: str) -> dict[Cell, str]:
    *rows, columns = [line.split() for line in picture.strip("\n").split("\n") if line.strip()]
    found = {}
    for row, *chars in rows:
        if row != "…":
            assert len(chars) == len(columns), picture
            for column, char in zip(columns, chars, strict=True):
                if column != "…":
                    found[Cell.parse(column + row)] = char
    return found


def _pieces(cells: set[Cell]) -> list[tuple[Cell, ...]]:
    pieces = []
    while cells:
        piece = [min(cells)]
        for x, y in piece:
            piece += [cell for cell in cells.intersection(_beside(x, y)) if cell not in piece]
        cells = cells.difference(piece)
        pieces.append(tuple(sorted(piece, key=reading_order)))
    return pieces


def _beside(x: int, y: int) -> list[Cell]:
    return [Cell(x + 1, y), Cell(x - 1, y), Cell(x, y + 1), Cell(x, y - 1)]
