"""What boardlab promises of every game, as checks that any game can be put through.

Whoever adds a game runs :func:`check` on it, with each set of its options::

    from boardlab import conformance, make

    conformance.check(make("blokus", players=3))

It plays random games from a seed and looks at every position. A check is a small function that yields
one sentence for each promise that it finds broken; to check more, write one more function and add it to
:data:`GAME_CHECKS`, :data:`POSITION_CHECKS` or :data:`PLAYTHROUGH_CHECKS`.
"""

from __future__ import annotations

import copy
import json
import pickle
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import combinations, pairwise
from math import isfinite
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

from boardlab.core import Cell, Game, IllegalMoveError, Move, Refusal, State, listed, quoted, reading_order
from boardlab.games import GAMES, make
from boardlab.records import Record

__all__ = [
    "GAME_CHECKS",
    "PLAYTHROUGH_CHECKS",
    "POSITION_CHECKS",
    "ConformanceError",
    "Playthrough",
    "Position",
    "check",
]

MAX_PLIES = 10_000
"""A random game that is longer counts as one that never ends."""
SAMPLE = 6
"""How many moves of a position the costlier checks look at."""
NONSENSE = ("", " ", ",", "a", "1", "a1,", "a1,,a2", "a1;b1", "1a", "-1", "a99999", "\0", "é3", "x" * 5000)
"""Texts that are no moves, or none that could be legal."""

Complaints = Iterator[str]


class ConformanceError(AssertionError):
    """A game breaks a promise that every game makes.

    Attributes
    ----------
    game
        The game.
    check
        Name of the check that found it.
    ply
        Number of moves made before the position that shows it; None where no position does.
    complaint
        What is wrong, as a sentence that does not name the game.
    """

    def __init__(self, game: Game, check: str, complaint: str, ply: int | None = None) -> None:
        super().__init__(game, check, complaint, ply)
        self.game, self.check, self.complaint, self.ply = game, check, complaint, ply

    def __str__(self) -> str:
        options = ", ".join(f"{option}={value!r}" for option, value in self.game.options.items())
        place = "" if self.ply is None else f" at ply {self.ply}"
        return f"{self.game.name}({options}){place}: {self.complaint} [{self.check}]"


@dataclass(frozen=True)
class Position:
    """A position of a random game, and what a check needs to judge it.

    Attributes
    ----------
    state
        The position.
    moves
        Its legal moves, as listed once.
    earlier
        Moves that were legal in positions before it.
    rng
        For choices that a check makes; they do not change the game that is played.
    """

    state: State
    moves: list[Move]
    earlier: list[Move]
    rng: Random

    @cached_property
    def some_moves(self) -> list[Move]:
        """The first move, the last, and a few others."""
        if len(self.moves) <= SAMPLE:
            return self.moves
        return [self.moves[0], self.moves[-1], *self.rng.sample(self.moves[1:-1], SAMPLE - 2)]


@dataclass(frozen=True)
class Playthrough:
    """A whole random game: its moves, and all its positions from the first to the last."""

    game: Game
    moves: list[Move]
    states: list[State]
    seed: str

    @property
    def landmarks(self) -> list[State]:
        """The start, the middle and the end."""
        return [self.states[0], self.states[len(self.states) // 2], self.states[-1]]


def check(game: Game, *, seed: int = 0, games: int = 3) -> None:
    """Play random games and check in every position what is promised of all games.

    Parameters
    ----------
    game
        A game of :data:`boardlab.GAMES`, with the options to check.
    seed
        The same seed plays the same games and looks at the same moves.
    games
        How many games to play.

    Raises
    ------
    ConformanceError
        At the first promise that the game breaks; it names the game, the ply and the check.
    """
    _run(GAME_CHECKS, game, game)
    for number in range(games):
        playthrough = _play(game, f"{seed}/{number}")
        _run(PLAYTHROUGH_CHECKS, game, playthrough)


def _play(game: Game, seed: str) -> Playthrough:
    """Play one random game, checking each position before its move."""
    rng, picks = Random(seed), Random(f"{seed} checks")
    state = game.initial_state()
    states = [state]
    played: list[Move] = []
    earlier: list[Move] = []
    while True:
        moves = _judged("legal_moves_can_be_listed", game, len(played), state.legal_moves)
        _run(POSITION_CHECKS, game, Position(state, moves, earlier, picks), len(played))
        if not moves:
            return Playthrough(game, played, states, seed)
        if len(played) == MAX_PLIES:
            raise ConformanceError(game, "the_game_ends", "a random game does not end", len(played))
        move = pick(moves, rng)
        earlier = [*earlier[-50:], move, *picks.sample(moves, min(SAMPLE, len(moves)))]
        state = state.step(move)
        played.append(move)
        states.append(state)


def pick(moves: list[Move], rng: Random) -> Move:
    """Choose a move as a playout does."""
    return moves[int(rng.random() * len(moves))]


def _run(
    checks: tuple[Callable[[Any], Complaints], ...], game: Game, subject: object, ply: int | None = None
) -> None:
    """Put a subject through some checks and stop at the first complaint."""
    for each in checks:
        complaint = _judged(each.__name__, game, ply, partial(next, each(subject), None))
        if complaint is not None:
            raise ConformanceError(game, each.__name__, complaint, ply)


def _judged(name: str, game: Game, ply: int | None, call: Callable[[], Any]) -> Any:
    """Call the game's code; an exception that nobody expects is a broken promise, too."""
    try:
        return call()
    except Exception as error:
        complaint = f"an unexpected {type(error).__name__} says {quoted(str(error), 200)}"
        raise ConformanceError(game, name, complaint, ply) from error


# -- checks of a game ----------------------------------------------------------------------------


def it_has_a_name_a_title_and_a_board(game: Game) -> Complaints:
    """Check the facts that everything else relies on."""
    if GAMES.get(game.name) is not type(game):
        yield f"boardlab.GAMES[{game.name!r}] is not {type(game).__name__}"
    if not (isinstance(game.title, str) and game.title):
        yield f"the title is {game.title!r}, not a name for people"
    if not (type(game.players) is int and game.players >= 1):
        yield f"players is {game.players!r}, not a number of seats"
    if not (1 <= game.width <= 26 and 1 <= game.height <= 999):
        yield f"cells of a board of {game.width} columns and {game.height} rows cannot all be named"
    for rule, sentence in game.rules.items():
        if not (isinstance(sentence, str) and sentence.endswith(".") and rule.isalnum()):
            yield f"rule {rule!r} is not told in a sentence: {sentence!r}"


def options_make_the_game(game: Game) -> Complaints:
    """Check ``make(game.name, **game.options) == game``, also after the options went through JSON."""
    stored = json.loads(json.dumps(game.options))
    for options, how in ((game.options, "its options"), (stored, "its options read from JSON")):
        again = make(game.name, **options)
        if again != game or hash(again) != hash(game):
            yield f"{how} make {again!r}, which is not equal to {game!r}"
    game.options.clear()
    if len(game.options) != len(stored):
        yield "its options change when somebody changes the dict that it gave out"


def wrong_options_are_refused(game: Game) -> Complaints:
    """Check that unknown and impossible options raise a ValueError that names the right ones."""
    wrong: list[tuple[str, object]] = [("no_such_option", 1)]
    wrong += [(option, value) for option in game.options for value in ("nonsense", -1, 10**9)]
    for option, value in wrong:
        if (option, value) in game.options.items():
            continue
        try:
            make(game.name, **{**game.options, option: value})
        except ValueError as error:
            named = list(game.options) if option == "no_such_option" else [option]
            missing = [name for name in named if name not in str(error)]
            if missing:
                message = quoted(str(error), 200)
                yield f"the message on {option}={value!r} does not name {listed(missing)}: {message}"
        else:
            yield f"make takes {option}={value!r}"


def the_game_is_a_value(game: Game) -> Complaints:
    """Check that a game can be copied, compared and hashed, and never changes."""
    yield from _value_complaints(game, "the game")
    if game == object():
        yield "the game is equal to just anything"
    for option in (*game.options, "no_such_option"):
        yield from _freeze_complaints(game, "the game", option)


def the_start_is_a_start(game: Game) -> Complaints:
    """Check the first position."""
    state = game.initial_state()
    if state != game.initial_state() or hash(state) != hash(game.initial_state()):
        yield "two first positions are not equal"
    if state.game != game:
        yield "the first position is one of another game"
    if state.ply != 0 or state.skipped != ():
        yield f"the first position has ply {state.ply} and skipped {state.skipped}, not 0 and ()"
    if state.is_over:
        yield "the game is over before it starts"


def nonsense_is_no_move(game: Game) -> Complaints:
    """Check that texts and objects that are no moves are refused with a sentence, and only so."""
    state = game.initial_state()
    for text in NONSENSE:
        yield from _stranger_complaints(state, text, set(state.legal_moves()))
    thing: Any
    for thing in (None, 0, 1.5, b"a1", ["a1"], Cell(0, 0), object()):
        for method in (state.is_legal, state.why_illegal, state.step):
            try:
                method(thing)
            except (TypeError, ValueError) as error:
                if not str(error):
                    yield f"{method.__name__}({thing!r}) is refused without a word"
            else:
                yield f"{method.__name__} takes {thing!r} for a move"


# -- checks of a position ------------------------------------------------------------------------


def the_state_is_a_value(position: Position) -> Complaints:
    """Check that a state can be copied, compared and hashed, and never changes."""
    state = position.state
    yield from _value_complaints(state, "the state")
    if state == object():
        yield "the state is equal to just anything"
    if pickle.loads(pickle.dumps(state)).legal_moves() != position.moves:
        yield "a pickled copy of the state has other legal moves"
    for attribute in ("ply", "game", "no_such_attribute"):
        yield from _freeze_complaints(state, "the state", attribute)


def what_it_gives_out_is_its_own(position: Position) -> Complaints:
    """Check that nobody changes a state by changing a list or dict that it gave out."""
    state = position.state
    before = _facts(state)
    for given in (state.legal_moves(), state.grid, state.marks, state.pieces):
        given.clear()
    if _facts(state) != before:
        yield "the state changes when somebody changes a list or dict that it gave out"


def the_turn_is_somebodys_until_the_game_is_over(position: Position) -> Complaints:
    """Check current_player, is_over, phase and skipped against each other."""
    state = position.state
    game, player = state.game, state.current_player
    seats = range(game.players)
    if player is not None and not (type(player) is int and player in seats):
        yield f"current_player is {player!r}, not one of the {game.players} seats"
    if state.is_over != (player is None):
        yield f"is_over is {state.is_over}, but current_player is {player!r}"
    if not isinstance(state.phase, str) or (state.phase == "over") != state.is_over:
        yield f"is_over is {state.is_over}, but the phase is {state.phase!r}"
    if bool(position.moves) == state.is_over:
        yield f"is_over is {state.is_over}, but there are {len(position.moves)} legal moves"
    takes_turns = range(len(getattr(game, "colors", seats)))
    if not (isinstance(state.skipped, tuple) and all(each in takes_turns for each in state.skipped)):
        yield f"skipped is {state.skipped!r}, not a tuple of those who take turns"
    if len(set(state.skipped)) < len(state.skipped):
        yield f"skipped is {state.skipped!r}, with somebody named twice"
    if len(takes_turns) == game.players and player in state.skipped:
        yield f"seat {player} was skipped and is to move"


def legal_moves_are_sorted(position: Position) -> Complaints:
    """Check the order of the list, and that it has no move twice."""
    for move, following in pairwise(position.moves):
        if move == following:
            yield f"{move} is listed twice"
        if not move < following:
            yield f"{following} is listed after {move}, but comes before it"
    if position.state.legal_moves() != position.moves:
        yield "the legal moves are others when they are listed again"


def legal_moves_are_counted(position: Position) -> Complaints:
    """Check that a quick count agrees with the list."""
    count = position.state.count_legal_moves()
    if count != len(position.moves):
        yield f"count_legal_moves() is {count}, but {len(position.moves)} moves are listed"


def moves_are_values(position: Position) -> Complaints:
    """Check what a move is: frozen, hashable, picklable, with its cells on the board."""
    game = position.state.game
    for move in position.moves:
        if not (isinstance(move, Move) and isinstance(move.piece, str) and isinstance(move.cells, tuple)):
            yield f"{move!r} is not a move with a piece and a tuple of cells"
        for cell in move.cells:
            if not (isinstance(cell, Cell) and game.on_board(cell)):
                yield f"{move} has {cell!r}, which is no cell of the board"
    for move in position.some_moves:
        yield from _value_complaints(move, f"the move {move}")
        for attribute in ("piece", "cells"):
            yield from _freeze_complaints(move, f"the move {move}", attribute)


def moves_and_texts_stand_for_each_other(position: Position) -> Complaints:
    """Check that ``parse_move(str(move)) == move``, in any case, and that no two moves have one text."""
    parse = position.state.game.parse_move
    texts: dict[str, Move] = {}
    for move in position.moves:
        text = str(move)
        other = texts.setdefault(text.lower(), move)
        if other != move:
            yield f"two moves have the text {text}: {other!r} and {move!r}"
    for move in position.some_moves:
        for text in (str(move), str(move).upper(), str(move).lower()):
            again = parse(text)
            if again != move or str(again) != str(move):
                yield f"the text {text} is read as {again!r}, but it is that of {move!r}"


def listed_moves_are_legal(position: Position) -> Complaints:
    """Check that ``is_legal`` and ``why_illegal`` agree with the list on the moves in it."""
    state = position.state
    for move in position.moves:
        if state.is_legal(move) is not True:
            yield f"{move} is listed as legal, but is_legal says no"
    for move in position.some_moves:
        for way in (move, str(move)):
            if not state.is_legal(way):
                yield f"{move} is listed as legal, but is_legal says no to {way!r}"
            refusal = state.why_illegal(way)
            if refusal is not None:
                yield f"{move} is listed as legal, but why_illegal says {refusal.message!r}"


def other_moves_are_refused(position: Position) -> Complaints:
    """Check that moves that are not listed are refused with a reason, and leave the state as it was."""
    state = position.state
    legal = set(position.moves)
    before = _facts(state)
    strangers = list(_strangers(position))
    for stranger in position.rng.sample(strangers, min(4 * SAMPLE, len(strangers))):
        yield from _stranger_complaints(state, stranger, legal)
    if _facts(state) != before:
        yield "a refused move has changed the state"


def a_step_leads_to_a_new_state(position: Position) -> Complaints:
    """Check what a legal move does, whether it comes as a move or as its text."""
    state = position.state
    before = _facts(state)
    for move in position.some_moves:
        after, by_text = state.step(move), state.step(str(move))
        if after != by_text or hash(after) != hash(by_text):
            yield f"{move} leads elsewhere as a text"
        if after == state:
            yield f"{move} changes nothing"
        if after.ply != state.ply + 1:
            yield f"{move} leads from ply {state.ply} to ply {after.ply}"
        if after.game != state.game or type(after) is not type(state):
            yield f"{move} leads to a state of another game"
    if _facts(state) != before:
        yield "a step has changed the state that it was made from"


def scores_and_winners_fit(position: Position) -> Complaints:
    """Check that every seat has a score, and that only seats with the highest score win, at the end."""
    state = position.state
    seats, scores, winners = range(state.game.players), state.scores, state.winners
    if not (isinstance(scores, tuple) and len(scores) == len(seats)):
        yield f"scores is {scores!r}, not a tuple of one score a seat"
    if not all(type(score) in (int, float) and isfinite(score) for score in scores):
        yield f"scores is {scores!r}, not all numbers"
    if not (isinstance(winners, tuple) and all(type(seat) is int and seat in seats for seat in winners)):
        yield f"winners is {winners!r}, not a tuple of seats"
    if list(winners) != sorted(set(winners)):
        yield f"winners is {winners!r}, not each seat once and in order"
    if bool(winners) != state.is_over:
        yield f"is_over is {state.is_over}, but winners is {winners!r}"
    if any(scores[seat] < max(scores) for seat in winners):
        yield f"winners is {winners!r}, but scores is {scores!r}"


def what_drawing_needs_fits_the_board(position: Position) -> Complaints:
    """Check grid, marks and hands."""
    state = position.state
    for name, texts in (("grid", state.grid), ("marks", state.marks)):
        for cell, text in texts.items():
            if not (isinstance(cell, Cell) and state.game.on_board(cell)):
                yield f"{name} has {cell!r}, which is no cell of the board"
            if not (isinstance(text, str) and text):
                yield f"{name} has {text!r} at {cell}, not a text"
    for seat in range(state.game.players):
        hand = state.hand(seat)
        if not (isinstance(hand, tuple) and all(isinstance(piece, str) and piece for piece in hand)):
            yield f"hand({seat}) is {hand!r}, not a tuple of names"
    for seat in (-1, state.game.players):
        try:
            state.hand(seat)
        except (ValueError, LookupError):
            continue
        yield f"hand({seat}) is answered, but there is no such seat"


def pieces_are_parts_of_the_grid(position: Position) -> Complaints:
    """Check that the pieces cover each cell of the grid once, each in one colour."""
    grid, parts = position.state.grid, position.state.pieces
    cells = [cell for piece in parts for cell in piece]
    if len(cells) != len(grid) or set(cells) != set(grid):
        yield "the pieces do not cover each cell of the grid once"
    for piece in parts:
        if len({grid[cell] for cell in piece}) != 1:
            yield f"the piece at {listed(piece)} is empty, or of more than one palette key"
        if list(piece) != sorted(piece, key=reading_order):
            yield f"the cells of the piece at {listed(piece)} are not in reading order"


# -- checks of a whole game ----------------------------------------------------------------------


def the_moves_lead_to_the_same_states_again(playthrough: Playthrough) -> Complaints:
    """Check that a position follows from the moves alone, and that no two positions of a game are equal."""
    state = playthrough.game.initial_state()
    for move, there in zip(playthrough.moves, playthrough.states[1:], strict=True):
        state = state.step(str(move))
        if state != there or hash(state) != hash(there) or _facts(state) != _facts(there):
            yield f"replayed from its moves, the game has another state at ply {there.ply}"
    for one, other in combinations(playthrough.states, 2):
        if one == other:
            yield f"the positions at ply {one.ply} and at ply {other.ply} are equal"


def a_playout_is_a_random_game(playthrough: Playthrough) -> Complaints:
    """Check that the inner path plays what the public one does, from one generator and no other.

    A playout chooses move number ``int(rng.random() * n)`` of the ``n`` legal moves in their order.
    """
    for state in playthrough.landmarks:
        before, everybodys = _facts(state), random.getstate()
        scores, again = (state.playout(Random(playthrough.seed)) for _ in range(2))
        if scores != again:
            yield f"two playouts from ply {state.ply} with one seed end with {scores} and {again}"
        if random.getstate() != everybodys:
            yield "a playout uses the random generator that everybody shares"
        if _facts(state) != before:
            yield f"a playout has changed the state at ply {state.ply}"
        rng, end = Random(playthrough.seed), state
        while not end.is_over:
            end = end.step(pick(end.legal_moves(), rng))
        if scores != end.scores or not isinstance(scores, tuple):
            by_steps = f"the same moves played one by one with {end.scores}"
            yield f"a playout from ply {state.ply} ends with {scores}, {by_steps}"


def a_record_keeps_the_game(playthrough: Playthrough) -> Complaints:
    """Check that the game can be written as a record, read, and replayed."""
    game, last = playthrough.game, playthrough.states[-1]
    record = Record.of(last, playthrough.moves, [f"player {seat + 1}" for seat in range(game.players)])
    text = record.to_json()
    again = Record.from_json(text)
    if again.to_json() != text:
        yield f"the record {quoted(text, 200)} becomes {quoted(again.to_json(), 200)} when it is read"
    if list(again.states()) != playthrough.states:
        yield "the record leads to other states"


def pictures_can_be_drawn(playthrough: Playthrough) -> Complaints:
    """Check the text and the SVG of the start, the middle and the end."""
    for state in playthrough.landmarks:
        before = _facts(state)
        if not str(state).strip():
            yield f"the text of ply {state.ply} is empty"
        root = ET.fromstring(state._repr_svg_())
        if root.tag != "{http://www.w3.org/2000/svg}svg":
            yield f"the picture of ply {state.ply} is <{root.tag}>, not an SVG"
        if _facts(state) != before:
            yield f"drawing has changed the state at ply {state.ply}"


GAME_CHECKS: tuple[Callable[[Game], Complaints], ...] = (
    it_has_a_name_a_title_and_a_board,
    options_make_the_game,
    wrong_options_are_refused,
    the_game_is_a_value,
    the_start_is_a_start,
    nonsense_is_no_move,
)
"""What is checked once."""

POSITION_CHECKS: tuple[Callable[[Position], Complaints], ...] = (
    legal_moves_are_sorted,
    legal_moves_are_counted,
    the_turn_is_somebodys_until_the_game_is_over,
    moves_are_values,
    moves_and_texts_stand_for_each_other,
    listed_moves_are_legal,
    a_step_leads_to_a_new_state,
    other_moves_are_refused,
    the_state_is_a_value,
    what_it_gives_out_is_its_own,
    scores_and_winners_fit,
    what_drawing_needs_fits_the_board,
    pieces_are_parts_of_the_grid,
)
"""What is checked in every position."""

PLAYTHROUGH_CHECKS: tuple[Callable[[Playthrough], Complaints], ...] = (
    the_moves_lead_to_the_same_states_again,
    a_playout_is_a_random_game,
    a_record_keeps_the_game,
    pictures_can_be_drawn,
)
"""What is checked at the end of every game."""


# -- what several checks need --------------------------------------------------------------------


def _facts(state: State) -> tuple[object, ...]:
    """Everything that a state tells, to see whether it has changed."""
    return (
        hash(state),
        state.ply,
        state.current_player,
        state.phase,
        state.skipped,
        state.scores,
        state.winners,
        dict(state.grid),
        dict(state.marks),
        tuple(map(state.hand, range(state.game.players))),
        state.count_legal_moves(),
        list(state.legal_moves()),
    )


def _value_complaints(thing: object, what: str) -> Complaints:
    """Complain about a thing that cannot be copied, pickled and hashed."""
    hash(thing)
    for how, again in (
        ("pickled", pickle.loads(pickle.dumps(thing))),
        ("copied", copy.copy(thing)),
        ("deeply copied", copy.deepcopy(thing)),
    ):
        if again != thing or hash(again) != hash(thing):
            yield f"{what}, {how}, is not equal to itself"


def _freeze_complaints(thing: object, what: str, attribute: str) -> Complaints:
    """Complain about a thing whose attribute can be set."""
    missing = object()
    before = getattr(thing, attribute, missing)
    try:
        setattr(thing, attribute, "changed")
    except (AttributeError, TypeError):
        return
    if before is missing:
        delattr(thing, attribute)
    else:
        setattr(thing, attribute, before)
    yield f"{what} lets somebody set its attribute {attribute}"


def _strangers(position: Position) -> Iterator[Move | str]:
    """Make up moves that may well be illegal: moves of earlier plies, moved, misspelt and mixed-up ones."""
    game, rng = position.state.game, position.rng
    yield from position.rng.sample(position.earlier, min(SAMPLE, len(position.earlier)))
    known = position.some_moves or position.earlier[-SAMPLE:]
    for move in known:
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (game.width, 0), (0, -game.height), (26, 0)):
            if rng.random() < 1 / 4:
                yield replace(move, cells=tuple(Cell(x + dx, y + dy) for x, y in move.cells))
        if move.cells:
            yield replace(move, cells=rng.choice((move.cells[::-1], move.cells[1:], move.cells * 2)))
        yield replace(move, piece=rng.choice(known).piece)
        text = str(move)
        at = rng.randrange(len(text))
        for char in rng.sample("abcdeghjnrtyADXZ0123456789+-,! ", 2):
            yield text[:at] + char + text[at + 1 :]
            yield text[:at] + char + text[at:]
        yield text[:-1]
    if known:
        yield replace(known[0], piece="no such piece")
        yield replace(known[0], cells=())


def _stranger_complaints(state: State, stranger: Move | str, legal: set[Move]) -> Complaints:
    """Complain about the treatment of something that is most likely no legal move."""
    shown = quoted(stranger if isinstance(stranger, str) else repr(stranger), 120)
    try:
        verdict, refusal = state.is_legal(stranger), state.why_illegal(stranger)
    except (ValueError, TypeError) as error:  # it is no move at all
        if not str(error):
            yield f"{shown} is refused without a word"
        yield from _step_complaints(state, stranger, shown, error)
        return
    move = state.game.parse_move(stranger) if isinstance(stranger, str) else stranger
    if verdict != (move in legal):
        yield f"is_legal says {verdict} to {shown}, which is {'' if move in legal else 'not '}listed"
    if verdict != (refusal is None):
        yield f"is_legal says {verdict} to {shown}, and why_illegal says {refusal!r}"
    if refusal is not None:
        yield from _refusal_complaints(state.game, refusal, shown)
        yield from _step_complaints(state, stranger, shown, IllegalMoveError(refusal))


def _step_complaints(state: State, stranger: Move | str, shown: str, wanted: Exception) -> Complaints:
    """Complain about a step that does not raise the error that it should."""
    try:
        state.step(stranger)
    except (ValueError, TypeError) as error:
        if type(error) is not type(wanted) or error.args != wanted.args or str(error) != str(wanted):
            yield f"step refuses {shown} with {error!r}, but why_illegal with {wanted!r}"
    else:
        yield f"step takes {shown}, which is not legal"


def _refusal_complaints(game: Game, refusal: Refusal, shown: str) -> Complaints:
    """Complain about a refusal that does not say clearly which rule is broken."""
    if refusal.rule not in game.rules:
        yield f"{shown} is refused by rule {refusal.rule!r}, which game.rules does not have"
    if not refusal.message.startswith(f"{refusal.rule}: ") or "\n" in refusal.message:
        yield f"the refusal of {shown} is not a sentence that starts with {refusal.rule}: {refusal.message!r}"
    if not (isinstance(refusal.all, tuple) and refusal.all[:1] == (refusal.rule,)):
        yield f"{shown} breaks {refusal.all!r}, which does not start with {refusal.rule}"
    if len(set(refusal.all)) < len(refusal.all) or not set(refusal.all) <= set(game.rules):
        yield f"{shown} breaks {refusal.all!r}, which are not rules named once each"
    if not (isinstance(refusal.cells, tuple) and all(isinstance(cell, Cell) for cell in refusal.cells)):
        yield f"the refusal of {shown} shows {refusal.cells!r}, which is not a tuple of cells"
