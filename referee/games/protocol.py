"""What a game is, and the one way to make a move in it.

A game is pure: state in, state out, no clock, no I/O; chance comes only from the stream passed in. A state
at rest waits for at least one seat or is over; whatever happens by itself happens inside the `apply` that
leads to it.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar, get_args, get_type_hints

import msgspec

from referee.errors import Fault, IllegalMove, Invalid, NotYourTurn
from referee.games.events import Event, EventKind, event_types, kind_of
from referee.games.forms import Form, allowed, fits
from referee.games.marks import Amount, SeatNumber
from referee.games.naming import listed, wanted
from referee.games.pieces import Piece
from referee.randomness import Stream

Seat: TypeAlias = int
"""A seat's number, from 0, clockwise."""


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A move as a value. A game's moves form a union tagged by `type`.

    A field with a default may be left out; the default is the empty value (None, () or 0). `rule` is the
    rule the move stands under, cited when no more specific one forbids it.
    """

    rule: ClassVar[str]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game's match options. A field `first_seat: int | None = None` left out is drawn by the referee."""


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An arranged deal: names what it wants to arrange; the shuffle does the rest."""


class Result(msgspec.Struct, frozen=True):
    """How a match ended: the winning seats, scores by seat, and why (a slug)."""

    winners: list[SeatNumber]
    scores: list[Amount]
    reason: str


class Rule(msgspec.Struct, frozen=True, omit_defaults=True):
    """A rule in our own words; `sources` are book, ruling or outside, `note` says why we ruled so."""

    id: str
    text: str
    sources: list[str]
    note: str | None = None


class Vector(msgspec.Struct, frozen=True):
    """What the documented seed deals: seats, effective options, and the whole opening as an arranged deal."""

    seats: int
    options: dict[str, Any]
    deal: dict[str, Any]


S = TypeVar("S", bound=msgspec.Struct)
O = TypeVar("O", bound=Options)  # noqa: E741
D = TypeVar("D", bound=Deal)


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S, O, D]):
    """The rules of one game, as data and pure functions. See `games/README.md` for how to add one."""

    id: str
    title: str
    original_title: str
    language: str
    """Language of the original title, as a BCP 47 tag."""
    rules_version: str
    seats: range
    components: Sequence[Piece]
    """The cards and pieces in catalogue order."""
    phases: Sequence[str]
    Options: type[O]
    Deal: type[D]
    State: type[S]
    Table: type[msgspec.Struct]
    """The shape of `table`."""
    Card: Any
    """The type of one entry of `hand`."""
    moves: Sequence[type[Move]]
    events: Sequence[type[Event]]
    example: Mapping[str, Any]
    """`{"options":…, "deal":…}`: an example of each, for the documentation."""

    setup: Callable[[int, O, D | None, Stream], S]
    """(seats, options, deal, stream) → the state after the deal. `options` come through `draw_options`.
    Raises Invalid for options, BadDeal for a deal, that cannot be."""
    phase: Callable[[S], str]
    """Name the phase; `over` once there is a result."""
    awaiting: Callable[[S], frozenset[Seat]]
    """Who must move; empty once over."""
    legal: Callable[[S, Seat], list[Form]]
    """Everything the seat may do now, also out of turn."""
    apply: Callable[[S, Seat, Any, Stream], Iterator[Event]]
    """Change the state by a legal move and tell what happened. Only `judge` calls it."""
    table: Callable[[S], msgspec.Struct]
    """Build what everybody may see."""
    hand: Callable[[S, Seat], list[Any]]
    """Build what the seat alone may see besides."""
    result: Callable[[S], Result | None]
    """The result once the match is over."""
    because: Callable[[S, Seat, Any], str | None]
    """Name the most specific rule that forbids a move known to be illegal; None for the move's own."""
    steady: Callable[[Mapping[str, Any], Stream], Mapping[str, Any] | None]
    """Choose a sensible move, as JSON, from the seat's view and nothing else; None to wait for others' answers."""

    opening: Callable[[S, Stream], tuple[S, list[Event]]] | None
    """For a game in which something happens between the deal and the first move: change the state by it. Returns the
    state that the start is told with, and what is told after it."""
    patient: Callable[[Mapping[str, Any]], bool]
    """Whether the seat with this view has asked others something that is worth waiting for, though it may move."""

    @classmethod
    def of(
        cls,
        *,
        components: ModuleType,
        state: ModuleType,
        events: ModuleType,
        play: ModuleType,
        view: ModuleType,
        steady: ModuleType,
        **facts: Any,
    ) -> "AnyGame":
        """Put a game together from its rooms, by the names that they have in every game, and from facts about it."""
        return cls(
            components=components.BOX,
            phases=get_args(state.Phase),
            Options=state.Options,
            Deal=state.Deal,
            State=state.State,
            Table=view.Table,
            Card=get_args(get_type_hints(view.hand, include_extras=True)["return"])[0],
            moves=get_args(state.AnyMove),
            events=event_types(events),
            example=state.EXAMPLE,
            setup=play.setup,
            opening=getattr(play, "opening", None),
            phase=getattr(play, "phase", attrgetter("phase")),
            awaiting=play.awaiting,
            legal=play.legal,
            apply=play.apply,
            because=play.because,
            result=play.result,
            table=view.table,
            hand=view.hand,
            steady=steady.steady,
            patient=getattr(steady, "patient", lambda view: False),
            **facts,
        )

    @property
    def kinds(self) -> list[EventKind]:
        """The game's event types as the catalogue describes them."""
        return [kind_of(event) for event in self.events]

    @property
    def folder(self) -> Path:
        """Where its texts stand."""
        return Path(__file__).parent / self.id

    @cached_property
    def _made(self) -> Any:
        # inside a struct, since msgspec would build the union anew at every conversion of a bare one
        return msgspec.defstruct("Made", [("move", _union(self.moves))])

    @cached_property
    def _encoder(self) -> msgspec.msgpack.Encoder:
        return msgspec.msgpack.Encoder()

    @cached_property
    def _decoder(self) -> msgspec.msgpack.Decoder[S]:
        return msgspec.msgpack.Decoder(self.State)

    def read_move(self, body: Mapping[str, Any]) -> Move:
        """Turn JSON into a move. Raises Invalid when it could never be one."""
        try:
            holder: Any = msgspec.convert({"move": body}, self._made)
        except msgspec.ValidationError as error:
            fault = fault_of(error, "")
            pointer = fault.pointer.removeprefix("/move")
            raise Invalid([Fault(pointer, self._wanted(body, pointer, fault.message))]) from None
        move: Move = holder.move
        return move

    def _wanted(self, body: Mapping[str, Any], pointer: str, message: str) -> str:
        """Say what a field of a move could be, where that is a list of names or a text of a certain form."""
        kinds = {str(move.__struct_config__.tag): move for move in self.moves}
        if pointer == "/type":
            return f"must be one of {listed(kinds)}"
        return _told(message, kinds.get(str(body.get("type"))), pointer)

    def encode(self, state: msgspec.Struct) -> bytes:
        """Turn a state into bytes."""
        return self._encoder.encode(state)

    def decode(self, data: bytes) -> Any:
        """Turn bytes back into a state of its own. Raises msgspec.DecodeError."""
        return self._decoder.decode(data)

    @cached_property
    def markdown(self) -> str:
        """The rules as they stand in `rules.md`."""
        return (self.folder / "rules.md").read_text(encoding="utf-8")

    @cached_property
    def shuffle(self) -> str:
        """What is shuffled, from which list and when, as it stands in `shuffle.md`."""
        return (self.folder / "shuffle.md").read_text(encoding="utf-8")

    @cached_property
    def vectors(self) -> list[Vector]:
        """What the documented seed deals, as it stands in `vectors.json`: one for each way of dealing."""
        return msgspec.json.decode((self.folder / "vectors.json").read_bytes(), type=list[Vector])

    @cached_property
    def rules(self) -> dict[str, Rule]:
        """The rules by id, in the order of `rules.md`."""
        return {rule.id: rule for rule in parse_rules(self.markdown)}


AnyGame: TypeAlias = Game[Any, Any, Any]


def _union(types: Sequence[type]) -> Any:
    union: Any = types[0]
    for one in types[1:]:
        union = union | one
    return union


_RULE = re.compile(r"^- (?P<id>[A-Z]{3}-\d+) (?P<text>.*?) \[(?P<sources>[a-z, ]+)(?:: (?P<note>.*))?\]$", re.S)


def parse_rules(markdown: str) -> Iterator[Rule]:
    """Read rules off lines like ``- KOB-4 Text. [book]`` or ``… [book, ruling: why]``.

    A rule goes on over indented lines. Raises ValueError for a line that begins as a rule and is none.
    """
    for chunk in re.split(r"\n(?! )", markdown):
        if not re.match(r"- [A-Z]{3}-\d", chunk):
            continue
        parts = _RULE.match(" ".join(chunk.split()))
        if not parts:
            raise ValueError(f"not a rule: {chunk[:60]!r}")
        yield Rule(parts["id"], parts["text"], parts["sources"].split(", "), parts["note"])


_AT = re.compile(r"(?s)(?P<message>.*?)(?: - at `\$?(?P<path>.*)`)?\Z")
_NAMED = re.compile(r"Object (?:missing required|contains unknown) field `(?P<name>.*)`")


def convert(value: Any, target: Any, pointer: str) -> Any:
    """Convert plain JSON to a type. Raises Invalid with a pointer below `pointer`."""
    try:
        return msgspec.convert(value, target)
    except msgspec.ValidationError as error:
        fault = fault_of(error, pointer)
        message = _told(fault.message, target, fault.pointer.removeprefix(pointer))
        raise Invalid([Fault(fault.pointer, message)]) from None


def _told(message: str, target: Any, pointer: str) -> str:
    """Put what could be there in place of msgspec's message, which names an enum or shows a whole pattern."""
    if _NAMED.match(message) or not pointer:
        return message
    return wanted(target, pointer.split("/")[1:]) or message


def fault_of(error: msgspec.ValidationError, pointer: str) -> Fault:
    """Turn msgspec's message into a fault: its path becomes a JSON pointer below `pointer`."""
    parts = _AT.match(str(error))
    message, path = (parts["message"], parts["path"] or "") if parts else (str(error), "")
    for part in re.findall(r"\[(\d+|\.\.\.)\]|\.?([^.\[\]]+)", path):
        pointer += "/" + (part[0] or part[1])
    if named := _NAMED.match(message):
        pointer += "/" + named["name"].replace("~", "~0").replace("/", "~1")
    return Fault(pointer, message)


def judge(game: AnyGame, state: Any, seat: Seat, move: Move, stream: Stream, forms: list[Form]) -> list[Event]:
    """Make a move, or refuse it and leave the state as it was. The one caller of `apply`.

    `forms` is `legal(state, seat)`, which the caller has already asked for once.
    Raises NotYourTurn, or IllegalMove with the rule, the field and what would be allowed.
    """
    check(game, state, seat, move, forms)
    return list(game.apply(state, seat, move, stream))


def check(game: AnyGame, state: Any, seat: Seat, move: Move, forms: list[Form]) -> None:
    """Raise what `judge` would raise, and change nothing."""
    check_turn(forms)
    move_type = str(type(move).__struct_config__.tag)
    if fits(forms, move_type, move):
        return
    rule = game.rules[game.because(state, seat, move) or move.rule]
    extra: dict[str, Any] = {"rule": {"id": rule.id, "text": rule.text}, "legal_moves": forms}
    if fault := allowed(forms, move_type, move):
        extra |= {"field": fault[0], "allowed": fault[1]}
        detail = f"{move_type}: {fault[0]} cannot be {msgspec.json.encode(getattr(move, fault[0])).decode()} now"
    elif any(form.type == move_type for form in forms):
        detail = f"{move_type}: not with these fields"
    else:
        types = ", ".join(dict.fromkeys(form.type for form in forms))
        detail = f"{move_type} is not possible now; possible: {types}"
    raise IllegalMove(f"{detail} ({rule.id})", **extra)


def check_turn(forms: list[Form]) -> None:
    """Raise NotYourTurn when a seat has no forms."""
    if not forms:
        raise NotYourTurn("this seat has no legal move at the moment")


def draw_options(options: O, seats: int, stream: Stream) -> O:
    """Draw `first_seat` where the game has it and it was left out. Raises Invalid for a seat that is not there.

    It is drawn from a branch of the stream, so that it does not change what is dealt.
    """
    if "first_seat" not in options.__struct_fields__:
        return options
    first = getattr(options, "first_seat")  # noqa: B009
    if first is None:
        return msgspec.structs.replace(options, first_seat=stream.branch("first_seat").below(seats))
    if not 0 <= first < seats:
        raise Invalid.at("/options/first_seat", f"there are seats 0 to {seats - 1}")
    return options
