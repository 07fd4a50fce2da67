"""The exchange of cards: an offer, sealed answers, a swap or none (KIN-9, KIN-10)."""

from collections.abc import Iterator
from typing import cast

from referee.games.events import Event
from referee.games.forms import Form, OneOf
from referee.games.kinmo import events
from referee.games.kinmo.components import COUNTS, Card, in_order
from referee.games.kinmo.state import Offer, OfferExchange, State, Verdict, Wish, pass_on

_WISHES: list[Wish] = [*COUNTS, "gem"]
OFFER = Form("offer_exchange", {"want": OneOf(list(_WISHES)), "promise": OneOf([None, *_WISHES])})
"""Anything may be asked for and promised: lying is allowed."""


def offer_exchange(state: State, seat: int, move: OfferExchange) -> Event:
    """Ask everybody else for an answer; everybody always holds a card."""
    state.offer = Offer(
        want=move.want,
        promise=move.promise,
        answered=[other == seat for other in range(state.seats)],
        cards=[None] * state.seats,
    )
    state.phase = "answer"
    return events.Offered(seat, want=move.want, promise=move.promise)


def owing(state: State) -> frozenset[int]:
    """Who has not answered yet."""
    answered = state.offer.answered if state.offer else []
    return frozenset(seat for seat, done in enumerate(answered) if not done)


def answer_forms(state: State, seat: int) -> list[Form]:
    """Accept with any card of one's own, or decline; once only."""
    if seat not in owing(state):
        return []
    return [Form("accept_exchange", {"card": _own_card(state, seat)}), Form("decline_exchange")]


def _own_card(state: State, seat: int) -> OneOf:
    return OneOf(in_order(set(state.hands[seat])))


def answer(state: State, seat: int, card: Card | None) -> Iterator[Event]:
    """Seal an answer, None to decline; the last one opens them all."""
    offer = cast(Offer, state.offer)  # there is one, or nobody could answer
    offer.answered[seat] = True
    offer.cards[seat] = card
    yield events.Answered(seat, private={seat: events.OwnAnswer(accepted=card is not None, card=card)})
    if not all(offer.answered):
        return
    yield events.AnswersOpened(state.turn, answers=opened(state, offer))
    if any(offer.cards):
        state.phase = "partner"
    else:
        end_offer(state)


def opened(state: State, offer: Offer) -> list[Verdict | None]:
    """List the answers by seat, None for the mover."""
    return [
        None if seat == state.turn else "declined" if card is None else "accepted"
        for seat, card in enumerate(offer.cards)
    ]


def end_offer(state: State) -> None:
    """Without a swap the mover takes another action and makes no second offer (KIN-10)."""
    state.offer = None
    state.offer_spent = True
    state.phase = "action"


def partner_forms(state: State, seat: int) -> list[Form]:
    """Swap any card of one's own with someone who accepted, or call it off."""
    cards = state.offer.cards if state.offer else []
    partners = [other for other, card in enumerate(cards) if card]
    return [Form("exchange", {"partner": OneOf(partners), "card": _own_card(state, seat)}), Form("call_off")]


def swap(state: State, seat: int, partner: int, card: Card) -> Event:
    """Swap two cards; only the two see which."""
    other = cast(Card, cast(Offer, state.offer).cards[partner])  # the partner accepted, and so named a card
    pass_on(card, state.hands[seat], state.hands[partner])
    pass_on(other, state.hands[partner], state.hands[seat])
    state.offer = None
    return events.Exchanged(
        seat,
        partner=partner,
        private={seat: events.Swapped(gave=card, got=other), partner: events.Swapped(gave=other, got=card)},
    )
