"""Bots think here, so that the board stays alive meanwhile."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Event, Thread
from time import monotonic

from boardlab.core import Move, State

__all__ = ["Answer", "Thinker"]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a bot came up with in a position: a move, or the exception that it raised."""

    state: State
    move: Move | str | None = None
    error: BaseException | None = None


class _Job:
    """One question to a bot."""

    def __init__(self, bot: Callable[[State], Move | str], state: State, pause: float) -> None:
        self.bot, self.state, self.pause = bot, state, pause
        self.hurry = Event()

    def think(self) -> Answer:
        started = monotonic()
        try:
            answer = Answer(self.state, self.bot(self.state))
        except BaseException as error:  # noqa: BLE001 - whatever a bot raises is shown
            return Answer(self.state, error=error)
        self.hurry.wait(max(0.0, self.pause - (monotonic() - started)))
        return answer


class Thinker:
    """Asks one bot at a time for a move.

    In a notebook the bot thinks in a thread, and ``ready`` is called on the event loop when it has
    answered. In the browser's Python, which has no threads, it thinks on the loop a moment later. Where
    no loop runs it thinks at once. An answer is handed out once, by :meth:`take`, and never after
    :meth:`cancel`.
    """

    def __init__(self, ready: Callable[[], None]) -> None:
        self._ready = ready
        self._job: _Job | None = None
        self._answers: SimpleQueue[tuple[_Job, Answer]] = SimpleQueue()
        self._on_loop = False

    @property
    def busy(self) -> bool:
        """Whether a bot was asked and its answer has not been taken."""
        return self._job is not None

    def ask(self, bot: Callable[[State], Move | str], state: State, pause: float) -> bool:
        """Ask a bot; tell whether its answer can be taken at once."""
        job = self._job = _Job(bot, state, pause)
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            job.pause = 0
            answer = job.think()
            if isinstance(answer.error, KeyboardInterrupt):
                self._job = None
                raise answer.error from None
            self._answers.put((job, answer))
            return True
        self._on_loop = sys.platform == "emscripten"
        if self._on_loop:
            job.pause = 0
            loop.call_later(max(pause, 0.02), self._think_on_loop, job)
        else:
            Thread(target=self._think_in_thread, args=(job, loop), daemon=True).start()
        return False

    def _think_on_loop(self, job: _Job) -> None:
        if job is self._job:
            self._answers.put((job, job.think()))
            self._ready()

    def _think_in_thread(self, job: _Job, loop: asyncio.AbstractEventLoop) -> None:
        self._answers.put((job, job.think()))
        if job is self._job:
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(self._ready)

    def take(self, timeout: float = 0) -> Answer | None:
        """Return the answer to the last question once it is there, waiting for it if asked to."""
        job = self._job
        if job is None:
            return None
        if timeout > 0:
            job.hurry.set()
            if self._on_loop:
                self._job = None
                return job.think()
        end = monotonic() + timeout
        while True:
            try:
                answered, answer = self._answers.get(timeout=max(0.0, end - monotonic()))
            except Empty:
                return None
            if answered is self._job:
                self._job = None
                return answer

    def cancel(self) -> None:
        """Drop the question; the bot may go on thinking, but nobody listens."""
        if self._job is not None:
            self._job.hurry.set()
        self._job = None
