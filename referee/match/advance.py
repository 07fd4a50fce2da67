"""What happens to a match without its players: the start, bots' moves, deadlines, the end."""

import logging

import msgspec

from referee import bots
from referee.errors import RefereeError
from referee.games.events import Finished, Started
from referee.games.forms import Form
from referee.games.position import Position
from referee.games.protocol import Move, convert
from referee.match.happenings import Aborted, AbortReason, TimedOut
from referee.match.record import Match, Status
from referee.match.view import plain, view
from referee.randomness import Stream

BATCH = 100
"""Moves by bots and for the late that one request or sweep makes at most."""

LONGEST = 20_000
"""Moves after which a match is aborted: of bots alone at once, of players when one more is due."""

STAND_IN = "steady"
"""The bot that moves for who is late."""

FORCED = "forced"
"""The bot that moves where everybody else waits: it chooses at random and never waits itself."""

_log = logging.getLogger(__name__)


def start(match: Match) -> None:
    """Deal, once every seat is claimed, and let bots on turn move."""
    head, game = match.head, match.game
    options = convert(head.options, game.Options, "/options")
    deal = None if head.deal is None else convert(head.deal, game.Deal, "/deal")
    match.position, events = Position.begin(game, len(head.seats), options, deal, Stream(match.key))
    head.status = "active"
    match.head_changed = True
    for event in events:
        match.tell(event)
        if isinstance(event, Started):
            head.effective = dict(event.options)
    set_deadline(match, match.now)
    run_bots(match, match.now, BATCH)


def move(match: Match, seat: int, chosen: Move, forms: list[Form], base: int) -> None:
    """Make a move that `judge` accepts, and end the match if it ends it.

    `base` is the time from which the next deadline counts. Raises what `judge` raises.
    """
    match.require_seed()  # a move that draws nothing neither goes on without it
    awaited = bool(match.head.move_seconds) and seat in match.awaiting()
    events = match.started.play(seat, chosen, forms)
    match.live.waiting = []
    for number, event in enumerate(events):
        match.tell(event, msgspec.to_builtins(chosen) if number == 0 else None, seat if number == 0 else None)
    if isinstance(events[-1], Finished):
        _end(match, "finished")
    elif awaited:
        set_deadline(match, base)


def too_long(match: Match) -> bool:
    """Whether a match goes on that has come to no end."""
    return match.version >= LONGEST and match.head.status == "active"


def set_deadline(match: Match, base: int) -> None:
    """Give the awaited seats their time, counted from `base`."""
    seconds = match.head.move_seconds
    match.deadline = base + 1000 * seconds if seconds and match.awaiting() else 0


def behind(match: Match) -> bool:
    """Whether something is due that nobody has done yet: a deadline passed, or a bot on turn."""
    return bool(match.deadline and match.deadline <= match.now) or bool(_bots_to_ask(match))


def catch_up(match: Match) -> None:
    """Do what is due: bots' moves, and the stand-in's for the late, at most `BATCH` in all."""
    count = run_bots(match, match.now, BATCH)
    while count < BATCH and match.deadline and match.deadline <= match.now:
        if match.version >= LONGEST:
            abort(match, "too_long")
            break
        missed = match.deadline
        late = [seat for seat in sorted(match.awaiting()) if match.head.seats[seat].controller == "player"]
        moves = 0
        for seat in late:
            if seat in match.awaiting():
                moves += _play_for(match, seat, STAND_IN, missed, late=True)
        if not moves:
            # nobody is late but bots, or all who are wait for each other
            seat = min(late or match.awaiting())
            _play_for(match, seat, FORCED, missed, late=bool(late))
            moves = 1
        count += moves
        count += run_bots(match, missed, max(BATCH - count, 0))


def run_bots(match: Match, base: int, most: int) -> int:
    """Let bots move while one is on turn, at most `most` moves; returns how many.

    A bot that waits is asked again once another seat has moves: who looks, however often, changes nothing.
    """
    count = 0
    while count < most and (asked := _bots_to_ask(match)):
        if match.version >= LONGEST and only_bots(match):
            abort(match, "too_long")
            break
        if not any(_play_for(match, seat, _bot_name(match, seat), base) for seat in asked):
            if match.awaiting() - set(match.live.waiting):
                break  # they wait for what players answer
            _play_for(match, min(match.live.waiting), FORCED, base)
        count += 1
    return count


def only_bots(match: Match) -> bool:
    """Whether nobody but bots plays."""
    return all(seat.controller != "player" for seat in match.head.seats)


def abort(match: Match, reason: AbortReason) -> None:
    """End the match without a result: a change that is no move."""
    match.revision += 1
    match.tell(Aborted(reason=reason))
    _end(match, "aborted")


def _bot_name(match: Match, seat: int) -> str:
    return match.head.seats[seat].controller.removeprefix("bot:")


def _bots_to_ask(match: Match) -> list[int]:
    """Bots on turn that do not wait already for what others answer."""
    bots_seats = [seat for seat, one in enumerate(match.head.seats) if one.controller != "player"]
    if not bots_seats:
        return bots_seats
    awaited = match.awaiting().difference(match.live.waiting)
    return [seat for seat in bots_seats if seat in awaited]


def _play_for(match: Match, seat: int, name: str, base: int, *, late: bool = False) -> bool:
    """Let a bot move for a seat, given the seat's view and nothing else; False if it rather waits.

    What it draws by chance comes from a branch of the match's stream of its own, so that equal matches stay equal.
    Where a bot errs, a random legal move is made. `late`: tell that the seat's time was over.
    """
    game, position = match.game, match.started
    forms = position.legal(seat)
    seen = plain(view(match, seat))
    chance = position.stream.branch(f"bot/{seat}/{match.version}")
    try:
        chosen = bots.bot(name, game.steady, game.patient)(seen, chance)
        if chosen is None:
            match.live.waiting = [*match.live.waiting, seat]
            return False
        move_chosen = game.read_move(chosen)
        position.check(seat, move_chosen, forms)
    except (RefereeError, LookupError, TypeError, ValueError):
        _log.exception("the bot %s of %s chose no legal move", name, match.head.game)
        move_chosen = game.read_move(bots.random(seen, chance))
    if late:
        match.tell(TimedOut(seat))
    move(match, seat, move_chosen, forms, base)
    return True


def _end(match: Match, status: Status) -> None:
    match.head.status = status
    match.head_changed = True
    match.live.ended = match.now
    match.deadline = 0
