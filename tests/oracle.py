"""Blokus from first principles, slowly: the rules B1 to B8 on plain sets of cells.

It knows nothing of boardlab, so that the two can be held against each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

Point = tuple[int, int]
Cells = frozenset[Point]

DRAWN = {
    "1": "#",
    "2": "##",
    "I3": "###",
    "V3": "#. ##",
    "I4": "####",
    "L4": "#. #. ##",
    "T4": "### .#.",
    "O": "## ##",
    "Z4": "##. .##",
    "I5": "#####",
    "L5": "#. #. #. ##",
    "N": ".# .# ## #.",
    "P": "## ## #.",
    "U": "#.# ###",
    "Y": ".# ## .# .#",
    "T5": "### .#. .#.",
    "V5": "#.. #.. ###",
    "W": "#.. ##. .##",
    "Z5": "##. .#. .##",
    "F": ".## ##. .#.",
    "X": ".#. ### .#.",
}
SIZES = {"classic": 20, "duo": 14}
STARTS = {"classic": [(0, 19), (19, 19), (19, 0), (0, 0)], "duo": [(4, 9), (9, 4)]}


@cache
def placements(size: int) -> dict[Cells, str]:
    """Put every piece, turned and flipped in all ways, everywhere on the board."""
    found = {}
    for name, picture in DRAWN.items():
        form = [(x, y) for y, row in enumerate(picture.split()) for x, char in enumerate(row) if char == "#"]
        for _ in range(2):
            form = [(-x, y) for x, y in form]
            for _ in range(4):
                form = [(y, -x) for x, y in form]
                left, low = min(x for x, _ in form), min(y for _, y in form)
                for dx in range(-left, size - max(x for x, _ in form)):
                    for dy in range(-low, size - max(y for _, y in form)):
                        found[frozenset((x + dx, y + dy) for x, y in form)] = name
    return found


def beside(cells: Iterable[Point]) -> set[Point]:
    """Cells that share an edge with one of these."""
    return {(x + dx, y + dy) for x, y in cells for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}


def diagonal(cells: Iterable[Point]) -> set[Point]:
    """Cells that share a corner with one of these."""
    return {(x + dx, y + dy) for x, y in cells for dx in (1, -1) for dy in (1, -1)}


class SlowBlokus:
    """A game of Blokus, played move by move."""

    def __init__(
        self, players: int = 0, variant: str = "classic", corners: str = "any", scoring: str = "advanced"
    ) -> None:
        self.size, self.starts = SIZES[variant], STARTS[variant]
        self.players = players or len(self.starts)
        self.corners, self.scoring = corners, scoring
        self.placed: list[list[tuple[str, Cells]]] = [[] for _ in self.starts]
        self.turn: int | None = 0
        self.skipped: list[int] = []

    def cells_of(self, color: int) -> set[Point]:
        """Cells that a colour covers."""
        return {cell for _, cells in self.placed[color] for cell in cells}

    def starts_of(self, color: int) -> set[Point]:
        """Start cells that a colour may choose from."""
        return set(self.starts) if self.corners == "any" else {self.starts[color]}

    @property
    def taken(self) -> set[Point]:
        """Cells that are covered."""
        return set().union(*map(self.cells_of, range(len(self.placed))))

    def legal(self, color: int) -> Iterator[tuple[str, Cells]]:
        """Go through what a colour may place."""
        own, taken, used = self.cells_of(color), self.taken, {name for name, _ in self.placed[color]}
        wanted = diagonal(own) if own else self.starts_of(color)  # B3, B2
        forbidden = taken | beside(own)  # B1, B4
        for cells, name in placements(self.size).items():
            if name not in used and not cells.isdisjoint(wanted) and cells.isdisjoint(forbidden):  # B5
                yield name, cells

    def broken(self, name: str, cells: Cells) -> list[str]:
        """Rules that a placement of the colour to move breaks, in the order in which they are named."""
        if self.turn is None:
            return ["B7"]
        own, starts = self.cells_of(self.turn), self.starts_of(self.turn)
        faults = {
            "B5": name in {piece for piece, _ in self.placed[self.turn]},
            "B1": bool(cells & self.taken),
            "B2": not own and cells.isdisjoint(starts),
            "B4": bool(cells & beside(own)),
            "B3": bool(own) and cells.isdisjoint(diagonal(own)),
        }
        return [rule for rule, fault in faults.items() if fault]

    def play(self, cells: Cells) -> None:
        """Place a piece of the colour to move, and find who is next (B6, B7)."""
        assert self.turn is not None
        self.placed[self.turn].append((placements(self.size)[cells], cells))
        self.skipped = []
        for step in range(1, len(self.placed) + 1):
            color = (self.turn + step) % len(self.placed)
            if any(True for _ in self.legal(color)):
                self.turn = color
                return
            self.skipped.append(color)
        self.turn, self.skipped = None, []

    @property
    def seat(self) -> int | None:
        """The seat to move."""
        if self.turn is None:
            return None
        if self.players == 3 and self.turn == 3:
            return len(self.placed[3]) % 3
        return self.turn % self.players

    @property
    def color_scores(self) -> list[int]:
        """One score a colour (B8)."""
        scores = []
        for placed in self.placed:
            left = 89 - sum(len(cells) for _, cells in placed)
            bonus = 0 if left or self.scoring == "basic" else 20 if placed[-1][0] == "1" else 15
            scores.append(bonus - left)
        return scores

    @property
    def scores(self) -> list[int]:
        """One score a seat."""
        colors = self.color_scores[:3] if self.players == 3 else self.color_scores
        return [sum(colors[seat :: self.players]) for seat in range(self.players)]
