"""A player's table: room for a drink, drinking it, and the third hand."""

from collections.abc import Iterator

from referee.games.events import Event
from referee.games.forms import Form, OneOf
from referee.games.kanipeli import events
from referee.games.kanipeli.components import DRINKS, SPACES, THIRD_HAND, drinks_of, kanit_for
from referee.games.kanipeli.state import State


def has_room(state: State, seat: int, card: int) -> bool:
    """Whether the card can be laid: onto the same drink, or into an empty space (KAN-6)."""
    table = state.tables[seat]
    return card in table or len(table) < state.spaces[seat]


def lay(state: State, seat: int, card: int) -> None:
    """Lay a card on the seat's table (KAN-6)."""
    table = state.tables[seat]
    table[card] = table.get(card, 0) + 1


def forms(state: State, seat: int) -> Iterator[Form]:
    """What anyone may do at any time: drink, and buy the third hand (KAN-15, KAN-18)."""
    if state.tables[seat]:
        yield Form("drink", {"drink": OneOf(drinks_of(state.tables[seat]))})
    if state.spaces[seat] == SPACES and len(state.kanit[seat]) >= THIRD_HAND:
        yield Form("buy_third_hand")


def drink(state: State, seat: int, kind: int) -> Event:
    """Drink all cards of a kind: some become känit, the others are discarded (KAN-15, KAN-16)."""
    cards = state.tables[seat].pop(kind)
    kani = kanit_for(kind, cards)
    state.kanit[seat] += [kind] * kani
    state.discards += [kind] * (cards - kani)
    return events.Drank(seat, drink=DRINKS[kind], cards=cards, kani=kani)


def drink_everything(state: State) -> Iterator[Event]:
    """Drink every table, seat by seat (KAN-27)."""
    for seat in range(state.seats):
        for kind in list(state.tables[seat]):
            yield drink(state, seat, kind)


def take_kanit(state: State, seat: int, count: int) -> list[int]:
    """Take känit away, the last won first (KAN-18)."""
    return [state.kanit[seat].pop() for _ in range(count)]


def buy_third_hand(state: State, seat: int) -> Event:
    """Pay three känit for a third space; they go under the discards, unseen (KAN-18)."""
    state.discards = [*take_kanit(state, seat, THIRD_HAND), *state.discards]
    state.unseen += THIRD_HAND
    state.spaces[seat] += 1
    return events.ThirdHand(seat)
