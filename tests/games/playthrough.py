"""Golden playthroughs: a random match of each variant as text, to be reviewed like code.

`python -m tests.games.playthrough [CASE…]` writes them anew; read the difference before you commit it.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from tests.games.kit import Case, cases, play, stream_for

FOLDER = Path(__file__).parent / "playthroughs"
MOVES = 80
"""So many moves of a match are written."""


def path(case: Case) -> Path:
    """Where the playthrough of a case stands."""
    return FOLDER / f"{case}.txt"


def render(case: Case) -> str:
    """The match as text."""
    return "\n".join(_lines(case)) + "\n"


def _lines(case: Case) -> Iterator[str]:
    name = f"playthrough-{case}"
    state = case.start(stream_for(name))
    yield f"# {case.game.title}, variant {case.variant.name}: {case.variant.seats} seats, {_json(case.variant.options)}"
    yield "# Table, hands and legal moves are given whole at the start, then what changed."
    shown: dict[str, Any] = {}
    yield from _state(case, state, shown)
    for state, seat, move, events in play(case, stream_for(name), MOVES):
        yield ""
        yield f"> seat {seat}: {_json(move)}"
        for event in events:
            yield f"  event {event.type} seat={event.seat} {_json(event.data)}"
            for viewer, private in sorted(event.private.items()):
                yield f"    only seat {viewer}: {_json(private)}"
        yield from _state(case, state, shown)
    yield ""
    yield f"result {_json(case.game.result(state))}"


def _state(case: Case, state: Any, shown: dict[str, Any]) -> Iterator[str]:
    yield f"  {case.game.phase(state)}, to act {sorted(case.game.awaiting(state))}"
    for name, value in msgspec.to_builtins(case.game.table(state)).items():
        if name not in shown or shown[name] != value:
            shown[name] = value
            yield f"  {name}: {_json(value)}"
    for seat in range(case.variant.seats):
        for name, value in (("holds", case.game.hand(state, seat)), ("may", case.game.legal(state, seat))):
            line = f"  seat {seat} {name} {_json(value)}"
            if shown.get(f"{seat} {name}") != line:
                shown[f"{seat} {name}"] = line
                yield line


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def main(wanted: list[str]) -> None:
    """Write the playthroughs of the wanted cases, or of all."""
    FOLDER.mkdir(exist_ok=True)
    for case in cases():
        if case.variant.golden and (not wanted or str(case) in wanted):
            path(case).write_text(render(case), encoding="utf-8")
            print(path(case).name)


if __name__ == "__main__":
    main(sys.argv[1:])
