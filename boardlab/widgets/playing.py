"""Playing a match by hand and with bots: everything about the app but its looks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from threading import RLock
from time import monotonic
from typing import Any, TypeVar, cast

from boardlab import bots
from boardlab.core import Cell, Game, IllegalMoveError, Move, Refusal, State, listed, quoted
from boardlab.match import Match
from boardlab.polyomino import Shape
from boardlab.records import Record
from boardlab.widgets.controls import Form, Hint, Side, controls_for, flipped, turned
from boardlab.widgets.controls.base import NO_HINT
from boardlab.widgets.newgame import form_fields
from boardlab.widgets.seats import PERSON, Seat, read_seat, read_seats
from boardlab.widgets.thinking import Answer, Thinker
from boardlab.widgets.words import capital, fault, result, skips

__all__ = ["Playing", "alone"]

_Method = TypeVar("_Method", bound=Callable[..., Any])


def alone(method: _Method) -> _Method:
    """Let one thread at a time in; a kernel may answer messages in several."""

    @wraps(method)
    def entered(self: Playing, *args: Any, **kwargs: Any) -> Any:
        with self._lock:
            return method(self, *args, **kwargs)

    return cast("_Method", entered)


class Playing:
    """A match being played, and what its players have in hand.

    Parameters
    ----------
    game, seats, seed, pause, options
        See :class:`boardlab.widgets.App`.

    Attributes
    ----------
    match
        The match that is played.
    hand
        What is in hand, or None.
    form
        Index of the form in which it lies, of ``forms``.
    status, tone
        The last sentence shown, and whether it is ``"plain"``, a ``"refused"`` move or an ``"error"``.
    lit
        The cells that the last refusal is about.
    errors
        The exceptions shown so far.
    """

    def __init__(
        self,
        game: str | Game | Match,
        seats: Any,
        seed: int | None,
        pause: float,
        options: Mapping[str, Any],
    ) -> None:
        self._lock = RLock()
        self._seed, self._pause = seed, pause
        self._thinker = Thinker(self._bot_answered)
        self.functions: list[Seat] = []
        self.errors: list[BaseException] = []
        self._begin(_match(game, options), seats)

    def _begin(self, match: Match, seats: Any) -> None:
        """Take up a match; nothing has changed where that raises an exception."""
        controls = controls_for(match.game)
        players = read_seats(seats, match.game, self._seed, _names(match))
        self.match, self.controls, self.players = match, controls, players
        self._remember(players)
        self.match.seats = list(self.seats)
        self.fields = form_fields(match.game.name, match.game.options)
        self.hand: str | None = None
        self.form = 0
        self.lit: tuple[Cell, ...] = ()
        self._stopped = False
        self._log: list[tuple[Move, int | None, int]] = []
        self._log_end = match.game.initial_state()
        self.status, self.tone = self.prompt, "plain"

    def _remember(self, players: list[Seat]) -> None:
        self.functions += [
            player for player in players if player.is_function and player not in self.functions
        ]

    def _changed(self) -> None:
        """Show how things stand; the app does."""

    def _failed(self, error: BaseException, doing: str) -> None:
        """Keep an exception, and show it as one sentence."""
        self.errors.append(error)
        self._say(f"{doing}: {fault(error)}", tone="error")

    # -- how things stand ----------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.match.game

    @property
    def state(self) -> State:
        """The position on the board."""
        return self.match.state

    @property
    def seats(self) -> tuple[str, ...]:
        """Who plays each seat."""
        return tuple(player.name for player in self.players)

    @property
    def sides(self) -> tuple[Side, ...]:
        """What has a turn and a score: the seats or, in Blokus, the colours."""
        return self.controls.sides(self.state)

    @property
    def forms(self) -> tuple[Form, ...]:
        """The ways in which what is in hand can lie."""
        return () if self._bot_to_move() else self.controls.forms(self.state, self.hand)

    @property
    def hint(self) -> Hint:
        """What the board shows to help with the next choice."""
        return NO_HINT if self._bot_to_move() else self.controls.hint(self.state, self.hand)

    @property
    def prompt(self) -> str:
        """What to do next."""
        if self.state.is_over:
            return result(self.state, self.controls, self.seats)
        if name := self.thinking:
            return f"{name} is thinking."
        if name := self.waiting:
            return f"{name} waits: press Go on, or choose a person for the seat."
        return self.controls.prompt(self.state, self.hand)

    @property
    def thinking(self) -> str | None:
        """The name of the bot that is thinking, or None."""
        player = self._bot_to_move()
        return player.name if player and self._may_think() else None

    @property
    def waiting(self) -> str | None:
        """The name of a bot whose turn it is and that waits to be told to go on, or None."""
        player = self._bot_to_move()
        return player.name if player and not self._may_think() else None

    def _bot_to_move(self) -> Seat | None:
        seat = self.state.current_player
        return self.players[seat] if seat is not None and self.players[seat].bot else None

    def _may_think(self) -> bool:
        return not self._stopped and (self._thinker.busy or not self.match.can_redo)

    def log(self) -> list[tuple[Move, int | None, int]]:
        """List all moves, those taken back included, each with the side and the seat that made it."""
        moves = self.match.history + self.match.future
        if [move for move, _, _ in self._log] != list(moves[: len(self._log)]):
            self._log, self._log_end = [], self.game.initial_state()
        for move in moves[len(self._log) :]:
            state = self._log_end
            assert state.current_player is not None
            self._log.append((move, self.controls.side_to_move(state), state.current_player))
            self._log_end = state.step(move)
        return self._log

    # -- what a player can do ------------------------------------------------------------------------

    @alone
    def choose(self, key: str | None) -> None:
        """Take something from the tray in hand; None puts it back.

        Raises
        ------
        ValueError
            If the tray has no such item now.
        """
        if key is None:
            self._do(None)
        elif not isinstance(key, str):
            raise ValueError(f"an item of the tray is named by a text, not {quoted(repr(key))[1:-1]}")
        elif key != self.hand and not self._busy():
            self._take(key)

    @alone
    def turn(self) -> None:
        """Turn the piece in hand by a quarter, clockwise."""
        self._orient(turned, "turned")

    @alone
    def flip(self) -> None:
        """Flip the piece in hand, left to right."""
        self._orient(flipped, "flipped")

    @alone
    def click(self, cell: Cell | str) -> bool:
        """Click on a cell with what is in hand; tell whether that did something.

        A refusal is shown: its sentence is :attr:`status` then, and its cells are crossed on the board.

        Raises
        ------
        ValueError
            If it is not a cell of the board.
        """
        if isinstance(cell, str):
            cell = Cell.parse(cell)
        if not isinstance(cell, Cell):
            raise ValueError(f"a cell is a Cell or its text, such as a1, not {quoted(repr(cell))[1:-1]}")
        if not self.game.on_board(cell):
            raise ValueError(
                f"{cell} is not on the board of {self.game.width} columns and {self.game.height} rows"
            )
        return self._click(cell, self.form)

    @alone
    def play(self, move: Move | str) -> bool:
        """Play a move for the side to move; tell whether it was legal.

        Raises
        ------
        ValueError
            If the text is not that of a move.
        """
        if isinstance(move, str):
            move = self.game.parse_move(move)
        return not self._busy() and self._play(move)

    @alone
    def undo(self) -> None:
        """Take back the last move and, where bots play, all moves since a person's turn."""
        if not self.match.can_undo:
            self._say("There is no move to take back: this is the start of the game.", tone="refused")
            return
        plies = [ply for ply in range(self.match.ply) if self._was_person(ply)]
        self._go_to(plies[-1] if plies else self.match.ply - 1)

    @alone
    def redo(self) -> None:
        """Play again what was taken back last, up to a person's turn; one move where no person plays."""
        if not self.match.can_redo:
            self._say("There is no move to play again: none was taken back.", tone="refused")
            return
        last = len(self.log())
        plies = [ply for ply in range(self.match.ply + 1, last) if self._was_person(ply)]
        if plies:
            self._go_to(plies[0])
        else:
            self._go_to(last if any(player.bot is None for player in self.players) else self.match.ply + 1)

    @alone
    def goto(self, ply: int) -> None:
        """Go to the position after so many moves, forth or back.

        Raises
        ------
        ValueError
            If the match has no such position.
        """
        self._go_to(ply)

    @alone
    def stop(self) -> None:
        """Stop the bots, until a person moves or :meth:`resume`."""
        self._stopped = True
        self._thinker.cancel()
        self._say("The bots wait.")

    @alone
    def resume(self) -> None:
        """Let the bot whose turn it is move; moves that were taken back are given up then."""
        self._stopped = False
        if answer := self._thinker.take():
            self._bot_plays(answer)
        self._go_on(anew=True)
        if self._thinker.busy:
            self._say(self.prompt)

    @alone
    def seat(self, seat: int, who: Any) -> None:
        """Let somebody else play a seat from now on.

        Raises
        ------
        ValueError
            If there is no such seat or player.
        """
        if type(seat) is not int or not 0 <= seat < len(self.players):
            raise ValueError(
                f"the seats are {listed(range(len(self.players)))}, not {quoted(repr(seat))[1:-1]}"
            )
        player = read_seat(who, seat, self.game, self._seed)
        self._remember([player])
        self.players[seat] = player
        self.match.seats = list(self.seats)
        if self.state.current_player == seat:
            self._thinker.cancel()
            self._hold(None)
        sides = listed(side.name for side in self.sides if side.seat == seat)
        self._say(f"{player.name} plays {sides} now." if sides != player.name else self.prompt)
        self._go_on()

    @alone
    def new_game(self, game: str | Game | Match | None = None, seats: Any = None, **options: Any) -> None:
        """Start another game here.

        Parameters
        ----------
        game, options
            What to play, as when the app was made; the same as before where neither is given.
        seats
            Who plays; where nothing is said each seat keeps its player, and further seats are persons.

        Raises
        ------
        ValueError
            If there is no such game, option, seat or bot; the game that is on goes on then.
        """
        if game is None:
            game = self.game.name if options else self.game
        match = _match(game, options)
        if seats is None and not isinstance(game, Match):
            known = bots.names(match.game.name)
            seats = {
                seat: player
                for seat, player in enumerate(self.players[: match.game.players])
                if not player.bot or player.is_function or player.name in known
            }
        self._begin(match, seats)
        self._thinker.cancel()
        self._say(f"A new game of {self.game.title}. {self.prompt}")
        self._go_on()

    @alone
    def refresh(self) -> None:
        """Show the match as it is now, after it was changed by other means."""
        self._thinker.cancel()
        self._hold(None)
        self._say(self.prompt)
        self._go_on()

    def wait(self, timeout: float = 60) -> bool:
        """Wait until no bot is thinking; tell whether that is so.

        Bots do not pause between moves meanwhile.
        """
        end = monotonic() + timeout
        while self._thinker.busy:
            answer = self._thinker.take(max(0.0, end - monotonic()))
            if answer is None:
                return not self._thinker.busy
            with self._lock:
                self._bot_plays(answer)
                self._go_on()
        return True

    # -- how it is done ------------------------------------------------------------------------------

    def _say(self, text: str, tone: str = "plain", lit: tuple[Cell, ...] = ()) -> None:
        """Show a sentence, and how things stand."""
        self.status, self.tone, self.lit = text, tone, lit
        self._changed()

    def _hold(self, key: str | None) -> None:
        self.hand, self.form = key, 0

    def _busy(self) -> bool:
        """Refuse what is done while it is a bot's turn."""
        if name := self.thinking:
            self._say(f"{name} is thinking: wait for its move, or press Stop.", tone="refused")
        elif name := self.waiting:
            self._say(self.prompt, tone="refused")
        return name is not None

    def _do(self, act: Move | str | None) -> bool:
        """Carry out what a tap or a click means."""
        if isinstance(act, Move):
            return self._play(act)
        self._hold(act)
        self._say(self.prompt)
        return True

    def _take(self, key: str) -> bool:
        items = {item.key: item for item in self.controls.tray(self.state, self.hand)}
        if key not in items:
            raise ValueError(
                f"the tray has no {quoted(str(key))}; it has {listed(items, limit=30) or 'nothing'}"
            )
        item = items[key]
        if not item.there or item.why:
            self._say(item.why or f"{item.label} is not there any more.", tone="refused")
            return False
        return self._do(self.controls.take(self.state, self.hand, key))

    def _click(self, cell: Cell, form: int) -> bool:
        if self._busy():
            return False
        if not 0 <= form < len(self.forms):
            self._say(self.prompt, tone="refused")
            return False
        return self._do(self.controls.lay(self.state, self.hand, form, cell))

    def _orient(self, change: Callable[[Shape], Shape], word: str) -> None:
        forms = [form.cells for form in self.forms]
        if self.hand is None or not forms:
            self._say(self.prompt, tone="refused")
            return
        self.form = forms.index(change(forms[self.form]))
        self._say(f"{self.hand} {word}.")

    def _play(self, move: Move) -> bool:
        side = self.controls.side_to_move(self.state)
        try:
            state = self.match.play(move)
        except IllegalMoveError as error:
            self._refuse(error.refusal)
            return False
        self._stopped = False
        self._after(move, side, state)
        self._go_on()
        return True

    def _refuse(self, refusal: Refusal) -> None:
        self._say(refusal.message, tone="refused", lit=refusal.cells)

    def _after(self, move: Move, side: int | None, state: State) -> None:
        """Say what a move has led to."""
        self._hold(None)
        sides = self.sides
        who = sides[side].name if side is not None else ""
        if state.is_over:
            after = result(state, self.controls, self.seats)
        else:
            after = " ".join(filter(None, [skips(state, sides), self.controls.news(state)]))
        self._say(f"{capital(who)}: {self.controls.told(move)}. {after}".strip())

    def _go_to(self, ply: int) -> None:
        before = self.match.ply
        self.match.goto(ply)
        self._thinker.cancel()
        self._hold(None)
        count = abs(ply - before)
        moves = "1 move" if count == 1 else f"{count} moves"
        if ply < before:
            text = f"Took back {moves}."
        elif ply > before:
            text = f"Played {moves} again."
        else:
            text = ""
        self._say(" ".join(filter(None, [text, self.prompt])))
        self._go_on()

    def _was_person(self, ply: int) -> bool:
        """Tell whether a person was to move at a ply before the last."""
        return self.players[self.log()[ply][2]].bot is None

    # -- bots ----------------------------------------------------------------------------------------

    def _go_on(self, *, anew: bool = False) -> None:
        """Let bots move as long as it is their turn; ``anew`` though moves were taken back."""
        while (player := self._bot_to_move()) and not self._thinker.busy and (anew or self._may_think()):
            assert player.bot is not None
            anew = False
            at_once = self._thinker.ask(player.bot, self.state, self._pause)
            if not at_once:
                return
            answer = self._thinker.take()
            assert answer is not None
            self._bot_plays(answer)

    @alone
    def _bot_answered(self) -> None:
        answer = self._thinker.take()
        if answer is not None:
            self._bot_plays(answer)
            self._go_on()

    def _bot_plays(self, answer: Answer) -> None:
        player = self._bot_to_move()
        if player is None or answer.state is not self.state:
            return  # the match was changed by other means meanwhile
        side = self.controls.side_to_move(self.state)
        move = answer.move
        if answer.error is not None:
            self._stopped = True
            self._failed(answer.error, f"{player.name} failed")
            return
        try:
            if not isinstance(move, Move | str):
                raise TypeError(f"a move is a Move or its text, not {type(move).__name__}")
            state = self.match.play(move)
        except IllegalMoveError as error:
            self._stopped = True
            self._failed(error, f"{player.name} chose {quoted(str(move))}, which is not legal")
        except Exception as error:  # noqa: BLE001 - a bot may return anything
            self._stopped = True
            self._failed(error, f"{player.name} failed")
        else:
            self._after(self.match.history[-1], side, state)


def _names(match: Match) -> list[str]:
    """Name the players of a match as a seat is asked for."""
    known = bots.names(match.game.name)
    return [name if name in known else f"{PERSON}: {name}" for name in match.seats]


def _match(game: str | Game | Match, options: Mapping[str, Any]) -> Match:
    if isinstance(game, Match):
        if options:
            raise ValueError("options go with a game's name; this match has begun already")
        return game
    if isinstance(game, Record):
        if options:
            raise ValueError("options go with a game's name; this record has its own")
        return Match.from_record(game)
    if isinstance(game, str | Game):
        return Match(game, **options)
    raise ValueError(
        f"a game is the name of one, a game, a match or a record, not {quoted(repr(game))[1:-1]}"
    )
