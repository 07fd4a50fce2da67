"""Plays a match of Teatime to its end by the types of openapi-python-client alone, and reads what seats were told."""

import json
import sys

from client import AuthenticatedClient, Client
from client.api.events import list_events
from client.api.matches import create_match, get_match
from client.api.moves import submit_move
from client.models import (
    Created,
    EventPage,
    MatchStatus,
    Moved,
    TeatimeCreate,
    TeatimeDrewEvent,
    TeatimeEndTurn,
    TeatimeEndTurnForm,
    TeatimeOptions,
    TeatimePass,
    TeatimePassForm,
    TeatimePlay,
    TeatimePlayForm,
    TeatimeUfo,
    TeatimeUfoForm,
    TeatimeView,
)
from client.types import Unset

Form = TeatimePlayForm | TeatimeUfoForm | TeatimeEndTurnForm | TeatimePassForm
Move = TeatimePlay | TeatimeUfo | TeatimeEndTurn | TeatimePass


def move(form: Form) -> Move:
    match form:
        case TeatimePlayForm():
            return TeatimePlay(type_=form.type_, card=form.fields.card.one_of[0])
        case TeatimeUfoForm():
            return TeatimeUfo(type_=form.type_, on=form.fields.on.one_of[0])
        case TeatimeEndTurnForm():
            return TeatimeEndTurn(type_=form.type_)
        case TeatimePassForm():
            return TeatimePass(type_=form.type_)


def drawn_by(match: str, caller: AuthenticatedClient) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    seen = last = 0
    while not last or seen < last:
        page = list_events.sync(match, client=caller, after=seen, limit=500)
        assert isinstance(page, EventPage)
        for event in page.events:
            if isinstance(event, TeatimeDrewEvent):
                found += [] if isinstance(event.private, Unset) else [(event.seq, event.private.card)]
        seen, last = seen + len(page.events), page.last_event
    return found


def main(url: str) -> None:
    wish = TeatimeCreate(game="teatime", seats=["Ana", "Bo"], options=TeatimeOptions(first_seat=1), seed="7" * 64)
    created = create_match.sync(client=Client(url), body=wish)
    assert isinstance(created, Created)
    callers = [AuthenticatedClient(url, seat.token) for seat in created.seats if seat.token]
    view = created.view
    while view.status is MatchStatus.ACTIVE:
        caller = callers[view.to_act[0]]
        mine = get_match.sync(created.match, client=caller)
        assert isinstance(mine, TeatimeView)
        form = mine.legal_moves[mine.version % len(mine.legal_moves)]
        moved = submit_move.sync(created.match, client=caller, body=move(form))
        assert isinstance(moved, Moved)
        assert isinstance(moved.view, TeatimeView)
        view = moved.view
    assert view.result is not None
    drawn = sorted(one for caller in callers for one in drawn_by(created.match, caller))
    cards = [card for _, card in drawn]
    print(json.dumps({"match": created.match, "winners": view.result.winners, "drawn": cards}))


main(sys.argv[1])
