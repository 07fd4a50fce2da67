"""The whole service against a plain model: whatever is asked in whatever order, nothing but what must happen."""

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule, run_state_machine_as_test

from referee import bots
from referee.games import GAMES
from referee.match.verify import verify
from referee.randomness import Stream
from referee.store.opening import open_store
from tests.api.checks import refused
from tests.fuzz.lobby import SHORT, Lobby, data_of, replayed
from tests.fuzz.model import Json, Kept, Model, fits
from tests.upgrades.record import AnyGame

pytestmark = pytest.mark.slow

EXAMPLES = 7
STEPS = 25

JUNK: list[Any] = [None, 0, 1, -1, 3, 99, 1.0, 2**53, True, "x", "", [], [0], [1, 1], ["x"], [None], {}, "gem-green"]
"""What a field of a tampered move may hold."""


class Service(Lobby):
    """Strangers, players and hosts at a server: moves, time, looks, the end."""

    @initialize(data=data_of(), number=st.integers(0, 2**31))
    def begin(self, data: st.DataObject, number: int) -> None:
        self.move_on(Random(number), self.created(data, self.game, ["name"]), 8)
        self.created(
            data, data.draw(st.sampled_from([game for game in GAMES.values() if game.id in SHORT])), ["name", "open"]
        )

    # Moving

    def movers(self, model: Model) -> dict[int, list[Json]]:
        """Every seat's forms, as it is shown them."""
        shown = {seat: model.get("", seat).json["legal_moves"] for seat, token in enumerate(model.tokens) if token}
        return {seat: forms for seat, forms in shown.items() if forms}

    @precondition(lambda self: any(model.status == "active" for model in self.models))
    @rule(data=data_of(), times=st.integers(3, 8), number=st.integers(0, 2**31))
    def move(self, data: st.DataObject, times: int, number: int) -> None:
        if model := self.pick(data, lambda model: model.status == "active"):
            self.move_on(Random(number), model, times)

    def move_on(self, chance: Random, model: Model, times: int) -> None:
        for _ in range(times):
            if model.status == "active" and self.movers(model):
                self.move_once(chance, model)

    def move_once(self, chance: Random, model: Model) -> None:
        may = self.movers(model)
        seat = chance.choice(sorted(may))
        move = sampled(chance, may[seat])
        if chance.random() < 0.5:
            others = [sampled(chance, forms) for forms in may.values()]
            move = tampered(chance, model.game, move, [*others, *self.moves])
        pin = chance.choice([None, "body", "tag", "any"])
        keyed, dry = chance.random() < 0.5, chance.random() < 0.3
        body: Json = {**move, "version": model.version} if pin == "body" else move
        headers = {"If_Match": model.get("", seat).headers["ETag"] if pin == "tag" else "*"} if pin else {}
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
            body = move = sampled(chance, may[seat])  # a refused request has used up no key
        answer = model.post("/moves", body, seat, **headers)
        assert answer.status_code == 200, (move, answer.text)
        assert "Idempotent-Replayed" not in answer.headers
        assert answer.json["version"] == model.version + 1
        self.moves = [*self.moves[-9:], move]
        before = len(model.log)
        self.after(model, answer, seat)
        made = model.log[before]
        assert (made.mover, made.version) == (seat, answer.json["version"])
        assert made.move is not None
        assert all(move[name] == value for name, value in made.move.items())
        assert answer.json["events"] == model.told(seat)[before:]
        if key:
            model.kept.append(Kept("/moves", seat, body, key, answer))

    @precondition(lambda self: any(model.status == "active" and model.game == SHORT[0] for model in self.models))
    @rule(data=data_of())
    def play_to_the_end(self, data: st.DataObject) -> None:
        model = self.pick(data, lambda model: model.status == "active" and model.game == SHORT[0])
        if model is None:
            return
        chance = Random(data.draw(st.integers(0, 2**31)))
        while model.status == "active":
            seat = chance.choice(model.get().json["to_act"])
            forms = model.get("", seat).json["legal_moves"]
            made = model.post("/moves", sampled(chance, forms), seat, Prefer="return=minimal")
            assert made.status_code == 200, made.text
            model.sync()
        self.after(model, None)
        if model.over:
            self.audited(model)
            self.played_again(data, model)

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
        move = sampled(Random(data.draw(st.integers(0, 2**31))), forms)
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
            answer = model.get(f"/events?after={after}&limit={limit}", who)
        if after > len(model.log):
            assert (answer.json["code"], answer.json["last_event"]) == ("history-rewound", len(model.log))
        else:
            assert answer.json == {"events": model.told(who)[after : after + limit], "last_event": len(model.log)}

    @precondition(lambda self: self.models)
    @rule(data=data_of())
    def audit(self, data: st.DataObject) -> None:
        model = self.pick(data)
        assert model is not None
        self.audited(model)

    def audited(self, model: Model) -> None:
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
    @rule(data=data_of())
    def play_again(self, data: st.DataObject) -> None:
        if model := self.pick(data, lambda model: model.rematch is None):
            self.played_again(data, model)

    def played_again(self, data: st.DataObject, model: Model) -> None:
        keyed = data.draw(st.booleans())
        who = self.who(data, model)
        key = {"Idempotency_Key": self.new_key()} if keyed else {}
        if who is None or not model.over:
            with model.unchanged():
                assert model.post("/rematch", {}, who, **key).status_code == (401 if who is None else 409)
            return
        answer = model.post("/rematch", {}, who, **key)
        assert answer.status_code == 201, answer.text
        model.rematch = answer.json["match"]
        model.expected = [("rematch", None, {"rematch": model.rematch})]
        follow = Model(
            self.client,
            model.store,
            model.rematch,
            model.game,
            model.host,
            list(model.tokens),
            list(model.names),
            ["player" if seat == who else controller for seat, controller in enumerate(model.created)],
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


def sampled(chance: Random, forms: list[Json]) -> Json:
    """A move that fits one of the forms."""
    return dict(bots.random({"legal_moves": forms}, Stream(chance.randbytes(32))))


def tampered(chance: Random, game: str, move: Json, others: list[Json]) -> Json:
    """A move with a field changed, dropped, taken from another move or made up, or of another type."""
    names = [name for name in move if name != "type"]
    way = chance.choice(["change", "drop", "nest", "type", "extra", "other", "mix", "mix"])
    if way == "other":
        return chance.choice([*others, move])
    if way == "type" or not names:
        tags = [str(kind.__struct_config__.tag) for kind in GAMES[game].moves]
        return {**move, "type": chance.choice([*tags, "dance", "", None, 1])}
    if way == "extra":
        return {**move, "zzz": chance.choice(JUNK)}
    name = chance.choice(names)
    if way == "drop":
        return {field: value for field, value in move.items() if field != name}
    if way == "nest" and isinstance(move[name], list):
        return {**move, name: [*move[name], *chance.choice([[None], [True], move[name], ["x"], [[]]])]}
    values = [other[name] for other in others if name in other]
    return {**move, name: chance.choice(values if way == "mix" and values else JUNK)}


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_the_service_does_what_the_model_says(game: AnyGame) -> None:
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
        run_state_machine_as_test(lambda: Service(store, game), settings=bounded)
    finally:
        store.close()
