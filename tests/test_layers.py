"""Imports point downwards only, and the games need nothing but Python."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import boardlab

PACKAGE = Path(boardlab.__file__).resolve().parent

FACADE = "boardlab"
"""``boardlab/__init__.py``, seen as one more layer."""

LAYERS = (
    "core",
    "polyomino",
    "placements",
    "games",
    "blksgf",
    "records",
    "match",
    "bots",
    "tournament",
    "tiling",
    "lessons",
    "render",
    FACADE,
    "conformance",
    "analysis",
    "adapters",
    "widgets",
    "cli",
    "__main__",
)
"""Bottom to top: a module imports from layers below its own, and from its own."""

ONLY = {"bots": {"core"}}
"""Layers that may import from these layers alone."""

THIRD_PARTY = {
    "tournament": {"joblib", "tqdm"},
    "cli": {"nbformat"},
    "analysis": {"joblib", "matplotlib", "numpy", "openskill", "pandas", "tqdm"},
    "adapters": {"gymnasium", "numpy", "pettingzoo"},
    "widgets": {"IPython", "anywidget", "ipycanvas", "ipywidgets", "numpy", "traitlets"},
}
"""What a layer may import besides Python's own library; a layer that is not named, nothing."""

DRAWN_IN = {"__str__", "_repr_svg_"}
"""Functions of ``core`` that may import ``render``, so that the rules load without the drawing."""


@dataclass(frozen=True)
class Import:
    """One import statement's target, and where it stands."""

    target: str
    line: int
    function: str | None
    for_types: bool


def imports(tree: ast.AST, package: str) -> Iterator[Import]:
    """Find every import of a module that is in ``package``."""

    def visit(node: ast.AST, function: str | None, for_types: bool) -> Iterator[Import]:
        match node:
            case ast.Import():
                for alias in node.names:
                    yield Import(alias.name, node.lineno, function, for_types)
            case ast.ImportFrom():
                base = node.module or ""
                if node.level:
                    parents = package.split(".")[: len(package.split(".")) - node.level + 1]
                    base = ".".join([*parents, *filter(None, [node.module])])
                for alias in node.names:
                    yield Import(f"{base}.{alias.name}", node.lineno, function, for_types)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                function = node.name
            case ast.If(test=ast.Name("TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING")):
                for statement in node.body:
                    yield from visit(statement, function, True)
                for statement in node.orelse:
                    yield from visit(statement, function, for_types)
                return
        for child in ast.iter_child_nodes(node):
            yield from visit(child, function, for_types)

    return visit(tree, None, False)


def complaints(package: Path) -> list[str]:
    """Say what is wrong with the imports of every module in a package that is laid out like boardlab."""
    found = []
    present = {path.stem for path in package.glob("*.py")} | {
        path.parent.name for path in package.glob("*/*.py")
    }
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package).with_suffix("").parts
        layer = FACADE if parts == ("__init__",) else parts[0]
        if layer not in LAYERS:
            found.append(f"{layer} is in no layer; give it its place in LAYERS")
            continue
        parents = ".".join(["boardlab", *parts[:-1]])
        for statement in imports(ast.parse(path.read_text(encoding="utf-8")), parents):
            wrong = fault(layer, statement, present)
            if wrong:
                found.append(f"{path.relative_to(package).as_posix()}, line {statement.line}: {wrong}")
    return found


def fault(layer: str, statement: Import, present: set[str]) -> str | None:
    """Say what is wrong with an import in a module of a layer, if anything is."""
    root, *names = statement.target.split(".")
    if root != "boardlab":
        allowed = sys.stdlib_module_names | THIRD_PARTY.get(layer, set())
        return None if root in allowed else f"{layer} must not import {root}"
    target = names[0] if names and names[0] in present and names[0] != "__init__" else FACADE
    loaded_later = layer == FACADE and (statement.function or statement.for_types)
    drawn = layer == "core" and target == "render" and statement.function in DRAWN_IN
    if target == layer or loaded_later or drawn:
        return None
    if layer in ONLY and target not in ONLY[layer]:
        return f"{layer} may import from {', '.join(sorted(ONLY[layer]))} only, not from {target}"
    if LAYERS.index(target) > LAYERS.index(layer):
        return above(layer, target)
    return None


def above(layer: str, target: str) -> str:
    return f"{layer} must not import from {target}, which is above it"


def test_imports_point_downwards() -> None:
    assert complaints(PACKAGE) == []


@pytest.mark.parametrize(
    ("file", "source", "complaint"),
    [
        ("core.py", "import boardlab.games", above("core", "games")),
        ("core.py", "from boardlab.games import make", above("core", "games")),
        ("core.py", "from boardlab import games", above("core", "games")),
        ("core.py", "from . import games", above("core", "games")),
        ("core.py", "from boardlab import make", above("core", "boardlab")),
        ("core.py", "def f():\n    import boardlab.games", above("core", "games")),
        ("core.py", "def f():\n    from boardlab import render", above("core", "render")),
        ("core.py", "from boardlab import render", above("core", "render")),
        ("core.py", "import numpy", "core must not import numpy"),
        ("core.py", "try:\n    import numpy\nexcept ImportError:\n    pass", "core must not import numpy"),
        ("games/chess.py", "from ..render import svg", above("games", "render")),
        ("games/chess.py", "from boardlab import bots", above("games", "bots")),
        ("games/chess.py", "if TYPE_CHECKING:\n    from boardlab.bots import Bot", above("games", "bots")),
        (
            "bots/clever.py",
            "from boardlab.games import make",
            "bots may import from core only, not from games",
        ),
        ("render.py", "import ipycanvas", "render must not import ipycanvas"),
        ("widgets/app.py", "import pandas", "widgets must not import pandas"),
        ("analysis.py", "import ipywidgets as w", "analysis must not import ipywidgets"),
        ("__init__.py", "import boardlab.widgets", above("boardlab", "widgets")),
        ("chatter.py", "", "chatter is in no layer; give it its place in LAYERS"),
    ],
)
def test_an_upward_import_is_found(tmp_path: Path, file: str, source: str, complaint: str) -> None:
    package = made_up_package(tmp_path)
    path = package / file
    path.write_text(path.read_text() + source if path.exists() else source)
    assert [line.rpartition(": ")[2] for line in complaints(package)] == [complaint]


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("core.py", "import json, os.path\nfrom collections.abc import Sequence"),
        ("core.py", "class A:\n    def _repr_svg_(self):\n        from boardlab.render import svg"),
        ("core.py", "class A:\n    def __str__(self):\n        from .render import text"),
        ("games/chess.py", "from . import go\nfrom ..core import Cell\nfrom boardlab.games.go import Go"),
        ("bots/clever.py", "from boardlab.bots import simple\nfrom boardlab.core import State"),
        ("widgets/app.py", "import boardlab, ipycanvas\nfrom boardlab.match import Match"),
        ("__init__.py", "def play():\n    from boardlab import widgets"),
        ("__init__.py", "if TYPE_CHECKING:\n    from boardlab.widgets import App"),
    ],
)
def test_a_downward_import_is_let_through(tmp_path: Path, file: str, source: str) -> None:
    package = made_up_package(tmp_path)
    (package / file).write_text(source)
    assert complaints(package) == []


def made_up_package(folder: Path) -> Path:
    package = folder / "boardlab"
    files = ["__init__.py", "core.py", "render.py", "match.py", "analysis.py"]
    files += ["games/__init__.py", "games/go.py", "bots/__init__.py", "bots/simple.py", "widgets/__init__.py"]
    for file in files:
        (package / file).parent.mkdir(parents=True, exist_ok=True)
        (package / file).touch()
    assert complaints(package) == []
    return package


PLAY_A_GAME = """
import sys
sys.path.insert(0, sys.argv[1])
before = set(sys.modules)
import random
import boardlab

rng = random.Random(1)
state = boardlab.make("blokus").initial_state()
scores = state.playout(rng)
while not state.is_over:
    state = state.step(rng.choice(state.legal_moves()))
assert len(scores) == len(state.scores) == 4

loaded = {name.partition(".")[0] for name in set(sys.modules) - before}
print(*sorted(loaded - sys.stdlib_module_names - {"boardlab"}))
"""


@pytest.mark.parametrize("flags", [["-I"], ["-I", "-S"]], ids=["with all extras", "with no packages"])
def test_a_whole_game_loads_no_third_party_module(flags: list[str], tmp_path: Path) -> None:
    command = [sys.executable, *flags, "-c", PLAY_A_GAME, str(PACKAGE.parent)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split() == []
