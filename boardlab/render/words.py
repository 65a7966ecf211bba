"""A position in words and characters."""

from __future__ import annotations

from collections.abc import Iterable

from boardlab.core import Cell, State, listed

__all__ = ["column_name", "status", "symbol", "text_board"]


def text_board(state: State) -> str:
    """Draw a position in characters, with a line below that says how the game stands.

    A covered cell shows the initial of its colour, or the name of its piece, unless something lies on it;
    an empty one its mark or a dot.
    """
    width, height = state.game.width, state.game.height
    grid = state.grid
    shown = {cell: symbol(key) for cell, key in grid.items()}
    lying = {cell: text for cell, text in state.marks.items() if cell not in grid or text != "•"}
    shown |= {cell: _printable(text) for cell, text in lying.items()}
    wide = max(map(len, shown.values()), default=1)
    margin = len(str(height))
    lines = []
    for y in reversed(range(height)):
        row = [shown.get(Cell(x, y), ".") for x in range(width)]
        lines.append(_line(f"{y + 1:>{margin}}", row, wide))
    lines.append(_line(" " * margin, [column_name(x) for x in range(width)], wide))
    return "\n".join([*lines, status(state)])


def status(state: State) -> str:
    """Say in one line whose turn it is, who was passed over, and the scores; or how the game ended."""
    scores = ", ".join(f"{score:g}" for score in state.scores)
    seat = state.current_player
    if seat is None:
        winners = state.winners
        verb = "wins" if len(winners) == 1 else "share the win"
        seats = "seat" if len(winners) == 1 else "seats"
        result = f"{seats} {listed(winners)} {verb}" if winners else "nobody wins"
        return f"game over: {result}; scores {scores}"
    # Where colours are not seats (Blokus), a turn is a colour's, and so is a skip.
    colors = getattr(state.game, "colors", ()) if hasattr(state, "color_scores") else ()
    color = getattr(state, "color", None)
    turn = (
        f"{colors[color]} to move (seat {seat})" if colors and color is not None else f"seat {seat} to move"
    )
    names = [colors[index] if colors else f"seat {index}" for index in state.skipped]
    skipped = f"; {listed(names)} {'was' if len(names) == 1 else 'were'} skipped" if names else ""
    return f"{turn}{skipped}; scores {scores}"


def symbol(key: str) -> str:
    """Return a colour's initial; names that are not words, such as those of pieces, stay as they are."""
    return key[0].upper() if key.isalpha() and key.islower() else _printable(key)


def _printable(text: str) -> str:
    return "".join(char if char.isprintable() else "?" for char in text) or "?"


def _line(label: str, row: Iterable[str], wide: int) -> str:
    return " ".join([label, *(text.ljust(wide) for text in row)]).rstrip()


def column_name(x: int) -> str:
    """Return what the text of a move calls a column."""
    name = str(Cell(x, 0))
    return name[:-1] if name[0].isalpha() else str(x + 1)
