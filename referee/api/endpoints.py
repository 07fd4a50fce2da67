"""Every endpoint, in the order in which the document tells of them."""

from referee.api import docs, events, games, health, matches, metrics, seats
from referee.api.endpoint import Endpoint, Section

SECTIONS: dict[Section, str] = {
    "Games": "The catalogue: which games there are, their moves, their rules.",
    "Matches": "Create a match, look at it, end it, play again.",
    "Seats": "Claim an open seat, change one's own, hand one to a bot.",
    "Moves": "Submit moves.",
    "Events": "What happened: pages, long polls and streams by one cursor; and everything, after the end.",
    "Operations": "For whoever runs the server.",
    "Documentation": "This document, and the problem codes.",
}

ENDPOINTS: tuple[Endpoint, ...] = (
    games.list_games,
    games.get_game,
    games.get_rules,
    games.get_picture,
    matches.create_match,
    matches.get_match,
    matches.delete_match,
    matches.rematch,
    seats.claim_seat,
    seats.change_seat,
    seats.leave_seat,
    matches.submit_move,
    events.list_events,
    events.create_ticket,
    matches.get_audit,
    health.get_liveness,
    health.get_readiness,
    metrics.get_metrics,
    docs.get_document_as_yaml,
    docs.get_document_as_json,
    docs.get_docs,
    docs.get_interface,
    docs.get_game_docs,
    docs.get_fairness,
    docs.get_asset,
    docs.get_root,
    docs.list_problems,
    docs.get_problem,
)

UNLIMITED = frozenset(one.name for one in ENDPOINTS if one.contract.section == "Operations")
"""Endpoints that probes and scrapers use: no quota applies."""
