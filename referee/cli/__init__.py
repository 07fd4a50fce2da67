"""The command line: `referee COMMAND`. Each command is a module of its own, imported when it is asked for."""

import importlib

import click

from referee import __version__

COMMANDS = ("serve", "demo", "play", "games", "simulate", "verify", "sweep", "health", "openapi", "pictures")
"""The commands, as `--help` lists them: `name` is the function `name` of the module `referee.cli.name`."""


class Commands(click.Group):
    """A group that imports only the command that is run."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order in which they are listed."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command; None if there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(importlib.import_module(f"referee.cli.{cmd_name}"), cmd_name)
        return command


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="referee")
def main() -> None:
    """Referee hidden-information card games with authority, over HTTP.

    `referee demo` shows a whole match, `referee serve` runs the server, `referee play` plays from this terminal.
    """
