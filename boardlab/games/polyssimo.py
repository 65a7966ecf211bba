"""Polyssimo Challenge (Alain Brobecker, 2018): draft 24 pieces, then place as many of them as you can.

The rules P1 to P7 are in :data:`Polyssimo.rules`. Sources: the leaflet of the game; 1jour-1jeu.com,
trictrac.net and numerama.com on its board and pieces. Which twelve hexominoes lie in the box is described
in public by one hobby program only (github.com/carljohanr/PolyAI), so any other twelve may take their
place.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

from boardlab.core import (
    Cell,
    Game,
    Move,
    Refusal,
    State,
    check_choice,
    checked_text,
    listed,
    next_turn,
    quoted,
    with_item,
)
from boardlab.games.drawing import read_drawing
from boardlab.placements import PlacementTable, bit_set, members, nth_member, placement_table, without
from boardlab.polyomino import (
    HEXOMINOES,
    PENTOMINOES,
    Shape,
    free,
    from_picture,
    is_connected,
    picture,
    read_shape,
)

if TYPE_CHECKING:
    from random import Random

__all__ = ["Draft", "Polyssimo", "PolyssimoState"]

_PIECES = len(PENTOMINOES) + len(HEXOMINOES)
_MAX_NAME = 12
"""Characters in the name of a hexomino."""
_ALL = (1 << _PIECES) - 1
_PENTOMINOES = (1 << len(PENTOMINOES)) - 1
_HEXOMINOES = _ALL ^ _PENTOMINOES


@dataclass(frozen=True, slots=True)
class Draft(Move):
    """Take a piece out of the pool; its text is the piece's name.

    Attributes
    ----------
    order
        Where the piece comes in ``game.pieces``: what drafts are sorted by.
    """

    cells: tuple[Cell, ...] = ()
    order: int = field(default=0, compare=False, repr=False)

    def __str__(self) -> str:
        return self.piece

    @property
    def sort_key(self) -> tuple[Any, ...]:
        return (), "", self.order


@dataclass(frozen=True)
class Polyssimo(Game):
    """The rules of Polyssimo Challenge, with their options.

    Parameters
    ----------
    players
        2 to 4.
    min_hexominoes
        The handicap (P7): for each player, how many hexominoes to draft at least.
    hexominoes
        Twelve different free hexominoes in place of the box's: a sequence of shapes, or a mapping of
        names to shapes. A shape is a picture in ``#``, or its (x, y) cells. A shape of the box keeps the
        name it has there; another one without a name is called H and its number in the sequence. The
        option is kept as a tuple of (name, picture), or as None if the twelve are just those of the box.

    Raises
    ------
    ValueError
        If an option is none of these, or the handicap cannot be met.

    Examples
    --------
    >>> state = Polyssimo(min_hexominoes=(8, 0)).initial_state()
    >>> state.count_legal_moves(), state.step("c0").hand(0)
    (24, ('C0',))
    """

    players: int = 2
    min_hexominoes: tuple[int, ...] | None = None
    hexominoes: tuple[tuple[str, str], ...] | None = None

    name: ClassVar[str] = "polyssimo"
    title = "Polyssimo Challenge"
    width = 12
    height = 11
    rules: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "P1": "In turn, each player takes one of the 24 open pieces, until none is left.",
            "P2": "Then all place their own pieces, going round the other way; who drafted last begins.",
            "P3": "A piece, turned and flipped as you like, lies wholly on the board, on empty cells.",
            "P4": "Whoever can place must; whoever cannot stops, and the others go on.",
            "P5": "The game ends when nobody can place; the fewest cells left in hand win.",
            "P6": "Of tied players, the one who placed a piece last wins.",
            "P7": "A handicap sets how many hexominoes to draft at least; no pick may put that out of reach.",
        }
    )

    def __post_init__(self) -> None:
        check_choice("players", self.players, (2, 3, 4))
        if self.min_hexominoes is not None:
            minima = _read_minima(self.min_hexominoes, self.players, self.hand_size)
            object.__setattr__(self, "min_hexominoes", minima)
        if self.hexominoes is not None:
            object.__setattr__(self, "hexominoes", _read_hexominoes(self.hexominoes))

    @property
    def hand_size(self) -> int:
        """How many pieces each player drafts."""
        return _PIECES // self.players

    @cached_property
    def pieces(self) -> Mapping[str, Shape]:
        """The 24 pieces by their names: the pentominoes, then the hexominoes."""
        hexominoes = HEXOMINOES
        if self.hexominoes is not None:
            hexominoes = {name: from_picture(*rows.splitlines()) for name, rows in self.hexominoes}
        return MappingProxyType({**PENTOMINOES, **hexominoes})

    @cached_property
    def table(self) -> PlacementTable:
        """All placements on the board; kept for all games with these pieces."""
        return placement_table(self.width, self.height, tuple(self.pieces.items()))

    @cached_property
    def drafts(self) -> tuple[Draft, ...]:
        """The move that takes each of the pieces."""
        return tuple(Draft(name, order=order) for order, name in enumerate(self.pieces))

    @cached_property
    def _draft_of(self) -> dict[str, Draft]:
        return {draft.piece.casefold(): draft for draft in self.drafts}

    def initial_state(self) -> PolyssimoState:
        nobody = (0,) * self.players
        return PolyssimoState(
            game=self,
            ply=0,
            seat=0,
            skipped=(),
            hands=nobody,
            placed=(None,) * _PIECES,
            latest=(),
            occupied=0,
            legal=self.open_to(0, nobody),
        )

    def position(
        self, drawing: str, hands: Sequence[Sequence[str]], player: int | None = None
    ) -> PolyssimoState:
        """Return a drawn position after the draft, as lessons and tests need it.

        Parameters
        ----------
        drawing
            Eleven rows of twelve cells, top row first: a character for each piece, the same in all its
            cells, and dots for empty cells.
        hands
            For each seat, the names of the pieces that it has left. A piece neither drawn nor in a hand
            is out of the game.
        player
            The seat to move, if it can; without it the last one (P2).

        Raises
        ------
        ValueError
            If that is no position.
        """
        if len(hands) != self.players:
            raise ValueError(f"there are {self.players} hands, not {len(hands)}")
        seat = self.players - 1 if player is None else player
        check_choice("player", seat, range(self.players))
        letters, placed = read_drawing(drawing, self.width, self.height), list[int]()
        for letter in dict.fromkeys(letters.values()):
            cells = tuple(cell for cell, other in letters.items() if other == letter)
            number = self.table.number.get(cells)
            if number is None:
                raise ValueError(
                    f"the cells of {quoted(letter)}, {listed(cells)}, are not one of the 24 pieces"
                )
            placed.append(number)
        try:
            held = [[self._draft_of[name.casefold()].order for name in hand] for hand in hands]
        except KeyError as error:
            raise ValueError(f"there is no piece {quoted(str(error.args[0]))}") from None
        used = [*(self.table.piece[number] for number in placed), *chain(*held)]
        if len(set(used)) < len(used):
            raise ValueError("a piece is drawn or named twice; there is only one of each")
        by_piece = {self.table.piece[number]: number for number in placed}
        covered = chain.from_iterable(self.table.cells[number] for number in placed)
        before = replace(
            self.initial_state(),
            ply=_PIECES + len(placed),
            hands=tuple(map(bit_set, held)),
            placed=tuple(by_piece.get(piece) for piece in range(_PIECES)),
            occupied=reduce(int.__or__, (self.table.cover[cell] for cell in covered), 0),
        )
        return before._turn_of(seat)

    def parse_move(self, text: str) -> Move:
        """Read the name of a piece to draft, or the cells of a placement.

        ``f1`` is the piece F1 and never the cell, as no piece has a single one.

        Raises
        ------
        ValueError
            If the text is neither.
        """
        draft = self._draft_of.get(checked_text(text).strip().casefold())
        if draft:
            return draft
        try:
            return self.table.parse(text)
        except ValueError:
            if "," in text:
                raise
            message = (
                f"{quoted(text)} is no move; write the name of a piece, such as F, or the cells to cover"
            )
            raise ValueError(f"{message}, such as a1,b1,c1,d1,e1") from None

    def open_to(self, seat: int, hands: Sequence[int]) -> int:
        """Return the pieces that a seat may draft when it holds one piece of each hand (P1, P7).

        A set of pieces is a bit mask over ``game.pieces``, as each of the hands is.
        """
        pool = _ALL ^ reduce(int.__or__, hands)
        if self.min_hexominoes is None:
            return pool
        needs = [
            max(0, least - (hand & _HEXOMINOES).bit_count())
            for least, hand in zip(self.min_hexominoes, hands, strict=True)
        ]
        if needs[seat] == self.hand_size - hands[seat].bit_count():
            return pool & _HEXOMINOES
        if not needs[seat] and sum(needs) == (pool & _HEXOMINOES).bit_count():
            return pool & _PENTOMINOES
        return pool

    def placements_of(self, hand: int) -> int:
        """Return all placements of the pieces of a hand, on the empty board."""
        return reduce(int.__or__, (self.table.of_piece[piece] for piece in members(hand)), 0)


@dataclass(frozen=True, slots=True)
class PolyssimoState(State):
    """A position in Polyssimo Challenge.

    Sets of pieces are bit masks over ``game.pieces``; sets of placements are bit masks over
    ``game.table``. The latter are the inner path that bots may use, and follow from the other fields.

    Attributes
    ----------
    seat
        The seat to move; None when the game is over.
    hands
        For each seat, the set of pieces that it has drafted and not placed.
    placed
        For each piece, the number of its placement on the board; None where it is not there.
    latest
        The seats that have placed a piece, the one that did so last at the end (P6).
    occupied
        The placements that hit an occupied cell.
    legal
        In the draft the pieces that may be taken, afterwards the legal placements, of the seat to move.
    """

    game: Polyssimo
    ply: int
    seat: int | None
    skipped: tuple[int, ...]
    hands: tuple[int, ...]
    placed: tuple[int | None, ...]
    latest: tuple[int, ...]
    occupied: int = field(compare=False, repr=False)
    legal: int = field(compare=False, repr=False)

    # -- what can be played ----------------------------------------------------------------------

    def legal_moves(self) -> list[Move]:
        moves: Sequence[Move] = self.game.drafts if self.phase == "draft" else self.game.table.moves
        return [moves[number] for number in members(self.legal)]

    def count_legal_moves(self) -> int:
        return self.legal.bit_count()

    def legal_of(self, seat: int) -> int:
        """Return the placements that a seat could make if it were its turn, as a set."""
        return without(self.game.placements_of(self.hands[seat]), self.occupied)

    def _number(self, move: Move) -> int | None:
        """Return the number that ``legal`` knows a move of this phase by; None if there is none."""
        if self.phase != "draft":
            return self.game.table.find(move)
        drafts = self.game.drafts
        return drafts.index(move) if move in drafts else None

    def _is_legal(self, move: Move) -> bool:
        number = self._number(move)
        return number is not None and bool(self.legal >> number & 1)

    def _step(self, move: Move) -> PolyssimoState:
        number = self._number(move)
        assert number is not None
        return self.after(number)

    def after(self, number: int) -> PolyssimoState:
        """Return the state after a legal move, by its number in ``legal``, unchecked."""
        return self._drafted(number) if self.phase == "draft" else self._placed(number)

    def _drafted(self, piece: int) -> PolyssimoState:
        game, seat = self.game, self.seat
        assert seat is not None
        hands = with_item(self.hands, seat, self.hands[seat] | 1 << piece)
        after = replace(self, ply=self.ply + 1, hands=hands)
        if after.ply == _PIECES:
            return after._turn_of(game.players - 1)
        seat = (seat + 1) % game.players
        return replace(after, seat=seat, legal=game.open_to(seat, hands))

    def _placed(self, number: int) -> PolyssimoState:
        table, seat = self.game.table, self.seat
        assert seat is not None
        piece, occupied = table.piece[number], self.occupied
        for cell in table.cells[number]:
            occupied |= table.cover[cell]
        after = replace(
            self,
            ply=self.ply + 1,
            hands=with_item(self.hands, seat, self.hands[seat] ^ 1 << piece),
            placed=with_item(self.placed, piece, number),
            latest=(*(other for other in self.latest if other != seat), seat),
            occupied=occupied,
        )
        return after._turn_of(seat - 1)

    def _turn_of(self, first: int) -> PolyssimoState:
        """Give the turn to the first seat that can place, from one on downwards and round (P2, P4)."""
        players = self.game.players
        order = [(first - turn) % players for turn in range(players)]
        seat, skipped, legal = next_turn(order, self.legal_of)
        return replace(self, seat=seat, skipped=skipped, legal=legal)

    def playout(self, rng: Random) -> tuple[int, ...]:
        if self.seat is None:
            return self.scores
        table, players = self.game.table, self.game.players
        cover, of_piece, cells, pieces = table.cover, table.of_piece, table.cells, table.piece
        hands = self._random_draft(rng)
        own = [self.game.placements_of(hand) for hand in hands]
        occupied = self.occupied
        first = players - 1 if self.phase == "draft" else self.seat
        waiting = deque((first - turn) % players for turn in range(players))
        while waiting:
            seat = waiting.popleft()
            legal = own[seat]
            legal ^= legal & occupied
            if not legal:
                continue  # and never again: the board only fills (P4)
            number = nth_member(legal, int(rng.random() * legal.bit_count()))
            piece = pieces[number]
            hands[seat] ^= 1 << piece
            own[seat] = legal ^ (legal & of_piece[piece])
            for cell in cells[number]:
                occupied |= cover[cell]
            waiting.append(seat)
        return tuple(-_cells_in(hand) for hand in hands)

    def _random_draft(self, rng: Random) -> list[int]:
        """Return the hands after a uniformly random rest of the draft."""
        game, hands = self.game, list(self.hands)
        pool = members(_ALL ^ reduce(int.__or__, hands))
        for ply in range(self.ply, _PIECES):
            seat = ply % game.players
            if game.min_hexominoes is None:
                piece = pool.pop(int(rng.random() * len(pool)))
            else:
                choice = game.open_to(seat, hands)
                piece = nth_member(choice, int(rng.random() * choice.bit_count()))
            hands[seat] |= 1 << piece
        return hands

    # -- why not ---------------------------------------------------------------------------------

    def _broken_rules(self, move: Move) -> Iterator[Refusal]:
        if self.phase == "over":
            yield Refusal("P5", "P5: the game is over, nobody can place a piece any more")
        elif self.phase == "draft":
            yield from self._wrong_drafts(move)
        elif isinstance(move, Draft):
            yield Refusal("P2", "P2: all pieces are drafted; place one of yours by naming the cells to cover")
        else:
            no_piece = self.game.table.no_piece("P3", move)
            if no_piece:
                yield no_piece
            else:
                yield from self._not_in_hand(move)
            yield from self._misplaced("P3", move.cells)

    def _wrong_drafts(self, move: Move) -> Iterator[Refusal]:
        piece, seat = self._number(move), self.seat
        assert seat is not None
        if not isinstance(move, Draft):
            left = f"{len(self.pool)} of the 24 pieces are still to be drafted"
            yield Refusal("P1", f"P1: {left}; take one by its name, such as {self.pool[0]}", move.cells)
        elif piece is None:
            yield Refusal("P1", f"P1: there is no piece {quoted(str(move.piece))} to draft")
        elif (owner := self._holder(piece)) is not None:
            has = "you have" if owner == seat else f"player {owner + 1} has"
            yield Refusal("P1", f"P1: {move.piece} is taken already, {has} it")
        elif 1 << piece & _HEXOMINOES:
            needed = "who need every hexomino that is left to reach their minimum"
            yield Refusal("P7", f"P7: {move.piece} must stay for the others, {needed}")
        else:
            minima, held = self.game.min_hexominoes or (), (self.hands[seat] & _HEXOMINOES).bit_count()
            state = f"you hold {held} of the {minima[seat]} hexominoes that you must draft"
            yield Refusal("P7", f"P7: {move.piece} is a pentomino, but {state}, with no pick to spare")

    def _not_in_hand(self, move: Move) -> Iterator[Refusal]:
        piece = self.game.table.names.index(move.piece)
        owner, number = self._holder(piece), self.placed[piece]
        if number is not None:
            where = self.game.table.moves[number].cells
            yield Refusal("P2", f"P2: {move.piece} lies on the board already", where)
        elif owner != self.seat:
            whose = "nobody's" if owner is None else f"player {owner + 1}'s"
            yield Refusal("P2", f"P2: {move.piece} is {whose}; place a piece of your own", move.cells)

    def _holder(self, piece: int) -> int | None:
        """Return the seat that has a piece in hand."""
        return next((seat for seat, hand in enumerate(self.hands) if hand >> piece & 1), None)

    # -- where the game stands -------------------------------------------------------------------

    @property
    def current_player(self) -> int | None:
        return self.seat

    @property
    def phase(self) -> str:
        """``"draft"``, ``"place"`` or ``"over"``."""
        if self.seat is None:
            return "over"
        return "draft" if self.ply < _PIECES else "place"

    @property
    def scores(self) -> tuple[int, ...]:
        """Minus the cells in each hand (P5), in the draft too; the pool counts for nobody."""
        return tuple(-_cells_in(hand) for hand in self.hands)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seat with the fewest cells left; of several, the one that placed a piece last (P5, P6)."""
        if not self.is_over:
            return ()
        best = max(self.scores)
        tied = tuple(seat for seat, score in enumerate(self.scores) if score == best)
        return next(((seat,) for seat in reversed(self.latest) if seat in tied), tied)

    # -- what drawing needs ----------------------------------------------------------------------

    @property
    def pool(self) -> tuple[str, ...]:
        """Names of the pieces that nobody has drafted yet."""
        return () if self.phase != "draft" else self._names(_ALL ^ reduce(int.__or__, self.hands))

    @property
    def pieces(self) -> list[tuple[Cell, ...]]:
        """The pieces on the board, each as its cells."""
        return [self.game.table.moves[number].cells for number in self.placed if number is not None]

    @property
    def grid(self) -> dict[Cell, str]:
        """Cell -> the name of the piece that covers it."""
        moves = (self.game.table.moves[number] for number in self.placed if number is not None)
        return {cell: move.piece for move in moves for cell in move.cells}

    @property
    def marks(self) -> dict[Cell, str]:
        """The name of each piece, on its first cell."""
        grid = self.grid
        return {piece[0]: grid[piece[0]] for piece in self.pieces}

    def hand(self, seat: int) -> tuple[str, ...]:
        check_choice("seat", seat, range(self.game.players))
        return self._names(self.hands[seat])

    def _names(self, pieces: int) -> tuple[str, ...]:
        return tuple(self.game.drafts[piece].piece for piece in members(pieces))


def _cells_in(hand: int) -> int:
    """Count the cells of a set of pieces."""
    return 5 * (hand & _PENTOMINOES).bit_count() + 6 * (hand & _HEXOMINOES).bit_count()


def _read_minima(given: object, players: int, hand_size: int) -> tuple[int, ...]:
    """Check the handicap (P7)."""
    shown = quoted(repr(given))[1:-1]
    if not isinstance(given, list | tuple) or len(given) != players or {*map(type, given)} != {int}:
        raise ValueError(f"min_hexominoes must be {players} whole numbers, one a player, not {shown}")
    if not all(0 <= least <= hand_size for least in given):
        why = f"as each of {players} players drafts {hand_size} pieces"
        raise ValueError(f"min_hexominoes must be numbers from 0 to {hand_size}, {why}, not {shown}")
    if sum(given) > len(HEXOMINOES):
        why = f"there are only {len(HEXOMINOES)} hexominoes"
        raise ValueError(f"min_hexominoes adds up to {sum(given)}, but {why}")
    return tuple(given)


def _read_hexominoes(given: object) -> tuple[tuple[str, str], ...] | None:
    """Check twelve hexominoes; return their names and pictures, or None if they are those of the box."""
    if isinstance(given, Mapping):
        entries = list(given.items())
    elif isinstance(given, list | tuple):
        entries = [
            entry if _is_named(entry) else (f"H{number}", entry) for number, entry in enumerate(given, 1)
        ]
    else:
        shown = quoted(repr(given))[1:-1]
        raise ValueError(
            f"hexominoes must be a sequence of shapes or a mapping of names to shapes, not {shown}"
        )
    if len(entries) != len(HEXOMINOES):
        raise ValueError(f"hexominoes must be {len(HEXOMINOES)} shapes, not {len(entries)}")

    box = {free(shape): name for name, shape in HEXOMINOES.items()}
    found: dict[Shape, str] = {}
    for label, drawing in entries:
        name, shape = _read_hexomino(label, drawing)
        if shape in found:
            raise ValueError(f"hexominoes: {found[shape]} and {name} are the same piece, turned or flipped")
        found[shape] = box.get(shape, name)
    if found.keys() == box.keys():
        return None

    taken = {name.casefold() for name in (*PENTOMINOES, *HEXOMINOES)}
    for shape, name in found.items():
        if shape not in box and name.casefold() in taken:
            raise ValueError(
                f"hexominoes: {name} is the name of another piece; upper and lower case are alike"
            )
        taken.add(name.casefold())
    return tuple((name, picture(HEXOMINOES.get(name, shape))) for shape, name in found.items())


def _is_named(entry: object) -> bool:
    """Tell a pair of name and shape from the rows of a picture, and from cells."""
    if not isinstance(entry, list | tuple) or len(entry) != 2:
        return False
    return isinstance(entry[0], str) and any(map(str.isalnum, entry[0]))


def _read_hexomino(label: object, drawing: object) -> tuple[str, Shape]:
    """Check one hexomino; return its name and the free polyomino."""
    if not isinstance(label, str) or not label.isalnum() or len(label) > _MAX_NAME:
        shown = quoted(repr(label))[1:-1]
        raise ValueError(f"hexominoes: a name has up to {_MAX_NAME} letters and digits, not {shown}")
    try:
        shape = read_shape(drawing)
    except ValueError as error:
        raise ValueError(f"hexominoes: {label} is no shape; {error}") from None
    if len(shape) != 6:
        raise ValueError(f"hexominoes: {label} has {len(shape)} cells, not six")
    if not is_connected(shape):
        raise ValueError(f"hexominoes: {label} falls apart; its cells must hang together by their edges")
    return label, free(shape)
