"""The table of placements, against numbers found by two programs, and sets of placements as bit masks."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardlab.core import Cell, Move
from boardlab.placements import PlacementTable, bit_set, members, nth_member, placement_table
from boardlab.polyomino import PIECES, corner_cells, edge_cells

# Piece -> placements on 20 columns and rows, on 14, and first moves over a corner and over a Duo start cell.
COUNTS = {
    "1": (400, 196, 1, 1),
    "2": (760, 364, 2, 4),
    "I3": (720, 336, 2, 6),
    "V3": (1444, 676, 3, 12),
    "I4": (680, 308, 2, 8),
    "L4": (2736, 1248, 6, 32),
    "T4": (1368, 624, 2, 16),
    "O": (361, 169, 1, 4),
    "Z4": (1368, 624, 2, 16),
    "I5": (640, 280, 2, 10),
    "L5": (2584, 1144, 6, 40),
    "N": (2584, 1144, 4, 40),
    "P": (2736, 1248, 6, 40),
    "U": (1368, 624, 4, 20),
    "Y": (2584, 1144, 4, 40),
    "T5": (1296, 576, 2, 20),
    "V5": (1296, 576, 3, 20),
    "W": (1296, 576, 2, 20),
    "Z5": (1296, 576, 2, 20),
    "F": (2592, 1152, 2, 40),
    "X": (324, 144, 0, 5),
}
TOTALS = (30_433, 13_729, 58, 414)
CORNERS = ("a20", "t20", "t1", "a1")
DUO_STARTS = ("e10", "j5")


def _table(size: int) -> PlacementTable:
    return placement_table(size, size, tuple(PIECES.items()))


def _over(table: PlacementTable, cell: str, piece: str) -> int:
    x, y = Cell.parse(cell)
    return (table.cover[x + table.width * y] & table.of_piece[table.names.index(piece)]).bit_count()


@pytest.mark.parametrize("piece", COUNTS)
def test_a_piece_has_so_many_placements(piece: str) -> None:
    classic, duo = _table(20), _table(14)
    on_20, on_14, over_corner, over_start = COUNTS[piece]
    index = classic.names.index(piece)
    assert classic.of_piece[index].bit_count() == classic.piece.count(index) == on_20
    assert duo.of_piece[index].bit_count() == duo.piece.count(index) == on_14
    assert {_over(classic, cell, piece) for cell in CORNERS} == {over_corner}
    assert {_over(duo, cell, piece) for cell in DUO_STARTS} == {over_start}


def test_the_counts_add_up() -> None:
    assert tuple(map(sum, zip(*COUNTS.values(), strict=True))) == TOTALS
    assert (len(_table(20).moves), len(_table(14).moves)) == TOTALS[:2]


@pytest.mark.parametrize("size", [14, 20])
def test_no_placement_is_there_twice_and_all_are_in_order(size: int) -> None:
    table = _table(size)
    assert len(set(table.moves)) == len({move.cells for move in table.moves}) == len(table.moves)
    assert sorted(table.moves) == table.moves
    assert [table.find(move) for move in table.moves] == list(range(len(table.moves)))


@pytest.mark.parametrize("size", [14, 20])
def test_the_sets_say_what_the_moves_say(size: int) -> None:
    table = _table(size)
    for number in range(0, len(table.moves), 97):
        move = table.moves[number]
        inside = {cell.x + size * cell.y for cell in move.cells}
        assert [cell for cell, placements in enumerate(table.cover) if placements >> number & 1] == sorted(
            inside
        )
        assert [piece for piece, placements in enumerate(table.of_piece) if placements >> number & 1] == [
            table.names.index(move.piece)
        ]
        assert [cells for cells, placements in enumerate(table.of_size) if placements >> number & 1] == [
            len(inside)
        ]
        for around, numbers in ((edge_cells, table.edges), (corner_cells, table.corners)):
            on_board = {
                cell.x + size * cell.y for cell in around(move.cells) if {cell.x, cell.y} <= set(range(size))
            }
            assert set(numbers[number]) == on_board


def test_a_table_is_made_once() -> None:
    assert _table(14) is _table(14)
    assert _table(14).parse("A1").cells == _table(14).parse(" a1 ").cells
    assert _table(14).parse("b1,A1") is _table(14).parse("a1,b1")


def test_a_table_of_a_board_that_is_no_square() -> None:
    """A domino on 3 columns and 2 rows: 4 flat, 3 upright."""
    table = placement_table(3, 2, (("2", PIECES["2"]),))
    assert list(map(str, table.moves)) == ["a1,b1", "a1,a2", "b1,c1", "b1,b2", "c1,c2", "a2,b2", "b2,c2"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "'' is not a cell; write a column letter and a row number, such as a1"),
        ("a1,,a2", "'' is not a cell; write a column letter and a row number, such as a1"),
        ("a1;a2", "'a1;a2' is not a cell; write a column letter and a row number, such as a1"),
        ("a1,a1", "a1 is named twice; name each cell of the piece once"),
        ("a1,b1,A1", "a1 is named twice; name each cell of the piece once"),
    ],
)
def test_a_wrong_text_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011  # what it says is compared as a whole
        _table(14).parse(text)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("text", "piece"),
    [("o1", "1"), ("a14,a15", "2"), ("a1,c1", "?"), ("a1,b1,c1,d1,e1,f1", "?"), ("a1,b2", "?"), ("a0", "1")],
)
def test_cells_off_the_board_or_of_no_piece_are_read_for_the_rules_to_refuse(text: str, piece: str) -> None:
    move = _table(14).parse(text)
    assert (move.piece, str(move)) == (piece, text)
    assert _table(14).find(move) is None


@pytest.mark.parametrize("cells", [[Cell(0, 0)], (Cell(1, 0), Cell(0, 0)), (), ("a1",), None])
def test_what_is_no_placement_is_not_found(cells: object) -> None:
    assert _table(14).find(Move("1", cells)) is None  # type: ignore[arg-type]


numbers = st.sets(st.integers(0, 31_000), max_size=200)


@settings(max_examples=100, deadline=None, derandomize=True)
@given(numbers=numbers)
def test_a_set_of_placements_has_the_members_it_was_made_of(numbers: set[int]) -> None:
    placements = bit_set(numbers)
    assert placements == sum(1 << number for number in numbers)
    assert members(placements) == sorted(numbers)
    assert [nth_member(placements, n) for n in range(len(numbers))] == sorted(numbers)


@pytest.mark.parametrize("bits", [1, 15, 16, 17, 63, 64, 65, 127, 128, 129, 13_729, 30_433])
def test_full_and_single_member_sets_at_the_borders_of_words(bits: int) -> None:
    full, last = (1 << bits) - 1, 1 << (bits - 1)
    assert members(full) == list(range(bits))
    assert members(last) == [nth_member(last, 0)] == [bits - 1]
    assert {nth_member(full, n) == n for n in (0, bits // 2, bits - 1)} == {True}


def test_the_empty_set() -> None:
    assert (members(0), bit_set([])) == ([], 0)
