"""Pictures of positions: what is painted, how it is written as SVG and text, and how well it is told apart.

The pictures in ``tests/golden`` are compared letter by letter. After a change that is meant, look at the new
ones and write them with ``BOARDLAB_REGENERATE=1 python -m pytest tests/test_render.py``.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import FrozenInstanceError, dataclass, replace
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardlab.core import Cell, Game, Move, State, reading_order
from boardlab.games import make
from boardlab.games.dakapo import Dakapo
from boardlab.render import (
    DEFAULT,
    HIGH_CONTRAST,
    LAYERS,
    Lines,
    Palette,
    Rects,
    Texts,
    outline,
    piece_svg,
    scene,
    status,
    svg_board,
    text_board,
    to_svg,
)

HERE = Path(__file__).parent
GOLDEN = HERE / "golden"
SVG = "{http://www.w3.org/2000/svg}"
BLOKUS_COLORS = ("blue", "yellow", "red", "green", "purple", "orange")
PENTOMINOES = tuple("FILNPTUVWXYZ")
HEXOMINOES = ("C0", "D0", "C1", "F0", "F1", "F2", "X0", "W0", "Z0", "F3", "F4", "F5")
ALL_KEYS = (*BLOKUS_COLORS, "dark", "light", *PENTOMINOES, *HEXOMINOES)


# -- positions -----------------------------------------------------------------------------------


def recorded(name: str) -> dict[str, Any]:
    with (HERE / "data" / f"{name}.jsonl").open(encoding="utf-8") as lines:
        record: dict[str, Any] = json.loads(next(lines))
        return record


@cache
def position(name: str, plies: int | None = None) -> tuple[Any, Move | None]:
    """Replay the first recorded game of a file for some moves, or to its end."""
    record = recorded(name)
    game = make(record["game"], **record["options"])
    state, last = game.initial_state(), None
    for text in record["moves"][:plies]:
        last = game.parse_move(text)
        state = state.step(last)
    return state, last


@dataclass(frozen=True)
class SketchGame(Game):
    """A game without rules, to draw any position on any board."""

    columns: int
    rows: int
    players: int = 2
    title: str = "Sketch"
    name: ClassVar[str] = "sketch"

    @property
    def width(self) -> int:
        return self.columns

    @property
    def height(self) -> int:
        return self.rows

    def initial_state(self) -> State:
        raise NotImplementedError

    def parse_move(self, text: str) -> Move:
        raise NotImplementedError


class Sketch(State):
    """A position drawn in a test: rows top to bottom, a palette key or a dot in each cell."""

    def __init__(
        self,
        *rows: str,
        bars: Any = None,
        marks: Any = None,
        turn: int | None = 0,
        title: str = "Sketch",
        **words: Any,
    ) -> None:
        table = [row.split() for row in rows]
        self.game = SketchGame(len(table[0]), len(table), title=title)
        self.ply, self.skipped, self._turn = 3, words.get("skipped", ()), turn
        self._scores, self._bars, self._marks = words.get("scores", (0, 0)), bars, marks or {}
        self._grid = {
            Cell(x, y): key
            for y, row in enumerate(reversed(table))
            for x, key in enumerate(row)
            if key != "."
        }

    grid = property(lambda self: self._grid)
    marks = property(lambda self: self._marks)
    scores = property(lambda self: self._scores)
    current_player = property(lambda self: self._turn)

    @property
    def pieces(self) -> Any:
        return super().pieces if self._bars is None else self._bars

    def legal_moves(self) -> list[Move]:
        return []

    def hand(self, _: int) -> tuple[str, ...]:
        return ()

    def _is_legal(self, _: Move) -> bool:
        return False

    def _broken_rules(self, _: Move) -> Any:
        return iter(())

    def _step(self, _: Move) -> Any:
        raise NotImplementedError


def cells(text: str) -> tuple[Cell, ...]:
    return tuple(map(Cell.parse, text.split()))


def ops_of(ops: Any, kind: type, color: str | None = None) -> list[Any]:
    found = [op for op in ops if isinstance(op, kind)]
    return [op for op in found if color in (None, getattr(op, "fill", None), getattr(op, "stroke", None))]


def unit_edges(segments: Any) -> Counter[frozenset[tuple[float, float]]]:
    """Cut upright and level segments into pieces of length 1."""
    edges: Counter[frozenset[tuple[float, float]]] = Counter()
    for x0, y0, x1, y1 in segments:
        steps = int(abs(x1 - x0) + abs(y1 - y0))
        dx, dy = (x1 - x0) / steps, (y1 - y0) / steps
        for i in range(steps):
            edges[frozenset({(x0 + i * dx, y0 + i * dy), (x0 + (i + 1) * dx, y0 + (i + 1) * dy)})] += 1
    return edges


SEVERAL = [
    *(("blokus_classic", plies) for plies in (0, 1, 17, 40, None)),
    *(("blokus_duo", plies) for plies in (0, 9, None)),
    *((name, None) for name in ("blokus_two", "blokus_three", "blokus_pentobi")),
]
several = pytest.mark.parametrize(("name", "plies"), SEVERAL)


# -- golden pictures -----------------------------------------------------------------------------


@cache
def golden_svgs() -> dict[str, str]:
    middle, last = position("blokus_classic", 40)
    duo, duo_last = position("blokus_duo", 21)
    refusal = middle.why_illegal("e9,f9,g9,h9,i9")
    small = Sketch(
        ". dark dark",
        "teal dark dark",
        bars=[cells("a1"), cells("b1 b2"), cells("c1 c2")],
        marks={Cell(1, 1): "▲"},
    )
    isaac, isaac_last = position("isaac", 22)
    polyssimo, polyssimo_last = position("polyssimo")
    return {
        "blokus_empty": svg_board(position("blokus_classic", 0)[0]),
        "blokus_last": svg_board(middle, last=last),
        "blokus_refusal_contrast": svg_board(
            middle, highlight=refusal.cells, palette=HIGH_CONTRAST, size=200
        ),
        "blokus_over": svg_board(position("blokus_classic")[0]),
        "duo_last": svg_board(duo, last=duo_last, title="A game of Duo"),
        "bars": svg_board(small),
        "isaac_scoring": svg_board(isaac, last=isaac_last),
        "polyssimo_last": svg_board(polyssimo, last=polyssimo_last),
        "dakapo_won": svg_board(position("dakapo")[0]),
        "piece_w": piece_svg(
            [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)], DEFAULT.fill("red"), mark="x", title="W"
        ),
    }


@cache
def golden_texts() -> dict[str, str]:
    positions = {
        "blokus_empty": position("blokus_classic", 0)[0],
        "blokus_middle": position("blokus_classic", 40)[0],
        "blokus_over": position("blokus_classic")[0],
        "duo_middle": position("blokus_duo", 21)[0],
        "isaac_scoring": position("isaac", 22)[0],
        "polyssimo_over": position("polyssimo")[0],
        "dakapo_won": position("dakapo")[0],
        "pieces": Sketch("F F0 F0 .", "F F0 . ."),
    }
    return {name: text_board(state) + "\n" for name, state in positions.items()}


def golden(path: Path, new: str) -> str:
    if os.environ.get("BOARDLAB_REGENERATE"):
        path.write_text(new, encoding="utf-8", newline="\n")
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(golden_svgs()))
def test_svg_is_the_golden_one(name: str) -> None:
    new = golden_svgs()[name].replace("><", ">\n<") + "\n"
    assert new == golden(GOLDEN / f"{name}.svg", new)


@pytest.mark.parametrize("name", sorted(golden_texts()))
def test_text_is_the_golden_one(name: str) -> None:
    new = golden_texts()[name]
    assert new == golden(GOLDEN / f"{name}.txt", new)


def test_no_golden_file_is_left_over() -> None:
    names = {f"{name}.svg" for name in golden_svgs()} | {f"{name}.txt" for name in golden_texts()}
    assert {path.name for path in GOLDEN.iterdir()} == names


# -- the scene -----------------------------------------------------------------------------------


@several
def test_each_covered_cell_is_painted_once(name: str, plies: int | None) -> None:
    state, _ = position(name, plies)
    height = state.game.height
    painted: Counter[tuple[Cell, str]] = Counter()
    for op in ops_of(scene(state)["pieces"], Rects):
        for x, y, width, tall in op.boxes:
            assert tall == 1
            painted.update((Cell(int(x) + i, height - 1 - int(y)), op.fill) for i in range(int(width)))
    assert painted == Counter({(cell, DEFAULT.fill(key)): 1 for cell, key in state.grid.items()})


@several
def test_each_covered_cell_has_its_mark(name: str, plies: int | None) -> None:
    state, _ = position(name, plies)
    marked: Counter[Cell] = Counter()
    for op in ops_of(scene(state)["pieces"], Lines):
        if op.stroke in {DEFAULT.ink(DEFAULT.fill(key)) for key in BLOKUS_COLORS}:
            for x0, y0, x1, y1 in op.segments:
                cell = Cell(int((x0 + x1) / 2), state.game.height - 1 - int((y0 + y1) / 2))
                marked[cell] += 1
    assert marked.keys() == state.grid.keys()


@several
def test_the_edge_of_each_piece_is_drawn(name: str, plies: int | None) -> None:
    state, _ = position(name, plies)
    drawn = set()
    for op in ops_of(scene(state)["pieces"], Lines, DEFAULT.outline):
        drawn |= set(unit_edges(op.segments))
    wanted = set()
    for piece in state.pieces:
        sides: Counter[Any] = Counter()
        for x, y in piece:
            top = state.game.height - 1 - y
            sides.update(unit_edges([(x, top, x + 1, top), (x, top + 1, x + 1, top + 1)]))
            sides.update(unit_edges([(x, top, x, top + 1), (x + 1, top, x + 1, top + 1)]))
        wanted |= {side for side, count in sides.items() if count == 1}
    assert drawn == wanted


def test_pieces_of_one_colour_side_by_side_are_told_apart() -> None:
    two = Sketch("dark dark", "dark dark", bars=[cells("a1 a2"), cells("b1 b2")])
    one = Sketch("dark dark", "dark dark")
    between = frozenset({(1, 0), (1, 1)})
    edges = [ops_of(scene(state)["pieces"], Lines, DEFAULT.outline)[0].segments for state in (two, one)]
    assert [between in unit_edges(segments) for segments in edges] == [True, False]


def test_a_move_only_adds_shapes() -> None:
    """So a widget may paint the new shapes alone."""

    def shapes(state: State) -> set[tuple[Any, ...]]:
        found: set[tuple[Any, ...]] = set()
        for op in scene(state)["pieces"]:
            if isinstance(op, Rects):
                found |= {(op.fill, box) for box in op.boxes}
            elif isinstance(op, Lines):
                found |= {(op.stroke, op.width, segment) for segment in op.segments}
        return found

    before, after = (shapes(position("blokus_classic", plies)[0]) for plies in (40, 41))
    assert before < after


def test_ops_are_frozen_and_scenes_hashable() -> None:
    state, last = position("blokus_classic", 12)
    drawn = scene(state, last=last, highlight=cells("a1"))
    assert tuple(drawn) == LAYERS
    assert drawn == scene(state, last=last, highlight=cells("a1"))
    hash(tuple(drawn.items()))
    with pytest.raises(FrozenInstanceError):
        drawn["grid"][0].fill = "#000000"  # type: ignore[misc, union-attr]


def test_the_scene_does_not_depend_on_the_order_of_the_grid() -> None:
    state, other = Sketch("L F .", "L F N"), Sketch("L F .", "L F N")
    other._grid = dict(reversed(other._grid.items()))
    assert scene(state) == scene(other)
    assert text_board(state) == text_board(other)


def test_pictures_do_not_depend_on_the_hash_seed() -> None:
    program = (
        "import sys; sys.path.insert(0, 'tests'); import test_render as t, zlib; "
        "print([zlib.crc32(str(pictures).encode()) for pictures in (t.golden_svgs(), t.golden_texts())])"
    )
    outputs = set()
    for seed in ("0", "1", "2"):
        path = os.pathsep.join([str(HERE.parent), os.environ.get("PYTHONPATH", "")])
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path}
        command = [sys.executable, "-c", program]
        outputs.add(subprocess.run(command, env=env, cwd=HERE.parent, check=True, capture_output=True).stdout)
    assert len(outputs) == 1


def test_the_last_move_is_ringed() -> None:
    state, last = position("blokus_classic", 12)
    assert last is not None
    rings = ops_of(scene(state, last=last)["hints"], Lines, DEFAULT.ring)
    assert [op.segments for op in rings] == [outline(last.cells, 20)]
    assert scene(state)["hints"] == ()
    assert scene(state, last=Move("F", ()))["hints"] == ()  # a draft has no cells


def test_cells_of_a_refusal_are_crossed_and_those_off_the_board_left_out() -> None:
    state, _ = position("blokus_classic", 0)
    outside = (Cell(-1, 0), Cell(20, 3), Cell(4, 99), Cell(2, -5))
    assert scene(state, highlight=outside)["hints"] == ()
    assert scene(state, last=Move("?", outside))["hints"] == ()
    hints = scene(state, highlight=(*outside, Cell(0, 0), Cell(0, 0)))["hints"]
    assert hints == scene(state, highlight=iter([Cell(0, 0)]))["hints"]
    for op in ops_of(hints, Lines):
        assert all(0 < x < 1 and 19 < y < 20 for a, b, c, d in op.segments for x, y in ((a, b), (c, d)))


def test_marks_lie_on_the_board_and_on_top_of_pieces() -> None:
    marks = {Cell(0, 0): "▲", Cell(1, 0): "▼"}
    drawn = scene(Sketch("dark .", marks=marks))["pieces"]
    assert [op.items for op in ops_of(drawn, Texts)] == [(("▲", 0.5, 0.5), ("▼", 1.5, 0.5))]
    assert [len(op.boxes) for op in ops_of(drawn, Rects, DEFAULT.background)] == [2]


def test_a_name_is_written_on_its_piece_in_place_of_the_key() -> None:
    state = Sketch("red red F5", "F5 F5 F5", marks={Cell(1, 1): "R", Cell(2, 0): "F5"})
    drawn = scene(state)["pieces"]
    assert {op.fill: op.items for op in ops_of(drawn, Texts)} == {
        DEFAULT.ink(DEFAULT.fill("red")): (("R", 1.5, 0.5),),
        DEFAULT.ink(DEFAULT.fill("F5")): (("F5", 2.5, 1.5),),
    }
    assert not ops_of(drawn, Lines, DEFAULT.ink(DEFAULT.fill("red")))
    assert not ops_of(drawn, Rects, DEFAULT.background)


def test_pieces_without_a_name_keep_their_mark() -> None:
    drawn = scene(Sketch("red . red", marks={Cell(0, 0): "R"}))["pieces"]
    strokes = ops_of(drawn, Lines, DEFAULT.ink(DEFAULT.fill("red")))
    assert {int(x) for op in strokes for x, *_ in op.segments} == {2}


def test_a_square_that_has_won_is_drawn() -> None:
    state, _ = position("dakapo")
    assert state.winning_square
    assert {state.grid[cell] for cell in state.winning_square} == {state.grid[state.joined[0]]}
    sides, rings = (op.segments for op in ops_of(scene(state)["hints"], Lines, DEFAULT.ring))
    assert rings == tuple(segment for cell in state.joined for segment in outline([cell], 8))
    assert len(sides) == 4
    assert len({round(math.dist(segment[:2], segment[2:]), 9) for segment in sides}) == 1
    assert scene(position("dakapo", 3)[0])["hints"] == ()


@pytest.mark.parametrize("corners", ["b2 c2 b3 c3", "b1 c2 a2 b3", "c1 d3 a2 b4", "b1 d2 a3 c4"])
def test_the_corners_of_a_square_are_joined_going_round(corners: str) -> None:
    square = sorted(cells(corners), key=reading_order)
    state = replace(Dakapo().position(8 * f"{8 * '.'}\n"), square=sum(1 << 8 * y + x for x, y in square))
    sides = [math.dist(a, b) for a, b in zip(state.joined, (*state.joined[1:], state.joined[0]), strict=True)]
    assert set(state.joined) == set(square)
    assert len(set(sides)) == 1


def test_scales_stand_along_the_edges() -> None:
    root = ET.fromstring(svg_board(position("isaac", 22)[0]))
    places: dict[str, list[tuple[float, float]]] = {}
    for text in root.iter(f"{SVG}text"):
        at = float(text.get("x", "")), float(text.get("y", ""))
        places.setdefault(text.text or "", []).append(at)
    left, right = (x for x, _ in places["30"])
    assert left < 0
    assert left + right == pytest.approx(10)
    assert [round(y - 3.5) for _, y in places["60"]] == [0, 3]  # Dark's 60 is row 7, Light's is row 4
    assert sorted(x for x, y in places["2"] if 0 < x < 10) == [2.5, 7.5]
    assert len(places["▲"]) == len(places["▼"]) == 2


def test_start_cells_have_a_dot_until_every_colour_has_begun() -> None:
    dots = [
        ops_of(scene(position("blokus_duo", plies)[0])["grid"], Rects, DEFAULT.text) for plies in (0, 1, 2)
    ]
    assert [[(int(x), int(y)) for op in ops for x, y, _, _ in op.boxes] for ops in dots] == [
        [(4, 4), (9, 9)],
        [(9, 9)],
        [],
    ]


def test_outline_goes_round_holes_and_keeps_cells_apart_that_touch_at_a_corner() -> None:
    ring = [(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    assert outline(ring, 3) == (
        *((0, 0, 3, 0), (3, 0, 3, 3), (3, 3, 0, 3), (0, 3, 0, 0)),
        *((1, 1, 1, 2), (1, 2, 2, 2), (2, 2, 2, 1), (2, 1, 1, 1)),
    )
    assert len(outline([(0, 0), (1, 1)], 2)) == 8
    assert outline([], 5) == ()


# -- SVG -----------------------------------------------------------------------------------------


@several
def test_svg_is_valid_and_has_one_element_a_shape_list(name: str, plies: int | None) -> None:
    state, last = position(name, plies)
    root = ET.fromstring(svg_board(state, last=last, highlight=cells("a1")))
    assert (root.tag, root.get("role"), root.get("width")) == (f"{SVG}svg", "img", "400")
    assert root[0].tag == f"{SVG}title"
    assert root[0].text == state.game.title
    drawn = scene(state, last=last, highlight=cells("a1"))
    # title, desc, frame and coordinates come first
    assert len(root) == 4 + sum(map(len, drawn.values()))
    assert root[1].text == f"{state.game.title}, ply {state.ply}: {status(state)}"


def test_svg_has_the_size_asked_for() -> None:
    root = ET.fromstring(svg_board(Sketch(". . . .", ". . . ."), size=300))
    x, y, width, height = map(float, root.get("viewBox", "").split())
    assert x < 0 > y
    assert x + width > 4
    assert y + height > 2
    assert float(root.get("width", "")) == 300
    assert float(root.get("height", "")) == pytest.approx(300 * height / width, abs=0.01)


def test_coordinates_stand_beside_their_cells() -> None:
    root = ET.fromstring(svg_board(Sketch(". . .", ". . .")))
    labels = {
        text.text: (float(text.get("x", "")), float(text.get("y", ""))) for text in root.iter(f"{SVG}text")
    }
    assert [labels[name][0] for name in "abc"] == [0.5, 1.5, 2.5]
    assert labels["1"][1] - labels["2"][1] == pytest.approx(1)
    assert list(labels) == ["a", "b", "c", "1", "2"]


def test_layers_are_written_on_their_own() -> None:
    state, last = position("blokus_classic", 12)
    drawn = scene(state, last=last)
    assert to_svg(drawn) == "".join(to_svg(drawn, [layer]) for layer in LAYERS)
    assert to_svg({"hints": drawn["hints"]}) == to_svg(drawn, ["hints"])


def test_a_picture_of_a_full_board_stays_small() -> None:
    assert len(svg_board(position("blokus_classic", 40)[0]).encode()) < 15_000
    assert len(svg_board(position("blokus_classic")[0]).encode()) < 20_000


def test_numbers_are_short() -> None:
    shapes = {"grid": (Rects("#123456", ((-0.5, 0.0, 10.0, 0.1 + 0.2), (-0.00001, 100, 0.25, 1))),)}
    assert to_svg(shapes) == '<path fill="#123456" d="M-.5 0h10v.3H-.5zM0 100h.25v1H0z"/>'


def test_lines_that_follow_one_another_are_one_stroke() -> None:
    loop = Lines("#123456", 0.1, ((0, 0, 2, 0), (2, 0, 0, 3), (0, 3, 0, 0), (5, 5, 5, 6)))
    assert ' d="M0 0H2L0 3zM5 5V6"' in to_svg({"hints": (loop,)})


@given(st.text(), st.text(min_size=1), st.text(min_size=1))
def test_hostile_text_is_escaped(title: str, mark: str, key: str) -> None:
    state = Sketch("blue . .", marks={Cell(2, 0): mark, Cell(0, 0): mark}, title=title)
    state._grid[Cell(1, 0)] = key
    root = ET.fromstring(svg_board(state, title=title).encode())
    known = {f"{SVG}{tag}" for tag in ("svg", "title", "desc", "rect", "path", "g", "text")}
    assert {element.tag for element in root.iter()} <= known
    assert len(text_board(state).split("\n")) == 3


def test_hostile_text_keeps_its_letters() -> None:
    nasty = "<script>alert('1')</script> & \"x\""
    assert ET.fromstring(svg_board(Sketch("blue"), title=nasty))[0].text == nasty
    assert ET.fromstring(svg_board(Sketch("blue"), title="a\x00b\ud800c"))[0].text == "a\ufffdb\ufffdc"
    shapes = {"grid": (Rects('"/><script>', ()), Lines('"/><script>', 1, ()), Texts('"/><script>', 1, ()))}
    assert "<script" not in to_svg(shapes)


def test_a_piece_is_drawn_wherever_its_cells_are() -> None:
    here, there = [(0, 0), (1, 0), (1, 1)], [(8, 4), (7, 3), (8, 3)]
    assert piece_svg(here, "#123456") == piece_svg(there, "#123456")
    silent, named = (ET.fromstring(piece_svg(here, "#123456", 40, title=title)) for title in (None, "V<3"))
    assert silent.get("aria-hidden") == "true"
    assert (named.get("role"), named[0].text, named.get("width")) == ("img", "V<3", "40")


def test_small_pieces_are_drawn_to_one_scale() -> None:
    boxes = [
        ET.fromstring(piece_svg(shape, "#123456")).get("viewBox", "")
        for shape in ([(0, 0)], [(0, 0), (0, 1)])
    ]
    assert {tuple(box.split()[2:]) for box in boxes} == {("5.4", "5.4")}
    six = ET.fromstring(piece_svg([(x, 0) for x in range(6)], "#123456"))
    assert six.get("viewBox") == "-.2 -2.7 6.4 6.4"


def test_the_state_shows_itself() -> None:
    state, _ = position("blokus_duo", 5)
    assert state._repr_svg_() == svg_board(state)
    assert str(state) == text_board(state)


# -- words ---------------------------------------------------------------------------------------


def test_status_says_whose_turn_it_is() -> None:
    state, _ = position("blokus_classic", 1)
    assert status(state) == "yellow to move (seat 1); scores -84, -89, -89, -89"


def test_status_says_which_colours_were_skipped() -> None:
    record = recorded("blokus_classic")
    game: Any = make(record["game"], **record["options"])
    state = game.initial_state()
    seen = set()
    for move in record["moves"]:
        state = state.step(move)
        names = [game.colors[color] for color in state.skipped]
        if len(names) == 1:
            assert f" (seat {state.current_player}); {names[0]} was skipped; scores" in status(state)
        elif names:
            assert f"; {', '.join(names[:-1])} and {names[-1]} were skipped; scores" in status(state)
        seen.add(len(names))
    assert seen == {0, 1, 3}
    assert status(state) == "game over: seat 2 wins; scores -17, -18, -12, -25"


def test_status_of_a_game_without_colours_to_play_names_the_seat() -> None:
    assert status(Sketch("red", turn=1, skipped=(0,))) == "seat 1 to move; seat 0 was skipped; scores 0, 0"
    assert status(Sketch("red", turn=None, scores=(0.5, 0.5))) == (
        "game over: seats 0 and 1 share the win; scores 0.5, 0.5"
    )


def test_a_game_whose_colours_are_stones_is_not_taken_for_one_whose_colours_play() -> None:
    state = Sketch("red")
    object.__setattr__(state.game, "colors", ("red", "yellow"))
    state.color = 1  # type: ignore[attr-defined]
    assert status(state) == "seat 0 to move; scores 0, 0"


def test_text_names_the_cells() -> None:
    marks = {Cell(2, 1): "•", Cell(0, 0): "•"}
    assert text_board(Sketch(". blue .", "red blue .", marks=marks)).splitlines() == [
        "2 . B •",
        "1 R B .",
        "  a b c",
        "seat 0 to move; scores 0, 0",
    ]


# -- palettes ------------------------------------------------------------------------------------

PALETTES = pytest.mark.parametrize("palette", [DEFAULT, HIGH_CONTRAST], ids=["default", "high contrast"])

# Viénot, Brettel and Mollon, "Digital video colourmaps for checking the legibility of displays by
# dichromats", Color Research and Application 24 (1999): linear RGB to the cones' responses and back.
RGB_TO_LMS = ((17.8824, 43.5161, 4.11935), (3.45565, 27.1554, 3.86714), (0.0299566, 0.184309, 1.46709))
LMS_TO_RGB = (
    (0.0809444479, -0.130504409, 0.116721066),
    (-0.0102485335, 0.0540193266, -0.113614708),
    (-0.000365296938, -0.00412161469, 0.693511405),
)
PROTANOPE = ((0, 2.02344, -2.52581), (0, 1, 0), (0, 0, 1))
DEUTERANOPE = ((1, 0, 0), (0.494207, 0, 1.24827), (0, 0, 1))
RGB_TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))


def times(matrix: Any, vector: Any) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def linear(color: str) -> list[float]:
    values = [value / 255 for value in bytes.fromhex(color[1:])]
    return [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in values]


def luminance(color: str) -> float:
    return times(RGB_TO_XYZ, linear(color))[1]


def contrast(one: str, other: str) -> float:
    """Contrast as WCAG 2 defines it, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def seen(color: str, eye: str) -> list[float]:
    """Return a colour in CIELAB (D65) as an eye, or a print in grey, shows it."""
    rgb = linear(color)
    if eye == "grey":
        rgb = [luminance(color)] * 3
    elif eye != "any":
        cones = times(PROTANOPE if eye == "protanope" else DEUTERANOPE, times(RGB_TO_LMS, rgb))
        rgb = [min(1.0, max(0.0, value)) for value in times(LMS_TO_RGB, cones)]
    scaled = [value / white for value, white in zip(times(RGB_TO_XYZ, rgb), (0.9505, 1, 1.089), strict=True)]
    f = [value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116 for value in scaled]
    return [116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])]


def distance(one: str, other: str, eye: str) -> float:
    """Distance in CIELAB (CIE 1976); 2 is what one can just see side by side."""
    return math.dist(seen(one, eye), seen(other, eye))


def test_the_simulation_leaves_grey_alone_and_joins_red_and_green() -> None:
    for eye in ("any", "protanope", "deuteranope", "grey"):
        assert distance("#808080", "#808080", eye) == 0
        assert seen("#ffffff", eye) == pytest.approx([100, 0, 0], abs=1.5)
    assert distance("#c05a4a", "#7f7f3f", "deuteranope") < distance("#c05a4a", "#7f7f3f", "any") / 3


@PALETTES
@pytest.mark.parametrize(
    ("eye", "least"), [("any", 20), ("protanope", 15), ("deuteranope", 15), ("grey", 10)]
)
def test_blokus_colours_can_be_told_apart(palette: Palette, eye: str, least: float) -> None:
    fills = {key: palette.fill(key) for key in BLOKUS_COLORS}
    pairs = {pair: distance(fills[pair[0]], fills[pair[1]], eye) for pair in combinations(fills, 2)}
    closest = min(pairs, key=pairs.__getitem__)
    assert pairs[closest] >= least, (closest, pairs[closest])


@pytest.mark.parametrize(("eye", "least"), [("any", 20), ("protanope", 15), ("deuteranope", 15)])
def test_pentominoes_can_be_told_apart(eye: str, least: float) -> None:
    fills = {key: DEFAULT.fill(key) for key in PENTOMINOES}
    pairs = {pair: distance(fills[pair[0]], fills[pair[1]], eye) for pair in combinations(fills, 2)}
    closest = min(pairs, key=pairs.__getitem__)
    assert pairs[closest] >= least, (closest, pairs[closest])


def test_hexominoes_are_twelve_steps_of_grey() -> None:
    fills = [DEFAULT.fill(key) for key in HEXOMINOES]
    assert all(fill[1:3] * 3 == fill[1:] for fill in fills)
    assert min(distance(one, other, "grey") for one, other in combinations(fills, 2)) > 4


@pytest.mark.parametrize(("palette", "least"), [(DEFAULT, 3.0), (HIGH_CONTRAST, 4.5)])
def test_marks_can_be_read_on_their_fill(palette: Palette, least: float) -> None:
    weak = {
        key: contrast(palette.ink(palette.fill(key)), palette.fill(key))
        for key in ALL_KEYS
        if contrast(palette.ink(palette.fill(key)), palette.fill(key)) < least
    }
    assert not weak


@PALETTES
def test_what_is_written_on_the_board_can_be_read(palette: Palette) -> None:
    assert contrast(palette.text, palette.background) >= 4.5
    assert contrast(palette.text, palette.frame) >= 4.5
    assert contrast(palette.outline, palette.background) >= 4.5
    assert contrast(palette.ring, palette.outline) >= 7
    assert contrast(palette.refusal, "#ffffff") >= 4.5


@PALETTES
def test_the_edge_of_a_piece_shows_on_its_fill(palette: Palette) -> None:
    assert {key for key in ALL_KEYS if distance(palette.fill(key), palette.outline, "grey") < 8} == set()


@PALETTES
def test_colours_that_play_together_have_different_marks(palette: Palette) -> None:
    for keys in (BLOKUS_COLORS, ("dark", "light"), (*PENTOMINOES, *HEXOMINOES)):
        assert len({palette.mark(key) for key in keys}) == len(keys)
    assert palette.mark("C0") == "C0"
    assert set(ALL_KEYS) <= palette.colors.keys()


def test_an_unknown_key_has_a_colour_and_is_its_own_mark() -> None:
    state = Sketch("teal .")
    assert DEFAULT.fill("teal") == DEFAULT.fill("te" + "al")
    assert DEFAULT.mark("teal") == "teal"
    drawn = scene(state)["pieces"]
    assert ops_of(drawn, Rects)[0].fill == DEFAULT.fill("teal")
    assert ops_of(drawn, Texts)[0].items == (("teal", 0.5, 0.5),)


def test_a_palette_can_be_changed_in_part() -> None:
    mine = replace(DEFAULT, colors={"blue": "#112233"}, marks={"blue": ""})
    assert ops_of(scene(Sketch("blue"), palette=mine)["pieces"], Rects)[0].fill == "#112233"
    assert len(scene(Sketch("blue"), palette=mine)["pieces"]) == 2  # no mark: the fill and the edge
    assert hash(mine) == hash(replace(mine))


@pytest.mark.parametrize("color", ["blue", "#12", "#12345g", '#123456"/><script>', "#123456\n", 5])
def test_a_colour_is_written_in_six_digits(color: Any) -> None:
    with pytest.raises(ValueError, match="must be written #rrggbb"):
        replace(DEFAULT, colors={"blue": color})
    with pytest.raises(ValueError, match="ring must be written #rrggbb"):
        replace(DEFAULT, ring=color)
    with pytest.raises(ValueError, match="must be written #rrggbb"):
        piece_svg([(0, 0)], color)
