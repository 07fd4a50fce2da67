"""The table of operations, whole: the catalogue's, those on matches, the operator's, and the documentation's."""

from referee.api.openapi.of_matches import MATCHES
from referee.api.openapi.operation import (
    HTML,
    JSON,
    MARKDOWN,
    SAME,
    SCRIPT,
    STORE,
    STYLE,
    SVG,
    TAGGED,
    TEXT,
    TOLD,
    UNCHANGED,
    YAML,
    Answer,
    Operation,
    in_order,
)

TAGS = {
    "Games": "The catalogue: which games there are, their moves, their rules.",
    "Matches": "Create a match, look at it, end it, play again.",
    "Seats": "Claim an open seat, change one's own, hand one to a bot.",
    "Moves": "Submit moves.",
    "Events": "What happened: pages, long polls and streams by one cursor; and everything, after the end.",
    "Operations": "For whoever runs the server.",
    "Documentation": "This document, and the problem codes.",
}

UNLIMITED = ("Operations",)
"""Tags of operations to which no quota applies."""

_CATALOGUE = (
    Operation(
        "listGames",
        "get",
        "/v1/games",
        "Games",
        "List the games",
        "Everything that a client needs to know of each game: seats, options, components, moves, events, with JSON "
        "Schemas.",
        (Answer(200, "The catalogue.", {JSON: "Catalogue"}, TAGGED), UNCHANGED),
        (),
        ("If-None-Match",),
    ),
    Operation(
        "getGame",
        "get",
        "/v1/games/{game}",
        "Games",
        "Describe a game",
        "The game's entry in the catalogue.",
        (Answer(200, "The game.", {JSON: "GameEntry"}, TAGGED), UNCHANGED),
        ("not-found",),
        ("Game", "If-None-Match"),
    ),
    Operation(
        "getRules",
        "get",
        "/v1/games/{game}/rules",
        "Games",
        "Read a game's rules",
        "Every rule by its id, as refusals cite it. As JSON or, by Accept, as Markdown.",
        (Answer(200, "The rules.", {JSON: "Rules", MARKDOWN: None}, TAGGED), UNCHANGED),
        in_order("not-found", "not-acceptable"),
        ("Game", "If-None-Match"),
    ),
    Operation(
        "getPicture",
        "get",
        "/v1/games/{game}/cards/{card}.svg",
        "Games",
        "See a card or piece",
        "Our own drawing, as SVG without scripts or outside references, with its name as text. The catalogue names the "
        "address, with a version in it that changes when the drawing does, so that caches may keep it for a year.",
        (Answer(200, "The picture.", {SVG: None}, (*TOLD, "DocumentTag", "Content-Language")), SAME),
        in_order("not-found", "validation-failed"),
        ("Game", "Card", "PictureVersion", "Language", "If-None-Match"),
    ),
)


def _page(
    name: str,
    path: str,
    summary: str,
    text: str,
    problems: tuple[str, ...] = (),
    parameters: tuple[str, ...] = ("If-None-Match",),
) -> Operation:
    answers = (Answer(200, "The page.", {HTML: None}, (*TOLD, "DocumentTag")), SAME)
    return Operation(name, "get", path, "Documentation", summary, text, answers, problems, parameters)


_SERVER = (
    Operation(
        "getLiveness",
        "get",
        "/livez",
        "Operations",
        "Is the process alive?",
        "Touches nothing.",
        (Answer(200, "It is.", {JSON: "Alive"}, TOLD),),
    ),
    Operation(
        "getReadiness",
        "get",
        "/readyz",
        "Operations",
        "Can it serve?",
        "Asks the store.",
        (Answer(200, "The store answers.", {JSON: "Ready"}, TOLD),),
        STORE,
    ),
    Operation(
        "getMetrics",
        "get",
        "/metrics",
        "Operations",
        "Figures for monitoring",
        "In Prometheus' text format, over all workers; 404 where figures have a port of their own.",
        (Answer(200, "The figures.", {TEXT: None}, ("X-Request-Id",)),),
    ),
    *(
        Operation(
            f"getDocumentAs{kind.capitalize()}",
            "get",
            f"/openapi.{kind}",
            "Documentation",
            f"This document as {kind.upper()}",
            "OpenAPI 3.1, for generators and other programs.",
            (
                Answer(200, "The document.", {media: None}, (*TOLD, "DocumentTag")),
                SAME,
            ),
            (),
            ("If-None-Match",),
        )
        for kind, media in (("yaml", YAML), ("json", JSON))
    ),
    _page(
        "getDocs", "/docs", "What there is to read", "Leads to all other pages; they load files of this server only."
    ),
    _page("getInterface", "/docs/interface", "This document to read", "Every operation and every schema, to be tried."),
    _page(
        "getGameDocs",
        "/docs/games/{game}",
        "A game to read",
        "Its moves, events, components, rules and schemas.",
        ("not-found",),
        ("Game", "If-None-Match"),
    ),
    _page(
        "getFairness",
        "/docs/fairness",
        "What a verifier must know",
        "The shuffle to the byte: what each game shuffles, in which order, from which list, and test vectors.",
    ),
    Operation(
        "getAsset",
        "get",
        "/docs/assets/{version}/{file}",
        "Documentation",
        "A file that pages load",
        "Pages name the address; it never stands for anything else, so caches may keep it for a year.",
        (Answer(200, "The file.", {SCRIPT: None, STYLE: None}, (*TOLD, "DocumentTag")), SAME),
        ("not-found",),
        ("AssetVersion", "Asset", "If-None-Match"),
    ),
    Operation(
        "getRoot",
        "get",
        "/",
        "Documentation",
        "Find the documentation",
        "Leads to /docs.",
        (Answer(302, "To the documentation.", {}, ("X-Request-Id", "Location")),),
    ),
    Operation(
        "listProblems",
        "get",
        "/problems",
        "Documentation",
        "List the problem codes",
        "Every code that a refusal can carry. As a page or, by Accept, as JSON.",
        (Answer(200, "The codes.", {HTML: None, JSON: "ProblemIndex"}, TAGGED), UNCHANGED),
        ("not-acceptable",),
        ("If-None-Match",),
    ),
    Operation(
        "getProblem",
        "get",
        "/problems/{code}",
        "Documentation",
        "Explain a problem code",
        "Where the `type` of a problem leads. As a page or, by Accept, as JSON.",
        (Answer(200, "The code, explained.", {HTML: None, JSON: "ProblemEntry"}, TAGGED), UNCHANGED),
        in_order("not-found", "not-acceptable"),
        ("Code", "If-None-Match"),
    ),
)

OPERATIONS: tuple[Operation, ...] = (*_CATALOGUE, *MATCHES, *_SERVER)
