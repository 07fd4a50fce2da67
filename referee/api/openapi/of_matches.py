"""The operations on matches."""

from referee.api.openapi.operation import (
    BODY,
    COMMIT,
    JSON,
    KEYED,
    MADE,
    MATCH,
    NDJSON,
    SSE,
    TAGGED,
    TOLD,
    UNCHANGED,
    VIEWED,
    Answer,
    Operation,
    in_order,
)

MATCHES: tuple[Operation, ...] = (
    Operation(
        "createMatch",
        "post",
        "/v1/matches",
        "Matches",
        "Create a match",
        "Deals at once, unless seats are open: then the match waits until the last is claimed. The tokens in the "
        "answer are shown this once; with an `Idempotency-Key` a lost answer can be asked for again. Needs a token "
        "only on servers with API keys.",
        (Answer(201, "The match, with everybody's tokens and the host's view.", {JSON: "Created"}, MADE),),
        in_order(
            *BODY,
            *KEYED,
            *COMMIT,
            "missing-token",
            "invalid-token",
            "bad-deal",
            "match-expired",
            "match-unreadable",
        ),
        ("Idempotency-Key",),
        body="CreateMatch",
        bearer="optional",
    ),
    Operation(
        "getMatch",
        "get",
        "/v1/matches/{match}",
        "Matches",
        "Look at a match",
        "The caller's view: the table as all may see it, the caller's own hand, and the moves that the caller may make "
        "now. Without a token a spectator's, unless the match admits none. The clock is looked at first: whoever is "
        "late is moved for.",
        (
            Answer(200, "The view.", {JSON: "View"}, VIEWED),
            Answer(304, "The view is still the one that If-None-Match names.", {}, VIEWED),
        ),
        in_order(*MATCH, "missing-token"),
        ("Match", "If-None-Match"),
        bearer="optional",
    ),
    Operation(
        "deleteMatch",
        "delete",
        "/v1/matches/{match}",
        "Matches",
        "End and remove a match",
        "By its host. Streams get `aborted` and close; for 24 hours the match answers 410, then 404.",
        (Answer(204, "The match is gone.", {}, (*TOLD, "Idempotent-Replayed")),),
        in_order(*MATCH, "missing-token", "forbidden", "bad-header"),
        ("Match", "Idempotency-Key"),
        bearer="required",
    ),
    Operation(
        "rematch",
        "post",
        "/v1/matches/{match}/rematch",
        "Matches",
        "Play again",
        "After the end, by the host or a seat: a new match with the same seats, options, clock and tokens, a fresh "
        "seed and no arranged deal. A match has one rematch; whoever asks later is given the same one.",
        (
            Answer(201, "The match that follows was made.", {JSON: "Rematched"}, MADE),
            Answer(200, "There was one already: here it is.", {JSON: "Rematched"}, (*VIEWED, "Location")),
        ),
        in_order(*MATCH, *BODY, *KEYED, "missing-token", "forbidden", "match-not-over"),
        ("Match", "Idempotency-Key"),
        body="Empty",
        body_required=False,
        bearer="required",
    ),
    Operation(
        "claimSeat",
        "post",
        "/v1/matches/{match}/seats",
        "Seats",
        "Claim an open seat",
        "Takes no token and answers with the seat's. Names are normalised (NFKC, no control or format characters, "
        "trimmed), have then 1 to 40 characters, and differ within the match, upper and lower case being one. The last "
        "claim starts the match.",
        (Answer(201, "The seat is yours.", {JSON: "Claimed"}, MADE),),
        in_order(
            *BODY,
            *KEYED,
            *COMMIT,
            "not-found",
            "match-expired",
            "match-unreadable",
            "seat-taken",
            "match-full",
            "match-over",
        ),
        ("Match", "Idempotency-Key"),
        body="ClaimSeat",
    ),
    Operation(
        "changeSeat",
        "patch",
        "/v1/matches/{match}/seats/{seat}",
        "Seats",
        "Change a seat",
        "A seat changes its own name, who plays it, and its token; the host anybody's controller and token, and may "
        "give an open seat to a bot. A bot plays for its seat as soon as it is on turn. Renewing a token closes the "
        "streams of the old one.",
        (Answer(200, "The seat as it is now.", {JSON: "Changed"}, (*VIEWED, "Idempotent-Replayed")),),
        in_order(*MATCH, *BODY, *KEYED, "missing-token", "not-your-seat", "forbidden", "match-over"),
        ("Match", "Seat", "Idempotency-Key"),
        body="ChangeSeat",
        bearer="required",
    ),
    Operation(
        "submitMove",
        "post",
        "/v1/matches/{match}/moves",
        "Moves",
        "Submit a move",
        "A move is legal if and only if it fits one of the forms in the view's `legal_moves`. Everything is checked in "
        "this order: transport (size, type, JSON), token, match, replayed key, started and not over, version, seat's "
        "turn, the move's shape, legality.\n\nWithout `If-Match` or `version` the move is judged against the state of "
        "the moment. Bots on turn move inside the same request: `version` is then the mover's own, `events` are all "
        "that followed, `view` is the latest.",
        (
            Answer(
                200,
                "The move was made; with `dry_run=true`, it would be legal.",
                {JSON: "MovedOrJudged"},
                (*TOLD, "MoveTag", "Idempotent-Replayed", "Preference-Applied"),
            ),
        ),
        in_order(
            *MATCH,
            *BODY,
            *KEYED,
            "missing-token",
            "forbidden",
            "match-not-started",
            "match-over",
            "stale-version",
            "history-rewound",
            "not-your-turn",
            "illegal-move",
        ),
        ("Match", "If-Match", "Idempotency-Key", "Prefer"),
        query="MoveQuery",
        body="Move",
        bearer="required",
    ),
    Operation(
        "listEvents",
        "get",
        "/v1/matches/{match}/events",
        "Events",
        "Read or stream events",
        "Events are numbered 1, 2, 3 … without gaps; `after` is the one cursor of all ways to read them. As "
        "`application/json` a page, with `wait` a long poll. As `application/x-ndjson` or `text/event-stream` a "
        "stream: it begins with a blank line or comment at once, shows a sign of life every 10 seconds, and closes "
        "60 seconds after the end, or when the match is removed. With `snapshot=true` a view comes first: a line "
        '`{"type":"view","view":…}`, or an event named `view` whose id is the cursor. Where no header can be sent, a '
        "ticket opens the stream.\n\nA cursor ahead of the log is `history-rewound`, never silence: a failover of the "
        "store lost events that were told. An open stream ends when that happens. Half of the places for streams and "
        "long polls are kept for callers with a token; an address without one has at most a quarter of them.",
        (
            Answer(
                200,
                "A page of events, or a stream of them.",
                {JSON: "EventPage", NDJSON: "StreamLine", SSE: None},
                TAGGED,
            ),
            Answer(
                204,
                "Nothing can follow any more: the match has been over for 60 seconds, and the cursor of the stream is "
                "at the end. An EventSource does not come back.",
                {},
                TOLD,
            ),
            UNCHANGED,
        ),
        in_order(
            *MATCH,
            "missing-token",
            "bad-header",
            "not-acceptable",
            "history-rewound",
            "validation-failed",
            "stream-capacity",
        ),
        ("Match", "Last-Event-ID", "If-None-Match"),
        query="EventsQuery",
        bearer="optional",
    ),
    Operation(
        "createTicket",
        "post",
        "/v1/matches/{match}/events/ticket",
        "Events",
        "Get a ticket for a stream",
        "For clients that cannot send headers, such as a browser's EventSource. The ticket opens one stream in the "
        "caller's name (`?ticket=`), within 30 seconds; when that stream drops, it resumes it for 10 minutes. A "
        "second use closes the first stream at once. It is the only secret that is ever accepted in an address.",
        (Answer(201, "The ticket.", {JSON: "Ticket"}, (*TOLD, "Idempotent-Replayed")),),
        in_order(
            *MATCH,
            "malformed-json",
            "body-too-large",
            "unsupported-media-type",
            "validation-failed",
            "missing-token",
            "bad-header",
        ),
        ("Match", "Idempotency-Key"),
        body="Empty",
        body_required=False,
        bearer="required",
    ),
    Operation(
        "getAudit",
        "get",
        "/v1/matches/{match}/audit",
        "Events",
        "Check a whole match",
        "After the end, for whoever may see the match: seed, entropy, options, deal, every move and every event with "
        "what anybody was told. `referee verify` replays it.",
        (Answer(200, "Everything.", {JSON: "Audit"}, TAGGED), UNCHANGED),
        in_order(*MATCH, "missing-token", "match-not-over"),
        ("Match", "If-None-Match"),
        bearer="optional",
    ),
)
