"""`referee pictures`: a contact sheet of all pictures of cards and pieces."""

from pathlib import Path

import click


@click.command()
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
def pictures(out: Path) -> None:
    """Write a page OUT.html with every picture of a card or piece: small and large, on light and dark, in grey."""
    from referee.pictures.sheet import sheet

    try:
        out.write_text(sheet(), encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"{out} cannot be written: {error.strerror}") from None
    click.echo(f"wrote {out}", err=True)
