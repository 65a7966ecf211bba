"""The ``boardlab`` command: what it copies, what it starts, and what it says when it cannot."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import boardlab
from boardlab import cli
from boardlab.cli import CommandError, copy_notebooks, lab_command, main

OLD = {"00_start.ipynb": "start 1", "01_blokus.ipynb": "blokus 1", "data/games.jsonl": "games 1"}
NEW = {"00_start.ipynb": "start 2", "01_blokus.ipynb": "blokus 2", "data/games.jsonl": "games 1"}


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def read(folder: Path) -> dict[str, str]:
    """Return the files in a folder that a user sees."""
    paths = (path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
    return {path.relative_to(folder).as_posix(): path.read_text() for path in paths}


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return write(tmp_path / "old", OLD)


@pytest.fixture
def new(tmp_path: Path) -> Path:
    return write(tmp_path / "new", NEW)


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    return tmp_path / "mine"


# Copying


def test_the_first_copy_has_every_file(old: Path, mine: Path) -> None:
    copied = copy_notebooks(old, mine)
    assert read(mine) == OLD
    assert sorted(copied.new) == sorted(OLD)
    assert str(copied) == "3 new"


def test_the_folder_is_made_with_those_above_it(old: Path, mine: Path) -> None:
    copy_notebooks(old, mine / "a" / "b")
    assert read(mine / "a" / "b") == OLD


def test_what_jupyter_and_python_leave_behind_is_not_copied(old: Path, mine: Path) -> None:
    write(old, {".ipynb_checkpoints/00_start.ipynb": "", "__pycache__/x.pyc": "", ".hidden": ""})
    copy_notebooks(old, mine)
    assert read(mine) == OLD
    assert {path.name for path in mine.iterdir()} == {
        "00_start.ipynb",
        "01_blokus.ipynb",
        "data",
        cli.MANIFEST,
    }


def test_copying_again_changes_nothing(old: Path, mine: Path) -> None:
    copy_notebooks(old, mine)
    before = (mine / "00_start.ipynb").stat()
    copied = copy_notebooks(old, mine)
    assert sorted(copied.same) == sorted(OLD)
    assert (mine / "00_start.ipynb").stat() == before


def test_unchanged_older_copies_are_updated(old: Path, new: Path, mine: Path) -> None:
    copy_notebooks(old, mine)
    copied = copy_notebooks(new, mine)
    assert read(mine) == NEW
    assert copied.updated == ["00_start.ipynb", "01_blokus.ipynb"]
    assert str(copied) == "2 updated, 1 same"


def test_a_changed_file_is_kept_and_named(old: Path, new: Path, mine: Path) -> None:
    copy_notebooks(old, mine)
    write(mine, {"01_blokus.ipynb": "my work"})
    for _ in range(2):
        copied = copy_notebooks(new, mine)
        assert copied.kept == ["01_blokus.ipynb"]
        assert read(mine) == NEW | {"01_blokus.ipynb": "my work"}
    assert "kept as you changed it: 01_blokus.ipynb" in str(copied)


def test_a_file_that_was_kept_once_is_kept_in_later_versions(old: Path, new: Path, mine: Path) -> None:
    copy_notebooks(old, mine)
    write(mine, {"01_blokus.ipynb": "my work"})
    copy_notebooks(new, mine)
    newest = write(new, {"01_blokus.ipynb": "blokus 3"})
    assert copy_notebooks(newest, mine).kept == ["01_blokus.ipynb"]


def test_what_was_there_before_the_first_copy_is_kept(old: Path, mine: Path) -> None:
    write(mine, {"00_start.ipynb": "mine", "notes.txt": "mine too"})
    assert copy_notebooks(old, mine).kept == ["00_start.ipynb"]
    assert read(mine) == OLD | {"00_start.ipynb": "mine", "notes.txt": "mine too"}


def test_a_renamed_or_deleted_file_comes_back(old: Path, mine: Path) -> None:
    copy_notebooks(old, mine)
    (mine / "00_start.ipynb").rename(mine / "my start.ipynb")
    assert copy_notebooks(old, mine).new == ["00_start.ipynb"]
    assert read(mine) == OLD | {"my start.ipynb": "start 1"}


def test_a_file_that_no_longer_ships_stays(old: Path, new: Path, mine: Path) -> None:
    copy_notebooks(old, mine)
    (new / "01_blokus.ipynb").unlink()
    copy_notebooks(new, mine)
    assert read(mine)["01_blokus.ipynb"] == "blokus 1"


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"sha256": 3}', '{"sha256": [1]}', "\x00"])
def test_with_a_broken_manifest_every_different_file_is_kept(
    old: Path, new: Path, mine: Path, text: str
) -> None:
    copy_notebooks(old, mine)
    (mine / cli.MANIFEST).write_text(text)
    assert copy_notebooks(new, mine).kept == ["00_start.ipynb", "01_blokus.ipynb"]
    assert read(mine) == OLD


def test_a_kill_before_the_manifest_was_written_does_no_harm(old: Path, new: Path, mine: Path) -> None:
    copy_notebooks(old, mine)
    write(mine, {"00_start.ipynb": NEW["00_start.ipynb"]})
    copied = copy_notebooks(new, mine)
    assert (copied.updated, copied.kept) == (["01_blokus.ipynb"], [])
    assert "00_start.ipynb" in copied.same


def test_a_link_and_a_folder_in_the_way_are_kept(old: Path, mine: Path, tmp_path: Path) -> None:
    elsewhere = write(tmp_path, {"elsewhere": "start 1"}) / "elsewhere"
    (mine / "01_blokus.ipynb").mkdir(parents=True)
    (mine / "00_start.ipynb").symlink_to(elsewhere)
    assert copy_notebooks(old, mine).kept == ["00_start.ipynb", "01_blokus.ipynb"]
    assert (mine / "00_start.ipynb").is_symlink()


def test_the_manifest_says_what_was_written(old: Path, mine: Path) -> None:
    copy_notebooks(old, mine)
    manifest = json.loads((mine / cli.MANIFEST).read_text())
    assert manifest["boardlab"] == boardlab.__version__
    assert set(manifest["sha256"]) == set(OLD)


def test_a_failed_write_leaves_the_file_as_it_was(
    old: Path, new: Path, mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy_notebooks(old, mine)

    def full_disk(path: Path, content: bytes) -> int:
        path.touch()
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full_disk)
    with pytest.raises(CommandError, match="No space left on device"):
        copy_notebooks(new, mine)
    assert read(mine) == OLD
    assert not list(mine.glob("*.part")) + list(mine.glob(".*.part"))


# Starting JupyterLab


def test_the_command_line_serves_the_folder_on_this_machine_only(tmp_path: Path) -> None:
    command = lab_command(tmp_path)
    assert command[:4] == [sys.executable, "-P", "-m", "jupyterlab"]
    assert "--ServerApp.ip=127.0.0.1" in command
    assert f"--ServerApp.root_dir={tmp_path}" in command
    assert "--LabApp.default_url=/lab/tree/00_start.ipynb" in command
    assert "--no-browser" not in command
    assert not [word for word in command if "port" in word or "token" in word]


def test_the_command_line_passes_on_browser_and_port(tmp_path: Path) -> None:
    command = lab_command(tmp_path, browser=False, port=9000)
    assert "--no-browser" in command
    assert "--ServerApp.port=9000" in command
    assert "--ServerApp.port_retries=0" in command


@pytest.mark.parametrize(("user", "allowed"), [(0, True), (1000, False)])
def test_root_is_allowed_when_it_is_root(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, user: int, allowed: bool
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: user, raising=False)
    assert ("--allow-root" in lab_command(tmp_path)) is allowed


@pytest.fixture
def started(old: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Ship other notebooks, and note the command lines instead of running them."""
    commands: list[list[str]] = []

    def note(command: list[str]) -> int:
        commands.append(command)
        return 0

    monkeypatch.setattr(cli, "notebooks", lambda: old)
    monkeypatch.setattr(cli, "_replace_process", note)
    return commands


def test_lab_copies_and_starts(
    started: list[list[str]], mine: Path, capsys: pytest.CaptureFixture[str], free_port: int
) -> None:
    assert main(["lab", str(mine), "--no-browser", "--port", str(free_port)]) == 0
    assert started == [lab_command(mine, browser=False, port=free_port)]
    assert read(mine) == OLD
    assert capsys.readouterr().out == f"The notebooks are in {mine}: 3 new.\n"


def test_the_folder_is_boardlab_notebooks_if_none_is_given(
    started: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["lab"]) == 0
    assert started == [lab_command(tmp_path / "boardlab-notebooks")]
    assert read(tmp_path / "boardlab-notebooks") == OLD


@pytest.fixture
def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


# What goes wrong


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Run the command, see that it ends with code 2 and one line on stderr, and return that line."""

    def run(*arguments: str) -> str:
        assert main(arguments) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("boardlab: ")
        assert err.count("\n") == 1
        return err

    return run


@pytest.mark.parametrize("port", ["http", "", "0", "-1", "65536", "80.5", "9" * 5000, "٣"])
def test_a_port_that_is_none_is_refused(port: str, refused: Callable[..., str]) -> None:
    message = refused("lab", f"--port={port}")
    assert "a port is a number from 1 to 65535, not " in message
    assert len(message) < 150


def test_a_port_in_use_is_refused(started: list[list[str]], mine: Path, refused: Callable[..., str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        assert f"port {port} is in use; stop what uses it, or give another" in refused(
            "lab", str(mine), f"--port={port}"
        )
    assert not mine.exists()
    assert started == []


def test_without_jupyterlab_it_says_how_to_get_it(
    started: list[list[str]], mine: Path, refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli, "find_spec", lambda _: None)
    assert 'python -m pip install "boardlab[lab]"' in refused("lab", str(mine))
    assert not mine.exists()


def test_a_file_instead_of_a_folder_is_refused(
    started: list[list[str]], tmp_path: Path, refused: Callable[..., str]
) -> None:
    file = write(tmp_path, {"notes.txt": "mine"}) / "notes.txt"
    assert f"{file} is a file; give a folder for the notebooks" in refused("lab", str(file))
    assert "give a folder of your own" in refused("lab", str(file / "below"))
    assert file.read_text() == "mine"
    assert started == []


def test_a_folder_that_cannot_be_written_to_is_refused(
    started: list[list[str]], mine: Path, refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "mkdir", forbidden)
    message = refused("lab", str(mine))
    assert (
        f"the notebooks cannot be written to {mine} (Permission denied); give a folder of your own" in message
    )
    assert started == []


def test_missing_notebooks_are_a_fault_of_the_installation(
    tmp_path: Path, refused: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli, "__file__", str(tmp_path / "boardlab" / "cli.py"))
    assert "install boardlab again" in refused("lab", str(tmp_path / "mine"))


@pytest.mark.parametrize(
    "arguments", [["labb"], ["lab", "a", "b"], ["lab", "--bord"], ["lab", "--port"], ["--bord"]]
)
def test_arguments_that_it_does_not_know_are_refused(
    arguments: list[str], refused: Callable[..., str]
) -> None:
    assert "--help)" in refused(*arguments)


# The notebooks that ship, and help


def test_the_notebooks_are_found_beside_the_package_and_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli, "__file__", str(tmp_path / "boardlab" / "cli.py"))
    beside = write(tmp_path / "notebooks", OLD)
    assert cli.notebooks() == beside
    inside = write(tmp_path / "boardlab" / "notebooks", OLD)
    assert cli.notebooks() == inside


def test_this_boardlab_ships_its_notebooks() -> None:
    assert (cli.notebooks() / cli.START).is_file()


def test_help_says_what_each_command_does(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert "copy the notebooks to a folder and open them in JupyterLab" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="0"):
        main(["lab", "--help"])
    text = capsys.readouterr().out
    assert all(word in text for word in ("DIR", "--no-browser", "--port N", "never written over"))


def test_version() -> None:
    command = [sys.executable, "-m", "boardlab.cli", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == f"boardlab {boardlab.__version__}\n"
