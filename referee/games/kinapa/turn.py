"""Objects and pairs (KPA-15 to KPA-17, KPA-45), and the next Emperor (KPA-18, KPA-19, KPA-21, KPA-31, KPA-44)."""

from collections.abc import Iterator

from referee.games.events import Event
from referee.games.forms import Form, OneOf
from referee.games.kinapa import events
from referee.games.kinapa.components import CARRIES
from referee.games.kinapa.exchange import raised_hands
from referee.games.kinapa.state import State

# Objects


def coverable(state: State) -> list[Form]:
    """Any object that bears no pair (KPA-15, KPA-16)."""
    return [Form("reveal", {"object": OneOf([i for i, pair in enumerate(state.bearing) if pair is None])})]


def reveal(state: State, index: int) -> Iterator[Event]:
    """Turn an object over; without a pair for it turn it back and come to the end of the round (KPA-15).

    An Emperor with a pair is asked for it, also where there is one only (KPA-23).
    """
    state.turned = index
    yield events.Revealed(state.emperor, object=index, numbers=state.objects[index])
    if pairs_for(state, index):
        state.phase = "lay"
    else:
        state.turned = None
        yield events.TurnedBack(state.emperor, object=index)
        yield from _end_round(state)


def pairs_for(state: State, index: int) -> list[int]:
    """Numbers of an object whose pair the Emperor holds; laid ones are in no hand (KPA-15)."""
    hand = state.hands[state.emperor]
    return [number for number in CARRIES[state.objects[index]] if len(hand.of(number)) == 2]


def lay(state: State, index: int, number: int) -> Iterator[Event]:
    """Lay a pair; with the last one the hand wins or is done, else another object follows (KPA-15, KPA-17, KPA-45)."""
    hand = state.hands[state.emperor]
    for card in hand.of(number):
        hand.cards.remove(card)
        if card in hand.face_up:
            hand.face_up.remove(card)
    hand.pairs.append(number)
    state.bearing[index] = number
    state.turned = None
    state.last_laid = state.round
    yield events.Laid(state.emperor, object=index, number=number)
    if hand.cards:
        state.phase = "reveal"
    elif _wins(state):
        state.winner = state.emperor
        state.phase = "over"
    else:
        yield from _next_hand(state)
        yield from _end_round(state)


def _wins(state: State) -> bool:
    """Whether the Emperor, whose hand is empty, has no other hand to get rid of (KPA-17, KPA-45)."""
    return not state.two_players or state.one_hand or not state.hands[state.emperor + 2].cards


def _next_hand(state: State) -> Iterator[Event]:
    """Put the empty hand away with its marks; its player takes up the other, which is Emperor at once (KPA-45)."""
    empty = state.hands[state.emperor]
    empty.sheep, empty.foxes = False, 0
    yield _switch(state, state.emperor)
    state.answers[state.emperor + 2] = None
    yield from _enthrone(state, state.emperor)


def _switch(state: State, seat: int) -> Event:
    """Lay the hand down and take up the own BOT hand, with its marks (KPA-44, KPA-45)."""
    bot = seat + 2
    emptied = not state.hands[seat].cards
    _exchange_places(state, seat, bot)
    return events.Switched(
        seat, place=bot, emptied=emptied, private={seat: events.Cards(list(state.hands[seat].cards))}
    )


def _exchange_places(state: State, seat: int, bot: int) -> None:
    """Swap two hands whole: the places stay, cards and marks move."""
    state.hands[seat], state.hands[bot] = state.hands[bot], state.hands[seat]
    if state.liar in (seat, bot):
        state.liar = bot if state.liar == seat else seat


# The next Emperor


def _end_round(state: State) -> Iterator[Event]:
    """Crown the liar with priority or the only candidate, let the Emperor choose, or stay (KPA-18, KPA-46)."""
    if state.stall_rounds and state.round - state.last_laid >= state.stall_rounds:
        state.phase = "over"
        return
    places = candidates(state)
    if not places:
        yield _next_round(state)
    elif len(places) == 1:
        yield from crown(state, places[0])
    else:
        state.phase = "crown"


def candidates(state: State) -> list[int]:
    """A caught liar without Sheep; else the raised hands without Sheep; else all raised hands (KPA-18)."""
    if state.liar is not None and not state.hands[state.liar].sheep:
        return [state.liar]
    raised = raised_hands(state)
    return [place for place in raised if not state.hands[place].sheep] or raised


def crown(state: State, place: int) -> Iterator[Event]:
    """Make a hand Emperor; a BOT hand is taken up first (KPA-31, KPA-44)."""
    if place < state.seats:
        yield from _begin_reign(state, place)
    elif state.two_players:
        owner = place - 2
        yield _switch(state, owner)
        yield from _begin_reign(state, owner)
    else:
        state.phase = "take_up"
        yield events.BotChosen(place=place)


def others(state: State) -> list[Form]:
    """Any player but the Emperor takes up the BOT hand (KPA-31)."""
    return [Form("take_up_bot", {"seat": OneOf([seat for seat in range(state.seats) if seat != state.emperor])})]


def take_up(state: State, seat: int) -> Iterator[Event]:
    """Take up the BOT hand with its marks, leave the own one in its stead, and be Emperor (KPA-31)."""
    bot = state.seats
    _exchange_places(state, seat, bot)
    yield events.TookUp(seat, place=bot, private={seat: events.Cards(list(state.hands[seat].cards))})
    yield from _begin_reign(state, seat)


def _begin_reign(state: State, seat: int) -> Iterator[Event]:
    yield from _enthrone(state, seat)
    yield _next_round(state)


def _enthrone(state: State, seat: int) -> Iterator[Event]:
    """Change the Emperor: a Fox goes back, the hand gets a Sheep if it has none (KPA-19, KPA-21)."""
    state.emperor = seat
    yield from _remove_fox(state)
    hand = state.hands[seat]
    gets_one, hand.sheep = not hand.sheep, True
    returned = []
    if all(other.sheep for other in state.hands if other.cards):
        returned = [place for place, other in enumerate(state.hands) if other.cards and place != seat]
        for place in returned:
            state.hands[place].sheep = False
    yield events.Crowned(seat, sheep=gets_one, returned=returned)


def _remove_fox(state: State) -> Iterator[Event]:
    """Take one Fox from the punished hand, unless it was caught this round (KPA-21)."""
    if state.liar is not None:
        return
    for place, hand in enumerate(state.hands):
        if hand.foxes:
            hand.foxes -= 1
            if not hand.foxes:
                hand.face_up = []
            yield events.FoxRemoved(place=place, foxes=hand.foxes)


def _next_round(state: State) -> Event:
    """Clear what belongs to a round, and begin the next."""
    state.round += 1
    state.phase = "announce"
    state.announced = None
    state.answers = [None] * len(state.hands)
    state.pair_shown = False
    state.exposed = []
    state.giver = 0
    state.liar = None
    state.received = None
    return events.RoundBegan(round=state.round, emperor=state.emperor)
