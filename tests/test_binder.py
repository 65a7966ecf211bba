"""Binder can build from ``binder/``: repo2docker itself reads the folder, without building an image."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

ROOT = Path(__file__).resolve().parents[1]
BINDER = ROOT / "binder"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
REQUIREMENTS = [
    line for line in (BINDER / "requirements.txt").read_text(encoding="utf-8").splitlines() if line[:1] != "#"
]
PYTHON = (BINDER / "runtime.txt").read_text(encoding="utf-8").strip().removeprefix("python-")


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> subprocess.CompletedProcess[str]:
    program = shutil.which("jupyter-repo2docker", path=str(Path(sys.executable).parent)) or shutil.which(
        "jupyter-repo2docker"
    )
    if program is None:
        pytest.skip("jupyter-repo2docker is not installed")
    repository = tmp_path_factory.mktemp("repository")
    shutil.copytree(BINDER, repository / "binder")
    shutil.copy(ROOT / "pyproject.toml", repository)
    command = [program, "--no-build", "--debug", str(repository)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_repo2docker_takes_the_folder(build: subprocess.CompletedProcess[str]) -> None:
    assert build.returncode == 0, build.stderr


def test_the_python_is_the_one_asked_for(build: subprocess.CompletedProcess[str]) -> None:
    # Without a runtime.txt that it understands, repo2docker silently takes another.
    assert "unspecified" not in build.stderr
    assert f"python={PYTHON}" in build.stderr
    assert PYTHON in SpecifierSet(PROJECT["requires-python"])


def test_the_requirements_are_installed_from_the_top_of_the_repository(
    build: subprocess.CompletedProcess[str],
) -> None:
    steps = build.stdout.splitlines()
    install = next(n for n, step in enumerate(steps) if '-r "binder/requirements.txt"' in step)
    # The dot in the requirements is the folder that pip runs in, and it must be filled by then.
    folders = [step.split()[1] for step in steps[:install] if step.startswith("WORKDIR")]
    assert folders[-1] == "${REPO_DIR}"
    assert any(step.startswith("COPY") and step.endswith("${REPO_DIR}/") for step in steps[:install])


def test_scripts_can_be_run_on_linux() -> None:
    for script in (path for path in BINDER.iterdir() if path.name in {"postBuild", "start"}):
        assert script.stat().st_mode & 0o100, f"{script.name} is not executable"
        assert b"\r\n" not in script.read_bytes(), f"{script.name} has Windows line ends"
        if script.name == "start":
            assert script.read_text(encoding="utf-8").rstrip().endswith('exec "$@"')


def test_the_project_comes_with_extras_that_it_has() -> None:
    (project,) = (line for line in REQUIREMENTS if line.startswith("."))
    extras = project.removeprefix(".[").removesuffix("]").split(",")
    assert set(extras) <= set(PROJECT["optional-dependencies"])
    assert {"widgets", "analysis"} <= set(extras)


def test_pins_agree_with_the_project() -> None:
    ranges = {
        requirement.name: requirement.specifier
        for line in PROJECT["optional-dependencies"]["widgets"]
        for requirement in [Requirement(line)]
    }
    pins = [Requirement(line) for line in REQUIREMENTS if not line.startswith(".")]
    for pin in pins:
        (exact,) = pin.specifier
        assert exact.operator == "=="
        assert exact.version in ranges[pin.name]
    assert {pin.name for pin in pins} == {"ipycanvas", "anywidget"}, (
        "JupyterLab and ipywidgets come with Binder"
    )
