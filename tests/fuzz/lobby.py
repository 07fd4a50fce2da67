"""The first half of the state machine: what strangers, players and hosts do with matches and seats."""

import hashlib
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule
from werkzeug.test import TestResponse

from referee.app import create_app
from referee.config import Config
from referee.games import GAMES
from referee.randomness import Stream
from referee.store.redis import RedisStore
from tests.api.checks import refused
from tests.api.clocked import ClockedStore
from tests.fuzz.model import Json, Kept, Model, Who
from tests.upgrades.record import NOW, AnyGame, chance

MOST = 4
"""Matches at a time."""

SHORT = ("kobayakawa", "teatime")
"""Games that bots alone bring to an end soon."""

NAMES = ["Ana", "Bo", "Cy", "Di", "Ed"]

data_of = st.data


class Lobby(RuleBasedStateMachine):
    """Creating matches, and everything about seats."""

    def __init__(self, store: RedisStore, game: AnyGame) -> None:
        super().__init__()
        self.game = game
        store.link.command("FLUSHDB")
        stream = Stream(hashlib.sha256(b"stateful").digest())
        self._chance = chance(stream)
        self._chance.__enter__()
        self.clocked = ClockedStore(store)
        self.clocked.now = NOW
        self.app = create_app(Config(), self.clocked)  # type: ignore[arg-type]  # it passes on what it does not have
        self.client = self.app.test_client()
        self.models: list[Model] = []
        self.gone: list[Model] = []
        self.creations: list[tuple[Json, str, TestResponse]] = []
        self.keys = 0
        self.moves: list[Json] = []
        """The latest moves made, of all games."""

    def teardown(self) -> None:
        self._chance.__exit__(None, None, None)

    # Choosing

    def pick(self, data: st.DataObject, wanted: Any = None) -> Model | None:
        """One of the matches, settled."""
        for model in self.models:
            model.settle()
        found = [model for model in self.models if wanted is None or wanted(model)]
        return data.draw(st.sampled_from(found)) if found else None

    def new_key(self) -> str:
        self.keys += 1
        return f"a key nobody guesses {self.keys}"

    def who(self, data: st.DataObject, model: Model) -> Who:
        return data.draw(st.sampled_from(model.viewers))

    # Creating

    @precondition(lambda self: len(self.models) < MOST)
    @rule(data=data_of(), game=st.sampled_from(list(GAMES.values())))
    def create(self, data: st.DataObject, game: AnyGame) -> None:
        bots = ["bot:random", "bot:steady"] if game.id in SHORT else []
        self.created(data, game, ["name", "name", "open", *bots])

    def created(self, data: st.DataObject, game: AnyGame, kinds: list[str]) -> Model:
        count = data.draw(st.integers(game.seats.start, min(game.seats.stop - 1, 4)))
        drawn = [data.draw(st.sampled_from(kinds)) for _ in range(count)]
        seats = [
            {"open": True}
            if kind == "open"
            else {"name": NAMES[seat], **({} if kind == "name" else {"controller": kind})}
            for seat, kind in enumerate(drawn)
        ]
        clock = data.draw(st.sampled_from([None, None, {"move_seconds": 60}]))
        spectators = data.draw(st.booleans())
        body: Json = {"game": game.id, "seats": seats, "clock": clock, "spectators": spectators}
        if data.draw(st.booleans()):
            body["seed"] = data.draw(st.sampled_from(["00" * 32, "5eed" * 16]))
        if data.draw(st.booleans()):
            body["entropy"] = "dice"
        key = self.new_key() if data.draw(st.booleans()) else None
        answer = self.client.post("/v1/matches", json=body, headers={"Idempotency-Key": key} if key else {})
        assert answer.status_code == 201, answer.text
        assert answer.headers["Location"] == f"/v1/matches/{answer.json['match']}"
        if key:
            self.creations.append((body, key, answer))
        model = Model(
            self.client,
            self.clocked,  # type: ignore[arg-type]  # it passes on what it does not have
            answer.json["match"],
            game.id,
            answer.json["host_token"],
            [seat["token"] for seat in answer.json["seats"]],
            [seat.get("name") for seat in seats],
            [seat.get("controller", "player") for seat in seats],
            spectators,
            60 if clock else None,
        )
        model.sync()
        self.models.append(model)
        model.settle()
        model.check()
        return model

    @precondition(lambda self: self.creations)
    @rule(data=data_of(), same=st.booleans())
    def create_again(self, data: st.DataObject, same: bool) -> None:
        body, key, first = data.draw(st.sampled_from(self.creations))
        asked = body if same else {**body, "entropy": "other dice"}
        answer = self.client.post("/v1/matches", json=asked, headers={"Idempotency-Key": key})
        if not same:
            refused(answer, 422, "idempotency-key-reused")
        elif any(model.match == first.json["match"] for model in self.gone):
            refused(answer, 410, "match-expired")
        else:
            replayed(answer, first)

    # Seats

    @precondition(lambda self: any(None in model.tokens for model in self.models))
    @rule(data=data_of(), keyed=st.booleans())
    def claim(self, data: st.DataObject, keyed: bool) -> None:
        model = self.pick(data, lambda model: None in model.tokens)
        assert model is not None
        seat = data.draw(st.sampled_from([None, *range(len(model.tokens))]))
        name = data.draw(st.sampled_from(NAMES))
        body: Json = {"name": name, "entropy": "coin", **({} if seat is None else {"seat": seat})}
        key = self.new_key() if keyed else None
        headers = {"Idempotency_Key": key} if key else {}
        if seat is not None and model.tokens[seat] is not None:
            with model.unchanged():
                refused(model.post("/seats", body, None, **headers), 409, "seat-taken")
            return
        if name in model.names:
            with model.unchanged():
                refused(model.post("/seats", body, None, **headers), 422, "validation-failed")
            return
        seat = model.tokens.index(None) if seat is None else seat
        answer = model.post("/seats", body, None, **headers)
        assert answer.status_code == 201, answer.text
        assert (answer.json["seat"], answer.json["name"]) == (seat, name)
        model.tokens[seat], model.names[seat] = answer.json["token"], name
        model.expected = [("seat_claimed", seat, {"name": name})]
        self.after(model, answer, seat)
        if key:
            model.kept.append(Kept("/seats", None, body, key, answer))

    @precondition(lambda self: self.models)
    @rule(data=data_of())
    def claim_where_nothing_is_open(self, data: st.DataObject) -> None:
        model = self.pick(data, lambda model: None not in model.tokens)
        if model:
            with model.unchanged():
                refused(model.post("/seats", {"name": "Late"}, None), 409, "match-full")

    @precondition(lambda self: self.models)
    @rule(data=data_of(), name=st.sampled_from([*NAMES, "", "  ", "Zoë", "\u200b"]))
    def rename(self, data: st.DataObject, name: str) -> None:
        model = self.pick(data)
        assert model is not None
        seat = data.draw(st.integers(0, len(model.tokens) - 1))
        who = self.who(data, model)
        if who != seat or not name.strip("\u200b ") or name in model.names[:seat] + model.names[seat + 1 :]:
            status = 401 if who is None else 403 if who != seat else 422
            with model.unchanged():
                assert model.patch(seat, {"name": name}, who).status_code == status
            return
        if model.names[seat] == name:
            with model.unchanged():
                assert model.patch(seat, {"name": name}, who).status_code == 200
            return
        answer = model.patch(seat, {"name": name}, who)
        assert answer.status_code == 200, answer.text
        model.names[seat] = name
        model.expected = [("seat_changed", seat, {"by": "seat", "name": name})]
        self.after(model, None)

    @precondition(lambda self: self.models)
    @rule(data=data_of(), controller=st.sampled_from(["player", "bot:steady", "bot:random"]))
    def stand_in(self, data: st.DataObject, controller: str) -> None:
        model = self.pick(data)
        assert model is not None
        seat = data.draw(st.integers(0, len(model.tokens) - 1))
        who = self.who(data, model)
        others = model.controllers[:seat] + model.controllers[seat + 1 :]
        if model.game not in SHORT and controller != "player" and "player" not in others:
            return
        allowed = who in ("host", seat) and not model.over
        if model.tokens[seat] is None and (who != "host" or controller == "player"):
            allowed = False
        if not allowed:
            with model.unchanged():
                assert model.patch(seat, {"controller": controller}, who).status_code in (401, 403, 409)
            return
        if model.tokens[seat] is not None and model.controllers[seat] == controller:
            with model.unchanged():
                assert model.patch(seat, {"controller": controller}, who).status_code == 200
            return
        answer = model.patch(seat, {"controller": controller}, who)
        assert answer.status_code == 200, answer.text
        by = "host" if who == "host" else "seat"
        model.expected = [("seat_changed", seat, {"by": by, "controller": controller})]
        if model.tokens[seat] is None:
            # the host gives an open seat away: its token is known to nobody, the host gets a fresh one for it
            model.expected.insert(0, ("seat_claimed", seat, {"name": answer.json["name"]}))
            model.names[seat] = answer.json["name"]
            rotated = model.patch(seat, {"rotate_token": True}, "host")
            model.tokens[seat] = rotated.json["token"]
            model.created[seat] = controller
            model.expected.append(("seat_changed", seat, {"by": "host", "token": True}))
        model.controllers[seat] = controller
        self.after(model, None)

    @precondition(lambda self: self.models)
    @rule(data=data_of())
    def rotate(self, data: st.DataObject) -> None:
        model = self.pick(data)
        assert model is not None
        seat = data.draw(st.integers(0, len(model.tokens) - 1))
        who = self.who(data, model)
        if who not in ("host", seat) or model.tokens[seat] is None:
            with model.unchanged():
                assert model.patch(seat, {"rotate_token": True}, who).status_code in (401, 403)
            return
        old = model.tokens[seat]
        answer = model.patch(seat, {"rotate_token": True}, who)
        assert answer.status_code == 200, answer.text
        assert answer.json["token"] not in model.tokens
        model.tokens[seat] = answer.json["token"]
        model.kept = [one for one in model.kept if one.who != seat]  # they were sent with the old token
        refused(self.client.get(model.path, headers={"Authorization": f"Bearer {old}"}), 401, "invalid-token")
        model.expected = [("seat_changed", seat, {"by": "host" if who == "host" else "seat", "token": True})]
        self.after(model, None)

    # After every request

    def after(self, model: Model, answer: TestResponse | None, seat: int | None = None) -> None:
        """Follow the match; the answer's view is the view that its seat is shown now."""
        model.sync()
        if answer is not None:
            now = model.get("", seat)
            assert answer.json["view"] == now.json
            assert answer.headers["ETag"] == now.headers["ETag"]
        model.settle()
        model.check()
        assert GAMES[model.game].encode(model.state) == stored_state(model) if model.state else True


def stored_state(model: Model) -> bytes:
    return model.matches.open(model.match).live.state


def replayed(answer: TestResponse, first: TestResponse) -> None:
    """A replay is the first answer, byte for byte, and says so."""
    assert answer.headers["Idempotent-Replayed"] == "true", answer.text
    assert (answer.status_code, answer.data) == (first.status_code, first.data)
    for name in ("ETag", "Location"):
        assert answer.headers.get(name) == first.headers.get(name)
