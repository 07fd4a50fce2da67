"""Trading between the player on turn and the others (KAN-20 to KAN-24)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations, product

from referee.games.events import Event
from referee.games.forms import AnyDomain, Between, Form, ListOf, OneOf, Pick
from referee.games.kanipeli import events
from referee.games.kanipeli.components import DRINKS, MOST_WANTED, cards_of, drinks_of
from referee.games.kanipeli.drinking import take_kanit
from referee.games.kanipeli.state import Accept, MakeOffer, Offer, State

# What is legal


def forms(state: State, seat: int) -> Iterator[Form]:
    """Offer, accept, decline, withdraw; the player on turn may also end the trading (KAN-10)."""
    if seat == state.turn:
        yield Form("end_trading")
    yield from offer_forms(state, seat)
    if own := [offer.id for offer in state.offers if offer.maker == seat]:
        yield Form("withdraw", {"offer": OneOf(own)})
    if received := [offer for offer in state.offers if offer.to == seat]:
        yield Form("decline", {"offer": OneOf([offer.id for offer in received])})
        yield from accept_forms(state, seat, received)


def drawn_of(state: State, seat: int) -> list[int]:
    """Return the drawn cards the seat may trade: only the player on turn has any (KAN-21)."""
    return state.drawn if seat == state.turn else []


def offer_forms(state: State, seat: int) -> Sequence[Form]:
    """Every offer the seat may make, to or from the player on turn (KAN-20 to KAN-24)."""
    hand, kani = len(state.hands[seat]), len(state.kanit[seat])
    if seat != state.turn:
        return _offers((state.turn,), hand, 0, kani, *_can_give(state, state.turn))
    alike: dict[tuple[int, int], list[int]] = {}
    for other in range(state.seats):
        if other != seat:
            alike.setdefault(_can_give(state, other), []).append(other)
    # seats that can give the same share their forms
    return [form for give, to in alike.items() for form in _offers(tuple(to), hand, len(state.drawn), kani, *give)]


def _can_give(state: State, seat: int) -> tuple[int, int]:
    """Return how many cards, three at most, and känit the seat can be asked for (KAN-24)."""
    cards = len(state.hands[seat]) + len(drawn_of(state, seat))
    return min(MOST_WANTED, cards), len(state.kanit[seat])


@lru_cache(maxsize=4096)
def _offers(to: tuple[int, ...], hand: int, drawn: int, kani: int, want: int, want_kani: int) -> Sequence[Form]:
    """Split by where an offer has its first card, since it needs one on either side (KAN-22): hand, drawn, wanted.

    All of it follows from a few public numbers, so it is worth remembering.
    """
    ends: dict[str, AnyDomain] = {"kani": Between((0, kani))} if kani else {}
    if want_kani:
        ends["want_kani"] = Between((0, want_kani))
    wanted: dict[str, AnyDomain] = {"want": ListOf(list(DRINKS), 0, want)} if want else {}
    seats = OneOf(list(to))
    forms = []
    if hand:
        any_drawn: dict[str, AnyDomain] = {"drawn": Pick(list(range(drawn)), 0, drawn)} if drawn else {}
        given = {"hand": Pick(list(range(hand)), 1, hand), **any_drawn}
        forms.append(Form("offer", {"to": seats, **given, **wanted, **ends}))
    if drawn:
        forms.append(Form("offer", {"to": seats, "drawn": Pick(list(range(drawn)), 1, drawn), **wanted, **ends}))
    if want:
        forms.append(Form("offer", {"to": seats, "want": ListOf(list(DRINKS), 1, want), **ends}))
    return forms


def accept_forms(state: State, seat: int, received: Iterable[Offer]) -> Iterator[Form]:
    """Every way to fill the offers the seat has received; gifts share a form (KAN-24)."""
    payable = [offer for offer in received if offer.want_kani <= len(state.kanit[seat])]
    for offer in payable:
        if offer.want:
            yield from _fillings(offer, state.hands[seat], drawn_of(state, seat))
    if gifts := [offer.id for offer in payable if not offer.want]:
        yield Form("accept", {"offer": OneOf(gifts)})


def _fillings(offer: Offer, hand: Sequence[int], drawn: Sequence[int]) -> Iterator[Form]:
    """Split by the kinds the drawn cards fill; the hand fills what is left."""
    for bag in _bags(drawn):
        rest = list(offer.want)
        for kind in bag:
            if kind not in rest:
                break
            rest.remove(kind)
        else:
            groups = [([i for i, card in enumerate(hand) if card == kind], rest.count(kind)) for kind in set(rest)]
            if any(len(positions) < count for positions, count in groups):
                continue
            fields: dict[str, AnyDomain] = {"offer": OneOf([offer.id])}
            if rest:
                fields["hand"] = _selections(groups)
            if bag:
                # at most two cards are drawn: a bag of two is both, a bag of one any of its kind
                fields["drawn"] = Pick([i for i, card in enumerate(drawn) if card in bag], len(bag), len(bag))
            yield Form("accept", fields)


def _bags(cards: Sequence[int]) -> list[tuple[int, ...]]:
    """List all selections of the cards by their kinds, none first."""
    if not cards:
        return [()]
    return sorted({tuple(sorted(bag)) for n in range(len(cards) + 1) for bag in combinations(cards, n)})


def _selections(groups: list[tuple[list[int], int]]) -> AnyDomain:
    """So many of each group of positions."""
    if all(len(positions) == count for positions, count in groups):
        forced = sorted(chain.from_iterable(positions for positions, _ in groups))
        return Pick(forced, len(forced), len(forced))
    if len(groups) == 1:
        ((positions, count),) = groups
        return Pick(positions, count, count)
    choices = [combinations(positions, count) for positions, count in groups]
    return OneOf([sorted(chain.from_iterable(chosen)) for chosen in product(*choices)])


def because(state: State, seat: int, move: MakeOffer | Accept) -> str | None:
    """Name what stands against an offer or an acceptance; None for KAN-24."""
    if state.phase != "trade":
        return "KAN-10"
    if move.drawn and seat != state.turn:
        return "KAN-21"
    if isinstance(move, Accept):
        offer = next((offer for offer in state.offers if offer.id == move.offer and offer.to == seat), None)
        if offer:
            missing = Counter(offer.want) - Counter([*state.hands[seat], *drawn_of(state, seat)])
            if missing and missing <= Counter(state.aside[seat]):
                return "KAN-23"
        return None
    if move.to == seat or move.to >= state.seats or state.turn not in (seat, move.to):
        return "KAN-20"
    for given, cards in ((move.hand, state.hands[seat]), (move.drawn, state.drawn)):
        if len(set(given)) < len(given) or any(position >= len(cards) for position in given):
            return "KAN-21"
    if move.kani > len(state.kanit[seat]) or not (move.hand or move.drawn or move.want):
        return "KAN-22"
    return None


# Moves


def make(state: State, seat: int, move: MakeOffer) -> Event:
    """Open an offer; it replaces an open one to the same seat (KAN-24)."""
    replaced = next((offer.id for offer in state.offers if (offer.maker, offer.to) == (seat, move.to)), None)
    if replaced:
        close(state, replaced)
    state.offered += 1
    offer = Offer(
        id=state.offered,
        maker=seat,
        to=move.to,
        hand=sorted(move.hand),
        drawn=sorted(move.drawn),
        kani=move.kani,
        want=sorted(cards_of(move.want)),
        want_kani=move.want_kani,
    )
    state.offers.append(offer)
    return events.Offered(
        seat,
        offer=offer.id,
        to=offer.to,
        give=drinks_of(given(state, offer)),
        kani=offer.kani,
        want=drinks_of(offer.want),
        want_kani=offer.want_kani,
        replaces=replaced,
    )


def given(state: State, offer: Offer) -> list[int]:
    """Return the cards an offer gives, sorted: where in the hand they are is its maker's secret (KAN-28)."""
    hand = state.hands[offer.maker]
    return sorted([*(hand[i] for i in offer.hand), *(state.drawn[i] for i in offer.drawn)])


def close(state: State, offer_id: int) -> Offer:
    """Take an open offer off the table."""
    offer = next(offer for offer in state.offers if offer.id == offer_id)
    state.offers.remove(offer)
    return offer


def accept(state: State, seat: int, move: Accept) -> Iterator[Event]:
    """Strike the deal: cards go aside, känit to their new owners, and other offers may lapse (KAN-21 to KAN-24)."""
    offer = close(state, move.offer)
    maker = offer.maker
    broken = {*_needing(state, maker, offer.hand, offer.drawn), *_needing(state, seat, move.hand, move.drawn)}
    got = _take(state, maker, offer.hand, offer.drawn)
    gave = _take(state, seat, move.hand, move.drawn)
    state.aside[seat] += got
    state.aside[maker] += gave
    got_kani = take_kanit(state, maker, offer.kani)
    gave_kani = take_kanit(state, seat, offer.want_kani)
    state.kanit[seat] += got_kani
    state.kanit[maker] += gave_kani
    yield events.Traded(
        seat,
        offer=offer.id,
        maker=maker,
        got=drinks_of(got),
        got_kani=len(got_kani),
        gave=drinks_of(gave),
        gave_kani=len(gave_kani),
    )
    yield from lapse(state, {*broken, *short_of_kanit(state)})


def _needing(state: State, seat: int, hand: Sequence[int], drawn: Sequence[int]) -> list[int]:
    """Find the seat's open offers that name one of these cards."""
    return [
        offer.id
        for offer in state.offers
        if offer.maker == seat and not (set(hand).isdisjoint(offer.hand) and set(drawn).isdisjoint(offer.drawn))
    ]


def _take(state: State, seat: int, hand: Sequence[int], drawn: Sequence[int]) -> list[int]:
    """Take cards from the seat, sorted; its offers follow their cards as the rest closes up (KAN-21, KAN-24)."""
    cards = [*(state.hands[seat][i] for i in hand), *(state.drawn[i] for i in drawn)]
    state.hands[seat] = [card for i, card in enumerate(state.hands[seat]) if i not in hand]
    state.drawn = [card for i, card in enumerate(state.drawn) if i not in drawn]
    for offer in state.offers:
        if offer.maker == seat:
            offer.hand = [i - sum(gone < i for gone in hand) for i in offer.hand]
            offer.drawn = [i - sum(gone < i for gone in drawn) for i in offer.drawn]
    return sorted(cards)


def short_of_kanit(state: State) -> list[int]:
    """Find open offers that give more känit than their maker has left (KAN-24)."""
    return [offer.id for offer in state.offers if offer.kani > len(state.kanit[offer.maker])]


def lapse(state: State, offers: Iterable[int]) -> Iterator[Event]:
    """Close offers, if any."""
    closed = sorted(offers)
    for offer_id in closed:
        close(state, offer_id)
    if closed:
        yield events.Lapsed(offers=closed)
