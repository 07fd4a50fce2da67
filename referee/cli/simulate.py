"""`referee simulate`: many matches between bots, without a server."""

import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.simulate import Played


@click.command()
@click.argument("game")
@click.option("-n", "--matches", default=100, show_default=True, type=click.IntRange(1), help="How many matches.")
@click.option(
    "--seats",
    default="",
    metavar="PLAYERS",
    help="Who plays, seat by seat: bot:steady,bot:random,… or names given with --bot; a number stands for so many "
    "bot:random. Left out, bot:random plays with as few seats as the game takes.",
)
@click.option(
    "--bot",
    "own",
    multiple=True,
    metavar="NAME=MODULE:FUNCTION",
    help="A player of your own, (view, stream) -> move, for --seats; importable from here.",
)
@click.option("--seed", default="", help="Any text; match n follows from it and from n alone.")
@click.option("-j", "--jobs", default=1, show_default=True, type=click.IntRange(1, 256), help="Processes.")
@click.option("--options", "options_json", default="{}", metavar="JSON", help="The game's options.")
@click.option(
    "--max-moves",
    default=5_000,
    show_default=True,
    type=click.IntRange(1),
    help="Moves after which a match is left unfinished.",
)
@click.option(
    "--jsonl", type=click.File("w", encoding="utf-8", lazy=False), help="Write a line of JSON a match; - too."
)
@click.option("--moves", is_flag=True, help="With --jsonl: each match's moves as well.")
def simulate(
    game: str,
    matches: int,
    seats: str,
    own: tuple[str, ...],
    seed: str,
    jobs: int,
    options_json: str,
    max_moves: int,
    jsonl: IO[str] | None,
    moves: bool,
) -> None:
    """Play many matches of GAME between bots, and tell who wins.

    Nothing is stored and no server is needed; every player sees exactly its seat's view. The same seed gives the
    same matches, whatever the number of processes. A refused move of a bot ends the run with the refusal.

    \b
      referee simulate kobayakawa -n 1000 --seats bot:steady,bot:random,bot:random
      referee simulate kinmo --seats mine,bot:steady --bot mine=my_bots:careful
    """
    import msgspec

    from referee.errors import Invalid
    from referee.simulate import PlayerError
    from referee.simulate import simulate as matches_of

    names, players = _players(game, seats, own)
    try:
        options = msgspec.json.decode(options_json)
    except msgspec.DecodeError as error:
        raise click.BadParameter(f"not JSON: {error}", param_hint="--options") from None
    tally = Tally(names)
    began = time.perf_counter()
    run = matches_of(
        game,
        players,
        matches=matches,
        seed=seed,
        options=options,
        max_moves=max_moves,
        moves=moves and jsonl is not None,
        jobs=jobs,
        names=names,
    )
    try:
        with _progress(matches) as step:
            for played in run:
                tally.add(played)
                if jsonl is not None:
                    jsonl.write(msgspec.json.encode(line(played)).decode() + "\n")
                step()
    except Invalid as error:
        raise click.UsageError("; ".join(f"{fault.pointer}: {fault.message}" for fault in error.faults)) from None
    except PlayerError as error:
        raise click.ClickException(str(error)) from None
    if jsonl is not None:
        jsonl.flush()
    _report(game, tally, time.perf_counter() - began, jobs, to_stderr=jsonl is not None and jsonl.name == "<stdout>")


def line(played: "Played") -> dict[str, Any]:
    """Return what `--jsonl` writes of a match: nothing that differs from run to run."""
    entry: dict[str, Any] = {
        "number": played.number,
        "seed": played.seed,
        "seats": played.seats,
        "options": played.options,
        "result": played.result,
        "move_count": played.move_count,
    }
    if played.moves is not None:
        entry["moves"] = played.moves
    return entry


def _players(game: str, seats: str, own: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """Return the names of the players by seat, and what stands for them."""
    import sys

    from referee.games import GAMES

    book = GAMES.get(game)
    if book is None:
        raise click.BadParameter(f"no such game; there are {', '.join(GAMES)}", param_hint="GAME")
    named: dict[str, str] = {}
    for one in own:
        name, equals, target = one.partition("=")
        if not equals or ":" not in target or not name or name.startswith("bot:"):
            raise click.BadParameter(f"{one!r} is not name=module:function", param_hint="--bot")
        named[name] = target
    names = [name.strip() for name in seats.split(",") if name.strip()]
    if not names or (len(names) == 1 and names[0].isdecimal()):
        names = ["bot:random"] * (int(names[0]) if names else book.seats.start)
    if unused := set(named) - set(names):
        raise click.BadParameter(f"{', '.join(sorted(unused))} plays in no seat of --seats", param_hint="--bot")
    if named and "" not in sys.path:
        sys.path.insert(0, "")
    return names, [named.get(name, name) for name in names]


@dataclass
class Score:
    """What a seat or a kind of player has won."""

    played: int = 0
    wins: int = 0
    share: float = 0.0
    score: float = 0.0

    def add(self, won: bool, share: float, score: int) -> None:
        """Count a match that ended."""
        self.played += 1
        self.wins += won
        self.share += share
        self.score += score


@dataclass
class Tally:
    """The results of a run. A match with several winners is shared between them."""

    names: list[str]
    matches: int = 0
    unfinished: int = 0
    moves: int = 0
    seconds: float = 0.0
    shared: int = 0
    seats: dict[int, Score] = field(default_factory=lambda: defaultdict(Score))
    kinds: dict[str, Score] = field(default_factory=lambda: defaultdict(Score))

    def add(self, played: "Played") -> None:
        """Count a match."""
        self.matches += 1
        self.moves += played.move_count
        self.seconds += played.seconds
        result = played.result
        if result is None:
            self.unfinished += 1
            return
        self.shared += len(result.winners) > 1
        for seat, name in enumerate(self.names):
            won = seat in result.winners
            share = 1 / len(result.winners) if won else 0.0
            for score in (self.seats[seat], self.kinds[name]):
                score.add(won, share, result.scores[seat])


@contextmanager
def _progress(matches: int) -> "Iterator[Callable[[], None]]":
    """Show a progress bar on a terminal; yields what to call once a match."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("matches"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("matches", total=matches)
        yield lambda: progress.advance(task)


def _report(game: str, tally: Tally, seconds: float, jobs: int, *, to_stderr: bool) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(stderr=to_stderr, highlight=False)
    ended = tally.matches - tally.unfinished
    table = Table("seat", "player", "wins", "share", "mean score", title=f"{game}: {ended} matches that ended")
    for seat, name in enumerate(tally.names):
        table.add_row(str(seat), name, *_cells(tally.seats[seat]))
    console.print(table)
    if len(tally.kinds) > 1:
        by_kind = Table("player", "seats", "wins", "share", "mean score")
        for name, score in tally.kinds.items():
            by_kind.add_row(name, str(tally.names.count(name)), *_cells(score))
        console.print(by_kind)
    per_move = 1e6 * tally.seconds / tally.moves if tally.moves else 0.0
    console.print(
        f"{tally.matches} matches ({tally.unfinished} unfinished, {tally.shared} with several winners), "
        f"{tally.moves / tally.matches:.1f} moves a match",
        f"{per_move:.1f} µs a move, {tally.matches / seconds:.1f} matches/s in {jobs} process{'es' * (jobs > 1)}",
        sep="\n",
        soft_wrap=True,
    )


def _cells(score: Score) -> tuple[str, str, str]:
    played = score.played or 1
    return str(score.wins), f"{100 * score.share / played:.1f} %", f"{score.score / played:.2f}"
