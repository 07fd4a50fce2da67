"""`python -m referee` is `referee`."""

import sys


def main() -> None:
    """Run a command. `referee health`, asked every few seconds, does without what the others need."""
    if sys.argv[1:] == ["health"]:
        import os

        from referee.health import ADDRESS, health

        sys.exit(health(os.environ.get("REFEREE_BIND") or ADDRESS))
    from referee.cli import main as command_line

    command_line(prog_name="referee")


if __name__ == "__main__":
    main()
