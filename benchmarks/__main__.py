"""Print what boardlab's budgets are and what this machine measures: ``python -m benchmarks``.

The budgets are meant for a core on which python-chess counts perft(4) in half a second. That is
measured before and after each group of rows, and the figures are adjusted by it.
"""

from __future__ import annotations

import sys
from statistics import median

from benchmarks import board, click, engines
from benchmarks.timing import Row

YARDSTICK = 0.5
"""Seconds of python-chess's perft(4) on the machine that the budgets are meant for."""


def main() -> int:
    """Print the table; the exit code is 1 if a budget is missed."""
    missed = 0
    print(f"{'what':46} {'unit':>5} {'measured':>9} {'adjusted':>9} {'budget':>8}")
    for group in (engines.rows, board.rows, click.rows):
        before = [engines.yardstick() for _ in range(3)]
        rows = list(group())
        slowness = median([*before, *(engines.yardstick() for _ in range(3))]) / YARDSTICK
        for row in rows:
            print(line(row, slowness))
            missed += row.is_met(slowness) is False
        seconds = slowness * YARDSTICK
        print(f"  (perft(4) of python-chess: {seconds:.2f} s, so figures are adjusted by {slowness:.2f})")
    print(f"{missed} budget{'s' * (missed != 1)} missed" if missed else "all budgets met")
    return int(missed > 0)


def line(row: Row, slowness: float) -> str:
    """Write a row of the table."""
    verdict = {None: "", True: "met", False: "MISSED"}[row.is_met(slowness)]
    budget = "" if row.budget is None else f"{'≥' if row.higher_is_better else '≤'} {row.budget:g}"
    adjusted = row.adjusted(slowness)
    return f"{row.what:46} {row.unit:>5} {row.measured:9.4g} {adjusted:9.4g} {budget:>8} {verdict}"


if __name__ == "__main__":
    sys.exit(main())
