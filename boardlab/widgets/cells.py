"""Which notebook cell is running, so that running it again replaces the app that it had made."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any
from weakref import WeakMethod

__all__ = ["made_here", "running_cell"]

_made: dict[str, tuple[str, list[WeakMethod[Callable[[], None]]]]] = {}
"""Id of a cell -> the run in which it made apps, and how to close them."""


def running_cell() -> tuple[str, str] | None:
    """Return the id of the cell that is running and that of the run; None outside a notebook."""
    ipython = sys.modules.get("IPython")
    kernel = getattr(ipython.get_ipython(), "kernel", None) if ipython else None
    if kernel is None:
        return None
    try:
        parent: Any = kernel.get_parent("shell")
        cell, run = parent["metadata"]["cellId"], parent["header"]["msg_id"]
    except (AttributeError, KeyError, TypeError):  # a kernel or a front end of another kind
        return None
    return (cell, run) if isinstance(cell, str) and isinstance(run, str) else None


def made_here(close: Callable[[], None]) -> None:
    """Remember what the running cell makes, and close what an earlier run of it has made."""
    where = running_cell()
    if where is None:
        return
    cell, run = where
    before, closers = _made.get(cell, (run, []))
    if before != run:
        for closer in closers:
            if (forget := closer()) is not None:
                forget()
        closers = []
    _made[cell] = run, [*closers, WeakMethod(close)]
