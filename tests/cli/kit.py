"""What tests of the command line share."""

from typing import Any

from click.testing import CliRunner, Result

from referee.cli import main
from referee.cli.client import Client


def run(*words: Any, given: str | None = None, env: dict[str, str] | None = None) -> Result:
    """Run `referee WORDS` with `given` as standard input; an unexpected exception is raised."""
    done = CliRunner().invoke(main, [str(word) for word in words], input=given, env={"COLUMNS": "120", **(env or {})})
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done


def finished(url: str, **wish: Any) -> dict[str, Any]:
    """Create a match of bots alone, which plays itself out, and look at its end."""
    client = Client(url)
    bots = [{"name": name, "controller": "bot:random"} for name in ("Ana", "Bo", "Cy")]
    made = client.post("/v1/matches", {"game": "kobayakawa", "seats": bots, **wish})
    view: dict[str, Any] = made["view"]
    token = made["host_token"]
    while view["status"] == "active":
        view = client.get(f"/v1/matches/{made['match']}", token=token)
    return {**view, "host_token": token}
