"""The rules of Känipeli, in the order of the rulebook: set-up, the four steps of a turn, the end."""

from collections.abc import Iterator

from referee.errors import BadDeal
from referee.games.dealing import Pack, by_seat
from referee.games.events import Event
from referee.games.forms import Form, OneOf
from referee.games.kanipeli import drinking, events, trade
from referee.games.kanipeli.components import (
    CARDS,
    DRAWN,
    DRINKS,
    HAND,
    KIND,
    MOST_PLAYED,
    PILES,
    SPACES,
    cards_of,
    drinks_of,
)
from referee.games.kanipeli.piles import dry, open_piles, sizes, supply, take_top
from referee.games.kanipeli.state import (
    Accept,
    AnyMove,
    BuyThirdHand,
    Deal,
    Decline,
    Draw,
    DrinkUp,
    EndTrading,
    MakeOffer,
    Options,
    Place,
    Play,
    State,
    Withdraw,
)
from referee.games.protocol import Result
from referee.games.scoring import leaders
from referee.randomness import Stream

# Set-up


def setup(seats: int, options: Options, deal: Deal | None, stream: Stream) -> State:
    """Deal five cards each and make the piles (KAN-1 to KAN-4). Raises BadDeal."""
    deal = deal or Deal()
    pack = Pack(drinks_of(CARDS))
    hands = pack.hands("/deal/hands", deal.hands, seats, HAND)
    heights = sizes(len(CARDS) - HAND * seats)
    piles = []
    for pile, (top, height) in enumerate(zip(by_seat("/deal/piles", deal.piles, PILES), heights, strict=True)):
        if top and len(top) > height:
            raise BadDeal.at(f"/deal/piles/{pile}/{height}", f"this pile has {height} cards")
        piles.append(pack.cards(f"/deal/piles/{pile}", top))
    pack.shuffle(stream)
    return State(
        turn=options.first_seat or 0,
        most_reshuffles=options.reshuffles,
        hands=[cards_of(pack.fill(hand, HAND)) for hand in hands],
        piles=[cards_of(pack.fill(top, height)) for top, height in zip(piles, heights, strict=True)],
        tables=[{} for _ in range(seats)],
        kanit=[[] for _ in range(seats)],
        aside=[[] for _ in range(seats)],
        spaces=[SPACES] * seats,
        last_pile=[None] * seats,
    )


# Whose turn, and what is legal


def awaiting(state: State) -> frozenset[int]:
    """The player on turn; in the trading also who has an offer to answer; in step 3 who has cards to place."""
    match state.phase:
        case "over":
            return frozenset()
        case "trade":
            return frozenset({state.turn, *(offer.to for offer in state.offers)})
        case "place":
            return frozenset(seat for seat in range(state.seats) if to_place(state, seat))
        case _:
            return frozenset({state.turn})


def to_place(state: State, seat: int) -> list[int]:
    """List the cards the seat still has to place in step 3: drawn and kept, and received (KAN-11)."""
    return [*trade.drawn_of(state, seat), *state.aside[seat]]


def legal(state: State, seat: int) -> list[Form]:
    """Drinking and the third hand at any time (KAN-15, KAN-18), besides what the phase allows."""
    if state.phase == "over":
        return []
    return [*_step_forms(state, seat), *drinking.forms(state, seat)]


def _step_forms(state: State, seat: int) -> Iterator[Form]:
    match state.phase:
        case "trade":
            yield from trade.forms(state, seat)
        case "place":
            if cards := {card for card in to_place(state, seat) if drinking.has_room(state, seat, card)}:
                yield Form("place", {"card": OneOf(drinks_of(sorted(cards)))})
        case _ if seat == state.turn:
            if may_play(state):
                yield Form("play")
            if (state.phase != "play" or state.played) and (piles := open_piles(state, seat)):
                yield Form("draw", {"pile": OneOf(piles)})


def may_play(state: State) -> bool:
    """Whether the front card of the player on turn may go to the table now (KAN-6, KAN-7)."""
    hand = state.hands[state.turn]
    return state.phase == "play" and bool(hand) and drinking.has_room(state, state.turn, hand[0])


def because(state: State, seat: int, move: AnyMove) -> str | None:
    """Name the most specific rule against a move: the order of the steps, whose turn, no room, which pile."""
    match move:
        case Play() | Draw() if seat != state.turn:
            return "KAN-12"
        case Play() if state.phase == "play":
            return "KAN-7"
        case Draw() if state.phase == "play" and not state.played:
            return "KAN-6"
        case Draw(pile):
            if pile == state.last_pile[seat] and state.piles[pile] and state.phase in ("play", "draw", "refill"):
                return "KAN-5"
            return "KAN-12" if state.phase == "refill" else "KAN-9"
        case MakeOffer() | Accept():
            return trade.because(state, seat, move)
        case Decline() | Withdraw() if state.phase != "trade":
            return "KAN-10"
        case Place(card) if state.phase == "place" and KIND[card] in to_place(state, seat):
            return "KAN-7"
        case _:
            return None


# Moves


def apply(state: State, seat: int, move: AnyMove, stream: Stream) -> Iterator[Event]:
    """Change the state by a legal move."""
    match move:
        case Play():
            yield from _play(state, stream)
        case Draw(pile):
            yield from _refill(state, pile, stream) if state.phase == "refill" else _draw(state, pile, stream)
        case MakeOffer():
            yield trade.make(state, seat, move)
        case Accept():
            yield from trade.accept(state, seat, move)
        case Decline(offer):
            trade.close(state, offer)
            yield events.Declined(seat, offer=offer)
        case Withdraw(offer):
            trade.close(state, offer)
            yield events.Withdrew(seat, offer=offer)
        case EndTrading():
            yield events.TradingEnded(seat)
            yield from trade.lapse(state, [offer.id for offer in state.offers])
            state.phase = "place"
            yield from _placed(state, stream)
        case Place(card):
            yield from _place(state, seat, KIND[card], stream)
        case DrinkUp(drink):
            yield drinking.drink(state, seat, KIND[drink])
            yield from _discarded(state, stream)
        case BuyThirdHand():
            yield drinking.buy_third_hand(state, seat)
            yield from trade.lapse(state, trade.short_of_kanit(state))
            yield from _discarded(state, stream)


def _discarded(state: State, stream: Stream) -> Iterator[Event]:
    """Make new piles of the first discards there are, where the next card may be drawn at once (KAN-13)."""
    if state.phase == "play" and state.played:
        yield from supply(state, stream)


# Step 1: play one or two cards


def _play(state: State, stream: Stream) -> Iterator[Event]:
    """Lay the front card; after the second, or the last in hand, go on to step 2 (KAN-6)."""
    card = state.hands[state.turn].pop(0)
    drinking.lay(state, state.turn, card)
    state.played += 1
    yield events.Played(state.turn, card=DRINKS[card])
    if state.played == MOST_PLAYED or not state.hands[state.turn]:
        state.phase = "draw"
    yield from supply(state, stream)
    # the second card is still played where it fits, even if there is nothing left to draw (KAN-25)
    if dry(state) and not may_play(state):
        yield from _finish(state)


# Step 2: draw two cards, then trade


def _draw(state: State, pile: int, stream: Stream) -> Iterator[Event]:
    """Draw a card face up; after the second, or the last there is, trade (KAN-9, KAN-10)."""
    card = take_top(state, state.turn, pile)
    state.drawn.append(card)
    state.phase = "draw"
    yield events.Drew(state.turn, pile=pile, card=DRINKS[card])
    if len(state.drawn) < DRAWN:
        yield from supply(state, stream)
    if len(state.drawn) == DRAWN or dry(state):
        state.phase = "trade"


# Step 3: place what was drawn and received


def _place(state: State, seat: int, card: int, stream: Stream) -> Iterator[Event]:
    """Lay one of the cards laid aside or kept (KAN-11)."""
    (state.aside[seat] if card in state.aside[seat] else state.drawn).remove(card)
    drinking.lay(state, seat, card)
    yield events.Placed(seat, card=DRINKS[card])
    yield from _placed(state, stream)


def _placed(state: State, stream: Stream) -> Iterator[Event]:
    """Once all have placed, step 4 begins: one card from each pile that has any (KAN-11, KAN-12)."""
    if awaiting(state):
        return
    yield from supply(state, stream)
    if dry(state):
        yield from _finish(state)
        return
    state.phase = "refill"
    state.due = [pile for pile in range(PILES) if state.piles[pile]]


# Step 4: refill the hand


def _refill(state: State, pile: int, stream: Stream) -> Iterator[Event]:
    """Draw a card to the back of the hand; after the last, the turn passes to the left (KAN-12)."""
    card = take_top(state, state.turn, pile)
    state.hands[state.turn].append(card)
    state.due.remove(pile)
    yield events.Refilled(state.turn, pile=pile, private={state.turn: events.OwnCard(DRINKS[card])})
    if state.due:
        return
    state.turn = (state.turn + 1) % state.seats
    state.played = 0
    state.phase = "play"
    yield events.Turn(state.turn)
    if not state.hands[state.turn]:
        state.phase = "draw"
        yield from supply(state, stream)
        if dry(state):
            yield from _finish(state)


# The end


def _finish(state: State) -> Iterator[Event]:
    """Drink every table (KAN-25 to KAN-27)."""
    yield from drinking.drink_everything(state)
    state.phase = "over"


def result(state: State) -> Result | None:
    """Most känit, jointly if equal (KAN-27)."""
    if state.phase != "over":
        return None
    scores = [len(kanit) for kanit in state.kanit]
    return Result(leaders(scores), scores, "most_kani")
