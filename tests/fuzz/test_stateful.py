"""The whole service against a plain model: whatever is asked in whatever order, nothing but what must happens."""

import hashlib
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test
from werkzeug.test import TestResponse

from referee.app import create_app
from referee.config import Config
from referee.games import BOOKS, GAMES
from referee.match.verify import verify
from referee.randomness import Stream
from referee.store.opening import open_store
from referee.store.redis import RedisStore
from tests.api.checks import refused
from tests.api.clocked import ClockedStore
from tests.fuzz.model import Json, Kept, Model, Who, fits
from tests.upgrades.record import NOW, chance

EXAMPLES = 45
STEPS = 30

MOST = 4
"""Matches at a time."""

SHORT = ("kobayakawa", "teatime")
"""Games that bots alone bring to an end soon."""

NAMES = ["Ana", "Bo", "Cy", "Di", "Ed"]

JUNK: list[Any] = [None, 0, 1, -1, 3, 99, 1.0, 2**53, True, "x", "", [], [0], [1, 1], ["x"], [None], {}, "gem-green"]

data_of = st.data


class Service(RuleBasedStateMachine):
    """Strangers, players and hosts at a server."""

    def __init__(self, store: RedisStore) -> None:
        super().__init__()
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
        return f"key {self.keys}"

    def who(self, data: st.DataObject, model: Model) -> Who:
        return data.draw(st.sampled_from(model.viewers))

    # Creating

    @precondition(lambda self: len(self.models) < MOST)
    @rule(data=data_of())
    def create(self, data: st.DataObject) -> None:
        game = data.draw(st.sampled_from(GAMES))
        count = data.draw(st.integers(game.seats.start, min(game.seats.stop - 1, 4)))
        kinds = ["name", "name", "open", "bot:random", "bot:steady"] if game.id in SHORT else ["name", "name", "open"]
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
        answer = model.patch(seat, {"name": name}, who)
        assert answer.status_code == 200, answer.text
        model.quiet = model.names[seat] == name
        model.names[seat] = name
        model.expected = [("seat_changed", seat, {"name": name})]
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
        answer = model.patch(seat, {"controller": controller}, who)
        assert answer.status_code == 200, answer.text
        model.expected = [("seat_changed", seat, {"controller": controller})]
        if model.tokens[seat] is None:
            # the host gives an open seat away: its token is known to nobody, the host gets a fresh one for it
            model.expected.insert(0, ("seat_claimed", seat, {"name": answer.json["name"]}))
            model.names[seat] = answer.json["name"]
            rotated = model.patch(seat, {"rotate_token": True}, "host")
            model.tokens[seat] = rotated.json["token"]
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
        model.quiet = True
        self.after(model, None)

    # Moving

    def movers(self, model: Model) -> dict[int, list[Json]]:
        """Every seat's forms, as it is shown them."""
        shown = {seat: model.get("", seat).json["legal_moves"] for seat, token in enumerate(model.tokens) if token}
        return {seat: forms for seat, forms in shown.items() if forms}

    @precondition(lambda self: any(model.status == "active" for model in self.models))
    @rule(
        data=data_of(),
        tamper=st.sampled_from([False, False, True]),
        pin=st.sampled_from([None, "body", "tag", "any"]),
        keyed=st.booleans(),
        dry=st.booleans(),
    )
    def move(self, data: st.DataObject, tamper: bool, pin: str | None, keyed: bool, dry: bool) -> None:
        model = self.pick(data, lambda model: model.status == "active" and self.movers(model))
        if model is None:
            return
        may = self.movers(model)
        seat = data.draw(st.sampled_from(sorted(may)))
        move = sampled(data, may[seat])
        if tamper:
            move = tampered(data, move)
        body: Json = {**move, "version": model.version} if pin == "body" else move
        headers = {"If_Match": {"tag": model.get("", seat).headers["ETag"], "any": "*"}.get(pin or "", "*")}
        key = self.new_key() if keyed else None
        if key:
            headers["Idempotency_Key"] = key
        legal = fits(may[seat], move)
        if dry or not legal:
            with model.unchanged():
                answer = model.post("/moves?dry_run=true", body, seat, **headers)
                assert answer.json == {"legal": True} if legal else answer.status_code == 422, (move, answer.text)
        if not legal:
            with model.unchanged():
                answer = model.post("/moves", body, seat, **headers)
                assert answer.json["code"] in ("illegal-move", "validation-failed"), (move, answer.text)
                assert answer.json["code"] != "illegal-move" or answer.json["legal_moves"] == may[seat]
            body = move = sampled(data, may[seat])  # a refused request has used up no key
        answer = model.post("/moves", body, seat, **headers)
        assert answer.status_code == 200, (move, answer.text)
        assert "Idempotent-Replayed" not in answer.headers
        assert answer.json["version"] == model.version + 1
        before = len(model.log)
        self.after(model, answer, seat)
        made = model.log[before]
        assert (made.mover, made.version) == (seat, answer.json["version"])
        assert made.move is not None
        assert all(move[name] == value for name, value in made.move.items())
        assert answer.json["events"] == model.told(seat)[before:]
        if key:
            model.kept.append(Kept("/moves", seat, body, key, answer))

    @precondition(lambda self: self.models)
    @rule(data=data_of(), by=st.sampled_from([-1, 1, 7]))
    def move_pinned_to_another_version(self, data: st.DataObject, by: int) -> None:
        model = self.pick(data, lambda model: model.status == "active")
        if model is None or model.version + by < 0:
            return
        seat = data.draw(st.sampled_from([seat for seat, token in enumerate(model.tokens) if token]))
        with model.unchanged():
            answer = model.post("/moves", {"type": "any"}, seat, If_Match=f'"{model.version + by}-{seat}-0"')
        refused(answer, 412, "stale-version" if by < 0 else "history-rewound")
        assert answer.headers["ETag"] == model.get("", seat).headers["ETag"]

    @precondition(lambda self: self.models)
    @rule(data=data_of())
    def move_out_of_place(self, data: st.DataObject) -> None:
        model = self.pick(data)
        assert model is not None
        may = self.movers(model)
        expected = {None: (401, "missing-token"), "host": (403, "forbidden")}
        for seat, token in enumerate(model.tokens):
            if token and model.status == "open":
                expected[seat] = (409, "match-not-started")
            elif token and model.over:
                expected[seat] = (409, "match-over")
            elif token and seat not in may:
                expected[seat] = (409, "not-your-turn")
        with model.unchanged():
            for who, (status, code) in expected.items():
                refused(model.post("/moves", {"type": "any"}, who, Idempotency_Key="k"), status, code)

    @precondition(lambda self: any(model.kept for model in self.models))
    @rule(data=data_of(), same=st.booleans())
    def repeat(self, data: st.DataObject, same: bool) -> None:
        model = self.pick(data, lambda model: model.kept)
        if model is None:
            return
        one = data.draw(st.sampled_from(model.kept))
        body = one.body if same else {**one.body, "type": "other", "name": "Other"}
        if one.path == "/seats":
            body.pop("type", None)
        elif not same:
            body.pop("name")
        with model.unchanged():
            answer = model.post(one.path, body, one.who, Idempotency_Key=one.key)
        if same:
            replayed(answer, one.answer)
        else:
            refused(answer, 422, "idempotency-key-reused")

    # Time

    @precondition(lambda self: any(model.clock and model.status == "active" for model in self.models))
    @rule(seconds=st.sampled_from([1, 59, 61, 130]), sweep=st.booleans())
    def time_passes(self, seconds: int, sweep: bool) -> None:
        self.clocked.wait(seconds)
        if sweep and self.models:
            self.models[0].matches.sweep()
        for model in self.models:
            model.settle()

    @precondition(lambda self: any(model.clock and model.status == "active" for model in self.models))
    @rule(data=data_of(), pinned=st.booleans())
    def move_too_late(self, data: st.DataObject, pinned: bool) -> None:
        model = self.pick(data, lambda model: model.clock and model.status == "active" and model.get().json["to_act"])
        if model is None:
            return
        seat = data.draw(st.sampled_from(model.get().json["to_act"]))
        forms = self.movers(model).get(seat)
        if not forms:
            return
        move = sampled(data, forms)
        before = len(model.log)
        self.clocked.wait(61)
        answer = model.post("/moves", {**move, "version": model.version} if pinned else move, seat)
        model.sync()
        model.settle()
        late = [entry.seat for entry in model.log[before:] if entry.type == "timed_out"]
        assert late, "a deadline was missed, whoever asked"
        if pinned:
            refused(answer, 412, "stale-version")
        else:
            assert answer.status_code in (200, 409, 422), answer.text
        model.check()

    # Looking

    @precondition(lambda self: self.models)
    @rule(data=data_of(), limit=st.integers(1, 30), after=st.integers(0, 60))
    def page(self, data: st.DataObject, limit: int, after: int) -> None:
        model = self.pick(data)
        assert model is not None
        who = self.who(data, model)
        with model.unchanged():
            page = model.get(f"/events?after={after}&limit={limit}", who).json
        assert page == {"events": model.told(who)[after : after + limit], "last_event": len(model.log)}

    @precondition(lambda self: self.models)
    @rule(data=data_of())
    def audit(self, data: st.DataObject) -> None:
        model = self.pick(data)
        assert model is not None
        with model.unchanged():
            answer = model.get("/audit")
        if not model.over:
            refused(answer, 409, "match-not-over")
            return
        assert verify(answer.json) == []
        assert len(answer.json["moves"]) == model.version
        assert len(answer.json["events"]) == len(model.log)

    # The end

    @precondition(lambda self: self.models)
    @rule(data=data_of(), keyed=st.booleans())
    def play_again(self, data: st.DataObject, keyed: bool) -> None:
        model = self.pick(data, lambda model: model.rematch is None)
        if model is None:
            return
        who = self.who(data, model)
        key = {"Idempotency_Key": self.new_key()} if keyed else {}
        if who is None or not model.over:
            with model.unchanged():
                assert model.post("/rematch", {}, who, **key).status_code == (401 if who is None else 409)
            return
        answer = model.post("/rematch", {}, who, **key)
        assert answer.status_code == 201, answer.text
        model.rematch = answer.json["match"]
        follow = Model(
            self.client,
            model.store,
            model.rematch,
            model.game,
            model.host,
            list(model.tokens),
            list(model.names),
            list(model.controllers),
            model.spectators,
            model.clock,
        )
        self.models.append(follow)
        follow.settle()
        follow.check()
        self.after(model, None)
        again = model.post("/rematch", {}, who, **key)
        if key:
            replayed(again, answer)
        assert again.json["match"] == model.rematch

    @precondition(lambda self: len(self.models) > 1)
    @rule(data=data_of())
    def delete(self, data: st.DataObject) -> None:
        model = self.pick(data)
        assert model is not None
        who = self.who(data, model)
        if who != "host":
            with model.unchanged():
                assert self.client.delete(model.path, headers=model.headers(who)).status_code in (401, 403)
            return
        assert self.client.delete(model.path, headers=model.headers("host")).status_code == 204
        self.models.remove(model)
        self.gone.append(model)
        for sub in ("", "/events", "/audit"):
            refused(model.get(sub), 410, "match-expired")
        refused(model.post("/seats", {"name": "Di"}, None), 410, "match-expired")
        refused(model.post("/moves", {"type": "any"}, "host"), 410, "match-expired")

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
        assert BOOKS[model.game].encode(model.state) == stored_state(model) if model.state else True


def stored_state(model: Model) -> bytes:
    return model.matches.open(model.match)[0].live.state


def replayed(answer: TestResponse, first: TestResponse) -> None:
    """A replay is the first answer, byte for byte, and says so."""
    assert answer.headers["Idempotent-Replayed"] == "true", answer.text
    assert (answer.status_code, answer.data) == (first.status_code, first.data)
    for name in ("ETag", "Location"):
        assert answer.headers.get(name) == first.headers.get(name)


def sampled(data: st.DataObject, forms: list[Json]) -> Json:
    """A move that fits one of the forms."""
    from referee.bots import random

    stream = Stream(data.draw(st.integers(0, 1_000)).to_bytes(32, "big"))
    return dict(random({"legal_moves": forms}, stream))


def tampered(data: st.DataObject, move: Json) -> Json:
    """A move with a field changed, dropped or made up, or of another type."""
    names = [name for name in move if name != "type"]
    way = data.draw(st.sampled_from(["change", "drop", "nest", "type", "extra"]))
    if way == "type" or not names:
        return {**move, "type": data.draw(st.sampled_from(["dance", "", None, 1, "draw", "pass", "play"]))}
    if way == "extra":
        return {**move, "zzz": data.draw(st.sampled_from(JUNK))}
    name = data.draw(st.sampled_from(names))
    if way == "drop":
        return {field: value for field, value in move.items() if field != name}
    if way == "nest" and isinstance(move[name], list):
        return {**move, name: [*move[name], *data.draw(st.sampled_from([[None], [True], move[name], ["x"], [[]]]))]}
    return {**move, name: data.draw(st.sampled_from(JUNK))}


def test_the_service_does_what_the_model_says() -> None:
    store = open_store(None, memory=True)
    bounded = settings(
        derandomize=True,
        database=None,
        deadline=None,
        max_examples=EXAMPLES,
        stateful_step_count=STEPS,
        suppress_health_check=list(HealthCheck),
    )
    try:
        run_state_machine_as_test(lambda: Service(store), settings=bounded)
    finally:
        store.close()
