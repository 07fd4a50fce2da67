"""What tests of the HTTP interface share."""

import secrets
from dataclasses import dataclass
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

ROUND = {"hands": [8, 13, 2], "kobayakawa": 7, "deck": [3, 11, 5]}
"""A first round whose cards are known."""


def stranger() -> str:
    """An address that no other test comes from: quotas are counted in the store, which tests share."""
    return "10." + ".".join(str(part) for part in secrets.token_bytes(3))


@dataclass
class Table:
    """A match with everybody's tokens."""

    client: FlaskClient
    match: str
    host_token: str
    tokens: list[str | None]

    @classmethod
    def create(cls, client: FlaskClient, **asked: Any) -> "Table":
        """Create a match: three players of Kobayakawa and a known first round, unless asked otherwise."""
        asked = {"game": "kobayakawa", "seats": ["Ana", "Bo", "Cy"], **asked}
        if asked["game"] == "kobayakawa":
            asked.setdefault("options", {"first_seat": 0})
            asked.setdefault("deal", {"rounds": [ROUND]})
        answer = client.post("/v1/matches", json=asked)
        assert answer.status_code == 201, answer.text
        body = answer.json
        assert body is not None
        return cls(client, body["match"], body["host_token"], [seat["token"] for seat in body["seats"]])

    @property
    def path(self) -> str:
        """The match's address."""
        return f"/v1/matches/{self.match}"

    def headers(self, who: int | str | None) -> dict[str, str]:
        """The Authorization header of a seat, of "host", or none."""
        token = self.host_token if who == "host" else None if who is None else self.tokens[int(who)]
        return {"Authorization": f"Bearer {token}"} if token else {}

    def get(self, sub: str = "", who: int | str | None = None, **headers: str) -> TestResponse:
        """GET something of the match as somebody."""
        return self.client.get(self.path + sub, headers={**self.headers(who), **headers})

    def post(self, sub: str, body: Any, who: int | str | None = None, **headers: str) -> TestResponse:
        """POST JSON as somebody; header names with _ for -."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.post(self.path + sub, json=body, headers={**self.headers(who), **named})

    def move(self, who: int, kind: str, **fields: Any) -> TestResponse:
        """Submit a move for a seat."""
        return self.post("/moves", {"type": kind, **fields}, who)

    def play_to_the_end(self) -> None:
        """Let everybody replace and pass until the match is over."""
        while True:
            view = self.get().json
            assert view is not None
            if view["status"] != "active":
                return
            (seat,) = view["to_act"]
            kind = {"draw": "replace", "fight": "pass"}[view["phase"]]
            assert self.move(seat, kind).status_code == 200
