"""The ``boardlab`` command.

Each subcommand is a function that adds its parser and a function that does the work. What a user can
put right is a :class:`CommandError`: one sentence on stderr, and exit code 2.
"""

from __future__ import annotations

import argparse
import errno
import hashlib
import json
import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn

from boardlab import __version__
from boardlab.core import quoted

__all__ = ["CommandError", "Copied", "copy_notebooks", "lab_command", "main"]

START = "00_start.ipynb"
HOST = "127.0.0.1"
MANIFEST = ".boardlab.json"
"""Beside the copied notebooks: what each was when it was written, so that a user's changes can be told."""


class CommandError(Exception):
    """Something that the user can put right, said in one sentence."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with the given arguments, or with those of the process, and return its exit code."""
    try:
        options = _parser().parse_args(arguments)
        code: int = options.run(options)
    except CommandError as error:
        print(f"boardlab: {error}", file=sys.stderr)
        return 2
    return code


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise CommandError(f"{message} (see {self.prog} --help)")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="boardlab", description="Board games to play, learn and analyse in notebooks.")
    parser.add_argument("--version", action="version", version=f"boardlab {__version__}")
    parser.set_defaults(run=lambda _: _show_help(parser))
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    _add_lab(commands)
    return parser


def _show_help(parser: argparse.ArgumentParser) -> int:
    parser.print_help()
    return 0


# boardlab lab


def _add_lab(commands: argparse._SubParsersAction[Any]) -> None:
    lab = commands.add_parser(
        "lab",
        help="copy the notebooks to a folder and open them in JupyterLab",
        description="Copy the notebooks to a folder and open them in JupyterLab. "
        "A file that you changed is never written over.",
    )
    lab.add_argument(
        "folder",
        metavar="DIR",
        nargs="?",
        type=Path,
        default=Path("boardlab-notebooks"),
        help="folder for the notebooks (default: ./boardlab-notebooks)",
    )
    lab.add_argument("--no-browser", action="store_true", help="print the address instead of opening it")
    lab.add_argument(
        "--port", metavar="N", type=_port, help="port to serve on (default: the first free one from 8888)"
    )
    lab.set_defaults(run=_run_lab)


def _run_lab(options: argparse.Namespace) -> int:
    if find_spec("jupyterlab") is None:
        raise CommandError(
            'JupyterLab is not installed here; install it with `python -m pip install "boardlab[lab]"`'
        )
    if options.port is not None:
        _check_port_is_free(options.port)
    folder = options.folder.resolve()
    copied = copy_notebooks(notebooks(), folder)
    print(f"The notebooks are in {folder}: {copied}.", flush=True)
    return _replace_process(lab_command(folder, browser=not options.no_browser, port=options.port))


def lab_command(folder: Path, *, browser: bool = True, port: int | None = None) -> list[str]:
    """Return the command line that serves a folder of notebooks, on this machine only.

    The token is left to Jupyter, which draws a new one each time: on a command line every user of the
    machine could read it.
    """
    # -P: a learner's random.py or code.py in the current folder must not stand in for Python's own.
    command = [sys.executable, "-P", "-m", "jupyterlab"]
    command += [f"--ServerApp.ip={HOST}", f"--ServerApp.root_dir={folder}"]
    command += [f"--LabApp.default_url=/lab/tree/{START}"]
    if port is not None:
        command += [f"--ServerApp.port={port}", "--ServerApp.port_retries=0"]
    if not browser:
        command += ["--no-browser"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command += ["--allow-root"]
    return command


def _replace_process(command: list[str]) -> int:
    if os.name == "posix":  # so that signals and the exit code are JupyterLab's own
        os.execv(command[0], command)  # noqa: S606
    return subprocess.run(command, check=False).returncode  # noqa: S603


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and 1 <= int(text) <= 65535):
        raise argparse.ArgumentTypeError(f"a port is a number from 1 to 65535, not {quoted(text)}")
    return int(text)


def _check_port_is_free(port: int) -> None:
    with socket.socket() as probe:
        if os.name == "posix":  # a port that a server has just left is free
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise CommandError(
                    f"port {port} is in use; stop what uses it, or give another with --port"
                ) from None
            raise CommandError(
                f"port {port} cannot be used ({error.strerror}); give another with --port"
            ) from None


# The notebooks, and copying them


def notebooks() -> Path:
    """Return the folder of the notebooks that came with boardlab.

    They are inside an installed package, and beside the package in a source tree.

    Raises
    ------
    CommandError
        If they are in neither place.
    """
    package = Path(__file__).resolve().parent
    for folder in (package / "notebooks", package.parent / "notebooks"):
        if (folder / START).is_file():
            return folder
    raise CommandError(
        "the notebooks are missing from this installation; install boardlab again with "
        "`python -m pip install --force-reinstall boardlab`"
    )


@dataclass
class Copied:
    """What became of each file, by its path in the folder; printed, it is part of a sentence."""

    new: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    same: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        counts = [f"{len(names)} {word}" for word, names in vars(self).items() if names and word != "kept"]
        if self.kept:
            counts.append(
                f"kept as you changed {'it' if len(self.kept) == 1 else 'them'}: {', '.join(self.kept)} "
                "(rename a file to get boardlab's own again)"
            )
        return ", ".join(counts)


def copy_notebooks(source: Path, folder: Path) -> Copied:
    """Copy every file under ``source`` to ``folder``, but never over a file that the user changed.

    A file is written where there is none, and where what is there is just what an earlier copy wrote.
    A kill at any moment leaves whole files only.

    Raises
    ------
    CommandError
        If ``folder`` is not a folder, or cannot be written to.
    """
    if folder.exists() and not folder.is_dir():
        raise CommandError(f"{folder} is a file; give a folder for the notebooks")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return _copy(source, folder)
    except OSError as error:
        raise CommandError(
            f"the notebooks cannot be written to {folder} ({error.strerror}); give a folder of your own"
        ) from error


def _copy(source: Path, folder: Path) -> Copied:
    copied = Copied()
    written = _read_manifest(folder)
    for path in sorted(path for path in source.rglob("*") if path.is_file()):
        name = path.relative_to(source).as_posix()
        if any(part.startswith((".", "__pycache__")) for part in name.split("/")):
            continue
        content, target = path.read_bytes(), folder / name
        digest = _digest(content)
        if not target.exists() and not target.is_symlink():
            outcome = copied.new
        elif target.is_symlink() or not target.is_file():
            outcome = copied.kept
        elif (found := _digest(target.read_bytes())) == digest:
            outcome = copied.same
        else:
            outcome = copied.updated if found == written.get(name) else copied.kept
        outcome.append(name)
        if outcome is copied.kept:
            continue
        if outcome is not copied.same:
            target.parent.mkdir(parents=True, exist_ok=True)
            _write_whole(target, content)
        written[name] = digest
    manifest = {"boardlab": __version__, "sha256": written}
    _write_whole(folder / MANIFEST, (json.dumps(manifest, indent=1) + "\n").encode())
    return copied


def _read_manifest(folder: Path) -> dict[str, str]:
    """Return the digest of each file as it was written; what is not in it is taken to be the user's."""
    with suppress(FileNotFoundError, ValueError, KeyError, TypeError):
        return dict(json.loads((folder / MANIFEST).read_bytes())["sha256"])
    return {}


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _write_whole(path: Path, content: bytes) -> None:
    """Write a file so that it is there in full or not at all."""
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_bytes(content)
        part.replace(path)
    except OSError:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise


if __name__ == "__main__":
    sys.exit(main())
