"""Which representation a caller takes, by Accept."""

from werkzeug.datastructures import MIMEAccept

from referee.api.requests import current
from referee.errors import RefereeError


class NotAcceptable(RefereeError):
    """No representation fits the Accept header."""

    code = "not-acceptable"


def preferred(*kinds: str) -> str:
    """Return the media type that the caller likes best, the first where all are alike. Raises NotAcceptable.

    Parameters of a type are not looked at: everything here is UTF-8 and has one version.
    """
    accepted = current().accept_mimetypes
    if not accepted:
        return kinds[0]
    bare = MIMEAccept([(kind.partition(";")[0].strip(), quality) for kind, quality in accepted])
    kind = bare.best_match(kinds)
    if kind is None:
        raise NotAcceptable(f"this comes as {', '.join(kinds[:-1])} or {kinds[-1]}")
    return kind
