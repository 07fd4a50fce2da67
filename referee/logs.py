"""Logs: one JSON object a line, with the request's id; never a token, a seed, a query string or a body."""

import logging
import sys
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec
from flask import Flask, Response, has_request_context

from referee.match.tokens import ID

if TYPE_CHECKING:
    from referee.api.requests import RefereeRequest

_log = logging.getLogger("referee.access")


class JsonFormatter(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Write time, level, logger, message, the request's id, and the traceback if there is one."""
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if has_request_context():
            line["request_id"] = _current().id
        line |= getattr(record, "fields", {})
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def _current() -> "RefereeRequest":
    # not at the top: the master, which logs too, must not load what counts before the workers' folder for it is known
    from referee.api.requests import current

    return current()


def configure(level: str) -> None:
    """Send the logs of this process to standard error as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger("referee")
    root.handlers[:] = [handler]
    root.propagate = False
    root.setLevel(level.upper())


def log_requests(app: Flask) -> None:
    """Log every request: method, route, status, code and milliseconds. The route stands for the path."""

    @app.after_request
    def end(response: Response) -> Response:
        asked = _current()
        if asked.parked:
            return response
        match = (asked.view_args or {}).get("match", "")
        fields = {
            "method": asked.method,
            "route": asked.url_rule.rule if asked.url_rule else "none",
            "match": match if ID.match(match) else None,  # a stranger may send a token in its place
            "status": response.status_code,
            "code": asked.problem,
            "ms": round(1000 * (time.perf_counter() - asked.began), 2),
        }
        _log.info("request", extra={"fields": fields})
        return response
