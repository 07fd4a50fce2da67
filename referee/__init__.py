"""Referee: a REST microservice that referees hidden-information card games."""

__version__ = "0.1.0"
