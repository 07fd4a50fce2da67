"""`referee sweep`: do what is due in matches that nobody looks at."""

from typing import Any

import click


@click.command()
@click.option("--once", is_flag=True, help="Look once, until nothing is due, and stop.")
@click.option(
    "--every", default=1.0, show_default=True, type=click.FloatRange(0.05, 3600), help="Seconds between two looks."
)
def sweep(once: bool, every: float) -> None:
    """Move for players whose time is over, and go on with bots' matches.

    Works on the configured store: REDIS_URL, or the embedded server in REFEREE_DATA as long as `referee serve` does
    not run on it. `referee serve` sweeps by itself; this is for where no server is running, or beside many. Prints
    how many matches were looked at.
    """
    import time

    from referee.app import create_app
    from referee.config import ConfigError, from_environment
    from referee.store import StoreUnavailable
    from referee.store.embedded import EmbeddedError

    try:
        app = create_app(from_environment())
    except (ConfigError, EmbeddedError, ValueError) as error:
        raise click.ClickException(str(error)) from None
    matches = app.extensions["referee"]
    try:
        while True:
            try:
                seen = _until_done(matches)
            except StoreUnavailable as error:
                if once:
                    raise click.ClickException(f"the store cannot be reached: {error.detail}") from None
                click.echo(f"the store cannot be reached: {error.detail}", err=True)
                seen = 0
            if once or seen:
                click.echo(f"swept {seen} {'match' if seen == 1 else 'matches'}")
            if once:
                return
            time.sleep(every)
    finally:
        matches.store.close()


_ROUNDS = 10_000
"""Looks that one sweep makes at most: a match of bots alone is moved on by a batch at a time."""


def _until_done(matches: Any) -> int:
    seen = 0
    for _ in range(_ROUNDS):
        looked: int = matches.sweep()
        seen += looked
        if not looked:
            break
    return seen
