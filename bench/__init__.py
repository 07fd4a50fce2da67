"""Benchmarks: programs that measure against a reference in the same run, and print ratios."""
