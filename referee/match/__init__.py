"""Matches: where rules meet storage. `matches` holds the use cases, `create` and `seats` those on their own."""
