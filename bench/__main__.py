"""`python -m bench`: the ladder, in one run, as ratios."""

import json
import platform
import secrets
from collections.abc import Sequence
from pathlib import Path

import click

from bench import apps, growth, load, scripts
from bench.serving import Server
from bench.waiting import measure
from referee.games import GAMES
from referee.match.matches import Matches, Times
from referee.store.opening import open_place, open_store

CONNECTIONS = 16


def _measure(server: Server, requests: Sequence[Sequence[bytes]], seconds: float, repeat: bool) -> dict[str, float]:
    before = server.cpu_seconds()
    figures = load.run(server.port, requests, seconds, repeat)
    cpu = server.cpu_seconds() - before
    return {
        "rate": round(figures.rate),
        "cpu_us": round(1e6 * cpu / figures.requests),
        "p50_ms": round(figures.p50, 2),
        "p99_ms": round(figures.p99, 2),
        "failed": figures.failed,
    }


@click.group()
def bench() -> None:
    """Measure Referee against references in the same run."""


@bench.command()
@click.option("--seconds", default=4.0, show_default=True, help="How long each rung is under load.")
@click.option("--rounds", default=3, show_default=True, help="How often; the median counts.")
@click.option("--workers", default=2, show_default=True)
@click.option("--redis", "redis_url", help="A Redis to use; left out, an embedded server.")
@click.option("--json", "out", type=click.Path(path_type=Path), help="Write the figures there.")
def ladder(seconds: float, rounds: int, workers: int, redis_url: str | None, out: Path | None) -> None:
    """Bare WSGI, Flask, Flask with the same store calls, and our POST move and GET view for each game."""
    place = open_place(redis_url, memory=True)
    assert place.url is not None
    url = place.url
    rows: dict[str, list[dict[str, float]]] = {}
    try:
        names = [secrets.token_hex(8) for _ in range(CONNECTIONS)]
        apps.prepare(url, names)
        step = b'{"step":1}'
        for number in range(rounds):
            for name, app, sent in (
                ("a bare WSGI", "bench.apps:bare", [[load.request("GET", "/")]] * CONNECTIONS),
                ("b Flask hello", "bench.apps:hello()", [[load.request("GET", "/")]] * CONNECTIONS),
                ("c Flask + GET 2 KB", "bench.apps:reading()", [[load.request("GET", f"/{n}")] for n in names]),
                (
                    "d Flask + GET + commit",
                    "bench.apps:writing()",
                    [[load.request("POST", f"/{n}", None, step)] for n in names],
                ),
            ):
                with Server(app, url, workers) as server:
                    rows.setdefault(name, []).append(_measure(server, sent, seconds, True))
            with Server("referee.app:create_app()", url, workers) as server:
                _games(server, url, rows, seconds, number)
    finally:
        place.close()
    table = {name: _median(figures) for name, figures in rows.items()}
    _print(table)
    if out:
        out.write_text(json.dumps({"machine": _machine(), "ladder": table}, indent=1) + "\n")


def _games(server: Server, url: str, rows: dict[str, list[dict[str, float]]], seconds: float, number: int) -> None:
    store = open_store(url)
    matches = Matches(store, Times(3_600_000, 3_600_000))
    for game in GAMES.values():
        seats = max(game.seats.start, min(4, game.seats.stop - 1))
        prepared: list[list[scripts.Prepared]] = []
        for connection in range(CONNECTIONS):
            ready: list[scripts.Prepared] = []
            while sum(len(one.moves) for one in ready) < 250 * seconds:
                ready.append(scripts.prepare(matches, game.id, seats, 10_000 * number + 100 * connection + len(ready)))
            prepared.append(ready)
        looks = [[one.look for one in ready[:1]] for ready in prepared]
        rows.setdefault(f"GET view {game.id}", []).append(_measure(server, looks, seconds, True))
        moves = [[move for one in ready for move in one.moves] for ready in prepared]
        rows.setdefault(f"POST move {game.id}", []).append(_measure(server, moves, seconds, False))
    store.close()


@bench.command()
@click.option("--clients", default=500, show_default=True)
@click.option("--rate", default=100.0, show_default=True, help="Moves a second.")
@click.option("--seconds", default=10.0, show_default=True)
@click.option("--redis", "redis_url", help="A Redis to use; left out, an embedded server.")
def waiting(clients: int, rate: float, seconds: float, redis_url: str | None) -> None:
    """Waiting clients on one worker, moves on another: from commit to delivery."""
    place = open_place(redis_url, memory=True)
    assert place.url is not None
    try:
        with (
            Server("referee.app:create_app()", place.url, 1) as moves,
            Server("referee.app:create_app()", place.url, 1, streams=2 * clients) as streams,
        ):
            figures = measure(streams.port, moves.port, place.url, clients, rate, seconds)
            connections = len(open_store(place.url).link.command("CLIENT", "LIST").splitlines()) - 1
    finally:
        place.close()
    for name, value in {**figures, "redis_connections": connections}.items():
        print(f"{name:18} {value}")


@bench.command()
@click.option("--matches", default=100_000, show_default=True, help="The largest number of matches.")
@click.option("--age", default=1_000, show_default=True, help="The oldest match, in moves.")
@click.option("--seconds", default=3.0, show_default=True)
def growing(matches: int, age: int, seconds: float) -> None:
    """What must stay flat: rates by number of matches, by age of a match, by workers; memory; playouts."""
    place = open_place(None, memory=True)
    assert place.url is not None
    try:
        print("| game | bytes of a fresh match | bytes of an event |\n|---|---|---|")
        for game, fresh, event in growth.memory(place.url):
            print(f"| {game} | {fresh:.0f} | {event:.0f} |")
        print("\n| game | random moves a second, one process | µs a move |\n|---|---|---|")
        for game, rate, cost in growth.playouts():
            print(f"| {game} | {rate:.0f} | {cost:.0f} |")
        with Server("referee.app:create_app()", place.url, 2) as server:
            print("\n| moves made before | POST move/s | p99 ms |\n|---|---|---|")
            for moves in (10, age):
                figures = growth.aged(place.url, server, moves, seconds)
                print(f"| {moves} | {figures.rate:.0f} | {figures.p99:.1f} |")
            print("\n| matches in the store | GET view/s | POST move/s |\n|---|---|---|")
            for number in (10, 1_000, matches):
                looks, made = growth.crowd(place.url, server, number, seconds)
                print(f"| {number} | {looks.rate:.0f} | {made.rate:.0f} |")
        print("\n| workers | GET view/s | POST move/s |\n|---|---|---|")
        for workers in (1, 2, 4):
            with Server("referee.app:create_app()", place.url, workers) as server:
                looks, made = growth.crowd(place.url, server, 0, seconds)
                print(f"| {workers} | {looks.rate:.0f} | {made.rate:.0f} |")
    finally:
        place.close()


@bench.command()
@click.argument("figures", type=click.Path(path_type=Path, exists=True))
@click.argument("picture", type=click.Path(path_type=Path))
def plot(figures: Path, picture: Path) -> None:
    """Draw the ladder from the JSON file FIGURES as PICTURE (.svg or .png)."""
    from matplotlib import pyplot

    found = json.loads(figures.read_text())
    names = list(found["ladder"])
    colours = ["#9a9a9a" if not name.startswith(("GET", "POST")) else "#0b6e6e" for name in names]
    figure, (rates, costs) = pyplot.subplots(1, 2, figsize=(11, 5), sharey=True, layout="constrained")
    rates.barh(names, [found["ladder"][name]["rate"] for name in names], color=colours)
    rates.set_xlabel("requests a second, 16 connections")
    costs.barh(names, [found["ladder"][name]["cpu_us"] for name in names], color=colours)
    costs.set_xlabel("processor time of the workers, µs a request")
    rates.invert_yaxis()
    figure.suptitle(f"Referee (green) beside the references of the same run\n{found['machine']}", fontsize=10)
    figure.savefig(picture)


def _median(figures: list[dict[str, float]]) -> dict[str, float]:
    middle = len(figures) // 2
    return {name: sorted(one[name] for one in figures)[middle] for name in figures[0]}


def _print(table: dict[str, dict[str, float]]) -> None:
    c, d = table["c Flask + GET 2 KB"], table["d Flask + GET + commit"]
    print("| | requests/s | CPU µs | p50 ms | p99 ms | failed | ratio of rate |")
    print("|---|---|---|---|---|---|---|")
    for name, row in table.items():
        ratio = ""
        if name.startswith("POST"):
            ratio = f"{row['rate'] / d['rate']:.2f} × d"
        elif name.startswith("GET"):
            ratio = f"{row['rate'] / c['rate']:.2f} × c"
        print(
            f"| {name} | {row['rate']:.0f} | {row['cpu_us']:.0f} | {row['p50_ms']} | {row['p99_ms']} |"
            f" {row['failed']:.0f} | {ratio} |"
        )


def _machine() -> str:
    return f"{platform.machine()}, Python {platform.python_version()}, {platform.system()} {platform.release()}"


if __name__ == "__main__":
    bench()
