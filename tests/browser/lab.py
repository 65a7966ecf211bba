"""A JupyterLab of the tests' own, which neither reads nor leaves anything in the user's home."""

from __future__ import annotations

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path

HOST = "127.0.0.1"
PATIENCE = 60.0
"""Seconds to wait for a server; it is there in a few."""

SERVER_CONFIG = {
    "LabApp": {
        "expose_app_in_browser": True,  # the tests drive Lab by its own commands
        "check_for_updates_class": "jupyterlab.NeverCheckForUpdate",
    },
    "ServerApp": {"terminals_enabled": False},
}
LAB_SETTINGS = {
    "apputils-extension/notification": {
        "fetchNews": "false",
        "checkForUpdates": False,
    },  # they cover the page
    "docmanager-extension/plugin": {"autosave": False},  # a test saves when it means to
}


def free_port() -> int:
    """Return a port of this machine that nothing uses."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
    return port


def isolated_environment(home: Path) -> dict[str, str]:
    """Return an environment that keeps all of Jupyter under ``home``, and write the settings there."""
    folders = {
        "JUPYTER_CONFIG_DIR": home / "config",
        "JUPYTER_DATA_DIR": home / "data",
        "JUPYTER_RUNTIME_DIR": home / "runtime",
        "JUPYTERLAB_SETTINGS_DIR": home / "settings",
        "JUPYTERLAB_WORKSPACES_DIR": home / "workspaces",
        "IPYTHONDIR": home / "ipython",
    }
    for folder in folders.values():
        folder.mkdir(parents=True, exist_ok=True)
    (home / "config" / "jupyter_lab_config.json").write_text(json.dumps(SERVER_CONFIG))
    for name, settings in LAB_SETTINGS.items():
        path = home / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(settings))
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("JUPYTER")}
    return inherited | {name: str(folder) for name, folder in folders.items()} | {"HOME": str(home)}


def stop(process: subprocess.Popen[str]) -> None:
    """Ask a Jupyter server to end, which ends its kernels too, and see that it does."""
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(timeout=20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@dataclass
class Lab:
    """A running JupyterLab.

    Attributes
    ----------
    url
        Where it is, without a slash at the end.
    token
        What lets a page in.
    folder
        The folder that it serves: a test puts its notebooks there.
    """

    url: str
    token: str
    folder: Path
    process: subprocess.Popen[str]
    log: Path

    @classmethod
    def start(cls, folder: Path, home: Path) -> Lab:
        """Serve ``folder``, with ``home`` as the server's home, and return when it answers.

        Raises
        ------
        RuntimeError
            If the server ends, or does not answer in time; the message is its log.
        """
        port, token, log = free_port(), secrets.token_hex(16), home / "server.log"
        command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"]
        command += [f"--ServerApp.ip={HOST}", f"--ServerApp.port={port}", "--ServerApp.port_retries=0"]
        command += [f"--ServerApp.root_dir={folder}"]
        environment = isolated_environment(home) | {"JUPYTER_TOKEN": token}
        with log.open("w") as output:
            process = subprocess.Popen(
                command, env=environment, stdout=output, stderr=subprocess.STDOUT, text=True
            )
        lab = cls(f"http://{HOST}:{port}", token, folder, process, log)
        try:
            lab.wait_until_it_answers()
        except BaseException:
            lab.stop()
            raise
        return lab

    def wait_until_it_answers(self) -> None:
        """Poll the server's status."""
        request = urllib.request.Request(
            f"{self.url}/api/status", headers={"Authorization": f"token {self.token}"}
        )
        deadline = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < deadline:
            try:
                urllib.request.urlopen(request, timeout=1).close()
            except OSError:
                time.sleep(0.1)
            else:
                return
        raise RuntimeError(f"JupyterLab did not start:\n{self.log.read_text()}")

    def stop(self) -> None:
        """End the server and its kernels."""
        stop(self.process)

    def address(self, path: str, workspace: str) -> str:
        """Return the address of a notebook, by its path in the folder, in a clean workspace."""
        return f"{self.url}/lab/workspaces/{workspace}/tree/{path}?reset&token={self.token}"
