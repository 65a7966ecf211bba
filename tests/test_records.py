"""Records and files of them: what is written is read back, what does not fit is refused by line and ply."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import time
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import boardlab
from boardlab import Match, Record, load, records
from boardlab.records import RecordError, RecordWarning

DUO = json.loads(
    (Path(__file__).parent / "data" / "blokus_duo.jsonl").read_text(encoding="utf-8").splitlines()[0]
)


def game_of(plies: int, *seats: str) -> Record:
    match = Match("blokus", seats or None, **DUO["options"])
    for move in DUO["moves"][:plies]:
        match.play(move)
    return match.record()


def file_of(folder: Path, *lines: str | bytes, end: bytes = b"\n") -> Path:
    path = folder / "games.jsonl"
    path.write_bytes(b"\n".join(line if isinstance(line, bytes) else line.encode() for line in lines) + end)
    return path


WHOLE = game_of(10**3)
SHORT = game_of(2)
GOOD = SHORT.to_json()


def changed(**keys: Any) -> str:
    """A good record with some keys changed."""
    return json.dumps({**json.loads(GOOD), **keys})


def without(key: str) -> str:
    data = json.loads(GOOD)
    del data[key]
    return json.dumps(data)


# -- what is written is read back ------------------------------------------------------------------


@pytest.mark.parametrize("record", [game_of(0), SHORT, WHOLE, game_of(3, "Ana", 'Bo}\n"{[\u2028é\x00')])
def test_a_record_goes_through_json_and_back(record: Record) -> None:
    text = record.to_json()
    assert "\n" not in text
    assert text.isascii()
    assert Record.from_json(text) == replace(record, options=dict(record.options))
    assert Record.from_json(text).to_json() == text


def test_a_record_is_the_object_that_the_design_shows() -> None:
    data = json.loads(WHOLE.to_json())
    assert list(data) == [
        "boardlab",
        "game",
        "options",
        "seats",
        "moves",
        "scores",
        "winners",
        "over",
        "started",
        "source",
    ]
    assert (data["boardlab"], data["game"], data["source"]) == (1, "blokus", "play")
    assert data["options"] == {"players": 2, "variant": "duo", "corners": "own", "scoring": "advanced"}
    assert (data["moves"], data["scores"], data["winners"], data["over"]) == (
        DUO["moves"],
        DUO["scores"],
        [0],
        True,
    )


def test_further_keys_are_kept() -> None:
    record = Record.from_json(changed(round=3, note={"by": ["Ana"]}))
    assert record.extra == {"round": 3, "note": {"by": ["Ana"]}}
    assert json.loads(record.to_json())["round"] == 3


def test_a_record_leads_through_its_states() -> None:
    states = list(WHOLE.states())
    assert [state.ply for state in states] == list(range(len(DUO["moves"]) + 1))
    assert states[-1].scores == tuple(DUO["scores"])


def test_a_file_holds_games_one_a_line(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    records.append(path, WHOLE)
    records.append(path, SHORT, SHORT)
    assert path.read_bytes().count(b"\n") == 3
    assert load(path) == load(str(path)) == boardlab.load(path) == [WHOLE, SHORT, SHORT]
    assert list(records.read_lines(path)) == [WHOLE, SHORT, SHORT]


@pytest.mark.parametrize("lines", [[""], ["", "", " \t "], [GOOD, "", GOOD, ""], ["\r", GOOD + "\r"]])
def test_blank_lines_do_not_matter(tmp_path: Path, lines: list[str]) -> None:
    assert load(file_of(tmp_path, *lines)) == [SHORT] * lines.count(GOOD) + [SHORT] * lines.count(GOOD + "\r")


def test_an_empty_file_has_no_games(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.touch()
    assert load(path) == []
    records.append(path)
    assert load(path) == []


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    assert load(file_of(tmp_path, b"\xef\xbb\xbf" + GOOD.encode(), GOOD)) == [SHORT, SHORT]


# -- what was cut off ------------------------------------------------------------------------------


HOSTILE_SEATS = ("a}", 'b"}{"')


@pytest.mark.parametrize("seats", [(), HOSTILE_SEATS])
def test_a_last_line_cut_off_anywhere_loses_that_game_only(tmp_path: Path, seats: tuple[str, ...]) -> None:
    last = game_of(2, *seats).to_json().encode()
    for length in range(1, len(last)):
        path = file_of(tmp_path, GOOD, GOOD, last[:length], end=b"")
        with pytest.warns(
            RecordWarning, match=r"^line 3 of .*games.jsonl was cut off in the middle of a write; left out$"
        ):
            assert load(path) == [SHORT, SHORT], length
    assert load(file_of(tmp_path, GOOD, GOOD, b"", end=b"")) == [SHORT, SHORT]
    assert len(load(file_of(tmp_path, GOOD, GOOD, last, end=b""))) == 3


def test_after_a_torn_line_the_next_game_is_written_on_a_line_of_its_own(tmp_path: Path) -> None:
    path = file_of(tmp_path, GOOD, GOOD[:50], end=b"")
    records.append(path, WHOLE, SHORT)
    with pytest.warns(RecordWarning, match="line 2"):
        assert load(path) == [SHORT, WHOLE, SHORT]


def test_a_line_that_lacks_its_end_only_is_not_lost(tmp_path: Path) -> None:
    path = file_of(tmp_path, GOOD, GOOD, end=b"")
    records.append(path, WHOLE)
    assert load(path) == [SHORT, SHORT, WHOLE]


WRITER = """
import sys
from boardlab import Record, records

record = Record.from_json(sys.argv[2])
print("ready", flush=True)
while True:
    records.append(sys.argv[1], record)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system cannot kill a process outright")
def test_a_writer_that_is_killed_loses_at_most_the_game_being_written(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    package = Path(boardlab.__file__).resolve().parents[1]
    command = [sys.executable, "-c", WRITER, str(path), WHOLE.to_json()]
    environment = {**os.environ, "PYTHONPATH": str(package)}
    for _ in range(3):
        before = path.stat().st_size if path.exists() else 0
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE) as writer:
            assert writer.stdout
            writer.stdout.readline()
            while not path.exists() or path.stat().st_size < before + 3 * len(WHOLE.to_json()):
                time.sleep(0.001)
            writer.kill()
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            games = load(path)
        lines = path.read_bytes().count(b"\n")
        assert all(game == WHOLE for game in games)
        assert len(games) >= lines - len(caught)
        assert len(caught) <= 3


def test_an_error_can_be_sent_from_one_process_to_another() -> None:
    with pytest.raises(RecordError) as caught:
        Record.from_json(changed(moves=["a1"]))
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.ply, again.line) == (str(caught.value), 0, None)


# -- what does not fit -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("no JSON", "'no JSON' is not JSON"),
        ("{}{}", "'{}{}' is not JSON"),
        ("[]", 'a record is a JSON object with the key "boardlab"'),
        ("1", 'a record is a JSON object with the key "boardlab"'),
        ("null", 'a record is a JSON object with the key "boardlab"'),
        ('{"game": "blokus"}', 'a record is a JSON object with the key "boardlab"'),
        (changed(boardlab=2), "the record has version 2; this boardlab reads version 1"),
        (changed(boardlab=None), "the record has version null; this boardlab reads version 1"),
        (changed(boardlab=True), "the record has version true; this boardlab reads version 1"),
        (changed(boardlab="1"), 'the record has version "1"; this boardlab reads version 1'),
        (without("game"), 'the record has no "game"'),
        (without("moves"), 'the record has no "moves"'),
        (without("over"), 'the record has no "over"'),
        (changed(game=7), "\"game\" must be the name of a game, not '7'"),
        (changed(options=[]), "\"options\" must be an object of options, not '[]'"),
        (changed(seats="AB"), '"seats" must be a list of names, not \'"AB"\''),
        (changed(seats=[1, 2]), "\"seats\" must be a list of names, not '[1, 2]'"),
        (changed(moves=None), "\"moves\" must be a list of the moves' texts, not 'null'"),
        (changed(moves=[["a1"]]), '"moves" must be a list of the moves\' texts, not \'[["a1"]]\''),
        (changed(scores=["1"]), '"scores" must be a list of numbers, not \'["1"]\''),
        (changed(scores=[True, False]), "\"scores\" must be a list of numbers, not '[true, false]'"),
        (changed(winners=0), "\"winners\" must be a list of seats, not '0'"),
        (changed(over=1), "\"over\" must be true or false, not '1'"),
        (changed(started=5), '"started" must be a time such as "2026-01-31T14:30:00Z", or null, not \'5\''),
        (changed(source=None), "\"source\" must be a word, not 'null'"),
        (changed(game="chess"), "there is no game 'chess'; the games are "),
        (changed(options={"player": 2}), "blokus has no option 'player'; its options are players, variant, "),
        (changed(options={"players": 9}), "players must be 1, 2, 3 or 4 in the classic variant, not 9"),
        (changed(options={"players": {}}), "players must be 1, 2, 3 or 4 in the classic variant, not {}"),
        (changed(seats=["one"]), '"seats" must name 2 players, not 1'),
    ],
)
def test_a_record_that_is_none_is_refused_by_its_line(tmp_path: Path, line: str, sentence: str) -> None:
    path = file_of(tmp_path, GOOD, "", line, GOOD)
    with pytest.raises(RecordError) as caught:
        load(path)
    assert str(caught.value).startswith(f"line 3: {sentence}")
    assert (caught.value.line, caught.value.ply) == (3, None)
    with pytest.raises(RecordError) as alone:
        Record.from_json(line)
    assert str(alone.value) == caught.value.message


@pytest.mark.parametrize(
    ("keys", "ply", "sentence"),
    [
        (
            {"moves": ["e10", "j5", "e10"]},
            2,
            "the move 'e10' is not legal: B5: purple has placed its piece 1 already",
        ),
        (
            {"moves": ["e10", "o15"]},
            1,
            "the move 'o15' is not legal: B1: o15 would lie off the board of 14 columns",
        ),
        (
            {"moves": ["a1"]},
            0,
            "the move 'a1' is not legal: B2: the first piece of purple must cover the start cell e10",
        ),
        ({"moves": ["e10", "?"]}, 1, "'?' is not a cell; write a column letter and a row number, such as a1"),
        ({"moves": ["e10", ""]}, 1, "'' is not a cell; write a column letter and a row number, such as a1"),
        (
            {"moves": [*WHOLE.moves, "a1"]},
            len(WHOLE.moves),
            "the move 'a1' is not legal: B7: the game is over",
        ),
        ({"moves": []}, 0, '"scores" is '),
        ({"scores": [0, 0]}, 2, '"scores" is [0, 0], but the moves give [-84, -84]'),
        ({"scores": [-84]}, 2, '"scores" is [-84], but the moves give [-84, -84]'),
        ({"scores": [float("nan"), -84]}, 2, '"scores" is [NaN, -84], but the moves give [-84, -84]'),
        ({"scores": [float("inf"), -84]}, 2, '"scores" is [Infinity, -84], but the moves give [-84, -84]'),
        ({"winners": [1]}, 2, '"winners" is [1], but the moves give []'),
        ({"over": True}, 2, '"over" is true, but the moves give false'),
    ],
)
def test_a_game_that_does_not_fit_is_refused_by_line_and_ply(
    tmp_path: Path, keys: dict[str, Any], ply: int, sentence: str
) -> None:
    path = file_of(tmp_path, GOOD, changed(**keys))
    with pytest.raises(RecordError) as caught:
        load(path)
    assert str(caught.value).startswith(f"line 2, ply {ply}: {sentence}")
    assert (caught.value.line, caught.value.ply) == (2, ply)


def test_the_games_before_a_bad_one_can_be_had(tmp_path: Path) -> None:
    lines = records.read_lines(file_of(tmp_path, GOOD, GOOD, "bad"))
    assert [next(lines), next(lines)] == [SHORT, SHORT]
    with pytest.raises(RecordError, match="line 3"):
        next(lines)


@pytest.mark.parametrize("line", [b"\xff\xfe{}", GOOD.encode("utf-16"), GOOD.encode() + b"\x80"])
def test_a_line_that_is_no_utf_8_is_refused(tmp_path: Path, line: bytes) -> None:
    with pytest.raises(RecordError, match=r"^line 2: the line is not text in UTF-8$"):
        load(file_of(tmp_path, GOOD, line))


def test_a_huge_line_is_refused_without_being_read(tmp_path: Path) -> None:
    line = changed(note="x" * records.MAX_LINE)
    with pytest.raises(
        RecordError, match=r"^line 2: the line is longer than 1048576 bytes, too long for a record$"
    ):
        load(file_of(tmp_path, GOOD, line))


HUGE = "x" * 10**5


@pytest.mark.parametrize(
    "line",
    [
        HUGE,
        "{" * 10**5 + "}",
        '{"boardlab": 1' + "0" * 10**5 + "}",
        changed(boardlab=HUGE),
        changed(boardlab=[HUGE]),
        changed(game=HUGE),
        changed(options={HUGE: 1}),
        changed(options={"players": HUGE}),
        changed(options={"players": [HUGE]}),
        changed(moves=[HUGE]),
        changed(moves=[",".join(["a1", "b2"] * 10**4)]),
        changed(moves=[",".join(f"{column}{row}" for column in "abcdefghij" for row in range(1, 999))]),
        changed(scores=[0] * 10**5),
        changed(seats=[HUGE]),
        changed(started=[HUGE]),
        changed(game="\x1b[31m\n\u202e"),
        changed(moves=["\x1b[31m\n\u202e"]),
        changed(boardlab="\x1b[31m\n\u202e"),
        changed(seats=7, game="\ud800"),
        changed(game="__class__"),
        changed(options={"__class__": 1, "self": 2}),
    ],
    ids=lambda line: line[:20],
)
def test_a_hostile_line_gets_one_short_sentence(tmp_path: Path, line: str) -> None:
    with pytest.raises(RecordError) as caught:
        load(file_of(tmp_path, line.encode("utf-8", "surrogatepass")))
    assert len(str(caught.value)) < 400
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("key", ["options", "seats", "moves", "scores", "started", "note", "boardlab"])
@pytest.mark.parametrize("brackets", ["[]", "{}"])
def test_deep_nesting_is_refused_or_kept_but_never_overflows(key: str, brackets: str) -> None:
    opening, closing = ("[", "]") if brackets == "[]" else ('{"x":', "}")
    for depth in (*range(1, 50, 7), *range(850, 1010, 1), 5_000, 100_000):
        value = opening * depth + "0" + closing * depth
        text = GOOD[:-1] + f', "{key}": {value}}}'
        try:
            Record.from_json(text).to_json()
        except RecordError as error:
            assert len(str(error)) < 300  # noqa: PT017  # either is right


@pytest.mark.skipif(os.name == "nt", reason="folders have no such permissions on Windows")
def test_a_file_that_cannot_be_read_or_written_is_the_systems_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "missing.jsonl")
    with pytest.raises(FileNotFoundError):
        records.append(tmp_path / "missing" / "games.jsonl", SHORT)
    for use in (load, lambda path: records.append(path, SHORT)):
        with pytest.raises(IsADirectoryError):
            use(tmp_path)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_a_full_disk_is_the_systems_error() -> None:
    with pytest.raises(OSError, match="No space left on device"):
        records.append("/dev/full", SHORT)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_is_read_only_is_the_systems_error(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(PermissionError):
        records.append(tmp_path / "games.jsonl", SHORT)


def test_nothing_of_a_record_is_run_or_unpickled() -> None:
    """Reading imports no module that could."""
    code = "import sys, boardlab; boardlab.Record.from_json(sys.argv[1]); print('pickle' in sys.modules)"
    package = Path(boardlab.__file__).resolve().parents[1]
    command = [sys.executable, "-c", code, GOOD]
    environment = {**os.environ, "PYTHONPATH": str(package)}
    assert (
        subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
        == "False\n"
    )
