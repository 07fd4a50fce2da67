"""Seats: claim an open one, change one, leave one."""

from referee.api import schemas
from referee.api.endpoint import KEPT, Asked, Body, Contract, Reply, Service
from referee.api.matches import MADE
from referee.api.negotiation import JSON
from referee.errors import Invalid
from referee.match import seats
from referee.match.answers import Answer
from referee.match.documents import Changed, Claimed


@Contract(
    "POST",
    "/v1/matches/{match}/seats",
    "Seats",
    {201: Reply("The seat is yours.", {JSON: Claimed}, MADE)},
    ("idempotency-key-reused", "wrong-invite", "seat-taken", "match-full", "match-over"),
    body=Body("ClaimSeat", schemas.CLAIM),
    keyed=True,
)
def claim_seat(service: Service, asked: Asked, match: str) -> Answer:
    """Claim an open seat.

    Takes no token and answers with the seat's. Names are normalised (NFKC, no control or format characters, trimmed),
    have then 1 to 40 characters, and differ within the match, upper and lower case being one. The last claim starts
    the match. In a match that goes on, a seat that was opened again is taken over from the bot that played it.
    """
    return seats.claim(service.matches, match, seats.Claim(**asked.wish), once=asked.once("claim"))


@Contract(
    "PATCH",
    "/v1/matches/{match}/seats/{seat}",
    "Seats",
    {200: Reply("The seat as it is now.", {JSON: Changed}, (*KEPT, "ETag"))},
    ("idempotency-key-reused", "not-your-seat", "forbidden", "seat-taken", "match-over"),
    body=Body("ChangeSeat", schemas.CHANGE),
    keyed=True,
    bearer="required",
)
def change_seat(service: Service, asked: Asked, match: str, seat: int) -> Answer:
    """Change a seat.

    A seat changes its own name, who plays it, and its token; the host anybody's controller and token, and may give an
    open seat to a bot, take a name away, or open a seat that was left or is a bot's: until somebody claims it the bot
    plays on, and a seat that was invited has a new invite. A bot plays for its seat as soon as it is on turn. Renewing
    a token closes the streams of the old one.
    """
    wish = seats.Change(**asked.wish)
    if wish == seats.Change():
        raise Invalid.at("", "name at least one thing to change: name, controller, rotate_token or open")
    return seats.change(service.matches, match, seat, asked.token, wish, once=asked.once(f"seats/{seat}"))


@Contract(
    "DELETE",
    "/v1/matches/{match}/seats/{seat}",
    "Seats",
    {204: Reply("The seat is left.")},
    ("idempotency-key-reused", "not-your-seat", "forbidden", "match-over"),
    keyed=True,
    bearer="required",
)
def leave_seat(service: Service, asked: Asked, match: str, seat: int) -> Answer:
    """Leave a seat.

    By the seat itself; its token dies. Before the start the seat is open again; afterwards `bot:steady` plays on, and
    the host may open the seat for somebody else.
    """
    return seats.leave(service.matches, match, seat, asked.token, once=asked.once(f"seats/{seat}/leave"))
