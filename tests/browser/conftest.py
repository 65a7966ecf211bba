"""Fixtures for tests in a browser: ``lab``, ``page`` and ``notebook``.

A test writes a notebook into ``lab.folder`` (or takes one of boardlab's own, which are there) and opens
it with ``notebook.open``. Another kind of page is asked for with the options of Playwright's
``new_context``::

    @pytest.mark.parametrize("page", [{"has_touch": True, "device_scale_factor": 2}], indirect=True)
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from boardlab.cli import notebooks

from .chromium import find_chromium
from .lab import Lab

if TYPE_CHECKING:  # so that the tests can be collected, and skipped, where Playwright is missing
    from playwright.sync_api import Browser, Page

    from .notebook import Notebook

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test in this folder, so that ``-m "not browser"`` leaves them out."""
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium() -> str:
    """Path of Chromium; where there is none, the test is skipped, or fails if browsers are demanded."""
    program = find_chromium()
    if program is None:
        reason = "no Chromium here; install it, or name one in BOARDLAB_CHROMIUM"
        if os.environ.get("BOARDLAB_REQUIRE_BROWSER") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    return program


# For the package, not the session: Playwright keeps an event loop running in this thread, which the
# notebook tests that follow would trip over.
@pytest.fixture(scope="package")
def browser(chromium: str) -> Iterator[Browser]:
    """Chromium, without a window."""
    from .chromium import launched

    with launched(chromium) as browser:
        yield browser


@pytest.fixture(scope="session")
def lab(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """Serve a folder that holds boardlab's notebooks, for all tests."""
    folder = tmp_path_factory.mktemp("notebooks")
    shutil.copytree(notebooks(), folder, dirs_exist_ok=True)
    lab = Lab.start(folder, home=tmp_path_factory.mktemp("home"))
    yield lab
    lab.stop()


@pytest.fixture
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """Open a fresh page, with nothing left from another test."""
    options = {"viewport": {"width": 1280, "height": 1000}} | getattr(request, "param", {})
    context = browser.new_context(**options)
    page = context.new_page()
    page.set_default_timeout(20_000)
    yield page
    context.close()


@pytest.fixture
def notebook(page: Page, lab: Lab, request: pytest.FixtureRequest) -> Notebook:
    """Open notebooks in the page."""
    from .notebook import Notebook

    return Notebook(page, lab, workspace=re.sub(r"\W+", "-", request.node.name).strip("-"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Keep a picture of the page where a test failed, and say where it is."""
    report = yield
    used = getattr(item, "funcargs", {})
    if report.failed and "page" in used:
        name = re.sub(r"\W+", "-", item.name).strip("-")
        picture = Path(tempfile.mkdtemp(prefix="boardlab-")) / f"{name}.png"
        used["page"].screenshot(path=picture)
        report.sections.append(("screenshot", str(picture)))
        if "notebook" in used:
            report.sections.append(("browser console", "\n".join(used["notebook"].console)))
    return report
