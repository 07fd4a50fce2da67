"""`referee demo`: a whole match over HTTP, every request as a curl line."""

import secrets
import shlex
from collections.abc import Mapping
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import Console

    from referee.cli.client import Client

NAMES = ("Ana", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo")

LOOK_AFTER = 5
"""Moves after which a spectator has a look."""

LOOKS = 300
"""How often the demo looks while bots finish the match."""


@click.command()
@click.option("--game", default="kobayakawa", show_default=True, help="Which game; `referee games` lists them.")
@click.option("--seats", type=click.IntRange(1, 10), help="How many players; left out, as few as the game takes.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--seed", metavar="HEX", help="64 hex digits that decide every card and every move.")
@click.option("--url", metavar="URL", help="A running server; left out, one is started for the demo.")
@click.option(
    "--max-moves", default=300, show_default=True, type=click.IntRange(1), help="Then bots take the seats and finish."
)
@click.option("--verbose/--quiet", "detail", default=None, help="Show whole answers, or hardly anything.")
def demo(
    game: str,
    seats: int | None,
    options: tuple[str, ...],
    seed: str | None,
    url: str | None,
    max_moves: int,
    detail: bool | None,
) -> None:
    """Play a whole match over HTTP with random legal moves, and check afterwards that the referee was honest.

    Prints every request as a curl line that can be pasted while the server runs, and every answer in short.
    """
    from rich.console import Console

    from referee.cli import local
    from referee.cli.client import Client, Problem

    wanted = read_options(options)
    if seed is not None and (len(seed) != 64 or not all(c in "0123456789abcdefABCDEF" for c in seed)):
        raise click.BadParameter("must be 64 hex digits", param_hint="--seed")
    console = Console(highlight=False, markup=False, soft_wrap=True)
    with nullcontext(url) if url else local.running() as address:
        show = _Show(console, Client(address), detail)
        if not url:
            show.say(f"A referee listens on {address} until the demo is over.", "dim")
        try:
            _Demo(show, seed, max_moves).run(game, seats, wanted)
        except Problem as problem:
            raise click.ClickException(f"the server refused: {problem}") from None


def read_options(given: tuple[str, ...]) -> dict[str, Any]:
    """Read NAME=VALUE, where a value is JSON or else a text."""
    import msgspec

    options: dict[str, Any] = {}
    for one in given:
        name, equals, value = one.partition("=")
        if not equals:
            raise click.BadParameter(f"{one!r} is not NAME=VALUE", param_hint="--option")
        try:
            options[name] = msgspec.json.decode(value)
        except msgspec.DecodeError:
            options[name] = value
    return options


class _Show:
    """The demo's requests, told as they are made."""

    def __init__(self, console: "Console", client: "Client", detail: bool | None) -> None:
        """`detail`: True for whole answers, False for hardly anything, None for short ones."""
        self.console = console
        self.client = client
        self.detail = detail
        self.variables: dict[str, str] = {}

    def say(self, text: str, style: str | None = None) -> None:
        """Print a line."""
        self.console.print(text, style=style)

    def tell(self, text: str) -> None:
        """Print a line about an answer, unless hardly anything is wanted."""
        if self.detail is not False:
            self.console.print(f"  {text}")

    def ask(self, method: str, path: str, body: Any = None, who: str | None = None) -> Any:
        """Print a request as a curl line and make it. Raises Problem."""
        from referee.cli.show import json

        if self.detail is not False:
            line = "curl -s" + (f" -X {method}" if method not in ("GET", "POST") else "")
            line += f" {shlex.quote(self.client.url + path)}"
            line += f' -H "Authorization: Bearer ${who}"' if who else ""
            line += f" --json {shlex.quote(json(body))}" if body is not None else ""
            self.console.print(f"$ {line}", style="cyan")
        token = self.variables[who] if who else None
        answer = self.client.request(method, path, body, token=token)
        if self.detail:
            self.console.print(f"  {json(answer)}")
        return answer


class _Demo:
    """A match from creation to audit."""

    def __init__(self, show: _Show, seed: str | None, max_moves: int) -> None:
        import hashlib

        from referee.randomness import Stream

        self.show = show
        self.seed = seed
        self.max_moves = max_moves
        self.chance = Stream(hashlib.sha256(f"demo {seed or secrets.token_hex(32)}".encode()).digest())
        self.path = ""
        self.table: Any = None

    def run(self, game: str, seats: int | None, options: Mapping[str, Any]) -> None:
        """Create, play, look at the result, and verify."""
        show = self.show
        show.tell("What the game is, and which moves there are:")
        entry = show.ask("GET", f"/v1/games/{game}")
        show.tell(f"{entry['title']}, {entry['seats']['min']} to {entry['seats']['max']} seats")
        view = self._create(game, seats or entry["seats"]["min"], options)
        moves, refused = 0, False
        while view["status"] == "active" and moves < self.max_moves:
            seat = view["to_act"][0]
            view = show.ask("GET", self.path, who=f"SEAT_{seat}")
            self._tell(view)
            if not refused:
                refused = self._refused(entry, view, seat)
            view = self._move(view, seat)
            moves += 1
            if moves == LOOK_AFTER:
                self._spectate()
        if view["status"] == "active":
            show.say(f"After {moves} moves by chance the host lets bots take every seat and finish:")
            view = self._stand_ins(view)
        if view["status"] == "active":
            show.say("They do not come to an end, as it can happen: the host ends the match.")
            show.ask("DELETE", self.path, who="HOST")
            return
        self._end(view, view["version"])

    def _create(self, game: str, seats: int, options: Mapping[str, Any]) -> Mapping[str, Any]:
        body: dict[str, Any] = {"game": game, "seats": list(NAMES[:seats])}
        if options:
            body["options"] = options
        if self.seed:
            body["seed"] = self.seed
        self.show.tell("A match is created; its tokens are shown this once:")
        created = self.show.ask("POST", "/v1/matches", body)
        self.path = f"/v1/matches/{created['match']}"
        self.show.variables["HOST"] = created["host_token"]
        for seat in created["seats"]:
            self.show.variables[f"SEAT_{seat['seat']}"] = seat["token"]
        for name, token in self.show.variables.items():
            self.show.tell(f"{name}={token}")
        view: Mapping[str, Any] = created["view"]
        self.table = view["table"]
        self.show.tell(f"commitment to the seed: {view['fairness']['commitment']}")
        return view

    def _tell(self, view: Mapping[str, Any]) -> None:
        """Tell a seat's hand and moves, and what has changed on the table."""
        from referee.cli.show import changes, form, plain

        changed = list(changes(self.table, view["table"]))
        self.table = view["table"]
        if changed:
            self.show.tell("table: " + "; ".join(changed))
        self.show.tell(
            f"{view['phase']}, {view['seats'][view['you']]['name']} holds {plain(view['hand'])} and may: "
            + " / ".join(form(one) for one in view["legal_moves"])
        )

    def _refused(self, entry: Mapping[str, Any], view: Mapping[str, Any], seat: int) -> bool:
        """Try a move that is not legal now; whether there was one to try."""
        from referee.cli.client import Problem

        legal = {form["type"] for form in view["legal_moves"]}
        for move in entry["moves"]:
            body = None if move["type"] in legal else _example(move)
            if body is None:
                continue
            self.show.tell("A move that the rules forbid now is refused, and changes nothing:")
            try:
                self.show.ask("POST", f"{self.path}/moves", body, who=f"SEAT_{seat}")
            except Problem as problem:
                self.show.say(f"  {problem.status} {problem}")
                if problem.rule:
                    self.show.say(f"  {problem.rule}")
                return problem.code == "illegal-move"
        return False

    def _move(self, view: Mapping[str, Any], seat: int) -> Mapping[str, Any]:
        from referee import bots
        from referee.cli.show import event

        move = bots.random(view, self.chance)
        answer = self.show.ask("POST", f"{self.path}/moves", move, who=f"SEAT_{seat}")
        for happening in answer["events"]:
            self.show.tell(f"{happening['seq']} {event(happening)}")
        after: Mapping[str, Any] = answer["view"]
        return after

    def _stand_ins(self, view: Mapping[str, Any]) -> Mapping[str, Any]:
        """Hand every seat to a bot; each look lets them make a number of moves."""
        for seat in view["seats"]:
            self.show.ask("PATCH", f"{self.path}/seats/{seat['seat']}", {"controller": "bot:steady"}, who="HOST")
        after: Mapping[str, Any] = self.show.ask("GET", self.path, who="HOST")
        for _ in range(LOOKS):
            if after["status"] != "active":
                break
            after = self.show.client.request("GET", self.path, token=self.show.variables["HOST"])
        return after

    def _spectate(self) -> None:
        from referee.cli.show import json

        self.show.tell("A spectator looks: the table, and nobody's hand:")
        view = self.show.ask("GET", self.path)
        self.show.tell(
            f"hand {json(view['hand'])}, legal_moves {json(view['legal_moves'])}, table {json(view['table'])}"
        )

    def _end(self, view: Mapping[str, Any], moves: int) -> None:
        from referee.cli.show import result
        from referee.cli.verify import summary
        from referee.match import verify

        self.show.say(f"After {moves} moves: {result(view)}", "bold")
        self.show.tell("The audit lays everything open: seed, deal, every hand and every move.")
        audit = self.show.ask("GET", f"{self.path}/audit")
        findings = verify.verify(audit)
        for finding in findings:
            self.show.say(f"  {finding.where}: {finding.what}")
        if findings:
            raise click.ClickException("the audit does not hold")
        self.show.say(f"verified: {summary(verify.read(audit))}")


def _example(move: Mapping[str, Any]) -> dict[str, Any] | None:
    """Build a well-formed move of a type from its schema; None where the schema shows no example."""
    schema = move["schema"]
    body: dict[str, Any] = {"type": move["type"]}
    for name in schema.get("required", ()):
        if name != "type":
            examples = schema["properties"][name].get("examples")
            if not examples:
                return None
            body[name] = examples[0]
    return body
