"""People in seats of a match, at one keyboard: what they see, what they are asked, and how they wait."""

import select
import sys
from typing import TYPE_CHECKING, Any

import click

from referee.cli import prompts, show
from referee.cli.client import TIMEOUT, Client, Problem

if TYPE_CHECKING:
    from rich.console import Console

WAIT = 25
"""Seconds of a long poll where nobody can be asked meanwhile."""

GLANCE = 1
"""Seconds of a long poll where the keyboard is looked at in between."""


class Seated:
    """The people at this keyboard, by seat."""

    def __init__(
        self, console: "Console", client: Client, match: str, tokens: dict[int, str], *, lasting: bool = True
    ) -> None:
        """`lasting`: whether the match goes on when these people leave."""
        self.console = console
        self.client = client
        self.match = match
        self.tokens = tokens
        self.lasting = lasting
        self.path = f"/v1/matches/{match}"
        self.seen = dict.fromkeys(tokens, 0)
        self.public = 0
        """What all people here have been told together, where they are several."""
        self.shown: int | None = None
        """Who is at the keyboard."""
        self.schema: dict[str, Any] = {}

    def play(self) -> None:
        """Play until the match is over or somebody leaves. Raises Problem, Unreachable, EOFError."""
        seat = next(iter(self.tokens))
        view = self.look(seat)
        self.schema = self.client.get(f"/v1/games/{view['game']}")["table"]
        self.console.print(f"{view['game']}, match {self.match}: {', '.join(_seats(view))}", soft_wrap=True)
        if view["status"] == "open":
            invitation = f"referee play {self.client.url} --join {self.match} --name NAME"
            self.console.print(f"Others join with: {invitation}", soft_wrap=True)
        while view["status"] in ("open", "active"):
            awaited = self._next(view)
            if not (self._wait(view) if awaited is None else self._turn(awaited)):
                self.farewell()
                return
            view = self.look(seat)
        self._news_for_all(seat, view)
        self._board(view, hand=len(self.tokens) == 1)
        self.console.print(show.result(view), style="bold", soft_wrap=True)

    def look(self, seat: int) -> Any:
        """Return a seat's view."""
        return self.client.get(self.path, token=self.tokens[seat])

    def farewell(self) -> None:
        """Say how to come back, where one can."""
        if self.lasting:
            self.console.print("Come back with:")
            for token in self.tokens.values():
                command = f"REFEREE_TOKEN={token} referee play {self.client.url} --join {self.match}"
                self.console.print(f"  {command}", soft_wrap=True)

    # Whose turn

    def _next(self, view: Any) -> int | None:
        """Who here is awaited: the one at the keyboard rather than another."""
        here = [seat for seat in view["to_act"] if seat in self.tokens]
        return self.shown if self.shown in here else here[0] if here else None

    def _wait(self, view: Any) -> bool:
        """Wait until something happens; on a terminal, who may move out of turn can say so meanwhile.

        False when they leave.
        """
        seat = self.shown if self.shown is not None else next(iter(self.tokens))
        self._news_for_all(seat, view)
        at_once = sys.stdin.isatty() and view["status"] == "active" and bool(self.look(seat)["legal_moves"])
        hint = " Press Enter to move out of turn." if at_once else ""
        self.console.print(f"Waiting for {' and '.join(_awaited(view))}.{hint}", style="dim")
        wait = GLANCE if at_once else WAIT
        while not self._page(seat, view["last_event"], wait):
            if at_once and select.select([sys.stdin], [], [], 0)[0]:
                sys.stdin.readline()
                return self._turn(seat)
        return True

    # A turn

    def _turn(self, seat: int) -> bool:
        """Let a person make one move; False when they leave."""
        self._pass_keyboard(seat)
        while True:
            view = self.look(seat)
            forms = view["legal_moves"]
            if not forms:
                return True
            self._news(seat, view)
            self._board(view)
            for number, form in enumerate(forms, 1):
                self.console.print(f"  {number}  {show.form(form)}", soft_wrap=True)
            move = self._choose(view, seat)
            if move is None:
                return False
            if isinstance(move, int):
                return self._turn(move)
            if self._submit(seat, move):
                return True

    def _choose(self, view: Any, seat: int) -> dict[str, Any] | int | None:
        """Ask for a move; a number stands for another seat that moves out of turn, None for leaving."""
        forms = view["legal_moves"]
        name = view["seats"][seat]["name"]
        while True:
            typed = self._ask(f"{name}, which move (1–{len(forms)}, ? explains, q leaves)? ")
            if typed in ("q", "quit"):
                return None
            if typed == "?":
                self._explain()
            elif typed == "s":
                others = [other for other in self.tokens if other != seat and self.look(other)["legal_moves"]]
                if others:
                    return others[0]
                self.console.print("Nobody else here may move now.")
            elif typed.startswith("{"):
                try:
                    return prompts.typed_json(typed)
                except prompts.NotThis as error:
                    self.console.print(str(error))
            elif typed.isdecimal() and 1 <= int(typed) <= len(forms):
                try:
                    return prompts.fields(forms[int(typed) - 1], self._ask, self._say)
                except prompts.Back:
                    continue
            else:
                self.console.print(f"A number from 1 to {len(forms)}, please, or ? or q.")

    def _submit(self, seat: int, move: dict[str, Any]) -> bool:
        """Send a move; False, with the rule that forbids it, when it was refused."""
        try:
            self.client.post(f"{self.path}/moves", move, token=self.tokens[seat])
        except Problem as problem:
            if problem.status not in (409, 422):
                raise
            self.console.print(f"Refused: {problem.detail}", style="bold red", soft_wrap=True)
            if problem.rule:
                self.console.print(problem.rule, soft_wrap=True)
            return problem.code == "match-over"
        return True

    # What is shown

    def _pass_keyboard(self, seat: int) -> None:
        """Between two people, hide what the one before saw until the next has taken the keyboard."""
        if self.shown != seat and len(self.tokens) > 1:
            name = self.look(seat)["seats"][seat]["name"]
            self._clear()
            self._ask(f"Pass the keyboard to {name}, then press Enter. ")
            self._clear()
        self.shown = seat

    def _clear(self) -> None:
        """Empty the screen, and what can be scrolled back to."""
        if self.console.is_terminal:
            self.console.clear()
            self.console.file.write("\x1b[3J")
            self.console.file.flush()

    def _page(self, seat: int, after: int, wait: int = 0) -> list[Any]:
        path = f"{self.path}/events?after={after}&limit=500&wait={wait}"
        events: list[Any] = self.client.get(path, token=self.tokens[seat], timeout=wait + TIMEOUT)["events"]
        return events

    def _news(self, seat: int, view: Any) -> None:
        """Tell what a seat has not been told yet."""
        self.seen[seat] = self.public = self._tell(seat, view, self.seen[seat])

    def _news_for_all(self, seat: int, view: Any) -> None:
        """Tell what has happened, without what only one of several people here may know."""
        if len(self.tokens) == 1:
            self._news(seat, view)
        else:
            self.public = self._tell(seat, view, self.public, private=False)

    def _tell(self, seat: int, view: Any, after: int, *, private: bool = True) -> int:
        """Print the events after a number, and return the last one's."""
        names = show.Names(view)
        while after < view["last_event"] and (events := self._page(seat, after)):
            for event in events:
                known = event if private else {**event, "private": None}
                self.console.print(f"· {show.event(known, names)}", style="green", soft_wrap=True)
            after = events[-1]["seq"]
        return after

    def _board(self, view: Any, *, hand: bool = True) -> None:
        if view["table"] is None:
            return
        self.console.rule(f"{view['game']}: {view['phase']}")
        for table in show.board(view, self.schema):
            self.console.print(table)
        if hand:
            self.console.print(f"your hand  {show.plain(view['hand'])}", style="bold yellow", soft_wrap=True)

    def _explain(self) -> None:
        self.console.print("The table:")
        for line in show.legend(self.schema, "  "):
            self.console.print(line, soft_wrap=True)
        self.console.print("Choose a move by its number, or type one as JSON; b goes back from a field.")
        self.console.print("s: another person here moves out of turn. q: leave.")

    def _say(self, text: str) -> None:
        self.console.print(text, soft_wrap=True)

    def _ask(self, prompt: str) -> str:
        """Ask on the terminal. Raises EOFError when the input has ended."""
        click.echo(prompt, nl=False)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        if not sys.stdin.isatty():
            click.echo(line.rstrip("\n"))
        return line.strip()


def _seats(view: Any) -> list[str]:
    return [
        "(open)"
        if seat["open"]
        else seat["name"] + ("" if seat["controller"] == "player" else f" ({seat['controller']})")
        for seat in view["seats"]
    ]


def _awaited(view: Any) -> list[str]:
    if view["status"] == "open":
        return ["others to join"]
    return [view["seats"][seat]["name"] for seat in view["to_act"]]
