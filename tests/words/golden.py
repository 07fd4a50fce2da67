"""Events, forms, phases and results as the golden playthroughs have them."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.games import playthrough
from tests.games.kit import Case, cases

NAMES = ("Ana", "Bo", "Cy", "Di", "Iris", "Óscar", "Li", "Mo", "Ny", "Ole")

_EVENT = re.compile(r"  event (?P<type>\w+) seat=(?P<seat>\d+|None) (?P<data>.*)")
_PRIVATE = re.compile(r"    only seat (?P<seat>\d+): (?P<private>.*)")
_FORMS = re.compile(r"  seat \d+ may (?P<forms>.*)")
_PHASE = re.compile(r"  (?P<phase>\w+), to act ")
_RESULT = re.compile(r"result (?P<result>\{.*)")


@dataclass
class Golden:
    """What one playthrough tells; events once for a spectator and once for each who knows more."""

    case: Case
    events: list[dict[str, Any]] = field(default_factory=list)
    forms: list[dict[str, Any]] = field(default_factory=list)
    phases: set[str] = field(default_factory=set)
    results: list[dict[str, Any]] = field(default_factory=list)

    @property
    def names(self) -> list[str | None]:
        return list(NAMES[: self.case.variant.seats])


def goldens() -> Iterator[Golden]:
    """Every golden playthrough, read."""
    for case in cases():
        if case.variant.golden:
            yield _read(case, playthrough.path(case))


def _read(case: Case, file: Path) -> Golden:
    golden, seen = Golden(case), set[str]()
    for line in file.read_text(encoding="utf-8").splitlines():
        if found := _EVENT.fullmatch(line):
            seat = None if found["seat"] == "None" else int(found["seat"])
            golden.events.append({"type": found["type"], "seat": seat, "data": json.loads(found["data"])})
            public = golden.events[-1]
        elif found := _PRIVATE.fullmatch(line):
            golden.events.append({**public, "private": json.loads(found["private"])})
        elif found := _FORMS.fullmatch(line):
            if found["forms"] not in seen:
                seen.add(found["forms"])
                golden.forms += json.loads(found["forms"])
        elif found := _PHASE.match(line):
            golden.phases.add(found["phase"])
        elif found := _RESULT.fullmatch(line):
            golden.results.append(json.loads(found["result"]))
    return golden
