"""Which representation a caller takes, by Accept."""

from collections.abc import Sequence

from werkzeug.datastructures import MIMEAccept

from referee.api.requests import RefereeRequest
from referee.errors import RefereeError

JSON = "application/json"
YAML = "application/yaml"
NDJSON = "application/x-ndjson"
SSE = "text/event-stream"
HTML = "text/html"
MARKDOWN = "text/markdown"
TEXT = "text/plain"
SVG = "image/svg+xml"
SCRIPT = "text/javascript"
STYLE = "text/css"


class NotAcceptable(RefereeError):
    """No representation fits the Accept header."""

    code = "not-acceptable"


def preferred(request: RefereeRequest, kinds: Sequence[str]) -> str:
    """Return the media type that the caller likes best, the first where all are alike. Raises NotAcceptable.

    Parameters of a type are not looked at: everything here is UTF-8 and has one version.
    """
    accepted = request.accept_mimetypes
    if not accepted:
        return kinds[0]
    bare = MIMEAccept([(kind.partition(";")[0].strip(), quality) for kind, quality in accepted])
    kind = bare.best_match(kinds)
    if kind is None:
        raise NotAcceptable(f"this comes as {', '.join(kinds[:-1])} or {kinds[-1]}")
    return kind
