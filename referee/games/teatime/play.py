"""The rules of Teatime, in the order of the rulebook."""

from collections.abc import Iterable, Iterator
from copy import deepcopy
from typing import cast

from referee.games.events import Event
from referee.games.forms import Form, OneOf
from referee.games.protocol import Result
from referee.games.scoring import leaders
from referee.games.teatime import events
from referee.games.teatime.components import CHARACTERS, KIND, KINDS, MOST_PLAYED, ORDER, SWEETS, UFO, WILD, Back, Chip
from referee.games.teatime.opening import deal_out
from referee.games.teatime.state import AnyMove, Deal, EndTurn, Laid, Options, Pass, Play, State, Ufo
from referee.randomness import Stream


def setup(seats: int, options: Options, deal: Deal | None, stream: Stream) -> State:
    """Deal three cards each and lay the path (TEA-4). Raises Invalid or BadDeal."""
    return deal_out(seats, options, deal, stream)


def opening(state: State, stream: Stream) -> tuple[State, list[Event]]:
    """Begin the first turn (TEA-5): what is drawn is what the match starts with, passes that are forced before the
    first move are told after it (TEA-15, TEA-17)."""
    before, events_told = deepcopy(state), list[Event]()
    for event in _begin_turn(state, state.turn, stream):
        if events_told or isinstance(event, events.Passed):
            events_told.append(event)
        else:
            before = deepcopy(state)
    return (before, events_told) if events_told else (state, events_told)


# The table, and what it still takes


def showing(state: State) -> frozenset[str]:
    """Collect the characters on cards that no UFO covers (TEA-7 to TEA-10)."""
    return frozenset[str]().union(*(CHARACTERS[laid.card] for laid in state.cards if not laid.covered))


def is_complete(characters: Iterable[str]) -> bool:
    """Whether all five kinds show; Usagi is one kind in any number of colours (TEA-8, TEA-11)."""
    return len({KIND[friend] for friend in characters}) == KINDS


def playable(state: State, seat: int) -> list[str]:
    """List the friend cards in hand of which no character shows, each once, sorted (TEA-7, TEA-8, TEA-9)."""
    shown = showing(state)
    cards = {card for card in state.hands[seat] if card != UFO and not CHARACTERS[card] & shown}
    return sorted(cards, key=ORDER.__getitem__)


def may_pass(state: State) -> bool:
    """Whether the seat on turn may pass (TEA-12, TEA-14).

    The table is empty exactly at the start of the first turn of the game and of those after a complete or a
    pass: any other turn begins with what the turn before has laid.
    """
    return state.played == 0 and bool(state.cards) and not _over(state)


# Whose turn, and what is legal


def phase(state: State) -> str:
    """Name the phase."""
    return "over" if _over(state) else "play"


def awaiting(state: State) -> frozenset[int]:
    """The seat on turn."""
    return frozenset() if _over(state) else frozenset({state.turn})


def legal(state: State, seat: int) -> list[Form]:
    """One to three cards, one after another; then stop. Or pass (TEA-6 to TEA-14)."""
    if seat != state.turn or _over(state):
        return []
    forms = []
    if state.played < MOST_PLAYED:
        if cards := playable(state, seat):
            forms.append(Form("play", {"card": OneOf(cards)}))
        uncovered = [i for i, laid in enumerate(state.cards) if not laid.covered]
        if uncovered and UFO in state.hands[seat]:
            forms.append(Form("ufo", {"on": OneOf(uncovered)}))
    if state.played:
        forms.append(Form("end_turn"))
    if may_pass(state):
        forms.append(Form("pass"))
    return forms


def because(state: State, seat: int, move: AnyMove) -> str | None:
    """Cite TEA-6 for a fourth card or one not in hand, TEA-8 and TEA-9 for what shows, TEA-14 for a first turn."""
    match move:
        case Play() | Ufo() if state.played == MOST_PLAYED:
            return "TEA-6"
        case Play(card) if card not in state.hands[seat]:
            return "TEA-6"
        case Play(card) if len(CHARACTERS[card]) > 1:
            return "TEA-9"
        case Play(card) if KIND[card] == "usagi":
            return "TEA-8"
        case Ufo() if showing(state) and UFO not in state.hands[seat]:
            return "TEA-6"
        case Pass() if state.played == 0:
            return "TEA-14"
        case _:
            return None


# The turn


def _begin_turn(state: State, seat: int, stream: Stream) -> Iterator[Event]:
    """Begin a turn with a draw; pass for whoever must play a friend card and holds none (TEA-5, TEA-15, TEA-17).

    Each such pass takes a chip, so the chain ends.
    """
    while True:
        state.turn = seat
        state.played = 0
        yield events.TurnBegan(seat, may_pass=may_pass(state))
        yield from _draw(state, stream)
        if state.cards or any(card != UFO for card in state.hands[seat]):
            return
        yield from _take_steaks(state, forced=True)
        if _over(state):
            return
        yield from _draw(state, stream)
        seat = (seat + 1) % state.seats


def _draw(state: State, stream: Stream) -> Iterator[Event]:
    """Draw for the seat on turn, from the shuffled discards once the deck is empty, or nothing (TEA-5, TEA-17)."""
    if not state.deck and state.discards:
        state.deck = stream.shuffled(sorted(state.discards, key=ORDER.__getitem__))
        state.discards = []
        yield events.Reshuffled(deck=len(state.deck))
    if state.deck:
        card = state.deck.pop(0)
        state.hands[state.turn].append(card)
        yield events.Drew(state.turn, deck=len(state.deck), private={state.turn: events.OwnCard(card)})


def apply(state: State, seat: int, move: AnyMove, stream: Stream) -> Iterator[Event]:
    """Change the state by a legal move."""
    match move:
        case Play(card):
            state.hands[seat].remove(card)
            state.cards.append(Laid(card))
            state.played += 1
            yield events.Played(seat, card=card)
            if is_complete(showing(state)):
                yield from _take_sweet(state)
                yield from _start_afresh(state, stream)
        case Ufo(on):
            state.hands[seat].remove(UFO)
            state.cards[on].covered = True
            state.played += 1
            yield events.Covered(seat, on=on, card=state.cards[on].card)
        case EndTurn():
            yield events.EndedTurn(seat)
            yield from _begin_turn(state, (seat + 1) % state.seats, stream)
        case Pass():
            yield from _take_steaks(state, forced=False)
            yield from _start_afresh(state, stream)


def _take_sweet(state: State) -> Iterator[Event]:
    """Complete: take the first chip and turn it over (TEA-11)."""
    chip = state.path.pop(0)
    state.sweets[state.turn].append(chip)
    yield events.Completed(state.turn, sweet=cast(Back, chip.back), path=len(state.path))


def _take_steaks(state: State, *, forced: bool) -> Iterator[Event]:
    """Pass: take the first chip, steak side up (TEA-12)."""
    chip = state.path.pop(0)
    state.steaks[state.turn].append(chip)
    yield events.Passed(state.turn, steaks=chip.steaks, forced=forced, path=len(state.path))


def _start_afresh(state: State, stream: Stream) -> Iterator[Event]:
    """Clear the table and give the same seat another turn, unless it is over (TEA-13)."""
    if _over(state):
        return
    for laid in state.cards:
        state.discards.append(laid.card)
        if laid.covered:
            state.discards.append(UFO)
    state.cards = []
    yield events.Cleared(discards=len(state.discards))
    yield from _begin_turn(state, state.turn, stream)


# The end


def has_four_sweets(chips: Iterable[Chip]) -> bool:
    """Whether the chips show four different sweets, each wild one standing for any missing (TEA-18)."""
    backs = [chip.back for chip in chips]
    return len(set(backs) - {WILD}) + backs.count(WILD) >= len(SWEETS)


def _over(state: State) -> bool:
    """Whether the path is empty or the seat on turn has four sweets: nobody else can just have got the fourth."""
    return not state.path or has_four_sweets(state.sweets[state.turn])


def result(state: State) -> Result | None:
    """Four sweets; else fewest steaks, most sweets, fewest cards, or jointly (TEA-18, TEA-19). Scores are steaks."""
    if not _over(state):
        return None
    scores = [sum(chip.steaks for chip in chips) for chips in state.steaks]
    if has_four_sweets(state.sweets[state.turn]):
        return Result([state.turn], scores, "four_sweets")
    ranks = [(-scores[seat], len(state.sweets[seat]), -len(state.hands[seat])) for seat in range(state.seats)]
    return Result(leaders(ranks), scores, "fewest_steaks")
