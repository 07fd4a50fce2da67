"""Making matches: creation, and the rematch."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from referee import store as words
from referee.errors import Fault, Forbidden, Invalid, KeyReused, MatchExpired, MatchNotOver, MissingToken, NotFound
from referee.games import BOOKS
from referee.games.protocol import Rulebook, begin, convert
from referee.match import advance, names, tokens
from referee.match.answers import Answer, replay
from referee.match.matches import ATTEMPTS, MARK_MS, Matches
from referee.match.record import Head, Live, Match, SeatRecord, Viewer
from referee.match.view import etag, view
from referee.randomness import Stream, commitment
from referee.store import Key, Record, StoreUnavailable

_NEW = Record(version=-1, revision=-1, events=0, deadline=0, head=b"", state=b"")


class SeatWish(msgspec.Struct):
    """A seat as the creator wants it."""

    name: str | None = None
    controller: str = "player"
    open: bool = False


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


def create(matches: Matches, wish: Wish, *, caller: str | None, key: str | None, body: Any) -> Answer:
    """Create a match; it starts at once unless seats are open. Raises Invalid, BadDeal, KeyReused."""
    book, named = _checked(wish), _names(wish)
    wanted = matches.keyed(caller, key, "create", body)
    match = tokens.new_match_id()
    if wanted:
        match = _reserve(matches, wanted, match)
    salt = secrets.token_bytes(32)
    if wanted and (again := _replayed(matches, match, wanted, key)):
        return again
    made = _new(matches, match, book, wish, named, salt, _minter(salt, "create", key))
    answer = _created(made.match, made.host, made.seats)
    outcome = matches.save(
        made.match, key=wanted, answer=_without_tokens(answer) if wanted else None, seed=made.match.seed or b""
    )
    if outcome.word == words.DONE:
        return answer
    if wanted and (again := _replayed(matches, match, wanted, key)):
        return again
    raise StoreUnavailable("the match could not be created: nothing was applied")


class _Made(msgspec.Struct):
    match: Any
    host: str
    seats: list[str | None]


def _checked(wish: Wish) -> Rulebook:
    """Check a wish by the game's own rules: a set-up with any stream must succeed."""
    book = BOOKS.get(wish.game)
    if book is None:
        raise Invalid.at("/game", f"no such game; there are {', '.join(BOOKS)}")
    game = book.game
    if len(wish.seats) not in game.seats:
        raise Invalid.at("/seats", f"{game.title} takes {game.seats.start} to {game.seats.stop - 1} seats")
    options = convert(wish.options, game.Options, "/options")
    deal = None if wish.deal is None else convert(wish.deal, game.Deal, "/deal")
    begin(game, len(wish.seats), options, deal, Stream(secrets.token_bytes(32)))
    return book


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


def _seats(
    wish: Wish, named: Sequence[str | None], mint: Callable[[str, int], str]
) -> tuple[list[SeatRecord], list[str | None]]:
    seats: list[SeatRecord] = []
    shown: list[str | None] = []
    for number, (asked, name) in enumerate(zip(wish.seats, named, strict=True)):
        token = None if asked.open else mint(tokens.SEAT, number)
        seats.append(
            SeatRecord(
                name,
                asked.controller,
                asked.open,
                b"" if token is None else tokens.digest(token),
                created=asked.controller,
            )
        )
        shown.append(token)
    return seats, shown


def _new(
    matches: Matches,
    match: str,
    book: Rulebook,
    wish: Wish,
    named: Sequence[str | None],
    salt: bytes,
    mint: Callable[[str, int], str],
) -> _Made:
    seats, shown = _seats(wish, named, mint)
    host = mint(tokens.HOST, 0)
    seed = wish.seed or secrets.token_bytes(32)
    now = matches.store.ping()
    head = Head(
        game=wish.game,
        rules_version=book.game.rules_version,
        status="open",
        seats=seats,
        host=tokens.digest(host),
        salt=salt,
        commitment=commitment(match, seed),
        options=dict(wish.options),
        effective=dict(wish.options),
        deal=None if wish.deal is None else dict(wish.deal),
        move_seconds=wish.move_seconds,
        spectators=wish.spectators,
        seed_given=wish.seed is not None,
        entropy=wish.entropy,
        created=now,
    )
    made = Match(match, now, _NEW, head, Live(expires=0), book, seed=seed, head_changed=True)
    if not any(seat.open for seat in seats):
        advance.start(made)
    matches.touch(made)
    return _Made(made, host, shown)


def _created(match: Match, host: str, shown: list[str | None]) -> Answer:
    body = {
        "match": match.id,
        "game": match.head.game,
        "host_token": host,
        "seats": [
            {"seat": number, "name": seat.name, "token": token}
            for number, (seat, token) in enumerate(zip(match.head.seats, shown, strict=True))
        ],
        "view": view(match, "host"),
    }
    return Answer(201, msgspec.json.encode(body), etag(match, "host"), f"/v1/matches/{match.id}")


def _minter(salt: bytes, route: str, key: str | None) -> Callable[[str, int], str]:
    """With a key, tokens follow from it and can be made again; without, they are random."""
    if key is None:
        return lambda kind, number: tokens.mint(kind)
    return lambda kind, number: tokens.derive(kind, salt, route, key, str(number))


def _without_tokens(answer: Answer) -> Answer:
    body = msgspec.json.decode(answer.body)
    body["host_token"] = None
    for seat in body["seats"]:
        seat["token"] = seat["token"] and ""
    return msgspec.structs.replace(answer, body=msgspec.json.encode(body))


def _reserve(matches: Matches, wanted: Key, match: str) -> str:
    """Bind a create key to one match id for 24 h. Raises KeyReused for another request."""
    name = b"create:" + wanted.name
    kept = matches.store.reserve(name, wanted.fingerprint + match.encode(), MARK_MS)
    if kept[: len(wanted.fingerprint)] != wanted.fingerprint:
        raise KeyReused("this idempotency key came with another request before")
    return kept[len(wanted.fingerprint) :].decode()


def _replayed(matches: Matches, match: str, wanted: Key, key: str | None) -> Answer | None:
    """Return the first answer to a create, its tokens made again, if the match exists already."""
    loaded = matches.store.load(match, key=wanted.name)
    if loaded.gone:
        matches.open(match)
    if loaded.record is None or loaded.answered is None:
        return None
    found = matches.unpack(match, loaded)
    answer = replay(matches.recall(found, loaded.answered), loaded.answered.fingerprint, wanted)
    mint = _minter(found.head.salt, "create", key)
    body = msgspec.json.decode(answer.body)
    body["host_token"] = mint(tokens.HOST, 0)
    for number, seat in enumerate(body["seats"]):
        seat["token"] = None if seat["token"] is None else mint(tokens.SEAT, number)
    return msgspec.structs.replace(answer, body=msgspec.json.encode(body))


# Rematch


def rematch(matches: Matches, match: str, token: str | None, *, key: str | None, body: Any) -> Answer:
    """Play again with the same seats, options, clock and tokens, a fresh seed and no deal.

    A match has one rematch: who asks second gets the same one, with 200 instead of 201.
    Raises MissingToken, MatchNotOver.
    """
    wanted = matches.keyed(token, key, "rematch", body)
    for _ in range(ATTEMPTS):
        found = matches.current(match)
        if wanted:
            _, remembered, first = matches.open(match, key=wanted.name)
            if remembered:
                return replay(remembered, first, wanted)
        who = None if token is None else matches.viewer(found, token)
        if who is None:
            raise MissingToken("send a seat's or the host's token")
        if not found.over:
            raise MatchNotOver("a rematch is for after the end")
        if found.state is None:
            raise Forbidden("the match was never played")
        if after := _followed(matches, found):
            # asked anew: a token that was replaced in the later match opens nothing there
            return _rematched(after, matches.viewer(after, token), 200)
        if answer := _point_to(matches, found, _follow(matches, found, who), who, wanted):
            return answer
    raise StoreUnavailable("the match is changing too fast: nothing was applied")


def _followed(matches: Matches, before: Match) -> Match | None:
    """Return the rematch there is already; None once it was removed."""
    if before.head.rematch is None:
        return None
    try:
        return matches.current(before.head.rematch)
    except (NotFound, MatchExpired):
        return None


def _again(seat: SeatRecord, *, plays: bool) -> SeatRecord:
    """Put a seat back as it was created; whoever asks plays."""
    controller = "player" if plays else seat.created or seat.controller
    return msgspec.structs.replace(seat, entropy=None, controller=controller, created=controller)


def _follow(matches: Matches, before: Match, who: Viewer) -> Match:
    """Build the match that follows: who played by a stand-in is back, and whoever asks plays."""
    seed, match, now = secrets.token_bytes(32), tokens.new_match_id(), matches.store.ping()
    head = msgspec.structs.replace(
        before.head,
        status="open",
        seats=[_again(seat, plays=number == who) for number, seat in enumerate(before.head.seats)],
        commitment=commitment(match, seed),
        effective=before.head.options,
        deal=None,
        seed_given=False,
        entropy=None,
        created=now,
        rematch=None,
    )
    made = Match(match, now, _NEW, head, Live(expires=0), before.book, seed=seed, head_changed=True)
    advance.start(made)
    matches.touch(made)
    return made


def _point_to(matches: Matches, before: Match, follow: Match, who: Viewer, wanted: Key | None) -> Answer | None:
    """Create `follow` and let the old match point to it; None when another request was faster."""
    matches.save(follow, seed=follow.seed or b"")
    before.head.rematch = follow.id
    before.head_changed = True
    before.revision += 1
    answer = _rematched(follow, who, 201)
    if matches.save(before, key=wanted, answer=answer if wanted else None).word == words.DONE:
        return answer
    matches.store.delete(follow.id, 1)
    return None


def _rematched(match: Match, who: Viewer, status: int) -> Answer:
    body = {
        "match": match.id,
        "game": match.head.game,
        "seats": [{"seat": number, "name": seat.name} for number, seat in enumerate(match.head.seats)],
        "view": view(match, who),
    }
    return Answer(status, msgspec.json.encode(body), etag(match, who), f"/v1/matches/{match.id}")
