"""How the benchmarks measure: medians, and a yardstick taken in the same run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import process_time

__all__ = ["Row", "rate", "seconds"]


@dataclass(frozen=True)
class Row:
    """One line of the table: what was measured, the figure, and its budget.

    Attributes
    ----------
    what, unit
        What was measured, and in which unit.
    measured, budget
        The figure and its budget; no budget where there is only something to tell.
    higher_is_better
        Whether the budget is a floor and not a ceiling.
    scales
        Whether the figure depends on the machine's speed, so that the yardstick applies to it.
    """

    what: str
    unit: str
    measured: float
    budget: float | None = None
    higher_is_better: bool = False
    scales: bool = True

    def adjusted(self, slowness: float) -> float:
        """Return the figure as it would be on the machine that the budgets are meant for."""
        if not self.scales:
            return self.measured
        return self.measured * slowness if self.higher_is_better else self.measured / slowness

    def is_met(self, slowness: float) -> bool | None:
        """Tell whether the adjusted figure is within its budget; None without a budget."""
        if self.budget is None:
            return None
        value = self.adjusted(slowness)
        return value >= self.budget if self.higher_is_better else value <= self.budget


def seconds(
    task: Callable[[], object], calls: int = 1, repeats: int = 5, clock: Callable[[], float] = process_time
) -> float:
    """Return the median time of one call in seconds, over several runs of some calls each.

    Processor time, as the yardstick is, unless another clock is given.
    """
    times = []
    for _ in range(repeats):
        start = clock()
        for _ in range(calls):
            task()
        times.append((clock() - start) / calls)
    return median(times)


def rate(task: Callable[[], object], at_least: float = 0.7, repeats: int = 3) -> float:
    """Return the median number of calls a second of processor time."""
    rates = []
    for _ in range(repeats):
        start, calls = process_time(), 0
        while (passed := process_time() - start) < at_least:
            task()
            calls += 1
        rates.append(calls / passed)
    return median(rates)
