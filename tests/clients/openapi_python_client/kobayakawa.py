"""Plays a match of Kobayakawa to its end by the types of openapi-python-client alone."""

import json
import sys

from client import AuthenticatedClient, Client
from client.api.games import get_rules
from client.api.matches import create_match, get_match
from client.api.moves import submit_move
from client.models import (
    Created,
    KobayakawaCreate,
    KobayakawaDraw,
    KobayakawaDrawForm,
    KobayakawaDrewEvent,
    KobayakawaFight,
    KobayakawaFightForm,
    KobayakawaKeep,
    KobayakawaKeepForm,
    KobayakawaPass,
    KobayakawaPassForm,
    KobayakawaReplace,
    KobayakawaReplaceForm,
    KobayakawaView,
    MatchStatus,
    Moved,
    Rules,
)
from client.types import Unset

Form = KobayakawaDrawForm | KobayakawaReplaceForm | KobayakawaKeepForm | KobayakawaFightForm | KobayakawaPassForm
Move = KobayakawaDraw | KobayakawaReplace | KobayakawaKeep | KobayakawaFight | KobayakawaPass


def move(form: Form) -> Move:
    match form:
        case KobayakawaDrawForm():
            return KobayakawaDraw(type_=form.type_)
        case KobayakawaReplaceForm():
            return KobayakawaReplace(type_=form.type_)
        case KobayakawaKeepForm():
            return KobayakawaKeep(type_=form.type_, card=max(form.fields.card.one_of))
        case KobayakawaFightForm():
            return KobayakawaFight(type_=form.type_)
        case KobayakawaPassForm():
            return KobayakawaPass(type_=form.type_)


def main(url: str) -> None:
    wish = KobayakawaCreate(game="kobayakawa", seats=["Ana", "Bo", "Cy"], seed="7" * 64)
    created = create_match.sync(client=Client(url), body=wish)
    assert isinstance(created, Created)
    assert isinstance(get_rules.sync(created.game, client=Client(url)), Rules)
    callers = [AuthenticatedClient(url, seat.token) for seat in created.seats if seat.token]
    drawn: list[int] = []
    view = created.view
    while view.status is MatchStatus.ACTIVE:
        caller = callers[view.to_act[0]]
        mine = get_match.sync(created.match, client=caller)
        assert isinstance(mine, KobayakawaView)
        form = mine.legal_moves[mine.version % len(mine.legal_moves)]
        moved = submit_move.sync(created.match, client=caller, body=move(form))
        assert isinstance(moved, Moved)
        for event in moved.events:
            if isinstance(event, KobayakawaDrewEvent):
                drawn += [] if isinstance(event.private, Unset) else [event.private.card]
        assert isinstance(moved.view, KobayakawaView)
        view = moved.view
    assert view.result is not None
    print(json.dumps({"match": created.match, "winners": view.result.winners, "drawn": drawn}))


main(sys.argv[1])
