"""A notebook that is open in JupyterLab in a browser, as a test uses it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
from playwright.sync_api import Locator, Page, WebSocket

from .lab import Lab

PATIENCE = 60_000
"""Milliseconds to wait for a page or a kernel; they are there in a few seconds."""

KERNEL = "window.jupyterapp.shell.currentWidget?.sessionContext?.session?.kernel"
IDLE = f"() => {KERNEL}?.status === 'idle'"
EXECUTE = f"""async code => {{
    const texts = [];
    const future = {KERNEL}.requestExecute({{code, store_history: false}});
    future.onIOPub = ({{header, content}}) => {{
        if (header.msg_type === 'stream') texts.push(content.text);
        if (header.msg_type === 'execute_result') texts.push(content.data['text/plain']);
    }};
    const reply = (await future.done).content;
    const error = reply.status === 'ok' ? null : `${{reply.ename}}: ${{reply.evalue}}`;
    return {{text: texts.join(''), error}};
}}"""
PIXEL = "(canvas, [x, y]) => Array.from(canvas.getContext('2d').getImageData(x, y, 1, 1).data)"


class KernelError(Exception):
    """Code that a test ran in the kernel raised."""


def write_notebook(path: Path, *cells: str) -> None:
    """Write a notebook with the given code cells."""
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}  # or Lab asks for one
    document = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(cell) for cell in cells], metadata={"kernelspec": kernel}
    )
    nbformat.write(document, path)


@dataclass
class Frames:
    """What went over the kernel's websocket while it was counted."""

    sent: int = 0
    received: int = 0
    bytes_sent: int = 0
    bytes_received: int = 0


class Notebook:
    """Opens notebooks in one page, runs them, and looks at what they show.

    Attributes
    ----------
    page
        Playwright's page, for clicks and keys.
    console
        What the page said on its console, and the exceptions in it, as lines of text.
    """

    def __init__(self, page: Page, lab: Lab, workspace: str) -> None:
        self.page = page
        self.lab = lab
        self.console: list[str] = []
        self._workspace = workspace
        self._counts: list[Frames] = []
        page.on("console", lambda message: self.console.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: self.console.append(f"exception: {error}"))
        page.on("websocket", self._watch)

    # Opening and running

    def open(self, path: str) -> None:
        """Open a notebook by its path in the server's folder, and wait for its kernel."""
        self.page.goto(self.lab.address(path, self._workspace))
        self.page.wait_for_function("() => window.jupyterapp !== undefined", timeout=PATIENCE)
        self.page.evaluate("() => window.jupyterapp.restored")
        self.page.wait_for_selector(".jp-Notebook .jp-Cell", timeout=PATIENCE)
        self.wait_until_idle()

    def reload(self, path: str) -> None:
        """Save the notebook, leave it, and open it in a fresh page, with the kernel still running."""
        self.save()
        self.page.goto("about:blank")
        self.open(path)

    def command(self, name: str, **arguments: Any) -> None:
        """Run one of JupyterLab's own commands, and wait until it is done."""
        self.page.evaluate(
            "([name, arguments]) => window.jupyterapp.commands.execute(name, arguments).then(() => null)",
            [name, arguments],
        )

    def save(self) -> None:
        """Save the notebook with its outputs."""
        self.command("docmanager:save")

    def run_all(self) -> None:
        """Run every cell."""
        self.command("notebook:run-all-cells")
        self.wait_until_idle()

    def wait_until_idle(self) -> None:
        """Wait until the kernel has nothing to do."""
        self.page.wait_for_function(IDLE, timeout=PATIENCE)

    def execute(self, code: str) -> str:
        """Run code in the notebook's kernel, unseen, and return what it printed and its value as text.

        The kernel takes messages in order, so every click made before is dealt with by then.

        Raises
        ------
        KernelError
            If the code raises.
        """
        done = self.page.evaluate(EXECUTE, code)
        if done["error"]:
            raise KernelError(done["error"])
        return str(done["text"]).strip()

    # Looking

    def canvas(self, index: int = 0) -> Locator:
        """Return a canvas among those in the outputs."""
        return self.page.locator(".jp-OutputArea-output canvas").nth(index)

    def pixel(self, canvas: Locator, x: int, y: int) -> tuple[int, int, int]:
        """Return the red, green and blue of a pixel, in the canvas's own pixels."""
        red, green, blue, _ = canvas.evaluate(PIXEL, [x, y])
        return red, green, blue

    def wait_for_pixel(
        self, canvas: Locator, x: int, y: int, color: Sequence[int], tolerance: int = 12
    ) -> None:
        """Wait until a pixel has a colour: the one sure sign that something has been painted.

        A hover is painted in the same pixels, so move the mouse away first.
        """
        self.page.wait_for_function(
            f"""([canvas, x, y, color, tolerance]) => ({PIXEL})(canvas, [x, y]).slice(0, 3)
                .every((value, i) => Math.abs(value - color[i]) <= tolerance)""",
            arg=[canvas.element_handle(), x, y, list(color), tolerance],
        )

    @contextmanager
    def frames(self) -> Iterator[Frames]:
        """Count what goes over the kernel's websocket inside the ``with`` block."""
        counted = Frames()
        self._counts.append(counted)
        try:
            yield counted
        finally:
            self._counts.remove(counted)

    def _watch(self, socket: WebSocket) -> None:
        if "/channels" in socket.url:
            socket.on("framesent", lambda payload: self._count(payload, sent=True))
            socket.on("framereceived", lambda payload: self._count(payload, sent=False))

    def _count(self, payload: str | bytes, *, sent: bool) -> None:
        size = len(payload.encode() if isinstance(payload, str) else payload)
        for counted in self._counts:
            if sent:
                counted.sent += 1
                counted.bytes_sent += size
            else:
                counted.received += 1
                counted.bytes_received += size
