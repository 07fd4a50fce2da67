"""Making matches."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from referee.errors import Fault, Invalid, KeyReused
from referee.games import GAMES
from referee.games.position import Position
from referee.games.protocol import AnyGame, convert
from referee.match import advance, names, tokens
from referee.match.answers import Answer, Mint, Once, minting
from referee.match.documents import Created, CreatedSeat
from referee.match.matches import MARK_MS, Matches
from referee.match.record import Head, Live, Match, SeatRecord
from referee.match.view import etag, view
from referee.randomness import Stream, commitment
from referee.store import Record, StoreUnavailable, Verdict

NEW = Record(version=-1, revision=-1, events=0, deadline=0, head=b"", state=b"")
"""What stands in the store before a match is created."""


class SeatWish(msgspec.Struct):
    """A seat as the creator wants it."""

    name: str | None = None
    controller: str = "player"
    open: bool = False
    invite: bool = False
    """Whether it can only be claimed with the invite that the answer holds."""


class Wish(msgspec.Struct):
    """A match as its creator wants it; shapes are checked, what the game makes of them is not."""

    game: str
    seats: Sequence[SeatWish]
    options: Mapping[str, Any]
    deal: Mapping[str, Any] | None = None
    seed: bytes | None = None
    move_seconds: int | None = None
    spectators: bool = True
    entropy: str | None = None
    labels: Mapping[str, str] = {}


def create(matches: Matches, wish: Wish, *, once: Once | None = None) -> Answer:
    """Create a match; it starts at once unless seats are open. Raises Invalid, BadDeal, KeyReused."""
    game, seat_names = _checked(wish), _names(wish)
    match_id = tokens.new_match_id()
    if once:
        match_id = _reserve(matches, once, match_id)
    salt = secrets.token_bytes(32)
    if once and (first := _replayed(matches, match_id, once)):
        return first
    match, answer = _new(matches, match_id, game, wish, seat_names, salt, minting(salt, once))
    outcome = matches.save(match, once=once, answer=answer, seed=match.seed or b"")
    if outcome.verdict is Verdict.DONE:
        return answer
    if once and (first := _replayed(matches, match_id, once)):
        return first
    raise StoreUnavailable("the match could not be created: nothing was applied")


def _checked(wish: Wish) -> AnyGame:
    """Check a wish by the game's own rules: a set-up with any stream must succeed."""
    game = GAMES.get(wish.game)
    if game is None:
        raise Invalid.at("/game", f"no such game; there are {', '.join(GAMES)}")
    if len(wish.seats) not in game.seats:
        raise Invalid.at("/seats", f"{game.title} takes {game.seats.start} to {game.seats.stop - 1} seats")
    options = convert(wish.options, game.Options, "/options")
    deal = None if wish.deal is None else convert(wish.deal, game.Deal, "/deal")
    Position.begin(game, len(wish.seats), options, deal, Stream(secrets.token_bytes(32)))
    return game


def _names(wish: Wish) -> list[str | None]:
    """Settle the seats' names, None for open ones. Raises Invalid with every name that cannot be."""
    named: list[str | None] = []
    faults: list[Fault] = []
    for number, asked in enumerate(wish.seats):
        name = asked.name
        if name is not None:
            try:
                name = names.clean(name, f"/seats/{number}")
                names.check_unique(name, named, f"/seats/{number}")
            except Invalid as error:
                faults += error.faults
        named.append(name)
    if faults:
        raise Invalid(faults)
    for number, asked in enumerate(wish.seats):
        if named[number] is None and not asked.open:
            named[number] = names.default(number, named)
    return named


def _new(
    matches: Matches,
    match_id: str,
    game: AnyGame,
    wish: Wish,
    seat_names: Sequence[str | None],
    salt: bytes,
    mint: Mint,
) -> tuple[Match, Answer]:
    """Make the match, not yet stored, and what its creator is told."""
    host = mint(tokens.HOST, 0)
    seat_tokens = [None if asked.open else mint(tokens.SEAT, number) for number, asked in enumerate(wish.seats)]
    invites = [mint(tokens.INVITE, number) if asked.invite else None for number, asked in enumerate(wish.seats)]
    seats = [
        SeatRecord(
            name,
            asked.controller,
            asked.open,
            tokens.digest(token) if token else b"",
            created=asked.controller,
            invite=tokens.digest(invite) if invite else b"",
        )
        for asked, name, token, invite in zip(wish.seats, seat_names, seat_tokens, invites, strict=True)
    ]
    seed = wish.seed or secrets.token_bytes(32)
    now = matches.store.ping()
    head = Head(
        game=wish.game,
        rules_version=game.rules_version,
        status="open",
        seats=seats,
        host=tokens.digest(host),
        salt=salt,
        commitment=commitment(match_id, seed),
        options=dict(wish.options),
        effective=dict(wish.options),
        deal=None if wish.deal is None else dict(wish.deal),
        move_seconds=wish.move_seconds,
        spectators=wish.spectators,
        seed_given=wish.seed is not None,
        entropy=wish.entropy,
        created=now,
        labels=dict(wish.labels),
    )
    match = Match(match_id, now, NEW, head, Live(expires=0), game, seed=seed, head_changed=True)
    if not any(seat.open for seat in seats):
        advance.start(match)
    matches.touch(match)
    document = Created(
        match=match_id,
        game=head.game,
        host_token=host,
        seats=[
            CreatedSeat(number, seat.name, token, invite or UNSET)
            for number, (seat, token, invite) in enumerate(zip(seats, seat_tokens, invites, strict=True))
        ],
        view=view(match, "host"),
    )
    return match, Answer(201, document, etag(match, "host"), f"/v1/matches/{match_id}")


def _reserve(matches: Matches, once: Once, match_id: str) -> str:
    """Bind a create key to one match id for 24 h. Raises KeyReused for another request."""
    name, fingerprint = b"create:" + once.key.name, once.key.fingerprint
    kept = matches.store.reserve(name, fingerprint + match_id.encode(), MARK_MS)
    if kept[: len(fingerprint)] != fingerprint:
        raise KeyReused("this idempotency key came with another request before")
    return kept[len(fingerprint) :].decode()


def _replayed(matches: Matches, match_id: str, once: Once) -> Answer | None:
    """Return the first answer to a create if the match exists already."""
    loaded = matches.store.load(match_id, key=once.key.name)
    if loaded.gone:
        matches.open(match_id)  # raises, unless another request has just created it
    if loaded.record is None or loaded.answered is None:
        return None
    return matches.recall(matches.unpack(match_id, loaded), loaded.answered, once)
