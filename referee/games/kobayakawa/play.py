"""The rules of Kobayakawa, in the order of the rulebook."""

from collections.abc import Iterator, Sequence

from referee.errors import BadDeal
from referee.games.dealing import Pack, by_seat
from referee.games.events import Event
from referee.games.forms import Form, OneOf
from referee.games.kobayakawa import events
from referee.games.kobayakawa.components import CARDS, LAST_ROUND, LAST_STAKE, STAKE, START_CENTRE, START_KAMON
from referee.games.kobayakawa.state import (
    AnyMove,
    Deal,
    Draw,
    Fight,
    Fighter,
    Keep,
    LastRound,
    Options,
    Pass,
    Replace,
    RoundDeal,
    State,
)
from referee.games.protocol import Result
from referee.games.scoring import leaders
from referee.randomness import Stream

# Set-up


def setup(seats: int, options: Options, deal: Deal | None, stream: Stream) -> State:
    """Deal the first round (KOB-1, KOB-2). Raises Invalid or BadDeal."""
    rounds = deal.rounds if deal else []
    if len(rounds) > LAST_ROUND:
        raise BadDeal.at(f"/deal/rounds/{LAST_ROUND}", f"there are {LAST_ROUND} rounds")
    for i, arranged in enumerate(rounds):
        _take_out(arranged, [True] * seats, f"/deal/rounds/{i}")
    state = State(
        first_seat=options.first_seat or 0,
        deals=list(rounds),
        kamon=[START_KAMON] * seats,
        centre=START_CENTRE,
        out=[False] * seats,
    )
    _deal_round(state, stream)
    return state


def _deal_round(state: State, stream: Stream) -> None:
    """Shuffle all fifteen cards and deal the next round (KOB-3)."""
    arranged = state.deals.pop(0) if state.deals else RoundDeal()
    pack, hands, kobayakawa, deck = _take_out(arranged, [not out for out in state.out], "")
    pack.shuffle(stream)
    state.hands = [[] if out else pack.fill(hand, 1) for out, hand in zip(state.out, hands, strict=True)]
    (state.kobayakawa,) = pack.fill(kobayakawa, 1)
    state.deck = [*deck, *pack.rest]
    state.round += 1
    state.phase = "draw"
    state.covered = []
    state.acted = [False] * state.seats
    state.discards = [None] * state.seats
    state.stakes = [None] * state.seats


def _take_out(
    arranged: RoundDeal, playing: Sequence[bool], pointer: str
) -> tuple[Pack[int], list[list[int]], list[int], list[int]]:
    """Take what a round's deal names out of the pack: hands by seat, the Kobayakawa, the deck's top."""
    pack = Pack(CARDS)
    cards = by_seat(f"{pointer}/hands", arranged.hands, len(playing))
    hands = [pack.card(f"{pointer}/hands/{seat}", card) if playing[seat] else [] for seat, card in enumerate(cards)]
    kobayakawa = pack.card(f"{pointer}/kobayakawa", arranged.kobayakawa)
    deck = pack.cards(f"{pointer}/deck", arranged.deck)
    due = sum(playing) - sum(map(len, hands)) + 1 - len(kobayakawa)
    pack.keep(due, f"{pointer}/deck", "the hands and the Kobayakawa")
    return pack, hands, kobayakawa, deck


# Whose turn, and what is legal


def awaiting(state: State) -> frozenset[int]:
    """One seat at a time, clockwise from the starting seat (KOB-4, KOB-7, KOB-13)."""
    seat = _turn(state)
    return frozenset() if seat is None else frozenset({seat})


def _order(state: State) -> list[int]:
    """Order the players still in the game from this round's starting seat."""
    seats = state.seats
    turn = [*range(state.first_seat, seats), *range(state.first_seat)]
    return [seat for seat in turn if not state.out[seat]]


def _turn(state: State) -> int | None:
    if state.phase == "over":
        return None
    if state.phase == "fight":
        return next(seat for seat in _order(state) if state.stakes[seat] is None)
    return next(seat for seat in _order(state) if not state.acted[seat])


def legal(state: State, seat: int) -> list[Form]:
    """Draw or replace; keep one of two; fight or pass (KOB-4 to KOB-7). There is always exactly one phase's choice."""
    if seat != _turn(state):
        return []
    if state.phase == "draw":
        return [Form("draw"), Form("replace")]
    if state.phase == "keep":
        return [Form("keep", {"card": OneOf(sorted(state.hands[seat]))})]
    return [Form("fight"), Form("pass")]


def because(state: State, seat: int, move: AnyMove) -> str | None:
    """Cite the choice the phase allows: KOB-4 in the draw phase, KOB-5 while choosing, KOB-7 in the fight."""
    return {"draw": "KOB-4", "keep": "KOB-5"}.get(state.phase, "KOB-7")


# Moves


def apply(state: State, seat: int, move: AnyMove, stream: Stream) -> Iterator[Event]:
    """Change the state by a legal move."""
    match move:
        case Draw():
            card = state.deck.pop(0)
            state.hands[seat].append(card)
            state.phase = "keep"
            yield events.Drew(seat, deck=len(state.deck), private={seat: events.OwnCard(card)})
        case Keep(card):
            state.hands[seat].remove(card)
            discard = state.hands[seat].pop()
            state.hands[seat] = [card]
            state.discards[seat] = discard
            yield events.Kept(seat, discard=discard, private={seat: events.OwnCard(card)})
            _acted(state, seat)
        case Replace():
            covered = state.kobayakawa
            state.covered.append(covered)
            state.kobayakawa = state.deck.pop(0)
            yield events.Replaced(seat, kobayakawa=state.kobayakawa, covered=covered)
            _acted(state, seat)
        case Fight():
            stake = min(LAST_STAKE if state.round == LAST_ROUND else STAKE, state.kamon[seat])
            state.kamon[seat] -= stake
            state.pot += stake
            state.stakes[seat] = stake
            yield events.Fought(seat, stake=stake)
            yield from _decided(state, stream)
        case Pass():
            state.stakes[seat] = 0
            yield events.Passed(seat)
            yield from _decided(state, stream)


def _acted(state: State, seat: int) -> None:
    """Go on to the next player, or to the fight once everyone has acted (KOB-4, KOB-7)."""
    state.acted[seat] = True
    everyone = all(state.acted[other] for other in _order(state))
    state.phase = "fight" if everyone else "draw"


# The fight


def _decided(state: State, stream: Stream) -> Iterator[Event]:
    """Once everyone has fought or passed, pay the winner and go on (KOB-8 to KOB-16)."""
    order = _order(state)
    if any(state.stakes[seat] is None for seat in order):
        return
    state.last_round = showdown(state, [seat for seat in order if state.stakes[seat]])
    _pay(state, state.last_round.winner)
    last = state.last_round
    yield events.RoundOver(kobayakawa=last.kobayakawa, fighters=last.fighters, winner=last.winner, won=last.won)
    for seat in order:
        if state.kamon[seat] == 0:
            state.out[seat] = True
            yield events.Out(seat)
    if state.round == LAST_ROUND or len(_order(state)) == 1:
        state.phase = "over"
        return
    if last.winner is not None:
        state.first_seat = last.winner
    _deal_round(state, stream)
    yield events.Dealt(
        private={seat: events.OwnCard(state.hands[seat][0]) for seat in _order(state)},
        round=state.round,
        first_seat=state.first_seat,
        kobayakawa=state.kobayakawa,
    )


def showdown(state: State, fighters: Sequence[int]) -> LastRound:
    """Compare the fighters, given in the order of the round (KOB-8, KOB-9, KOB-10)."""
    won = state.pot + centre_share(state) if fighters else 0
    if len(fighters) < 2:
        winner = fighters[0] if fighters else None
        return LastRound(state.kobayakawa, [Fighter(seat, None, None) for seat in fighters], winner, won)
    cards = {seat: state.hands[seat][0] for seat in fighters}
    lowest = min(cards, key=cards.__getitem__)
    totals = {seat: card + (state.kobayakawa if seat == lowest else 0) for seat, card in cards.items()}
    winner = max(fighters, key=totals.__getitem__)  # the first of equals: earlier in the round's order
    revealed = [Fighter(seat, cards[seat], totals[seat]) for seat in fighters]
    return LastRound(state.kobayakawa, revealed, winner, won)


def centre_share(state: State) -> int:
    """Kamon that leave the centre this round: 1, in the last round the 2 that remain (KOB-11, KOB-14)."""
    return state.centre if state.round == LAST_ROUND else 1


def _pay(state: State, winner: int | None) -> None:
    """Pay the pot and the centre's share to the winner; without one the share leaves the game (KOB-11, KOB-12)."""
    share = centre_share(state)
    state.centre -= share
    if winner is None:
        state.gone += share
        return
    state.kamon[winner] += state.pot + share
    state.pot = 0


# The end


def result(state: State) -> Result | None:
    """Most kamon, jointly if equal; at once when only one player has any (KOB-15, KOB-16)."""
    if state.phase != "over":
        return None
    reason = "last_player" if sum(kamon > 0 for kamon in state.kamon) == 1 else "most_kamon"
    return Result(leaders(state.kamon), list(state.kamon), reason)
