"""The references: what a plain service of the same shape costs. One application a rung of the ladder.

a: bare WSGI. b: Flask saying hello. c: Flask and a GET of 2 KB from Redis. d: Flask, parse JSON, GET of a 2 KB state,
decode, change, one compare-and-set script that also writes a log and a wake-up, answer; with the standard library's
json and redis-py as it comes.
"""

import json
import os
from collections.abc import Callable, Iterable
from typing import Any

import redis
from flask import Flask, Response, request

STATE = {"version": 0, "cards": [f"card-{n:03}" for n in range(150)], "turn": 0}
"""About 2 KB as JSON."""

_CAS = """
if redis.call('GET', KEYS[2]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[3])
redis.call('SET', KEYS[2], ARGV[2])
redis.call('XADD', KEYS[3], 'MAXLEN', '1000', '*', 'e', ARGV[4])
redis.call('PUBLISH', 'bench', KEYS[1])
return 1
"""


def bare(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
    """Rung a."""
    start("200 OK", [("Content-Type", "text/plain"), ("Content-Length", "5")])
    return [b"hello"]


def hello() -> Flask:
    """Rung b."""
    app = Flask("hello")
    app.add_url_rule("/", "hello", lambda: "hello")
    return app


def reading() -> Flask:
    """Rung c."""
    app = Flask("reading")
    client = redis.Redis.from_url(os.environ["REDIS_URL"])

    def read(match: str) -> Response:
        return Response(client.get(f"bench:{{{match}}}:state"), content_type="application/json")

    app.add_url_rule("/<match>", "read", read)
    return app


def writing() -> Flask:
    """Rung d."""
    app = Flask("writing")
    client = redis.Redis.from_url(os.environ["REDIS_URL"])
    script = client.register_script(_CAS)

    def write(match: str) -> Any:
        body = json.loads(request.get_data())
        keys = [f"bench:{{{match}}}:{part}" for part in ("state", "version", "log")]
        for _ in range(50):
            raw = client.get(keys[0])
            state = json.loads(raw)
            before = state["version"]
            state["version"] += 1
            state["turn"] = (state["turn"] + body["step"]) % 4
            event = json.dumps({"version": state["version"], "type": "stepped", "seat": state["turn"]})
            if script(keys=keys, args=[before, before + 1, json.dumps(state), event]):
                return {"version": state["version"], "events": [json.loads(event)], "view": state}
        return {"error": "too many races"}, 503

    app.add_url_rule("/<match>", "write", write, methods=["POST"])
    return app


def prepare(url: str, matches: Iterable[str]) -> None:
    """Write the states that rungs c and d work on."""
    client = redis.Redis.from_url(url)
    for match in matches:
        client.set(f"bench:{{{match}}}:state", json.dumps(STATE))
        client.set(f"bench:{{{match}}}:version", 0)
