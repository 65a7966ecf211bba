"""Polyominoes: how many there are, and the 21 pieces."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardlab import polyomino
from boardlab.core import Cell
from boardlab.polyomino import PIECES, Shape, normalize, orientations, reflect, rotate

COUNTS = {  # OEIS A000105, A000988, A001168
    "free": (1, 1, 2, 5, 12, 35, 108, 369),
    "one-sided": (1, 1, 2, 7, 18, 60, 196, 704),
    "fixed": (1, 2, 6, 19, 63, 216, 760, 2725),
}
ORIENTATIONS = {
    **dict.fromkeys(("1", "O", "X"), 1),
    **dict.fromkeys(("2", "I3", "I4", "I5"), 2),
    **dict.fromkeys(("V3", "T4", "Z4", "U", "T5", "V5", "W", "Z5"), 4),
    **dict.fromkeys(("L4", "L5", "N", "P", "Y", "F"), 8),
}


@pytest.mark.parametrize(
    ("kind", "size", "count"),
    [(kind, size, count) for kind, counts in COUNTS.items() for size, count in enumerate(counts, 1)],
)
def test_there_are_so_many_polyominoes(kind: polyomino.Kind, size: int, count: int) -> None:
    shapes = polyomino.enumerate(size, kind)
    assert len(shapes) == len(set(shapes)) == count
    assert list(shapes) == sorted(shapes)
    assert all(len(shape) == size and normalize(shape) == shape for shape in shapes)


@pytest.mark.parametrize("size", range(1, 8))
def test_turning_and_flipping_the_free_ones_gives_all_fixed_ones(size: int) -> None:
    turned = [form for shape in polyomino.enumerate(size) for form in orientations(shape)]
    assert sorted(turned) == list(polyomino.enumerate(size, "fixed"))


@pytest.mark.parametrize(("size", "with_hole"), [(6, 0), (7, 1), (8, 6)])
def test_so_many_free_ones_have_a_hole(size: int, with_hole: int) -> None:
    assert sum(map(_has_hole, polyomino.enumerate(size))) == with_hole


def _has_hole(shape: Shape) -> bool:
    """Fill the space around from outside, and see whether empty cells are left."""
    frame = {Cell(x, y) for x in range(-1, len(shape) + 1) for y in range(-1, len(shape) + 1)}
    reached, new = set(), {Cell(-1, -1)}
    while new:
        reached |= new
        new = polyomino.edge_cells(reached) & frame - set(shape)
    return bool(frame - reached - set(shape))


def test_the_pieces_are_all_free_polyominoes_of_1_to_5_cells() -> None:
    shapes = {polyomino.free(shape) for shape in PIECES.values()}
    assert shapes == {shape for size in range(1, 6) for shape in polyomino.enumerate(size)}
    assert (len(PIECES), sum(map(len, PIECES.values()))) == (21, 89)


def test_the_pieces_are_named_as_drawn() -> None:
    """The letters look like the pieces."""
    drawn = {piece: polyomino.picture(PIECES[piece]).split("\n") for piece in ("F", "N", "Y", "W", "Z5", "P")}
    assert drawn == {
        "F": [".##", "##.", ".#."],
        "N": [".#", ".#", "##", "#."],
        "Y": [".#", "##", ".#", ".#"],
        "W": ["#..", "##.", ".##"],
        "Z5": ["##.", ".#.", ".##"],
        "P": ["##", "##", "#."],
    }


@pytest.mark.parametrize("piece", PIECES)
def test_a_piece_has_so_many_orientations(piece: str) -> None:
    forms = orientations(PIECES[piece])
    assert len(forms) == len(set(forms)) == ORIENTATIONS[piece]
    assert sum(ORIENTATIONS.values()) == 91


@pytest.mark.parametrize("piece", PIECES)
def test_four_turns_and_two_flips_are_the_identity(piece: str) -> None:
    before = PIECES[piece]
    for form in orientations(before):
        assert rotate(rotate(rotate(rotate(form)))) == form
        assert reflect(reflect(form)) == form
        assert reflect(rotate(reflect(form))) == rotate(rotate(rotate(form)))
        assert orientations(form) == orientations(before)
    assert PIECES[piece] is before


def test_a_turn_is_clockwise_and_a_flip_left_to_right() -> None:
    shape = polyomino.from_picture("#.", "#.", "##")
    assert polyomino.picture(rotate(shape)).split("\n") == ["###", "#.."]
    assert polyomino.picture(reflect(shape)).split("\n") == [".#", ".#", "##"]


def test_around_a_piece_lie_edge_cells_and_corner_cells() -> None:
    r"""Around V3, ``e`` touches it along an edge, ``c`` only corner to corner."""
    shape = PIECES["V3"]
    edges, corners = polyomino.edge_cells(shape), polyomino.corner_cells(shape)
    chars = {**dict.fromkeys(edges, "e"), **dict.fromkeys(corners, "c"), **dict.fromkeys(shape, "#")}
    rows = ["".join(chars.get(Cell(x, y), ".") for x in range(-1, 3)) for y in range(2, -2, -1)]
    assert rows == [
        "cec.",
        "e#ec",
        "e##e",
        "ceec",
    ]


@settings(max_examples=50, deadline=None, derandomize=True)
@given(
    shape=st.sampled_from([shape for size in range(1, 7) for shape in polyomino.enumerate(size, "fixed")]),
    dx=st.integers(-50, 50),
    dy=st.integers(-50, 50),
    order=st.randoms(use_true_random=False),
)
def test_where_and_in_which_order_the_cells_are_given_does_not_matter(
    shape: Shape, dx: int, dy: int, order: st.DataObject
) -> None:
    cells = [(x + dx, y + dy) for x, y in shape]
    order.shuffle(cells)  # type: ignore[attr-defined]
    assert normalize(cells) == shape
    assert polyomino.from_picture(*polyomino.picture(shape).split("\n")) == shape
    assert polyomino.free(normalize(cells)) == min(orientations(shape))


@pytest.mark.parametrize("size", [0, -1, 1.5, "5", None])
def test_a_size_is_a_whole_number_from_1(size: int) -> None:
    with pytest.raises(ValueError, match="a whole number of cells"):
        polyomino.enumerate(size)


@pytest.mark.parametrize("kind", ["", "Free", "onesided", None])
def test_a_kind_is_one_of_three(kind: polyomino.Kind) -> None:
    with pytest.raises(ValueError, match="kind is 'free', 'one-sided' or 'fixed'"):
        polyomino.enumerate(4, kind)
