"""Examples for the document: a match of each game, really played from a fixed seed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from referee.api.catalogue import ENTRIES
from referee.errors import IllegalMove, RefereeError
from referee.games import GAMES, forms
from referee.games.protocol import AnyGame
from referee.match import advance
from referee.match.record import Entry, Head, Live, Match, SeatRecord
from referee.match.view import event, plain, unredacted, view
from referee.randomness import Stream, commitment
from referee.store import Record

MATCH = "k3v9x0q2m8c7w1r5z6t4b3nd"
SEED = bytes(range(32))
NOW = 1_767_268_800_000
"""Noon of the first of January 2026, in milliseconds since 1970."""

_NAMES = ("Ana", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo")
_MOVES = 600
"""At most so many moves are played to see every event type."""

Json = Mapping[str, Any]


@dataclass
class Sample:
    """What was seen of the played match."""

    seats: int
    first: Json
    """The view of the seat that moves first, before it moves."""
    events: dict[str, Json] = field(default_factory=dict)
    """The first event of each type, as a seat that was told its `private` part knows it."""
    audited: Json = field(default_factory=dict)
    """The first event with a private part, as an audit has it."""
    moves: dict[str, Json] = field(default_factory=dict)
    """The first move of each type."""
    refusal: IllegalMove | None = None


@cache
def sample(game: str) -> Sample:
    """Play a match of the game and keep an example of everything."""
    rules = GAMES[game]
    match = _begun(rules)
    seat = min(match.awaiting())
    seen = Sample(len(match.head.seats), plain(view(match, seat)), moves=_first_moves(match))
    seen.refusal = _refusal(match, seat)
    chance = Stream(bytes(32))
    seq = 0
    wanted = {kind.name for kind in rules.kinds}
    for _ in range(_MOVES):
        for entry in match.log:
            seq += 1
            _remember(seen, game, seq, entry)
        match.log.clear()
        awaiting = sorted(match.awaiting())
        if not awaiting or wanted <= set(seen.events):
            break
        seat = chance.choice(awaiting)
        legal = match.started.legal(seat)
        move = forms.sample(legal, chance.below)
        seen.moves.setdefault(move["type"], move)
        advance.move(match, seat, rules.read_move(move), legal, NOW)
    return seen


def _begun(game: AnyGame) -> Match:
    """Start a match with the game's own examples of options and deal, with as many seats as they are for."""
    for seats in game.seats:
        head = Head(
            game=game.id,
            rules_version=game.rules_version,
            status="open",
            seats=[SeatRecord(name, "player", False, b"") for name in _NAMES[:seats]],
            host=b"",
            salt=b"",
            commitment=commitment(MATCH, SEED),
            options=dict(game.example["options"]),
            effective={},
            deal=dict(game.example["deal"]),
            move_seconds=None,
            spectators=True,
            seed_given=False,
            entropy=None,
            created=NOW,
        )
        record = Record(version=0, revision=0, events=0, deadline=0, head=b"", state=b"")
        match = Match(MATCH, NOW, record, head, Live(expires=NOW + 30 * 24 * 3600 * 1000), game, seed=SEED)
        try:
            advance.start(match)
        except RefereeError:
            continue
        return match
    raise ValueError(f"the examples of {game.id} fit no number of seats")


def _first_moves(match: Match) -> dict[str, Json]:
    """An example of each move type, from the examples of its fields; types without one are left out."""
    examples: dict[str, Json] = {}
    for move in ENTRIES[match.head.game]["moves"]:
        schema = move["schema"]
        fields = {name: field["examples"][0] for name, field in schema["properties"].items() if "examples" in field}
        if set(schema["required"]) <= {"type", *fields}:
            examples[move["type"]] = {"type": move["type"], **fields}
    return examples


def _refusal(match: Match, seat: int) -> IllegalMove | None:
    """A refusal that is worth showing: of a move type that exists, but is not possible at the start."""
    for move in _first_moves(match).values():
        try:
            match.started.check(seat, match.game.read_move(move))
        except IllegalMove as error:
            return error
    return None


def _remember(seen: Sample, game: str, number: int, entry: Entry) -> None:
    known = plain(event(game, number, entry, min(entry.private, default=None)))
    if entry.type not in seen.events or ("private" in known and "private" not in seen.events[entry.type]):
        seen.events[entry.type] = known
    if entry.private and not seen.audited:
        seen.audited = plain(unredacted(number, entry))
