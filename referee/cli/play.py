"""`referee play`: a match from the terminal, for one or several people on one keyboard."""

from contextlib import nullcontext
from typing import Any

import click


@click.command()
@click.argument("where", required=False, metavar="[URL]")
@click.option("--local", "local_game", metavar="GAME", help="Play on a server of this command's own: nothing is kept.")
@click.option("--game", metavar="GAME", help="Create a match of this game at URL.")
@click.option("--name", "names", multiple=True, help="A person on this keyboard; several times for several people.")
@click.option(
    "--bots",
    default=0,
    type=click.IntRange(0, 8),
    help="Seats that bot:steady plays; as many as the game needs, at least.",
)
@click.option("--open", "open_seats", default=0, type=click.IntRange(0, 8), help="Seats left open for others to join.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--join", metavar="MATCH", help="Take an open seat of a match, by its id or address.")
@click.option("--token", envvar="REFEREE_TOKEN", help="With --join: go on in a seat that is yours already.")
def play(
    where: str | None,
    local_game: str | None,
    game: str | None,
    names: tuple[str, ...],
    bots: int,
    open_seats: int,
    options: tuple[str, ...],
    join: str | None,
    token: str | None,
) -> None:
    """Play from this terminal.

    \b
      referee play --local kobayakawa --bots 2                      alone against two bots
      referee play --local kinmo --name Ana --name Bo --bots 2      two people on one keyboard
      referee play http://host:8000 --game teatime --open 1         create, and wait for somebody
      referee play http://host:8000 --join MATCH --name Cy          join

    The screen shows the table, your hand and the legal moves by number. Other answers at the prompt: ? explains the
    table, a move as JSON is sent as it is, s lets another person here move out of turn, q leaves.
    """
    from rich.console import Console

    from referee.cli import local
    from referee.cli.client import Client, Problem, split_match
    from referee.cli.demo import read_options
    from referee.cli.seated import Seated

    if join and (parts := split_match(join)):
        where, join = parts
    if (where is None) == (local_game is None):
        raise click.UsageError("give either the URL of a server or --local GAME")
    if local_game and (join or game or open_seats):
        raise click.UsageError("--local goes with neither --game, --join nor --open")
    if where and (game is None) == (join is None):
        raise click.UsageError("with a URL give either --game GAME or --join MATCH")
    people = list(names) or ["You"]
    console = Console(highlight=False, markup=False)
    with local.running() if local_game else nullcontext(where) as address:
        client = Client(str(address))
        try:
            if join:
                seated = Seated(console, client, join, _join(client, join, people, token))
            else:
                wanted = _wish(client, local_game or str(game), people, bots, open_seats, read_options(options))
                created = client.post("/v1/matches", wanted)
                mine = {seat["seat"]: seat["token"] for seat in created["seats"][: len(people)]}
                seated = Seated(console, client, created["match"], mine, lasting=local_game is None)
            seated.play()
        except Problem as problem:
            raise click.ClickException(f"the server refused: {problem}") from None
        except (EOFError, KeyboardInterrupt):
            console.print()
            seated.farewell()


def _wish(
    client: Any, game: str, people: list[str], bots: int, open_seats: int, options: dict[str, Any]
) -> dict[str, Any]:
    """Build the match to create: people first, then bots as far as the game needs them, then open seats."""
    least = client.get(f"/v1/games/{game}")["seats"]["min"]
    bots = max(bots, least - len(people) - open_seats)
    seats: list[Any] = list(people)
    seats += [{"name": f"Bot {number + 1}", "controller": "bot:steady"} for number in range(bots)]
    seats += [{"open": True}] * open_seats
    wish: dict[str, Any] = {"game": game, "seats": seats}
    return {**wish, "options": options} if options else wish


def _join(client: Any, match: str, people: list[str], token: str | None) -> dict[int, str]:
    """Take seats in a match, or go on in the one that the token belongs to; returns the tokens by seat."""
    if token is None:
        taken = [client.post(f"/v1/matches/{match}/seats", {"name": name}) for name in people]
        return {seat["seat"]: seat["token"] for seat in taken}
    you = client.get(f"/v1/matches/{match}", token=token)["you"]
    if you is None:
        raise click.UsageError("the token is the host's: a seat's is needed to play")
    return {you: token}
