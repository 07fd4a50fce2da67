"""Playing matches without a server, as fast as the rules allow: for whoever writes a player.

    from referee.simulate import simulate

    def mine(view, stream):
        return {"type": "draw"} if view["phase"] == "draw" else ...

    for match in simulate("kobayakawa", [mine, "bot:steady", "bot:random"], matches=1000, seed="first try"):
        print(match.number, match.result)

A player is one of the referee's bots by name, or a function `(view, stream) -> move`. `view` is what
`GET /v1/matches/{match}` answers to that seat, as plain Python values, and nothing else; `legal_moves` in it is
complete and exact. `stream` is the only chance it needs (`stream.below(n)`, `stream.choice(list)`). It returns the
move as JSON would have it, `{"type": …}`, or None to wait for what others answer; when everybody who is awaited
waits, one of them makes a random legal move.

Match n follows from the seed and n alone: whatever the number of processes, the same matches come out in the same
order. `Played.seed` deals the very same cards on a server, as `seed` of `POST /v1/matches`.
"""

import hashlib
import hmac
import importlib
import multiprocessing
import signal
import time
import traceback
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

import msgspec

from referee import bots
from referee.errors import IllegalMove, Invalid, RefereeError
from referee.games import GAMES
from referee.games.forms import Form, sample
from referee.games.position import Position
from referee.games.protocol import AnyGame, Options, Result, convert
from referee.randomness import Stream, match_key

Player: TypeAlias = bots.Bot | str
"""`bot:random`, `bot:steady`, `module:function`, or a function."""

MAX_MOVES = 5_000
"""Moves after which a match is left unfinished, unless asked otherwise: chance may go on for ever in some games."""

_CHUNK = 50
"""Matches that a process is given at once."""


class PlayerError(Exception):
    """A player made a move that was refused, or failed; the text tells which, where and why."""


class Played(msgspec.Struct):
    """A match that was played. `result` is None for one that was left unfinished."""

    number: int
    seed: str
    seats: list[str]
    options: dict[str, Any]
    result: Result | None
    move_count: int
    moves: list[dict[str, Any]] | None = None
    """Each `{"seat": …, "move": …}`, if asked for."""
    seconds: float = 0.0
    """Processor time that it took, players included."""


class Setting(msgspec.Struct, frozen=True):
    """What all matches of a run have in common."""

    game: str
    players: tuple[Player, ...]
    names: tuple[str, ...]
    options: Options
    seed: bytes
    max_moves: int
    moves: bool


def simulate(
    game: str,
    players: Sequence[Player],
    *,
    matches: int = 1,
    seed: str = "",
    options: Mapping[str, Any] | None = None,
    max_moves: int = MAX_MOVES,
    moves: bool = False,
    jobs: int = 1,
    names: Sequence[str] | None = None,
) -> Iterator[Played]:
    """Play matches and yield them in order, one player a seat.

    `moves` keeps each match's moves; `names` stand for the players in what is yielded. With `jobs` > 1 functions
    among the players must be importable ones. Raises Invalid for a setting that cannot be, and PlayerError, which
    ends the run.
    """
    setting = _setting(game, players, names, options, seed, max_moves, moves)
    if jobs <= 1:
        prepared = _Prepared(setting)
        for number in range(matches):
            yield prepared.play(number)
        return
    size = max(1, min(_CHUNK, -(-matches // (4 * jobs))))
    chunks = [range(first, min(first + size, matches)) for first in range(0, matches, size)]
    with multiprocessing.Pool(jobs, _deaf_to_interrupts) as pool:
        for played in pool.imap(partial(_play_chunk, setting), chunks):
            yield from played


def _setting(
    game: str,
    players: Sequence[Player],
    names: Sequence[str] | None,
    options: Mapping[str, Any] | None,
    seed: str,
    max_moves: int,
    moves: bool,
) -> Setting:
    rules = GAMES.get(game)
    if rules is None:
        raise Invalid.at("/game", f"no such game; there are {', '.join(GAMES)}")
    if len(players) not in rules.seats:
        seats = rules.seats
        raise Invalid.at("/seats", f"{rules.title} takes {seats.start} to {seats.stop - 1} seats")
    for player in players:
        load(player, rules)
    wanted = convert(options or {}, rules.Options, "/options")
    shown = tuple(names) if names else tuple(_name(player) for player in players)
    Position.begin(rules, len(players), wanted, None, Stream(b""))
    return Setting(game, tuple(players), shown, wanted, seed.encode(), max_moves, moves)


def load(player: Player, game: AnyGame) -> bots.Bot:
    """Return the function that plays. Raises Invalid for a name that stands for none."""
    if not isinstance(player, str):
        return player
    if player.removeprefix("bot:") in bots.NAMES and player.startswith("bot:"):
        return bots.bot(player.removeprefix("bot:"), game.steady)
    module, colon, function = player.partition(":")
    if not colon or not module or module == "bot":
        known = ", ".join(f"bot:{name}" for name in bots.NAMES)
        raise Invalid.at("/seats", f"{player!r} is no player: there are {known}, or module:function")
    try:
        loaded = getattr(importlib.import_module(module), function)
    except (ImportError, AttributeError) as error:
        raise Invalid.at("/seats", f"{player!r} cannot be loaded: {error}") from None
    if not callable(loaded):
        raise Invalid.at("/seats", f"{player!r} is no function")
    return loaded  # type: ignore[no-any-return]


def _name(player: Player) -> str:
    return player if isinstance(player, str) else getattr(player, "__name__", "player")


def _deaf_to_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play_chunk(setting: Setting, numbers: range) -> list[Played]:
    prepared = _Prepared(setting)
    return [prepared.play(number) for number in numbers]


class _Prepared:
    """A setting with everything looked up that its matches need."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.game = GAMES[setting.game]
        self.players = [load(player, self.game) for player in setting.players]
        self.shown: dict[str, Any] = {
            "match": "",
            "game": setting.game,
            "rules_version": self.game.rules_version,
            "version": 0,
            "status": "active",
            "seats": [
                {"seat": seat, "name": f"Seat {seat}", "controller": "player", "open": False}
                for seat in range(len(self.players))
            ],
            "options": {},
            "clock": None,
            "spectators": True,
            "labels": {},
            "created_at": "1970-01-01T00:00:00.000Z",
            "deadline": None,
            "expires_at": "9999-12-31T00:00:00.000Z",
            "rematch": None,
            "result": None,
            "fairness": {"commitment": "", "arranged": False, "seeded_by_caller": True},
        }

    def play(self, number: int) -> Played:
        """Play match number `number` from beginning to end."""
        began = time.process_time()
        setting, game = self.setting, self.game
        count = len(self.players)
        seed = hmac.digest(
            hashlib.sha256(setting.seed).digest(), b"referee/simulate/1\0" + number.to_bytes(8, "big"), "sha256"
        )
        stream = Stream(match_key(seed, "", [None] * (count + 1)))
        chances = [stream.branch(f"seat/{seat}") for seat in range(count)]
        position, (started, *others) = Position.begin(game, count, setting.options, None, stream)
        moves: list[dict[str, Any]] = []
        options = self.shown["options"] = started.data["options"]
        events, result = 1 + len(others), None
        while result is None and position.version < setting.max_moves:
            awaited = sorted(position.awaiting())
            for seat in awaited:
                forms = position.legal(seat)
                move = self._choose(position, seat, forms, awaited, events, chances[seat], number)
                if move is not None:
                    break
            else:  # everybody waits for everybody
                seat = awaited[0]
                forms = position.legal(seat)
                move = sample(forms, chances[seat].below)
            try:
                events += len(position.play(seat, game.read_move(move), forms))
            except RefereeError as error:
                raise PlayerError(_refused(number, seat, setting.names[seat], move, forms, error)) from None
            if setting.moves:
                moves.append({"seat": seat, "move": move})
            result = position.result()
        return Played(
            number,
            seed.hex(),
            list(setting.names),
            options,
            result,
            position.version,
            moves if setting.moves else None,
            time.process_time() - began,
        )

    def _choose(
        self,
        position: Position,
        seat: int,
        forms: list[Form],
        awaited: list[int],
        events: int,
        chance: Stream,
        number: int,
    ) -> Mapping[str, Any] | None:
        player = self.players[seat]
        if player is bots.random:  # it looks at nothing but the forms, and samples them like this
            return sample(forms, chance.below)
        try:
            return player(self._view(position, seat, forms, awaited, events), chance)
        except Exception:
            where = f"match {number}: {self.setting.names[seat]} in seat {seat} failed after {position.version} moves"
            raise PlayerError(f"{where}\n{traceback.format_exc()}") from None

    def _view(
        self, position: Position, seat: int, forms: list[Form], awaited: list[int], events: int
    ) -> dict[str, Any]:
        game, state = self.game, position.state
        return {
            **self.shown,
            "options": dict(self.shown["options"]),
            "version": position.version,
            "you": seat,
            "phase": game.phase(state),
            "to_act": awaited,
            "table": msgspec.to_builtins(game.table(state)),
            "hand": msgspec.to_builtins(game.hand(state, seat)),
            "legal_moves": msgspec.to_builtins(forms),
            "last_event": events,
        }


def _refused(number: int, seat: int, name: str, move: Any, forms: list[Form], error: RefereeError) -> str:
    try:
        shown = msgspec.json.encode(move).decode()
    except TypeError:
        shown = repr(move)
    lines = [f"match {number}: {name} in seat {seat} was refused {shown}", f"{error.code}: {error.detail}"]
    if isinstance(error, IllegalMove):
        rule = error.extra["rule"]
        lines.append(f"{rule['id']}: {rule['text']}")
    lines += ["legal were:", *(f"  {msgspec.json.encode(form).decode()}" for form in forms)]
    return "\n".join(lines)
