"""Serving HTTP: a worker for gunicorn that has requests whole before they cost a thread, and streams that cost none."""
