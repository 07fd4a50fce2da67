"""`referee games`: the catalogue."""

import click


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the whole catalogue, as GET /v1/games answers it.")
def games(as_json: bool) -> None:
    """List the games: seats, options, moves and rules."""
    import msgspec
    from rich.console import Console
    from rich.table import Table

    from referee.api.catalogue import ENTRIES, catalogue
    from referee.games import GAMES

    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(catalogue())).decode())
        return
    table = Table("id", "title", "seats", "options", "moves", "rules")
    for entry in ENTRIES.values():
        original = entry["original_title"]
        title = entry["title"] if original == entry["title"] else f"{entry['title']} ({original})"
        low, high = entry["seats"]["min"], entry["seats"]["max"]
        table.add_row(
            entry["id"],
            title,
            str(low) if low == high else f"{low}–{high}",
            " ".join(entry["options"].get("properties", ())) or "—",
            " ".join(move["type"] for move in entry["moves"]),
            str(len(GAMES[entry["id"]].rules)),
        )
    console = Console()
    console.width = max(console.width, 100) if console.is_terminal else 240
    console.print(table)
