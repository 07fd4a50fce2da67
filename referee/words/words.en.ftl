# The service's own words: seats, how a match stands, what happens in every match, refusals.

seat = seat { $n }

status-open = waiting for players
status-active = in progress
status-finished = over
status-aborted = broken off

phase-open = Waiting for players
phase-over = Match over

## Backs of cards and pieces

back-card = back of a card
back-mark = back of a mark card
back-object = back of a object card
back-token = back of a token
back-gem = back of a gem
back-chip = back of a chip
back-sweet = back of a sweet

## What happens in every match

event-seat_claimed = { $name } sits down
event-seat_changed =
    { $by ->
        [clock] { $seat } ran out of time: { $changes }
        [host] The host decided for the seat of { $seat }: { $changes }
       *[other] At the seat of { $seat }, { $changes }
    }
change-name = the name is new ({ $name })
change-controller =
    { $controller ->
        [player] the player is back
       *[other] a bot plays on
    }
change-token = the token is new
event-seat_left = { $seat } has left
event-seat_opened = { $seat } is free: whoever claims it plays on
event-started = The match begins
event-timed_out = { $seat } ran out of time: a bot makes the move
event-aborted =
    { $reason ->
        [deleted] The host ended the match
        [too_long] The match was broken off: it came to no end
        [not_filled] The match was broken off: not every seat found a player in time
       *[other] The match was broken off
    }
event-rematch = A rematch has been made

## Refusals

problem-malformed-json = The body is not acceptable JSON
    .detail = Send UTF-8 JSON without duplicate keys, NaN or lone surrogates, with integers within ±2^53 and at most 32 levels of nesting.
problem-bad-header = A header cannot be understood
    .detail = If-Match takes one entity tag of the match or *, Idempotency-Key 1 to 128 printable ASCII characters.
problem-missing-token = A token is needed
    .detail = Send `Authorization: Bearer` with a seat's or the host's token; to create matches on a server with API keys, with a key.
problem-invalid-token = The token is not valid here
    .detail = It is none of this match's tokens, was rotated, or is not a token at all.
problem-not-your-seat = The token belongs to another seat
    .detail = A seat can only change itself.
problem-forbidden = The token does not allow this
    .detail = The detail says who may do it.
problem-not-found = There is no such thing
    .detail = Check the path: the match, game, seat or page is not there.
problem-method-not-allowed = The method is not possible here
    .detail = The header Allow lists those that are.
problem-not-acceptable = No acceptable representation
    .detail = The header Accept admits none of the formats that this resource has.
problem-not-your-turn = It is not your turn
    .detail = The seat has no legal move at the moment. The view's to_act says who is awaited.
problem-match-over = The match is over
    .detail = Its view, events and audit remain until it expires.
problem-match-not-started = The match has not started
    .detail = It starts when every open seat is claimed.
problem-match-not-over = The match is not over yet
    .detail = The audit and the rematch open at the end.
problem-seat-taken = The seat is taken
    .detail = Claim another one, or none in particular.
problem-match-full = Every seat is taken
    .detail = No seat of this match is open.
problem-match-expired = The match is gone
    .detail = It was deleted, or its time to live is over.
problem-stale-version = The match has moved on
    .detail = The version that the request pinned is not the current one. Look again; the header ETag is the current tag.
problem-history-rewound = The match has another history
    .detail = The pinned version or the cursor is ahead of the match, or of another history: a failover of the store lost the latest moves, although they had been acknowledged. Look again and go on from there; with a cursor, `last_event` says where the log ends.
problem-body-too-large = The body is too large
    .detail = Bodies have at most 16 KiB.
problem-unsupported-media-type = The body must be JSON
    .detail = Send `Content-Type: application/json` (with curl: --json).
problem-validation-failed = The request could never be right
    .detail = `errors` says where, as JSON pointers, and what is wrong.
problem-illegal-move = The move is not legal now
    .detail = `rule` says what forbids it, `field` and `allowed` what one field could be, `legal_moves` all that is legal.
problem-idempotency-key-reused = The idempotency key was used for another request
    .detail = Use a new key for every new request.
problem-bad-deal = The arranged deal is impossible
    .detail = `errors` says which card the components cannot provide, and where.
problem-request-timeout = The request did not arrive in time
    .detail = A request has 10 seconds to arrive whole; send it again.
problem-uri-too-long = The request line is too long
    .detail = No address of this server is so long.
problem-headers-too-large = The headers are too many or too long
    .detail = Send fewer, or shorter ones.
problem-quota-exceeded = Too many requests
    .detail = Wait as long as the header Retry-After says.
problem-internal = Something went wrong here
    .detail = Report the request id in `instance`.
problem-match-unreadable = The match cannot be read here
    .detail = It was written by another release, sealed with another secret, or damaged; the server's log says which. It stays as it is.
problem-store-unavailable = The store cannot be reached
    .detail = Nothing was applied. Try again as the header Retry-After says.
problem-outcome-unknown = It is not known whether the request was applied
    .detail = Its answer was lost. Send it again with the same idempotency key, or look at the match.
problem-stream-capacity = There is no place for another stream
    .detail = Try again as the header Retry-After says.
problem-wrong-invite = The invite is not for this seat
    .detail = An invited seat is claimed only with the invite made for it, and once.
problem-cursor-expired = The cursor is too old
    .detail = What it points at is no longer kept; `oldest` says from where it can go on.
