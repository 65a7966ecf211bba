"""``boardlab lab`` as a user runs it."""

from __future__ import annotations

import re
import subprocess
import sysconfig
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from .lab import PATIENCE, free_port, isolated_environment, stop

if TYPE_CHECKING:
    from playwright.sync_api import Page

COMMAND = str(Path(sysconfig.get_path("scripts")) / "boardlab")
ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/lab/tree/00_start\.ipynb\?token=\w+")


@pytest.fixture
def address(chromium: str, tmp_path: Path) -> Iterator[str]:
    """Run the command on a port of the test's choice, and give the address that it prints."""
    port, log = free_port(), tmp_path / "log"
    with log.open("w") as output:
        process = subprocess.Popen(
            [COMMAND, "lab", "mine", "--no-browser", "--port", str(port)],
            cwd=tmp_path,
            env=isolated_environment(tmp_path / "home"),
            stdout=output,
            stderr=subprocess.STDOUT,
            text=True,
        )
    try:
        deadline = time.monotonic() + PATIENCE
        while not (found := ADDRESS.search(log.read_text())):
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.1)
        assert int(found[1]) == port
        yield found[0]
    finally:
        stop(process)


def test_it_opens_the_first_notebook_for_who_has_the_token(address: str, page: Page, tmp_path: Path) -> None:
    assert (tmp_path / "mine" / "00_start.ipynb").is_file()
    page.goto(address)
    page.wait_for_selector(".jp-NotebookPanel .jp-Notebook .jp-Cell")
    assert page.locator(".lm-TabBar-tabLabel", has_text="00_start.ipynb").count() == 1

    contents = address.partition("/lab/")[0] + "/api/contents"
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(contents, timeout=10)
