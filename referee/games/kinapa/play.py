"""The rules of Kinapa: set-up, whose turn it is, what is legal, and the end.

The round itself stands in `exchange` (announcement, answers, exchange) and `turn` (objects, next Emperor).
"""

from collections.abc import Iterator

from referee.errors import Invalid
from referee.games.dealing import Pack
from referee.games.events import Event
from referee.games.forms import Form, OneOf
from referee.games.kinapa import exchange, turn
from referee.games.kinapa.components import CARDS, HAND_SIZE, MOST_HANDS, ORDER, Object, cards_for, objects_for
from referee.games.kinapa.state import (
    Announce,
    Answer,
    AnyMove,
    ChooseLiar,
    Crown,
    Deal,
    Give,
    Hand,
    HandOver,
    Lay,
    Options,
    Reveal,
    State,
    Take,
    TakeUpBot,
)
from referee.games.protocol import Result
from referee.games.scoring import leaders
from referee.randomness import Stream

# Set-up


def setup(seats: int, options: Options, deal: Deal | None, stream: Stream) -> State:
    """Deal hands and objects and find the first Emperor (KPA-1 to KPA-3, KPA-41). Raises Invalid or BadDeal."""
    _check_options(seats, options)
    deal = deal or Deal()
    places = 2 * seats if seats == 2 else seats + (seats == 3 or bool(options.bot))
    hands = _deal_hands(places, deal, stream)
    objects = _deal_objects(places, deal, stream)
    first = CARDS[0]
    if seats == 2 and not any(first in hand.cards for hand in hands[:seats]):
        hands = [*hands[seats:], *hands[:seats]]
    emperor = min(range(seats), key=lambda seat: ORDER[hands[seat].cards[0]])
    hands[emperor].sheep = True
    return State(
        seats=seats,
        hands=hands,
        objects=objects,
        bearing=[None] * len(objects),
        emperor=emperor,
        answers=[None] * places,
        stall_rounds=options.stall_rounds,
        one_hand=options.two_player_goal == "one_hand",
    )


def _check_options(seats: int, options: Options) -> None:
    """Refuse an option that has no meaning for the number of players (KPA-1, KPA-45)."""
    if options.bot is not None and not 4 <= seats < MOST_HANDS:
        raise Invalid.at("/options/bot", "only 4 to 7 players choose whether to play with a BOT hand")
    if options.two_player_goal is not None and seats != 2:
        raise Invalid.at("/options/two_player_goal", "only for 2 players")


def _deal_hands(places: int, deal: Deal, stream: Stream) -> list[Hand]:
    """Deal four cards a hand, as arranged or shuffled (KPA-2)."""
    pack = Pack(cards_for(places))
    hands = pack.hands("/deal/hands", deal.hands, places, HAND_SIZE)
    pack.shuffle(stream)
    return [Hand(sorted(pack.fill(hand, HAND_SIZE), key=ORDER.__getitem__)) for hand in hands]


def _deal_objects(places: int, deal: Deal, stream: Stream) -> list[Object]:
    """Lay the objects in a circle, as arranged or shuffled (KPA-2)."""
    pack = Pack(objects_for(places))
    first = pack.cards("/deal/objects", deal.objects)
    pack.shuffle(stream)
    return [*first, *pack.rest]


# Whose turn, and what is legal


def awaiting(state: State) -> frozenset[int]:
    """The Emperor; for answers all who owe one; for a card demanded its holder (KPA-6, KPA-12)."""
    match state.phase:
        case "over":
            return frozenset()
        case "answer":
            return exchange.owing(state)
        case "hand_over":
            return frozenset({state.giver})
        case _:
            return frozenset({state.emperor})


def legal(state: State, seat: int) -> list[Form]:
    """What the phase asks of the seat; nothing of anybody else."""
    if state.phase == "answer":
        return exchange.answers(state, seat) if exchange.owes(state, seat) else []
    if seat not in awaiting(state):
        return []
    match state.phase:
        case "announce":
            return exchange.announcements(state)
        case "take":
            return [Form("take", {"place": OneOf(exchange.not_raised(state))})]
        case "hand_over":
            return [Form("hand_over", {"card": OneOf(state.hands[seat].of(state.asked))})]
        case "expose":
            return [Form("choose_liar", {"place": OneOf(state.exposed)})]
        case "give":
            return exchange.returns(state)
        case "reveal":
            return turn.coverable(state)
        case "lay":
            return [Form("lay", {"number": OneOf(turn.pairs_for(state, state.turned or 0))})]
        case "crown":
            return [Form("crown", {"place": OneOf(turn.candidates(state))})]
        case _:
            return turn.others(state)


_PHASE_RULES = {
    "announce": "KPA-5",
    "answer": "KPA-6",
    "take": "KPA-10",
    "hand_over": "KPA-12",
    "expose": "KPA-12",
    "give": "KPA-13",
    "reveal": "KPA-15",
    "lay": "KPA-15",
    "crown": "KPA-18",
    "take_up": "KPA-31",
}
"""The rule a phase stands under, cited unless a more specific one forbids the move."""


def because(state: State, seat: int, move: AnyMove) -> str | None:
    """Cite what stands in the way in this phase; a BOT hand or a Fox (KPA-7) before the choice as such."""
    match move:
        case Announce(number) if state.phase == "announce" and number in state.numbers:
            return _why_not_bot(state, seat)
        case Answer(raised) if state.phase == "answer":
            return "KPA-7" if raised and state.hands[seat].foxes else _why_not_bot(state, seat)
        case Take() if state.phase == "take" and state.pair_shown:
            return "KPA-14"
        case Reveal(index) if state.phase == "reveal" and index < len(state.objects):
            return "KPA-16"
        case _:
            return _PHASE_RULES[state.phase]


def _why_not_bot(state: State, seat: int) -> str:
    """Say why a move that sets the BOT hand's side, or fails to, is illegal."""
    bot = state.bot_of(seat)
    if bot is not None and state.hands[bot].foxes:
        return "KPA-7"
    if bot is not None and not state.hands[bot].cards:
        return "KPA-45"
    return "KPA-42" if state.two_players else "KPA-30"


# Moves


def apply(state: State, seat: int, move: AnyMove, stream: Stream) -> Iterator[Event]:
    """Change the state by a legal move."""
    match move:
        case Announce(number, bot_raised):
            yield from exchange.announce(state, number, bot_raised, stream)
        case Answer(raised, bot_raised):
            yield from exchange.answer(state, seat, raised, bot_raised, stream)
        case Take(place):
            yield from exchange.take(state, place, stream)
        case HandOver(card):
            yield from exchange.hand_over(state, seat, card)
        case ChooseLiar(place):
            yield from exchange.catch(state, place, stream)
        case Give(card):
            yield from exchange.give(state, card)
        case Reveal(index):
            yield from turn.reveal(state, index)
        case Lay(number):
            yield from turn.lay(state, state.turned or 0, number)
        case Crown(place):
            yield from turn.crown(state, place)
        case TakeUpBot(other):
            yield from turn.take_up(state, other)


# The end


def result(state: State) -> Result | None:
    """Who laid all pairs; when the match stalled, whoever laid most (KPA-17, KPA-45, KPA-46)."""
    if state.phase != "over":
        return None
    scores = [_pairs_laid(state, seat) for seat in range(state.seats)]
    if state.winner is not None:
        return Result([state.winner], scores, "all_laid")
    return Result(leaders(scores), scores, "stalled")


def _pairs_laid(state: State, seat: int) -> int:
    """Count the pairs of a player's hand, or of both hands of one of two players."""
    own = len(state.hands[seat].pairs)
    return own + len(state.hands[seat + 2].pairs) if state.two_players else own
