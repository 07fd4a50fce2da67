"""`referee verify`: whether a referee was honest."""

import sys
from pathlib import Path
from typing import Any, NoReturn

import click

UNUSABLE = 2
"""The exit code for what is no audit."""


@click.command()
@click.argument("audit")
@click.option("--token", envvar="REFEREE_TOKEN", help="A seat's or the host's, for matches without spectators.")
@click.option("--commitment", help="The commitment as it was published at creation, if you noted it down.")
def verify(audit: str, token: str | None, commitment: str | None) -> None:
    """Check a match that is over: AUDIT is a file, - for standard input, or the address of a match.

    Replays the match from its seed and compares the commitment, every event with all that single seats were told,
    and the result. Exits with 0 if all of it is honest, 1 with what is not, 2 for what cannot be checked.
    """
    from referee.match import verify as checking

    document = _document(audit, token)
    try:
        read = checking.read(document)
        findings = list(checking.check(read))
    except checking.Unusable as error:
        _unusable(str(error))
    if commitment is not None and commitment != read.commitment:
        findings.insert(0, checking.Finding("/commitment", f"is not the one given, {commitment}"))
    if findings:
        for finding in findings:
            click.echo(f"{finding.where}: {finding.what}")
        click.echo(f"this audit does not hold: {len(findings)} finding{'s' if len(findings) > 1 else ''}", err=True)
        sys.exit(1)
    click.echo(f"verified: {summary(read)}")


def summary(audit: Any) -> str:
    """Say in a line what an honest audit shows."""
    end = "aborted" if audit.result is None else f"{audit.result.reason}, won by "
    if audit.result is not None:
        end += " and ".join(str(audit.seats[seat].name) for seat in audit.result.winners)
    return (
        f"an honest match of {audit.game}, {len(audit.moves)} moves, {len(audit.events)} events, "
        f"commitment {audit.commitment[:15]}…: {end}"
    )


def _document(source: str, token: str | None) -> Any:
    import msgspec

    if source.startswith(("http://", "https://")):
        return _fetched(source, token)
    try:
        data = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
    except OSError as error:
        _unusable(f"{source} cannot be read: {error.strerror}")
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError) as error:
        _unusable(f"{source} is not JSON: {error}")


def _fetched(url: str, token: str | None) -> Any:
    from referee.cli.client import Client, Problem, Unreachable, split_match

    parts = split_match(url)
    if parts is None:
        _unusable(f"not the address of a match (…/v1/matches/{{match}}): {url}")
    try:
        return Client(parts[0]).get(f"/v1/matches/{parts[1]}/audit", token=token)
    except Problem as problem:
        _unusable(f"the server refused: {problem}")
    except Unreachable as error:
        _unusable(error.message)


def _unusable(why: str) -> NoReturn:
    click.echo(f"Error: {why}", err=True)
    sys.exit(UNUSABLE)
