"""The operations of the document: what the endpoints' contracts say."""

from collections.abc import Iterator, Mapping

from referee.api.endpoint import Contract, Endpoint, Reply
from referee.api.endpoints import ENDPOINTS, UNLIMITED
from referee.api.negotiation import JSON, YAML
from referee.api.openapi import components, parts, plain
from referee.api.openapi.components import Json, ref

_ANY: Mapping[str, Json] = {JSON: {"type": "object"}, YAML: {"type": "object"}}

_SAME = Reply("It is still the one that If-None-Match names.")

_BEARER: Mapping[str, Json] = {"none": {"security": []}, "required": {"security": [{"bearer": []}]}}
"""What an operation says of tokens; where one is optional, nothing, since generators take any word for a demand."""


def paths() -> Json:
    """Return every operation, by path and method."""
    items: Json = {}
    for endpoint in ENDPOINTS:
        items.setdefault(endpoint.contract.path, {})[endpoint.contract.method.lower()] = _operation(endpoint)
    return items


def refusals(endpoint: Endpoint) -> tuple[str, ...]:
    """Return every code with which a request to an endpoint can be refused."""
    quota = () if endpoint.name in UNLIMITED else ("quota-exceeded",)
    return (*endpoint.contract.refusals, *quota)


def _operation(endpoint: Endpoint) -> Json:
    contract, codes = endpoint.contract, refusals(endpoint)
    first, *others = endpoint.name.split("_")
    refused = f"\n\nRefusals: {', '.join(f'`{code}`' for code in codes)}." if codes else ""
    operation: Json = {
        "operationId": first + "".join(map(str.capitalize, others)),
        "tags": [contract.section],
        "summary": endpoint.summary,
        "description": endpoint.text + refused,
        **_BEARER.get(contract.bearer, {}),
    }
    if parameters := [*map(parts.parameter, _headers_read(contract)), *_query(contract)]:
        operation["parameters"] = parameters
    if contract.body:
        operation["requestBody"] = {
            "required": not contract.body.optional,
            "content": {JSON: {"schema": ref(contract.body.name)}},
        }
    operation["responses"] = _answers(contract) | parts.problems(codes)
    if codes:
        operation["x-problems"] = list(codes)
    return operation


def _headers_read(contract: Contract) -> Iterator[str]:
    """The parameters in the path, in headers and of every kind of endpoint, by their names as components."""
    for name, parameter in parts.PARAMETERS.items():
        if parameter["in"] == "path" and f"{{{parameter['name']}}}" in contract.path:
            yield name
    if contract.pins:
        yield "If-Match"
    if contract.keyed:
        yield "Idempotency-Key"
    if contract.prefers:
        yield "Prefer"
    if contract.resumes:
        yield "Last-Event-ID"
    if contract.tag:
        yield "If-None-Match"
    if contract.worded:
        yield "Language"


def _query(contract: Contract) -> Iterator[Json]:
    """The parameters in the query; those that are components, by reference."""
    shared = {parameter["name"]: name for name, parameter in parts.PARAMETERS.items() if parameter["in"] == "query"}
    for schema in components.query(type(contract.query)) if contract.query else ():
        yield parts.parameter(shared[schema["name"]]) if schema["name"] in shared else plain.tidied(schema)


def _answers(contract: Contract) -> Json:
    replies = dict(contract.replies)
    if contract.tag:
        replies.setdefault(304, _SAME)
    first = next(iter(replies))
    responses: Json = {}
    for status, reply in replies.items():
        headers = ["X-Request-Id", *reply.headers]
        if contract.tag and status in (200, 304):
            headers.append(contract.tag)
        if contract.keyed and status == first:
            headers.append("Idempotent-Replayed")
        if contract.prefers:
            headers.append("Preference-Applied")
        if contract.worded and reply.media:
            headers.append("Content-Language")
        responses[str(status)] = {"description": reply.text, "headers": parts.headers((*headers, "Vary"))}
        if reply.media:
            responses[str(status)]["content"] = {
                media: {"schema": components.document(shape) if shape else _ANY.get(media, {"type": "string"})}
                for media, shape in reply.media.items()
            }
    return responses
