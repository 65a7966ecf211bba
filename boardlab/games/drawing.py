"""Positions of the games drawn in text, read back."""

from __future__ import annotations

from boardlab.core import Cell, quoted

__all__ = ["read_drawing"]


def read_drawing(drawing: str, width: int, height: int) -> dict[Cell, str]:
    r"""Read a drawn board: a line for each row, top row first, and a character for each cell.

    A dot is an empty cell; spaces and empty lines do not matter.

    Returns
    -------
    dict
        Cell -> its character, for the cells that are not empty, in reading order.

    Raises
    ------
    ValueError
        If the drawing has other than ``height`` rows of ``width`` cells.

    Examples
    --------
    >>> read_drawing("A . .\n A b b", width=3, height=2)[Cell(0, 1)]
    'A'
    """
    rows = [row for row in ("".join(line.split()) for line in drawing.splitlines()) if row]
    if len(rows) != height:
        raise ValueError(f"the drawing of a board has {height} rows, this one has {len(rows)}")
    for row in rows:
        if len(row) != width:
            raise ValueError(f"a row of the drawing has {width} cells, {quoted(row)} has {len(row)}")
    return {
        Cell(x, y): char for y, row in enumerate(reversed(rows)) for x, char in enumerate(row) if char != "."
    }
