"""Announcement, answers and exchange (KPA-5 to KPA-14), and the punishment of liars (KPA-20)."""

from collections.abc import Iterator

from referee.games.events import Event
from referee.games.forms import AnyDomain, Form, OneOf
from referee.games.kinapa import events
from referee.games.kinapa.components import FOXES, ORDER, Card
from referee.games.kinapa.state import Hand, State
from referee.randomness import Stream

# Announcement and answers


def announcements(state: State) -> list[Form]:
    """A number whose pair is not laid, and the side of a BOT hand that can be raised (KPA-5, KPA-30, KPA-42)."""
    return [Form("announce", {"number": OneOf(state.numbers), **_bot_side(state, state.emperor)})]


def _bot_side(state: State, seat: int) -> dict[str, AnyDomain]:
    """Ask for the side of the BOT hand for which a seat speaks, if it can be raised (KPA-30, KPA-42)."""
    bot = state.bot_of(seat)
    return {"bot_raised": OneOf([False, True])} if bot is not None and state.can_raise(bot) else {}


def owing(state: State) -> frozenset[int]:
    """Seats that have yet to answer (KPA-6)."""
    return frozenset(seat for seat in range(state.seats) if owes(state, seat))


def owes(state: State, seat: int) -> bool:
    """Whether a seat has yet to answer for a hand that can be raised, its BOT hand included (KPA-7, KPA-42)."""
    if seat == state.emperor:
        return False
    return _unanswered(state, seat) or (state.two_players and _unanswered(state, seat + 2))


def _unanswered(state: State, place: int) -> bool:
    return state.answers[place] is None and state.can_raise(place)


def answers(state: State, seat: int) -> list[Form]:
    """Raised or not; two players answer for their BOT hand as well (KPA-6, KPA-42). Punished: not raised (KPA-7)."""
    sides = [False, True] if state.can_raise(seat) else [False]
    return [Form("answer", {"raised": OneOf(sides), **_bot_side(state, seat)})]


def announce(state: State, number: int, bot_raised: bool | None, stream: Stream) -> Iterator[Event]:
    """Announce; a punished hand has its answer at once (KPA-7)."""
    state.announced = number
    state.answers = [False if hand.foxes and hand.cards else None for hand in state.hands]
    state.answers[state.emperor] = None
    bot = state.bot_of(state.emperor)
    if bot is not None and bot_raised is not None:
        state.answers[bot] = bot_raised
    state.phase = "answer"
    yield events.Announced(state.emperor, number=number, bot_raised=bot_raised)
    yield from _reveal_answers(state, stream)


def answer(state: State, seat: int, raised: bool, bot_raised: bool | None, stream: Stream) -> Iterator[Event]:
    """Seal an answer; the last one reveals all (KPA-6)."""
    state.answers[seat] = raised
    bot = state.bot_of(seat)
    if bot is not None and bot_raised is not None:
        state.answers[bot] = bot_raised
    yield events.Answered(seat)
    yield from _reveal_answers(state, stream)


def _reveal_answers(state: State, stream: Stream) -> Iterator[Event]:
    """Once nobody owes an answer: no exchange, a card at random, or the card demanded (KPA-10, KPA-11, KPA-14)."""
    if owing(state):
        return
    number = state.asked
    state.pair_shown = len(state.hands[state.emperor].of(number)) == 2
    shown = number if state.pair_shown else None
    yield events.Answers(answers=list(state.answers), shown_pair=shown)
    lowered = not_raised(state)
    if state.pair_shown and not lowered:
        state.phase = "reveal"
    elif state.pair_shown and len(lowered) == 1:
        yield from take(state, lowered[0], stream)
    elif state.pair_shown or len(lowered) > 1:
        state.phase = "take"
    else:
        yield from _demand(state, lowered, stream)


def not_raised(state: State) -> list[int]:
    """Places of the hands that answered "maybe"."""
    return [place for place, raised in enumerate(state.answers) if raised is False]


def raised_hands(state: State) -> list[int]:
    """Places of the hands that answered "I do not have it"."""
    return [place for place, raised in enumerate(state.answers) if raised]


# The card demanded


def _demand(state: State, lowered: list[int], stream: Stream) -> Iterator[Event]:
    """From the one hand not raised if it has the card, else from a raised one, which lied (KPA-11, KPA-12, KPA-43)."""
    number = state.asked
    for place in lowered:
        hand = state.hands[place]
        if state.two_players and place >= state.seats:
            owner = place - state.seats
            yield events.Looked(owner, place=place, private={owner: events.Cards(list(hand.cards))})
        if hand.of(number):
            yield from _ask(state, place, stream)
            return
    liars = [place for place in raised_hands(state) if state.hands[place].of(number)]
    if len(liars) == 1:
        yield from catch(state, liars[0], stream)
        return
    state.exposed = liars
    state.phase = "expose"
    yield events.Exposed(places=liars)


def catch(state: State, place: int, stream: Stream) -> Iterator[Event]:
    """Catch a liar, who has to give the card (KPA-11, KPA-12)."""
    state.liar = place
    yield events.Caught(place=place)
    yield from _ask(state, place, stream)


def _ask(state: State, place: int, stream: Stream) -> Iterator[Event]:
    """Ask a player for the card, also where there is one only (KPA-23); a BOT hand gives one at random (KPA-12)."""
    state.giver = place
    if place < state.seats:
        state.phase = "hand_over"
        return
    cards = state.hands[place].of(state.asked)
    yield from hand_over(state, place, cards[0] if len(cards) == 1 else stream.choice(cards))


def hand_over(state: State, place: int, card: Card) -> Iterator[Event]:
    """Give the Emperor the card demanded; its kind only the two hands know (KPA-23)."""
    face_up = _receive(state, place, card)
    player = place if place < state.seats else None
    yield events.HandedOver(
        player, place=place, number=state.asked, card=face_up, private=_known_to(state, place, card)
    )


# A card at random, and the return


def take(state: State, place: int, stream: Stream) -> Iterator[Event]:
    """Take a card at random from a hand not raised (KPA-10, KPA-14), a punished one like any other (KPA-22)."""
    card = stream.choice(state.hands[place].cards)
    face_up = _receive(state, place, card)
    yield events.Took(state.emperor, place=place, card=face_up, private=_known_to(state, place, card))


def _receive(state: State, place: int, card: Card) -> Card | None:
    """Move a card to the Emperor, who owes one in return. Returns it if it lay face up."""
    state.giver = place
    state.received = card
    state.phase = "give"
    return _move(state.hands[place], state.hands[state.emperor], card)


def returns(state: State) -> list[Form]:
    """Any card but the very one just received (KPA-13)."""
    return [
        Form("give", {"card": OneOf([card for card in state.hands[state.emperor].cards if card != state.received])})
    ]


def give(state: State, card: Card) -> Iterator[Event]:
    """Give a card in return; with that a caught liar is punished (KPA-13, KPA-20)."""
    place = state.giver
    face_up = _move(state.hands[state.emperor], state.hands[place], card)
    yield events.Gave(state.emperor, place=place, card=face_up, private=_known_to(state, place, card))
    if state.liar is not None:
        yield _punish(state, state.liar, card)
    state.phase = "reveal"


def _move(giver: Hand, taker: Hand, card: Card) -> Card | None:
    """Move a card, hidden from now on (KPA-20). Returns it if it lay face up, for then all know it (KPA-23)."""
    giver.cards.remove(card)
    taker.cards.append(card)
    taker.cards.sort(key=ORDER.__getitem__)
    if card not in giver.face_up:
        return None
    giver.face_up.remove(card)
    return card


def _known_to(state: State, place: int, card: Card) -> dict[int, events.OneCard]:
    """Tell a card to the players of the two hands it moves between (KPA-23)."""
    return {seat: events.OneCard(card) for seat in (state.emperor, place) if seat < state.seats}


def _punish(state: State, place: int, received: Card) -> Event:
    """Give the liar both Foxes, wherever they are, and turn its cards up but for the one received (KPA-20)."""
    freed = next((other for other, hand in enumerate(state.hands) if hand.foxes), None)
    if freed is not None:
        state.hands[freed].foxes = 0
        state.hands[freed].face_up = []
    hand = state.hands[place]
    hand.foxes = FOXES
    hand.face_up = [card for card in hand.cards if card != received]
    return events.Punished(place=place, face_up=list(hand.face_up), freed=freed)
