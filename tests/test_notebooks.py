"""The notebooks: tidy files, lessons that follow the rules, and outputs that every run repeats.

``python tests/test_notebooks.py`` runs them all and stores what they show, the way these tests want it.
"""

from __future__ import annotations

import os
import re
import statistics
import sys
import time
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from boardlab import GAMES

FOLDER = Path(__file__).parent.parent / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
LESSONS = [(path, name) for path in NOTEBOOKS for name in GAMES if path.stem.endswith(f"_{name}")]

METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
WIDGETS = "application/vnd.jupyter.widget-"
NOT_COMPARED = ("image/png", "image/jpeg")
PRIVATE = re.compile(r"/(?:home|root|tmp|usr|work|Users)/|[A-Z]:\\|\b0x[0-9a-f]{6,}|model_id")
READABLE_ID = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
RANDOM_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){0,3}(-[0-9a-f]{12})?")
SILENT = 4.0
"""Seconds after which a learner wonders whether a cell hangs."""
CHECK = "-check"
"""What the id of a cell ends with that is there in a test only, to check a solution."""
REFRESH = "run `python tests/test_notebooks.py` and look at what it changes"


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)


def code_cells(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def text_of(notebook: Any) -> str:
    return "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")


class Runner(NotebookClient):
    """Runs a notebook and remembers the longest time in which it showed nothing."""

    silent = 0.0
    heard: float | None = None

    def process_message(self, msg: Any, cell: Any, cell_index: int) -> Any:
        now = time.monotonic()
        self.silent = max(self.silent, now - (self.heard or now))
        self.heard = now
        return super().process_message(msg, cell, cell_index)


def run(notebook: Any, folder: Path, hash_seed: int) -> tuple[Any, float]:
    """Run a notebook in a folder; return it, tidied, and the longest silence in seconds."""
    runner = Runner(
        notebook,
        timeout=60,
        record_timing=False,
        store_widget_state=False,
        resources={"metadata": {"path": str(folder)}},
    )
    runner.execute(env=os.environ | {"PYTHONHASHSEED": str(hash_seed)})
    return tidy(runner.nb), runner.silent


def add_checks(notebook: Any) -> None:
    """Add to a notebook a cell for each solution in its text, which prints what does not hold."""
    cells = []
    for cell in notebook.cells:
        cells.append(cell)
        solutions = re.findall(r"```python\n(>>>.*?)```", cell.source, flags=re.DOTALL)
        for number, solution in enumerate(solutions, start=1):
            code = f"import doctest\ndoctest.run_docstring_examples({solution!r}, globals())"
            cells.append(nbformat.v4.new_code_cell(code, id=f"{cell.id}-{number}{CHECK}"))
    notebook.cells = cells


def tidy(notebook: Any) -> Any:
    """Take out of a notebook what changes from one run, or one editor, to the next."""
    notebook.metadata = nbformat.from_dict(METADATA)
    for cell in notebook.cells:
        cell.metadata = nbformat.from_dict(
            {key: value for key, value in cell.metadata.items() if key in ("tags", "jupyter")}
        )
        if cell.cell_type == "code":
            cell.outputs = joined([output for output in map(without_widgets, cell.outputs) if output])
    return notebook


def without_widgets(output: Any) -> Any:
    """Leave of a widget the picture that stands for it; None if it has none."""
    data = output.get("data", {})
    for key in [key for key in data if key.startswith(WIDGETS)]:
        del data[key]
    return output if data or output.output_type in ("stream", "error") else None


def joined(outputs: list[Any]) -> list[Any]:
    """Make one output of texts printed one after the other, however they were sent."""
    found: list[Any] = []
    for output in outputs:
        last: Any = found[-1] if found else {}
        if output.output_type == "stream" and output.name == last.get("name"):
            last.text += output.text
        else:
            found.append(output)
    return found


def shown(cell: Any) -> list[Any]:
    """Return what a cell shows, but for pictures that depend on fonts and libraries."""
    if "nbval-skip" in cell.metadata.get("tags", ()):
        return []
    outputs = []
    for output in cell.outputs:
        data = {key: value for key, value in output.get("data", {}).items() if key not in NOT_COMPARED}
        outputs.append((output.output_type, output.get("text"), data))
    return outputs


each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def test_there_are_notebooks() -> None:
    assert "00_start" in [path.stem for path in NOTEBOOKS]
    assert "blokus" in [name for _, name in LESSONS]


@each_notebook
def test_file_is_tidy(path: Path) -> None:
    notebook = read(path)
    nbformat.validate(notebook)
    assert tidy(read(path)) == notebook, REFRESH
    assert path.read_text("utf-8") == nbformat.writes(notebook) + "\n", REFRESH


@each_notebook
def test_outputs_are_of_one_run_and_private_to_no_machine(path: Path) -> None:
    cells = code_cells(read(path))
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1)), REFRESH
    for cell in cells:
        for output in cell.outputs:
            assert output.output_type != "error", f"{cell.id} fails"
            assert output.get("name") != "stderr", f"{cell.id} warns"
            text = output.get("text", "") + "".join(
                str(value) for key, value in output.get("data", {}).items() if key not in NOT_COMPARED
            )
            assert not PRIVATE.search(text), f"{cell.id} shows {PRIVATE.findall(text)}"


@each_notebook
def test_cells_have_readable_ids(path: Path) -> None:
    ids = [cell.id for cell in read(path).cells]
    assert len(set(ids)) == len(ids)
    for cell_id in ids:
        assert READABLE_ID.fullmatch(cell_id), f"the id {cell_id} says nothing; give it a name"
        assert not RANDOM_ID.fullmatch(cell_id), f"the id {cell_id} is random; give it a name"


@each_notebook
def test_cells_are_short(path: Path) -> None:
    lengths = [len(cell.source.splitlines()) for cell in code_cells(read(path))]
    assert min(lengths) > 0
    assert statistics.median(lengths) <= 3
    assert sum(length < 8 for length in lengths) >= 0.9 * len(lengths), lengths


@each_notebook
def test_every_code_cell_is_introduced(path: Path) -> None:
    """No more than two code cells follow each other without a sentence between."""
    kinds = "".join(cell.cell_type[0] for cell in read(path).cells)
    assert kinds.startswith("m")
    assert "ccc" not in kinds


@each_notebook
def test_links_lead_somewhere(path: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", text_of(read(path))):
        if "://" not in link:
            assert (path.parent / link.partition("#")[0]).exists(), link


@pytest.mark.parametrize(("path", "game"), LESSONS, ids=lambda value: getattr(value, "stem", value))
def test_every_rule_has_a_heading(path: Path, game: str) -> None:
    headings = re.findall(r"^#+ ([A-Z]\d+)\b", text_of(read(path)), flags=re.MULTILINE)
    assert headings == list(GAMES[game].rules)


@each_notebook
def test_runs_alike(path: Path, tmp_path: Path) -> None:
    """The outputs are stored under hash seed 0; here the seed is 1, and the folder another."""
    stored, notebook = read(path), read(path)
    add_checks(notebook)
    notebook, _ = run(notebook, tmp_path, hash_seed=1)
    checks = [cell for cell in code_cells(notebook) if cell.id.endswith(CHECK)]
    for cell in checks:
        assert not cell.outputs, f"{cell.id}: {cell.outputs[0].text}"
    lesson = [cell for cell in code_cells(notebook) if cell not in checks]
    for old, new in zip(code_cells(stored), lesson, strict=True):
        assert shown(old) == shown(new), f"{old.id} shows something else now; if that is right, {REFRESH}"


if __name__ == "__main__":
    import tempfile

    for path in NOTEBOOKS:
        with tempfile.TemporaryDirectory() as folder:
            notebook, silent = run(read(path), Path(folder), hash_seed=0)
        path.write_text(nbformat.writes(notebook) + "\n", encoding="utf-8")
        verdict = "" if silent < SILENT else f", which is over {SILENT:g} s: show progress, or do less"
        sys.stdout.write(f"{path.name}: silent for {silent:.1f} s at most{verdict}\n")
