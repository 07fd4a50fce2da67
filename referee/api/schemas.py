"""The envelopes that come in, as marshmallow schemas; the OpenAPI document is made from them."""

import re
from collections.abc import Mapping
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields, validate, validates_schema
from marshmallow.exceptions import SCHEMA

from referee.bots import NAMES
from referee.errors import Fault, Invalid
from referee.match.create import SeatWish

MAX_SEATS = 10
"""No game takes more."""

MAX_ENTROPY = 256
"""Characters of entropy."""

MOST_LABELS = 16

LABEL = re.compile(r"[a-z0-9_.-]{1,32}")
"""A label's name."""

MAX_LABEL = 128
"""Characters of a label's value."""

MAX_NAME = 1000
"""Characters of a name before it is normalised; afterwards at most 40 may remain."""

CONTROLLERS = ("player", *(f"bot:{name}" for name in NAMES))

MAX_MOVE_SECONDS = 7 * 24 * 3600


class Flag(fields.Boolean):
    """true or false, and nothing that only looks like them."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise ValidationError("must be true or false")
        return value


class Digits(fields.Integer):
    """A number in a query: digits, and nothing else that `int` would read."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> int:
        if not isinstance(value, str) or not re.fullmatch("[0-9]{1,16}", value):
            raise ValidationError("must be a number in digits")
        return super()._deserialize(value, attr, data, **kwargs)


class Text(fields.String):
    """A string, whose length is counted in characters."""

    def __init__(self, longest: int, **kwargs: Any) -> None:
        super().__init__(validate=validate.Length(max=longest), **kwargs)


def entropy() -> fields.Field[Any]:
    """Entropy: text mixed into the shuffle."""
    return Text(
        MAX_ENTROPY,
        load_default=None,
        allow_none=True,
        metadata={"description": "Text mixed into the shuffle", "examples": ["my own dice: 4 1 6 6 2"]},
    )


def controller(**kwargs: Any) -> fields.Field[Any]:
    """Who plays a seat: a player, or a bot."""
    return fields.String(
        validate=validate.OneOf(CONTROLLERS),
        metadata={"description": "Who plays: a person or program with the token, or the referee's bot"},
        **kwargs,
    )


class Envelope(Schema):
    """A JSON object."""

    class Meta:
        """Unknown fields are errors."""

        unknown = RAISE


class Labels(fields.Dict):
    """Names and texts that a creator notes."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        if not isinstance(value, dict):
            raise ValidationError("must be a JSON object")
        if len(value) > MOST_LABELS:
            raise ValidationError(f"has at most {MOST_LABELS} labels")
        faults = {}
        for name, text in value.items():
            if not LABEL.fullmatch(name):
                faults[name] = ["a label's name has 1 to 32 characters of a-z, 0-9, _, . and -"]
            elif not isinstance(text, str) or len(text) > MAX_LABEL:
                faults[name] = [f"must be a text of at most {MAX_LABEL} characters"]
        if faults:
            raise ValidationError(faults)
        return value


class SeatSchema(Envelope):
    """A seat as the creator wants it."""

    name = Text(MAX_NAME, metadata={"description": "1–40 characters after normalisation", "examples": ["Ana"]})
    controller = controller(load_default="player")
    open = Flag(load_default=False, metadata={"description": "Whether the seat is to be claimed"})
    invite = Flag(
        load_default=False,
        metadata={"description": "Whether an open seat is kept for whoever has the invite that the answer holds"},
    )


_seat = SeatSchema()


class Seats(fields.Field[list[SeatWish]]):
    """A number of seats, or a list of names and seat objects."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        if isinstance(value, int) and not isinstance(value, bool):
            if not 1 <= value <= MAX_SEATS:
                raise ValidationError(f"must be from 1 to {MAX_SEATS}")
            return [SeatWish() for _ in range(value)]
        if not isinstance(value, list):
            raise ValidationError("must be a number of seats or a list of seats")
        if not 1 <= len(value) <= MAX_SEATS:
            raise ValidationError(f"must have from 1 to {MAX_SEATS} seats")
        wishes, faults = [], {}
        for number, seat in enumerate(value):
            try:
                wishes.append(_seat_wish(seat))
            except ValidationError as error:
                faults[number] = error.messages
        if faults:
            raise ValidationError(faults)
        return wishes


def _seat_wish(seat: Any) -> SeatWish:
    if isinstance(seat, str):
        if len(seat) > MAX_NAME:
            raise ValidationError(f"Longer than maximum length {MAX_NAME}.")
        return SeatWish(name=seat)
    if not isinstance(seat, dict):
        raise ValidationError("must be a name or a seat object")
    wish = SeatWish(**_seat.load(seat))
    if wish.open and wish.name is not None:
        raise ValidationError({"name": ["an open seat is named by whoever claims it"]})
    if wish.open and wish.controller != "player":
        raise ValidationError({"controller": ["an open seat waits for a player"]})
    if wish.invite and not wish.open:
        raise ValidationError({"invite": ["only an open seat is claimed with an invite"]})
    return wish


class ClockSchema(Envelope):
    """Time limits."""

    move_seconds = fields.Integer(
        required=True,
        strict=True,
        validate=validate.Range(1, MAX_MOVE_SECONDS),
        metadata={"description": "Seconds that every awaited seat has", "examples": [60]},
    )


class CreateSchema(Envelope):
    """A match to be created."""

    game = Text(40, required=True, metadata={"description": "The game's id", "examples": ["kobayakawa"]})
    seats = Seats(required=True, metadata={"description": "How many seats, or the seats one by one"})
    options = fields.Dict(
        keys=fields.String(), load_default=dict, metadata={"description": "The game's options; unknown ones are errors"}
    )
    deal = fields.Dict(
        keys=fields.String(),
        load_default=None,
        allow_none=True,
        metadata={"description": "An arranged deal; what it does not name is shuffled"},
    )
    seed = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.Regexp(re.compile(r"[0-9A-Fa-f]{64}\Z"), error="must be 64 hex digits"),
        metadata={"description": "32 bytes in hex, for tests and duplicate tournaments", "examples": ["00" * 32]},
    )
    clock = fields.Nested(ClockSchema, load_default=None, allow_none=True)
    spectators = Flag(load_default=True, metadata={"description": "Whether the match may be watched without a token"})
    entropy = entropy()
    labels = Labels(
        keys=fields.String(),
        values=Text(MAX_LABEL),
        load_default=dict,
        metadata={
            "description": "What the match is to be known by; in every view, so no place for secrets",
            "maxProperties": MOST_LABELS,
            "examples": [{"channel": "42"}],
        },
    )


class ClaimSchema(Envelope):
    """A claim of an open seat."""

    name = Text(MAX_NAME, required=True, metadata={"description": "1–40 characters after normalisation"})
    seat = fields.Integer(
        strict=True,
        load_default=None,
        allow_none=True,
        metadata={"description": "Which seat; left out, the one that the invite is for, or the first open one"},
    )
    invite = Text(
        100,
        load_default=None,
        allow_none=True,
        metadata={"description": "The invite of a seat that is kept for somebody", "examples": ["join_6yVb…"]},
    )
    entropy = entropy()


class ChangeSchema(Envelope):
    """What to change of a seat; at least one field."""

    name = Text(
        MAX_NAME,
        allow_none=True,
        metadata={"description": "A new name, by the seat itself; null, by the host: back to `Seat n`"},
    )
    controller = controller()
    rotate_token = Flag(load_default=False, metadata={"description": "Whether to replace the token by a new one"})
    open = Flag(
        validate=validate.Equal(True),
        metadata={"description": "true, by the host: let somebody claim a seat that was left or is a bot's"},
    )

    @validates_schema
    def alone(self, data: Mapping[str, Any], **_: Any) -> None:
        """A seat that is opened has no name, and its token dies."""
        if "open" in data and (data["rotate_token"] or set(data) - {"open", "rotate_token"}):
            raise ValidationError("stands alone", "open")


class EventsQuery(Schema):
    """The query of the events resource."""

    after = Digits(
        load_default=None, validate=validate.Range(0, 2**53), metadata={"description": "Events after this number"}
    )
    limit = Digits(
        load_default=100, validate=validate.Range(1, 500), metadata={"description": "At most so many events"}
    )
    wait = Digits(
        load_default=0,
        validate=validate.Range(0, 30),
        metadata={"description": "Seconds to wait until there is an event; a page only"},
    )
    snapshot = fields.String(
        load_default="false",
        validate=validate.OneOf(["true", "false"]),
        metadata={"description": "`true`: begin a stream with the view; without `after`, events follow on it"},
    )
    views = fields.String(
        load_default="false",
        validate=validate.OneOf(["true", "false"]),
        metadata={"description": "`true`: the view follows after every change; streams only"},
    )
    ticket = Text(100, load_default=None, metadata={"description": "A ticket in place of a token; streams only"})


class PictureQuery(Schema):
    """The query of a picture."""

    v = fields.String()


class MoveQuery(Schema):
    """The query of the moves resource."""

    dry_run = fields.String(
        load_default="false",
        validate=validate.OneOf(["true", "false"]),
        metadata={"description": "`true`: judge the move and change nothing"},
    )


class EmptySchema(Envelope):
    """A body without fields."""


CREATE, CLAIM, CHANGE, EMPTY = CreateSchema(), ClaimSchema(), ChangeSchema(), EmptySchema()
EVENTS_QUERY, MOVE_QUERY = EventsQuery(unknown="exclude"), MoveQuery(unknown=RAISE)
PICTURE_QUERY = PictureQuery(unknown="exclude")


def load(schema: Schema, value: Any) -> dict[str, Any]:
    """Check a value by a schema. Raises Invalid with a JSON pointer for every fault."""
    if not isinstance(value, Mapping):
        raise Invalid.at("", "must be a JSON object")
    try:
        return dict(schema.load(value))
    except ValidationError as error:
        raise Invalid(list(_faults("", error.messages))) from None


def _faults(pointer: str, messages: Any) -> list[Fault]:
    if isinstance(messages, Mapping):
        return [fault for name, inner in messages.items() for fault in _faults(pointer + _step(name), inner)]
    texts = messages if isinstance(messages, list) else [messages]
    return [Fault(pointer, str(text)) for text in texts]


def _step(name: Any) -> str:
    """Write one step of a JSON pointer; marshmallow's own name for the whole of an object is none."""
    return "" if name == SCHEMA else "/" + str(name).replace("~", "~0").replace("/", "~1")
