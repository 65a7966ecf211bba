"""Playing by hand and with bots, without a browser."""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import boardlab
import boardlab.widgets
from boardlab import bots
from boardlab.core import Move, State, listed
from boardlab.match import Match
from boardlab.widgets import App, play


@pytest.fixture
def lenient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show exceptions, as for users, and do not raise them."""
    monkeypatch.setattr(boardlab.widgets, "strict", False)


# -- starting ----------------------------------------------------------------------------------------


def test_play_takes_a_name_a_game_or_a_match() -> None:
    game = boardlab.make("blokus", variant="duo")
    match = Match(game, seats=["Ana", "random"])
    match.play("e10")
    for app in (play("blokus", variant="duo"), play(game), play(match)):
        assert app.game == game
        app.close()
    assert app.match is match
    assert app.seats == ("Ana", "random")
    assert app.match.ply == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"game": "chess"}, "there is no game 'chess'; the games are blokus"),
        ({"game": 7}, "a game is the name of one, a game, a match or a record, not 7"),
        ({"colour": "red"}, "blokus has no option 'colour'"),
        ({"players": 5}, "players must be 1, 2, 3 or 4"),
        ({"seats": {4: "greedy"}}, "this game has the seats 0 to 3, not 4"),
        ({"seats": {"0": "greedy"}}, "this game has the seats 0 to 3, not '0'"),
        ({"seats": ["greedy"]}, "seats must name 4 players, one a seat, not 1"),
        ({"seats": "greedy"}, "seats is a dict such as"),
        ({"seats": {0: "gredy"}}, "there is no bot 'gredy' for Blokus; the bots are 'random', 'greedy'"),
        ({"seats": {0: 3}}, "a seat is the name of a bot, a function, or None for a person, not 3"),
        ({"size": 12}, "size is a whole number of pixels from 120 to 2000, not 12"),
        ({"size": True}, "size is a whole number"),
        ({"players": 1, "seats": {1: None}}, "this game has seat 0 only, not 1"),
    ],
)
def test_what_cannot_be_played_is_one_clear_sentence(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        play(**arguments)
    assert "\n" not in str(caught.value)


def test_options_go_with_a_name_only() -> None:
    with pytest.raises(ValueError, match="options go with a game's name"):
        play(Match("blokus"), variant="duo")
    with pytest.raises(ValueError, match="options go with a game's name"):
        play(boardlab.make("blokus"), variant="duo")


def test_seats_are_named_as_people_name_them(duo: App) -> None:
    assert duo.seats == ("player 1", "player 2")
    duo.seat(0, "person: Ana")
    duo.seat(1, "Person")
    assert duo.seats == ("Ana", "player 2")
    assert duo.match.seats == ["Ana", "player 2"]
    with pytest.raises(ValueError, match="the seats are 0 and 1, not 2"):
        duo.seat(2, "greedy")


# -- by hand -----------------------------------------------------------------------------------------


def test_a_piece_is_chosen_turned_flipped_and_placed(duo: App) -> None:
    duo.choose("L5")
    assert duo.status == "L5 in hand: choose where it goes."
    cells = duo.forms[duo.form].cells
    duo.turn()
    assert duo.status == "L5 turned."
    duo.flip()
    assert duo.forms[duo.form].cells != cells
    assert duo.click("e10")
    assert duo.match.history[0].piece == "L5"
    assert duo.hand is None
    assert duo.status.startswith("Purple: L5 ")


def test_turning_turns_the_piece_in_hand_only(duo: App) -> None:
    duo.choose("L5")
    duo.turn()
    duo.choose("F")
    assert duo.form == 0
    duo.choose(None)
    assert duo.hand is None
    duo.turn()
    assert (duo.status, duo.tone) == ("Choose a piece.", "refused")


def test_a_refusal_gives_the_rule_and_lights_the_cells(duo: App) -> None:
    duo.choose("1")
    assert not duo.click("a1")
    assert duo.status.startswith("B2: the first piece of purple must cover one of the start cells")
    refusal = duo.state.why_illegal("a1")
    assert refusal is not None
    assert duo.lit == refusal.cells != ()
    assert duo.hand == "1"
    assert "#e0006c" in duo.picture()
    duo.choose(None)
    assert duo.lit == ()


def test_a_click_without_a_piece_says_what_to_do(duo: App) -> None:
    assert not duo.click("e10")
    assert (duo.status, duo.tone) == ("Choose a piece.", "refused")


@pytest.mark.parametrize("cell", ["", "5", "z99", "a0", "o1", "a15", 7, None, (1,)])
def test_a_cell_off_the_board_is_one_sentence(duo: App, cell: Any) -> None:
    with pytest.raises(ValueError, match=r"is not a cell|is not on the board|a cell is a Cell"):
        duo.click(cell)


def test_an_item_that_is_not_there_is_one_sentence(duo: App) -> None:
    with pytest.raises(ValueError, match=r"the tray has no 'Q'; it has 1, 2, I3"):
        duo.choose("Q")
    with pytest.raises(ValueError, match="an item of the tray is named by a text, not 7"):
        duo.choose(7)  # type: ignore[arg-type]
    duo.play("e10")
    duo.play("j5")
    duo.choose("1")
    assert duo.status == "1 is not there any more."


def test_skipped_colours_are_named_and_the_tray_is_that_of_the_colour_to_move() -> None:
    rng, app = Random(2), play("blokus")
    while not app.state.skipped:
        assert app.play(rng.choice(app.state.legal_moves()))
    assert not app.state.is_over
    names = [app.sides[color].name for color in app.state.skipped]
    assert app.status.endswith(f"{listed(names).capitalize()} have no move and are skipped.")
    color = app.controls.side_to_move(app.state)
    assert color is not None
    tray = [item.key for item in app.controls.tray(app.state, None) if item.there]
    assert len(tray) == app.sides[color].left
    app.close()


# -- history -----------------------------------------------------------------------------------------


def test_undo_and_redo_go_over_any_distance(duo: App) -> None:
    for move in ("e10", "j5", "f11,f12"):
        assert duo.play(move)
    duo.undo()
    assert duo.status == "Took back 1 move. Choose a piece."
    duo.goto(0)
    assert duo.state == duo.game.initial_state()
    duo.redo()
    duo.goto(3)
    assert str(duo.match.history[-1]) == "f11,f12"
    duo.redo()
    assert duo.tone == "refused"
    duo.goto(1)
    assert duo.play("j5,k5")
    assert not duo.match.can_redo
    assert [str(move) for move, _, _ in duo.log()] == ["e10", "j5,k5"]
    with pytest.raises(ValueError, match="0 to 2"):
        duo.goto(3)


def test_undo_at_the_start_is_one_sentence(duo: App) -> None:
    duo.undo()
    assert duo.status.startswith("There is no move to take back")


def test_the_log_follows_a_match_played_elsewhere(duo: App) -> None:
    duo.match.play("e10")
    duo.match.play("j5")
    assert [side for _, side, _ in duo.log()] == [0, 1]
    duo.match.goto(0)
    duo.match.play("j5")
    assert [(str(move), side, seat) for move, side, seat in duo.log()] == [("j5", 0, 0)]


def test_undo_against_a_bot_goes_back_to_the_person() -> None:
    app = play("blokus", variant="duo", seats={1: "random"}, seed=1)
    app.play("e10")
    app.play(app.state.legal_moves()[0])
    assert app.match.ply == 4
    app.undo()
    assert app.match.ply == 2
    app.redo()
    assert app.match.ply == 4
    app.undo()
    app.undo()
    assert app.match.ply == 0
    app.close()


def test_a_bot_waits_where_moves_were_taken_back() -> None:
    app = play("blokus", variant="duo", seats={0: "random"}, seed=1)
    assert app.match.ply == 1
    app.undo()
    assert (app.match.ply, app.waiting, app.thinking) == (0, "random", None)
    assert not app.click("e10")
    assert "press Go on" in app.status
    app.resume()
    assert (app.match.ply, app.waiting) == (1, None)
    app.close()


# -- new games ---------------------------------------------------------------------------------------


def test_a_new_game_keeps_the_players(duo: App) -> None:
    def mine(state: State) -> Move:
        return state.legal_moves()[0]

    duo.seat(0, "person: Ana")
    duo.seat(1, mine)
    duo.play("e10")
    duo.new_game("blokus", players=3)
    assert duo.seats == ("Ana", "mine", "player 3")
    assert duo.match.ply == 0
    assert duo.status == "A new game of Blokus. Choose a piece."
    duo.new_game()
    assert duo.game.players == 3


def test_a_new_game_that_cannot_be_changes_nothing(duo: App) -> None:
    duo.play("e10")
    before = duo.match
    for arguments in ({"players": 9}, {"seats": {0: "nobody"}}):
        with pytest.raises(ValueError, match=r"must be|no bot"):
            duo.new_game(**arguments)
        assert duo.match is before
        assert duo.match.ply == 1


# -- bots --------------------------------------------------------------------------------------------


def test_without_an_event_loop_bots_answer_at_once() -> None:
    app = play("blokus", variant="duo", seats=["greedy", "random"], seed=3)
    assert app.state.is_over
    assert app.wait(0)
    assert app.status == app.prompt or app.status.endswith(app.prompt)
    app.close()


def test_a_seed_makes_the_same_game() -> None:
    games = []
    for _ in range(2):
        app = play("blokus", variant="duo", seats=["random", "random"], seed=3)
        games.append(app.match.history)
        app.close()
    assert games[0] == games[1]


@pytest.mark.usefixtures("lenient")
@pytest.mark.parametrize(
    ("bot", "message"),
    [
        (lambda _: 1 / 0, "failed: ZeroDivisionError"),
        (lambda _: "a1,a2", "chose 'a1,a2', which is not legal: IllegalMoveError: B2"),
        (lambda _: "nonsense", "failed: ValueError"),
        (lambda _: None, "failed: TypeError: a move is a Move or its text, not NoneType"),
        (sys.exit, "failed: SystemExit"),
    ],
)
def test_a_bot_that_fails_loses_nothing(bot: Callable[[State], Any], message: str) -> None:
    app = play("blokus", variant="duo", seats={1: bot})
    app.play("e10")
    assert message in app.status
    assert "\n" not in app.status
    assert (app.match.ply, app.tone, len(app.errors)) == (1, "error", 1)
    app.seat(1, "person")
    assert app.play("j5")
    app.close()


def test_what_a_bot_raises_is_raised_where_tests_want_it() -> None:
    app = play("blokus", variant="duo", seats={1: lambda _: 1 / 0})
    with pytest.raises(ZeroDivisionError):
        app.play("e10")
    assert app.match.ply == 1
    app.close()


class Slow:
    """A bot that thinks until it is told to stop."""

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.free = threading.Event()

    def __call__(self, state: State) -> Move:
        self.asked.set()
        assert self.free.wait(10)
        return state.legal_moves()[0]


def test_while_a_bot_thinks_clicks_are_answered_and_not_played_later() -> None:
    async def main() -> None:
        slow = Slow()
        app = play("blokus", variant="duo", seats={1: slow}, pause=0)
        app.play("e10")
        assert app.thinking == "Slow"
        assert not app.click("j5")
        assert app.status == "Slow is thinking: wait for its move, or press Stop."
        assert not app.play("j5")
        assert not app.wait(0.01)
        slow.free.set()
        assert app.wait(10)
        assert app.match.ply == 2
        assert app.thinking is None
        app.close()

    asyncio.run(main())


def test_the_event_loop_plays_the_answer_on() -> None:
    async def main() -> None:
        app = play("blokus", variant="duo", seats=["random", "greedy"], seed=1, pause=0)
        for _ in range(2000):
            if app.state.is_over:
                break
            await asyncio.sleep(0.005)
        assert app.state.is_over
        app.close()

    asyncio.run(main())


def test_an_answer_to_an_old_question_is_dropped() -> None:
    async def main() -> None:
        slow = Slow()
        app = play("blokus", variant="duo", seats={1: slow}, pause=0)
        app.play("e10")
        app.undo()
        assert app.match.ply == 0
        slow.free.set()
        await asyncio.sleep(0.05)
        assert (app.match.ply, app.wait(0)) == (0, True)
        assert app.play("j5")
        assert app.wait(10)
        assert app.match.ply == 2
        app.close()

    asyncio.run(main())


def test_a_match_changed_by_other_means_is_shown_as_it_is(duo: App) -> None:
    async def main() -> None:
        slow = Slow()
        duo.seat(1, slow)
        duo.play("e10")
        duo.match.undo()
        duo.match.play("j5")
        slow.free.set()
        assert duo.wait(10)
        assert [str(move) for move in duo.match.history][:1] == ["j5"]
        duo.match.goto(0)
        duo.refresh()
        assert duo.status == "Choose a piece."

    asyncio.run(main())


def test_a_bot_can_be_stopped_and_its_seat_given_to_a_person() -> None:
    async def main() -> None:
        slow = Slow()
        app = play("blokus", variant="duo", seats={1: slow}, pause=0)
        app.play("e10")
        app.stop()
        assert (app.status, app.waiting) == ("The bots wait.", "Slow")
        app.seat(1, None)
        assert app.play("j5")
        slow.free.set()
        await asyncio.sleep(0.02)
        assert app.match.ply == 2
        app.close()

    asyncio.run(main())


def test_bots_take_their_time_unless_somebody_waits() -> None:
    async def main() -> None:
        app = play("blokus", variant="duo", seats={1: "random"}, pause=30)
        app.play("e10")
        await asyncio.sleep(0.2)
        assert app.thinking == "random"
        start = time.monotonic()
        assert app.wait(20)
        assert time.monotonic() - start < 10
        assert app.match.ply == 2
        app.close()

    asyncio.run(main())


def test_where_there_are_no_threads_bots_think_on_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        monkeypatch.setattr(sys, "platform", "emscripten")
        before = threading.active_count()
        app = play("blokus", variant="duo", seats={1: "random"}, pause=0)
        app.play("e10")
        assert app.thinking == "random"
        await asyncio.sleep(0.3)
        assert app.match.ply == 2
        app.play(app.state.legal_moves()[0])
        assert app.wait(1)
        assert app.match.ply == 4
        assert threading.active_count() <= before
        app.close()

    asyncio.run(main())


def test_bots_may_be_objects_and_partial_functions() -> None:
    app = play(
        "blokus", variant="duo", seats=[bots.get("random", seed=1), lambda state: state.legal_moves()[-1]]
    )
    assert app.seats == ("random", "<lambda>")
    assert app.state.is_over
    app.close()


def test_a_move_by_hand_lets_stopped_bots_go_on() -> None:
    app = App("blokus", variant="duo", seats={1: "random"})
    app.stop()
    app.play("e10")
    assert app.match.ply == 2
    app.close()
