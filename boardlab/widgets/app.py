"""The app: a match shown and played in a notebook."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import boardlab.widgets
from boardlab import bots
from boardlab.core import Cell, Game, quoted
from boardlab.games import make
from boardlab.match import Match
from boardlab.polyomino import Shape
from boardlab.render import DEFAULT, Palette, scene, svg_board
from boardlab.widgets import views
from boardlab.widgets.cells import made_here
from boardlab.widgets.controls import Item
from boardlab.widgets.intents import Intent, IntentError, read_intent
from boardlab.widgets.newgame import Field, form_fields, picked
from boardlab.widgets.painter import CanvasPainter, Painter, SvgPainter
from boardlab.widgets.playing import Playing
from boardlab.widgets.seats import Choices, choices
from boardlab.widgets.words import capital, fault

try:
    from boardlab.widgets.overlay import Overlay
except ImportError:  # no ipywidgets or anywidget: there is a picture only
    Overlay = None  # type: ignore[assignment, misc]

__all__ = ["App", "play"]

INSTALL = 'This is a picture. To play on it: pip install "boardlab[widgets]", then restart the kernel.'
STALE = "The board has changed meanwhile: look, and do it again."
STRANGE = "The board got a message that it does not understand, and did nothing."

_SIZES = range(120, 2001)


class App(Playing):
    """A match, shown and played. All that a person can do in the browser is a method here.

    Parameters
    ----------
    game
        The name of a game, a game, or a match to go on with.
    seats
        Who plays: a dict from seat to player, or a list. A player is the name of a bot, a function from a
        state to a move, or None, ``"person"`` or ``"person: NAME"``; seats not named are persons.
    seed
        Makes the named bots play alike each time.
    size
        Largest width of the board in CSS pixels, 120 to 2000; 900 suits a projector.
    palette
        The colours, such as :data:`boardlab.render.HIGH_CONTRAST`.
    pause
        Seconds that a bot takes at least in a notebook, so that its moves can be followed.
    canvas
        Whether to paint with ipycanvas; where it is installed, if left out.
    **options
        Options of the game, where its name is given.

    Raises
    ------
    ValueError
        If there is no such game, option, seat or bot.

    Examples
    --------
    >>> app = App("blokus", variant="duo", corners="own")
    >>> app.choose("I5")
    >>> app.click("e10")
    True
    >>> app
    <App of Blokus Duo, 1 move, orange to move>
    >>> app.close()
    """

    def __init__(
        self,
        game: str | Game | Match = "blokus",
        seats: Any = None,
        *,
        seed: int | None = None,
        size: int = 520,
        palette: Palette = DEFAULT,
        pause: float = 0.5,
        canvas: bool | None = None,
        **options: Any,
    ) -> None:
        if type(size) is not int or size not in _SIZES:
            raise ValueError(
                f"size is a whole number of pixels from 120 to 2000, not {quoted(repr(size))[1:-1]}"
            )
        if not isinstance(pause, int | float) or not 0 <= pause <= 60:
            raise ValueError(f"pause is a number of seconds from 0 to 60, not {quoted(repr(pause))[1:-1]}")
        if not isinstance(palette, Palette):
            raise ValueError(f"palette is a Palette of boardlab.render, not {quoted(repr(palette))[1:-1]}")
        super().__init__(game, seats, seed, pause, options)
        self.palette = palette
        self._serial = 0
        self._by = ""
        self._closed = False
        self.overlay: Overlay | None = None
        self.widget: Any = None
        self._painter: Painter = SvgPainter(lambda _svg: None)
        if Overlay is not None:
            self._make_widgets(size, canvas=canvas)
            made_here(self.close)
        self._changed()
        self._go_on()

    def _make_widgets(self, size: int, *, canvas: bool | None) -> None:
        from ipywidgets import GridBox, Layout

        overlay = self.overlay = Overlay(
            size=size, layout=Layout(grid_area="1 / 1", width="100%", margin="0")
        )
        overlay.on_msg(self._on_message)
        self._painter = SvgPainter(lambda svg: overlay.tell(scene=svg))
        if canvas is not False:
            try:
                self._painter = CanvasPainter(self.game.width, self.game.height, size, len(self.game.scales))
            except ImportError:
                if canvas:
                    raise
        layers = [layer for layer in (self._painter.canvas, overlay) if layer is not None]
        layout = Layout(width="100%", grid_template_columns="minmax(0, 1fr)", overflow="hidden")
        self.widget = GridBox(layers, layout=layout)

    def __repr__(self) -> str:
        moves = "1 move" if self.match.ply == 1 else f"{self.match.ply} moves"
        return f"<App of {self.game.title}, {moves}, {self._turn()}>"

    def _turn(self) -> str:
        side = self.controls.side_to_move(self.state)
        return "game over" if side is None else f"{self.sides[side].name} to move"

    # -- pictures ------------------------------------------------------------------------------------

    def picture(self, size: int = 400) -> str:
        """Return the board as SVG, with the last move ringed and the cells of a refusal crossed."""
        last = self.match.history[-1] if self.match.ply else None
        return svg_board(self.state, last=last, highlight=self.lit, size=size, palette=self.palette)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """Give a notebook the app and, for where no kernel runs, a picture."""
        bundle = {"text/plain": repr(self), "image/svg+xml": self.picture()}
        if self.widget is not None and not self._closed:
            bundle = {**self.widget._repr_mimebundle_(**kwargs), **bundle}
        elif self.widget is None:
            bundle["text/plain"] += f"\n{INSTALL}"
        return bundle

    def close(self) -> None:
        """Take the app off the page and give back all that it holds; the match stays."""
        if self._closed:
            return
        self._closed = True
        self._thinker.cancel()
        self._painter.close()
        for widget in (self.overlay, self.widget):
            if widget is not None:
                widget.layout.close()
                widget.close()

    # -- to the browser ------------------------------------------------------------------------------

    def _begin(self, match: Match, seats: Any) -> None:
        super()._begin(match, seats)
        self._setup = self.fields
        self._setup_seats: list[int] = []

    def _orient(self, change: Callable[[Shape], Shape], word: str) -> None:
        self._by = ""
        super()._orient(change, word)

    def _failed(self, error: BaseException, doing: str) -> None:
        super()._failed(error, doing)
        if boardlab.widgets.strict:
            raise error

    def _changed(self) -> None:
        """Paint first, because that is what a player waits for, and tell the rest then."""
        if self._closed:
            return
        try:
            self._paint()
        except Exception as error:
            self._painter.forget()
            self.errors.append(error)
            self.status, self.tone = f"The board could not be painted: {fault(error)}", "error"
            if boardlab.widgets.strict:
                raise
        finally:
            if self.overlay is not None:
                self._serial += 1
                self.overlay.tell(**self._traits())

    def _paint(self) -> None:
        last = self.match.history[-1] if self.match.ply else None
        hint = self.hint
        self._painter.resize(self.game.width, self.game.height, len(self.game.scales))
        self._painter.show(
            scene(
                self.state,
                last=last,
                highlight=self.lit,
                rings=hint.rings,
                dots=hint.dots,
                palette=self.palette,
            )
        )

    def _traits(self) -> dict[str, Any]:
        state, controls, palette = self.state, self.controls, self.palette
        turn, sides = controls.side_to_move(state), self.sides
        items = controls.tray(state, self.hand)
        headline, who = self._headline()
        scored = controls.scored(state)
        return {
            "board": views.board_trait(self.game, palette),
            "tray": views.tray_trait(items, palette),
            "items": views.item_traits(items),
            "hand": views.hand_trait(self.hand, state.ply, self.forms, self.game, _fill(items, palette)),
            "facing": {"form": self.form, "by": self._by},
            "view": {
                "ply": state.ply,
                "turn": turn,
                "headline": headline,
                "who": who,
                "over": state.is_over,
                "thinking": self.thinking is not None,
                "waiting": self.waiting is not None,
                "undo": self.match.can_undo,
                "redo": self.match.can_redo,
                "sides": views.sides_trait(state, sides, turn, palette, scored=scored),
                "seats": views.seats_trait(
                    state, [self._choices(seat) for seat in range(len(self.players))], scored=scored
                ),
                "winners": list(state.winners),
            },
            "moves": [[side, controls.told(move)] for move, side, _ in self.log()],
            "setup": views.setup_trait(self._setup, self._setup_choices()),
            "status": {"serial": self._serial, "text": self.status, "tone": self.tone},
        }

    def _headline(self) -> tuple[str, str]:
        """Say whose turn it is: the side, and who plays it where that is not plain."""
        side, seat = self.controls.side_to_move(self.state), self.state.current_player
        if side is None or seat is None:
            return "Game over", ""
        turn = f"{capital(self.sides[side].name)} to move"
        if self.thinking:
            return turn, f"{self.thinking} is thinking …"
        if self.waiting:
            return turn, f"{self.waiting} waits"
        plain = len(self.players) == len(self.sides) and self.seats[seat] == f"player {seat + 1}"
        return turn, "" if plain else self.seats[seat]

    def _choices(self, seat: int) -> Choices:
        return choices(seat, self.game.name, self.players[seat], self.functions)

    def _setup_choices(self) -> list[Choices]:
        """List who could play each seat of the game that the form stands for, with what is picked there."""
        name, options = picked(self._setup, [field.pick for field in self._setup])
        found = []
        for seat in range(make(name, **options).players):
            player = self.players[seat] if seat < len(self.players) else None
            if player and player.bot and not player.is_function and player.name not in bots.names(name):
                player = None
            words, who, pick = choices(seat, name, player, self.functions)
            if seat < len(self._setup_seats) and self._setup_seats[seat] < len(who):
                pick = self._setup_seats[seat]
            found.append((words, who, pick))
        return found

    # -- from the browser ----------------------------------------------------------------------------

    def _on_message(self, _widget: object, message: object, _buffers: object) -> None:
        """Answer a message. This is the one way in: no exception is lost here."""
        with self._lock:
            try:
                self._obey(read_intent(message))
            except IntentError:
                self._say(STRANGE, tone="error")
            except Exception as error:  # noqa: BLE001 - shown, and raised where tests want it
                self._failed(error, "Something went wrong")

    def _obey(self, intent: Intent) -> None:
        stale = intent.kind in _OF_A_POSITION and intent.ply != self.match.ply
        if stale or intent.values.get("hand", self.hand) != self.hand:
            self._say(STALE, tone="refused")
        else:
            getattr(self, f"_on_{intent.kind}")(intent)

    def _on_cell(self, intent: Intent) -> None:
        width, height = self.game.width, self.game.height
        number = _checked(intent["cell"], width * height)
        self._click(Cell(number % width, number // width), _checked(intent["form"], max(1, len(self.forms))))

    def _on_item(self, intent: Intent) -> None:
        if intent["key"] not in {item.key for item in self.controls.tray(self.state, self.hand)}:
            raise IntentError("no such item")
        if not self._busy():
            self._take(intent["key"])

    def _on_orient(self, intent: Intent) -> None:
        if not self._busy():
            self.form, self._by = _checked(intent["form"], len(self.forms)), intent["by"]
            self._changed()

    def _on_back(self, _intent: Intent) -> None:
        self.choose(None)

    def _on_undo(self, _intent: Intent) -> None:
        self.undo()

    def _on_redo(self, _intent: Intent) -> None:
        self.redo()

    def _on_goto(self, intent: Intent) -> None:
        self._go_to(_checked(intent["to"], len(self.log()) + 1))

    def _on_stop(self, _intent: Intent) -> None:
        self.stop()

    def _on_go(self, _intent: Intent) -> None:
        self.resume()

    def _on_seat(self, intent: Intent) -> None:
        seat = _checked(intent["seat"], len(self.players))
        _, who, _ = self._choices(seat)
        self.seat(seat, who[_checked(intent["pick"], len(who))])

    def _on_setup(self, intent: Intent) -> None:
        name, options = _picked(self._setup, intent["picks"])
        self._setup, self._setup_seats = form_fields(name, options), intent["seats"]
        self._changed()

    def _on_new(self, _intent: Intent) -> None:
        name, options = picked(self._setup, [field.pick for field in self._setup])
        self.new_game(name, [who[pick] for _, who, pick in self._setup_choices()], **options)


_OF_A_POSITION = {"cell", "item", "orient", "back", "undo", "redo", "goto"}
"""The intents that mean the position in which they were had."""


def _fill(items: Iterable[Item], palette: Palette) -> str:
    """Return the colour of the item in hand, where it has one of its own."""
    return next((palette.fill(item.color) for item in items if item.held and item.color), "")


def _checked(number: int, count: int) -> int:
    """Return a number below ``count``; whatever else the browser sends is refused."""
    if number >= count:
        raise IntentError("out of range")
    return number


def _picked(fields: tuple[Field, ...], picks: list[int]) -> tuple[str, dict[str, Any]]:
    try:
        return picked(fields, picks)
    except ValueError as error:
        raise IntentError(str(error)) from error


def play(game: str | Game | Match = "blokus", *, seats: Any = None, **settings: Any) -> App:
    """Play a game, or go on with a match, in the notebook; see :class:`App` for the settings.

    Raises
    ------
    ValueError
        If there is no such game, option, seat or bot.
    """
    return App(game, seats, **settings)
