"""The rules of KINMO, in the order of the rulebook: set-up, the actions of a turn, the end."""

from collections.abc import Iterator, Sequence

from referee.games.dealing import Pack
from referee.games.events import Event
from referee.games.forms import Form, OneOf, Pick
from referee.games.kinmo import events, exchange
from referee.games.kinmo.components import (
    BANDAGES,
    CARDS,
    GEMS,
    HAND,
    VALUE,
    WITH_HEARTS,
    Card,
    in_order,
    kind_of,
    reserve_for,
)
from referee.games.kinmo.sets import benefit, set_forms, why_no_set
from referee.games.kinmo.state import (
    AcceptExchange,
    AnyMove,
    CallOff,
    Deal,
    DeclineExchange,
    Discard,
    Exchange,
    OfferExchange,
    Options,
    PlaySet,
    State,
    SwapTeamGem,
    TakeDiscard,
    TradeGems,
    pass_on,
)
from referee.games.protocol import Result
from referee.games.scoring import leaders
from referee.randomness import Stream

# Set-up


def setup(seats: int, options: Options, deal: Deal | None, stream: Stream) -> State:
    """Deal five cards each and turn one up (KIN-2 to KIN-5). Raises BadDeal."""
    deal = deal or Deal()
    pack = Pack(CARDS)
    hands = pack.hands("/deal/hands", deal.hands, seats, HAND)
    deck = pack.cards("/deal/deck", deal.deck)
    discards = pack.card("/deal/discard", deal.discard)
    due = HAND * hands.count([]) + 1 - len(discards)
    pack.keep(due, "/deal/deck", "the hands and the card turned up")
    pack.shuffle(stream)
    return State(
        turn=options.first_seat or 0,
        hands=[pack.fill(hand, HAND) for hand in hands],
        discards=pack.fill(discards, 1),
        deck=[*deck, *pack.rest],
        reserve=reserve_for(seats),
        gems=[[] for _ in range(seats)],
        bandages=[BANDAGES] * seats,
        hearts=[seats in WITH_HEARTS] * seats,
    )


# Whose turn, and what is legal


def awaiting(state: State) -> frozenset[int]:
    """Wait for the player to move (KIN-6), or for all who owe an answer (KIN-9)."""
    match state.phase:
        case "over":
            return frozenset()
        case "answer":
            return exchange.owing(state)
        case _:
            return frozenset({state.turn})


def legal(state: State, seat: int) -> list[Form]:
    """One action in one's turn (KIN-6), an answer (KIN-9), or the choice among those who accepted (KIN-9)."""
    match state.phase:
        case "action" if seat == state.turn:
            return list(_actions(state, seat))
        case "answer":
            return exchange.answer_forms(state, seat)
        case "partner" if seat == state.turn:
            return exchange.partner_forms(state, seat)
        case _:
            return []


def _actions(state: State, seat: int) -> Iterator[Form]:
    """Offer the actions in the order of the rules; a hand is never empty, so that one can always discard."""
    hand = list(in_order(state.hands[seat]))
    yield Form("discard", {"cards": Pick(hand, 1, len(hand), ordered=True)})
    if len(hand) >= 2:
        yield Form("take_discard", {"cards": Pick(hand, 2, 2, ordered=True)})
    if not state.offer_spent:
        yield exchange.OFFER
    yield from _trade_forms(state, seat)
    yield from set_forms(state, seat)
    if not state.offer_spent:
        yield from _team_gem_forms(state, seat)


def _trade_forms(state: State, seat: int) -> Iterator[Form]:
    """Three of a colour, and another colour in the reserve (KIN-11)."""
    for give in state.colours(seat):
        take = [gem for gem in state.in_reserve() if gem != give]
        if state.gems[seat].count(give) >= 3 and take:
            yield Form("trade_gems", {"give": OneOf([give]), "take": OneOf(take)})


def _team_gem_forms(state: State, seat: int) -> Iterator[Form]:
    """Two of a colour, and another colour with a team mate (KIN-34)."""
    for give in state.colours(seat):
        if state.gems[seat].count(give) < 2:
            continue
        for mate in state.team_mates(seat):
            if take := [gem for gem in state.colours(mate) if gem != give]:
                yield Form("swap_team_gem", {"give": OneOf([give]), "team_mate": OneOf([mate]), "take": OneOf(take)})


def because(state: State, seat: int, move: AnyMove) -> str | None:
    """Cite KIN-9 while an offer is open, KIN-10 after it, and the rules of the sets."""
    if state.phase in ("answer", "partner"):
        return "KIN-9"
    match move:
        case OfferExchange():
            return "KIN-10"
        case SwapTeamGem() if state.offer_spent:
            return "KIN-10"
        case PlaySet():
            return why_no_set(state, seat, move)
        case _:
            return None


# Moves


def apply(state: State, seat: int, move: AnyMove, stream: Stream) -> Iterator[Event]:
    """Change the state by a legal move."""
    match move:
        case Discard(cards):
            _lay_off(state, seat, cards)
            yield events.Discarded(seat, count=len(cards), top=cards[-1], private={seat: events.Cards(list(cards))})
            yield from _draw(state, seat, stream)
            _end_turn(state)
        case TakeDiscard(cards):
            taken = state.discards.pop()
            _lay_off(state, seat, cards)
            state.hands[seat].append(taken)
            yield events.TookDiscard(seat, card=taken, top=cards[-1], private={seat: events.Cards(list(cards))})
            _end_turn(state)
        case OfferExchange():
            yield exchange.offer_exchange(state, seat, move)
        case AcceptExchange(card):
            yield from exchange.answer(state, seat, card)
        case DeclineExchange():
            yield from exchange.answer(state, seat, None)
        case CallOff():
            exchange.end_offer(state)
            yield events.CalledOff(seat)
        case Exchange(partner, card):
            yield exchange.swap(state, seat, partner, card)
            _end_turn(state)
        case TradeGems(give, take):
            for _ in range(2):
                pass_on(give, state.gems[seat], state.reserve)
            pass_on(take, state.reserve, state.gems[seat])
            yield events.GemsTraded(seat, give=give, take=take)
            _end_turn(state)
        case SwapTeamGem(give, mate, take):
            pass_on(give, state.gems[seat], state.gems[mate])
            pass_on(take, state.gems[mate], state.gems[seat])
            yield events.TeamGemSwapped(seat, team_mate=mate, give=give, take=take)
            _end_turn(state)
        case PlaySet(cards):
            _lay_off(state, seat, cards)
            yield events.SetPlayed(seat, set=kind_of(cards[0]), cards=list(cards))
            yield from benefit(state, seat, move)
            if not _is_over(state):
                yield from _draw(state, seat, stream)
            _end_turn(state)


def _lay_off(state: State, seat: int, cards: Sequence[Card]) -> None:
    """Lay cards on the discards in the order given (KIN-13)."""
    for card in cards:
        state.hands[seat].remove(card)
    state.discards += cards


def _draw(state: State, seat: int, stream: Stream) -> Iterator[Event]:
    """Draw up to five; when a card is due and the deck is empty, shuffle the discards but the top (KIN-7, KIN-14).

    The shuffle starts from the catalogue's order.
    """
    drawn: list[Card] = []
    while missing := HAND - len(state.hands[seat]) - len(drawn):
        if not state.deck:
            *under, top = state.discards
            state.deck = stream.shuffled(in_order(under))
            state.discards = [top]
            yield events.Reshuffled(deck=len(state.deck))
        drawn += state.deck[:missing]
        del state.deck[:missing]
    state.hands[seat] += drawn
    yield events.Drew(seat, count=len(drawn), deck=len(state.deck), private={seat: events.Cards(in_order(drawn))})


def _end_turn(state: State) -> None:
    """Pass the turn to the left, unless the match is over (KIN-6)."""
    if _is_over(state):
        state.phase = "over"
        return
    state.turn = (state.turn + 1) % state.seats
    state.offer_spent = False
    state.phase = "action"


# The end


def _is_over(state: State) -> bool:
    """Whether someone owns all four colours (KIN-22) or is left without bandages (KIN-19)."""
    return bool(_complete(state)) or 0 in state.bandages


def _complete(state: State) -> list[int]:
    return [seat for seat in range(state.seats) if len(set(state.gems[seat])) == len(GEMS)]


def result(state: State) -> Result | None:
    """Four colours win, for the whole team if there are teams; otherwise the points (KIN-22, KIN-23, KIN-32)."""
    if state.phase != "over":
        return None
    scores = [sum(VALUE[gem] for gem in gems) for gems in state.gems]
    if complete := _complete(state):
        teams = {seat for winner in complete for seat in (winner, *state.team_mates(winner))}
        return Result(sorted(teams), scores, "four_colours")
    return Result(leaders(scores), scores, "points")
